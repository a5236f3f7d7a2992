import type { RepositoryLayout, RepositoryProblem } from '@lectern/document';
import { type Selectable, sql } from 'kysely';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { GitOperations } from '../../kernel/database/schema.gen.ts';
import { type UserRow, userOf } from '../identity/index.ts';
import type { NamedConflict } from '../repositories/index.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'git_operations.chain': EventChain;
    'git_operations.direction': 'import' | 'export';
    'git_operations.state': 'running' | 'failure' | 'success';
    'git_operations.stage': Stage;
    'git_operations.problems': readonly RepositoryProblem[];
    'git_operations.result': OperationResult;
    'git_syncs.layout': RepositoryLayout;
    'git_syncs.resolution': Resolution;
  }
}

/** The key of a space. */
export interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The stages of an operation. */
export type Stage = 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';

/** An import or an export as it is stored. */
export type OperationRow = Selectable<GitOperations>;

/** The cause of an operation: a request, a push to the repository, or a change of the space. */
export type OperationCause = 'request' | 'push' | 'change';

/** An operation with the user who requested it. */
export interface OperationWithUser extends OperationRow {
  readonly requester: UserRow;
}

/** The paths of files, and their number if there are more. */
interface ChangedFiles {
  readonly written: readonly string[];
  readonly writtenCount: number;
  readonly removed: readonly string[];
  readonly removedCount: number;
}

/** The result of an operation. */
export interface OperationResult {
  readonly commit?: { readonly oid: string; readonly url?: string };
  readonly revision?: string;
  readonly changes?: ChangedFiles;
  readonly conflicts?: readonly NamedConflict[];
  readonly changeRequest?: { readonly id: string; readonly number: number };
}

/** The change request that resolves conflicts, and the synchronized state once it is merged. */
export interface Resolution extends Omit<SyncRow, 'resolution'> {
  readonly changeRequest: string;
}

/** The last state in which a space and a branch were equal. */
export interface SyncRow {
  readonly remote: string | null;
  readonly ref: string;
  readonly commit_oid: string;
  readonly revision_id: string;
  readonly layout: RepositoryLayout;
  readonly redirects: readonly string[];
  readonly resolution?: Resolution | null;
}

/** Stores a queued operation. */
export const insertOperation = async (
  tx: DatabaseTransaction,
  operation: {
    space: SpaceKey;
    id: string;
    direction: 'import' | 'export';
    request: string;
    requestedBy: string;
    /** The chain of the script that requested it. */
    chain: EventChain | undefined;
    cause: OperationCause;
    happenedAt: Date;
    at: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('git_operations')
    .values({
      organization_id: operation.space.organization_id,
      space_id: operation.space.id,
      id: operation.id,
      direction: operation.direction,
      state: 'running',
      stage: 'repo_fetch',
      dispatched_tasks: 0,
      completed_tasks: 0,
      request: operation.request,
      requested_by: operation.requestedBy,
      cause: operation.cause,
      chain: operation.chain ? JSON.stringify(operation.chain) : null,
      happened_at: operation.happenedAt,
      started_at: operation.at,
      updated_at: operation.at,
      attempt: 0,
    })
    .execute();
};

const ofSpace = (db: Database, space: SpaceKey) =>
  db
    .selectFrom('git_operations')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id);

/** The number of unfinished operations of a space. */
export const countQueued = async (db: Database, space: SpaceKey): Promise<number> => {
  const { count } = await ofSpace(db, space)
    .where('state', '=', 'running')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Whether an import that a push has caused waits for its start: it will fetch later pushes as well. */
export const hasWaitingPush = async (db: Database, space: SpaceKey): Promise<boolean> =>
  (
    await ofSpace(db, space)
      .where('state', '=', 'running')
      .where('attempt', '=', 0)
      .where('cause', '=', 'push')
      .select('id')
      .limit(1)
      .execute()
  ).length > 0;

/** The chain of the script whose changes an export wrote to a commit. */
export const findChainOfCommit = async (
  db: Database,
  space: SpaceKey,
  commit: string,
): Promise<EventChain | undefined> => {
  const found = await ofSpace(db, space)
    .where('direction', '=', 'export')
    .where(sql<boolean>`result->'commit'->>'oid' = ${commit}`)
    .select('chain')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.chain ?? undefined;
};

/** The operations of a space, newest first. */
export const listOperations = (
  db: Database,
  space: SpaceKey,
  page: PageRequest,
): Promise<Page<OperationWithUser>> => {
  const after = page.after && String(page.after[0]);
  const rows = ofSpace(db, space)
    .selectAll()
    .select(userOf('git_operations.requested_by').as('requester'))
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc');
  return paginate(page, rows, ofSpace(db, space));
};

/** The running operation of a space, or else the last requested one. */
export const findLastOperation = (db: Database, space: SpaceKey): Promise<OperationWithUser | undefined> =>
  ofSpace(db, space)
    .selectAll()
    .select(userOf('git_operations.requested_by').as('requester'))
    .orderBy(sql`state = 'running' and attempt > 0`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Claims the next operation of a space, unless another process runs one. */
export const claimOperation = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  at: Date,
  staleBefore: Date,
): Promise<OperationRow | undefined> => {
  // The lock serializes claims.
  const [next, ...others] = await ofSpace(tx, space)
    .where('state', '=', 'running')
    .selectAll()
    .orderBy('happened_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  const isRunning = ({ attempt, updated_at }: OperationRow) => attempt > 0 && updated_at > staleBefore;
  if (!next || [next, ...others].some(isRunning)) return undefined;
  return (
    tx
      .updateTable('git_operations')
      // Starts over if another process had begun it.
      .set({
        attempt: next.attempt + 1,
        updated_at: at,
        stage: 'repo_fetch',
        dispatched_tasks: 0,
        completed_tasks: 0,
      })
      .where('organization_id', '=', next.organization_id)
      .where('id', '=', next.id)
      .returningAll()
      .executeTakeFirst()
  );
};

/** Updates the progress of an operation; false if another process has claimed it. */
export const updateOperation = async (
  db: Database,
  { organization_id, id, attempt }: OperationRow,
  change: Partial<Pick<OperationRow, 'stage' | 'dispatched_tasks' | 'completed_tasks'>> & {
    updated_at: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('git_operations')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends an operation and deletes its request; false if another process has claimed it. */
export const finishOperation = async (
  tx: Database,
  { organization_id, id, attempt }: OperationRow,
  result: {
    state: 'success' | 'failure';
    at: Date;
    error?: string;
    problems?: readonly object[];
    result?: OperationResult;
    tasks?: Partial<Pick<OperationRow, 'dispatched_tasks' | 'completed_tasks'>>;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('git_operations')
    .set({
      state: result.state,
      updated_at: result.at,
      completed_at: result.state === 'success' ? result.at : null,
      error: result.error ?? null,
      problems: JSON.stringify(result.problems ?? []),
      result: JSON.stringify(result.result ?? {}),
      request: null,
      ...result.tasks,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether the operation of a space that ended before this one has failed as well. */
export const hasFailedBefore = async (tx: Database, row: OperationRow): Promise<boolean> => {
  const before = await tx
    .selectFrom('git_operations')
    .select('state')
    .where('organization_id', '=', row.organization_id)
    .where('space_id', '=', row.space_id)
    .where('id', '<>', row.id)
    .where('state', '<>', 'running')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before?.state === 'failure';
};

/** Spaces with unfinished operations whose heartbeat has stopped. */
export const findStale = async (db: Database, staleBefore: Date): Promise<SpaceKey[]> =>
  db
    .selectFrom('git_operations')
    .select(['organization_id', 'space_id as id'])
    .distinct()
    .where('state', '=', 'running')
    .where('updated_at', '<', staleBefore)
    .limit(1000)
    .execute();

/** Deletes operations that ended before a time. */
export const deleteOldOperations = async (db: Database, before: Date): Promise<void> => {
  await db
    .deleteFrom('git_operations')
    .where('state', '<>', 'running')
    .where('updated_at', '<', before)
    .execute();
};

/** The last state in which a space and its branch were equal. */
export const findSync = async (db: Database, space: SpaceKey): Promise<SyncRow | undefined> => {
  return db
    .selectFrom('git_syncs')
    .select(['remote', 'ref', 'commit_oid', 'revision_id', 'layout', 'redirects', 'resolution'])
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .executeTakeFirst();
};

/** Stores the change request that resolves conflicts, or that there is none. */
export const setResolution = async (
  tx: Database,
  space: SpaceKey,
  resolution: Resolution | null,
): Promise<void> => {
  await tx
    .updateTable('git_syncs')
    .set({ resolution: resolution && JSON.stringify(resolution) })
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .execute();
};

/** Stores the state in which a space and its branch are equal. */
export const upsertSync = async (
  tx: DatabaseTransaction,
  space: SpaceKey,
  sync: Omit<SyncRow, 'resolution'>,
): Promise<void> => {
  const values = {
    ...sync,
    layout: JSON.stringify(sync.layout),
    redirects: [...sync.redirects],
    resolution: null,
  };
  await tx
    .insertInto('git_syncs')
    .values({ organization_id: space.organization_id, space_id: space.id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'space_id']).doUpdateSet(values))
    .execute();
};
