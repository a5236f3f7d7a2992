import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { AgentTasks } from '../../kernel/database/schema.gen.ts';
import { visibleContents } from '../access/index.ts';
import type { RemovedCluster } from '../conversations/index.ts';
import { type UserRow, userOf } from '../identity/index.ts';
import type { TaskReport } from './task-report.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'agent_tasks.origin': TaskOrigin;
    'agent_tasks.outcome': TaskOutcome;
    'agent_tasks.report': TaskReport;
    'agent_tasks.state': Exclude<TaskStatus, 'completed'>;
  }
}

/** What a task is about. */
export type TaskOrigin = 'cluster' | 'question' | 'link' | 'instruction';

/** The status of a task; a task is completed when its change request is merged. */
export type TaskStatus = 'backlog' | 'started' | 'completed' | 'canceled';

/** What became of a started task: `written` by the model, taken over `by-hand`, or prepared for a person, for a reason. */
export type TaskOutcome = 'written' | 'by-hand' | 'no-model' | 'model-failed' | 'no-change' | 'stopped';

/** A task with its creator and its status. */
export interface TaskRow extends Selectable<AgentTasks> {
  readonly creator: UserRow;
  readonly status: TaskStatus;
}

/** The key of a task. */
export interface TaskKey {
  readonly organization_id: string;
  readonly id: string;
}

/** A reader of tasks: tasks for clusters are only shown to readers of conversations. */
export interface TaskReader {
  readonly userId: string;
  readonly readsConversations: boolean;
}

const status = sql<TaskStatus>`case when request.status = 'merged' then 'completed' else agent_tasks.state end`;

const tasks = (db: Database, organizationId: string) =>
  db
    .selectFrom('agent_tasks')
    .leftJoin('change_requests as request', (join) =>
      join
        .onRef('request.organization_id', '=', 'agent_tasks.organization_id')
        .onRef('request.id', '=', 'agent_tasks.change_request_id'),
    )
    .where('agent_tasks.organization_id', '=', organizationId);

const rows = (db: Database, organizationId: string) =>
  tasks(db, organizationId)
    .selectAll('agent_tasks')
    .select([userOf('agent_tasks.created_by').as('creator'), status.as('status')]);

const visibleTo = (db: Database, organizationId: string, { userId, readsConversations }: TaskReader) =>
  rows(db, organizationId)
    .where(
      'agent_tasks.space_id',
      'in',
      visibleContents(db, organizationId, 'space', userId).clearSelect().select('contents.id'),
    )
    .$if(!readsConversations, (query) => query.where('agent_tasks.origin', '<>', 'cluster'));

/** Finds a task by its id, without a permission check. */
export const findTask = (db: Database, { organization_id, id }: TaskKey): Promise<TaskRow | undefined> =>
  rows(db, organization_id).where('agent_tasks.id', '=', id).executeTakeFirst();

/** Locks a task until the transaction ends, and returns its current state. */
export const lockTask = async (tx: DatabaseTransaction, key: TaskKey): Promise<TaskRow | undefined> => {
  await tx
    .selectFrom('agent_tasks')
    .select('id')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return findTask(tx, key);
};

/** The filter of a list of tasks. */
export interface TaskFilter {
  readonly cluster?: string | undefined;
  readonly space?: string | undefined;
  readonly status?: readonly TaskStatus[] | undefined;
}

/** Lists the tasks that a reader may see, newest first. */
export const listTasks = (
  db: Database,
  organizationId: string,
  reader: TaskReader,
  filter: TaskFilter,
  page: PageRequest,
): Promise<Page<TaskRow>> => {
  const matching = visibleTo(db, organizationId, reader)
    .$if(filter.cluster !== undefined, (query) => query.where('agent_tasks.cluster_id', '=', filter.cluster!))
    .$if(filter.space !== undefined, (query) => query.where('agent_tasks.space_id', '=', filter.space!))
    .$if(filter.status !== undefined, (query) =>
      query.where(sql<boolean>`${status} = any(${filter.status!})`),
    );
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    matching
      .$if(after !== undefined, (query) => query.where('agent_tasks.id', '<', after!))
      .orderBy('agent_tasks.id', 'desc'),
    matching,
  );
};

const countOf = (name: TaskStatus) =>
  sql<number>`(count(*) filter (where ${status} = ${name}))::int`.as(name);

/** The number of tasks that a reader may see, by status. */
export const countTasks = (
  db: Database,
  organizationId: string,
  reader: TaskReader,
): Promise<Record<TaskStatus, number>> =>
  visibleTo(db, organizationId, reader)
    .clearSelect()
    .select([countOf('backlog'), countOf('started'), countOf('completed'), countOf('canceled')])
    .executeTakeFirstOrThrow();

/** The number of tasks for each cluster, by status, in the spaces that a reader may see. */
export const tasksByCluster = (db: Database, organizationId: string, readerId: string) =>
  tasks(db, organizationId)
    .where('agent_tasks.cluster_id', 'is not', null)
    .where(
      'agent_tasks.space_id',
      'in',
      visibleContents(db, organizationId, 'space', readerId).clearSelect().select('contents.id'),
    )
    .groupBy('agent_tasks.cluster_id')
    .select('agent_tasks.cluster_id')
    .select(sql<number>`count(*)::int`.as('total'))
    .select([countOf('backlog'), countOf('started'), countOf('completed'), countOf('canceled')]);

/** A task to be stored. */
export interface NewTask extends TaskKey {
  readonly space_id: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  readonly origin: TaskOrigin;
  readonly cluster_id?: string;
  readonly question?: string;
  readonly page_id?: string;
  readonly created_by: string;
  readonly created_at: Date;
}

/** Stores a new task. */
export const insertTask = async (tx: DatabaseTransaction, task: NewTask): Promise<void> => {
  await tx
    .insertInto('agent_tasks')
    .values({ ...task, updated_at: task.created_at })
    .execute();
};

/** The columns of a task that change. */
export type TaskFields = Partial<
  Pick<TaskRow, 'state' | 'change_request_id' | 'starts' | 'started_by' | 'outcome' | 'report'>
>;

/** Updates a locked task. */
export const updateTask = async (
  tx: DatabaseTransaction,
  { organization_id, id }: TaskKey,
  { report, ...fields }: TaskFields,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('agent_tasks')
    .set({
      ...fields,
      ...(report !== undefined && { report: report && JSON.stringify(report) }),
      updated_at: at,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
};

/** Assigns tasks of removed clusters to their successors, or to none. */
export const reassignTasks = async (
  tx: DatabaseTransaction,
  organizationId: string,
  removed: readonly RemovedCluster[],
): Promise<void> => {
  if (removed.length === 0) return;
  await sql`
    update agent_tasks t set cluster_id = removed.successor
    from unnest(${removed.map(({ id }) => id)}::text[], ${removed.map(({ successor }) => successor)}::text[])
      as removed (id, successor)
    where t.organization_id = ${organizationId} and t.cluster_id = removed.id`.execute(tx);
};
