import { forbiddenAction } from '../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type ChangeRequestsService, type ClaimTask, changeRequestPolicy } from '../change-requests/index.ts';
import type { ClustersService } from '../conversations/index.ts';
import type { OrganizationSubject, OrganizationsService } from '../organizations/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { NewTaskInput } from './agent-tasks.contract.ts';
import { mayReadConversations, type TaskSubject, taskPolicy } from './agent-tasks.policy.ts';
import {
  countTasks,
  findTask,
  insertTask,
  listTasks,
  lockTask,
  type TaskFilter,
  type TaskKey,
  type TaskRow,
  type TaskStatus,
  updateTask,
} from './agent-tasks.store.ts';
import type { TaskOriginsService } from './task-origins.service.ts';

/** A start of a task; an earlier one writes nothing. */
export interface StartedTask extends TaskKey {
  readonly starts: number;
}

/** The job that writes the change request of a started task. */
export const WRITE = jobName<StartedTask>('agent-tasks.write');

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'mutex'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly spaces: Pick<SpacesService, 'find' | 'findFor'>;
  readonly clusters: Pick<ClustersService, 'counts'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'create' | 'find'>;
  readonly origins: Pick<TaskOriginsService, 'about'>;
}

const COMPLETED = 'This task is completed: its change request is merged';

/** Creates, lists and starts tasks whose outcome is a change request. */
export const createAgentTasksService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  jobs,
  mutex,
  organizations,
  spaces,
  clusters,
  changeRequests,
  origins,
}: Dependencies) => {
  const toSubject = (
    row: TaskRow,
    userId: string,
    space: SpaceSubject,
    role: OrganizationSubject['role'],
  ) => ({
    ...row,
    space,
    role,
    isCreator: row.created_by === userId,
  });

  const find = async (
    userId: string,
    organizationId: string,
    id: string,
    executor: Database = db,
  ): Promise<TaskSubject | undefined> => {
    const row = await findTask(executor, { organization_id: organizationId, id });
    if (!row) return undefined;
    const organization = await organizations.find(organizationId, userId, executor);
    const space = await spaces.find(userId, row.space_id, executor);
    return organization && space && toSubject(row, userId, space, organization.role);
  };

  const reload = async (tx: DatabaseTransaction, caller: Caller, key: TaskKey): Promise<TaskSubject> => {
    const found = await find(caller.principal.userId, key.organization_id, key.id, tx);
    if (!found) throw notFound('agent task');
    return found;
  };

  const record = (tx: DatabaseTransaction, caller: Caller, action: string, task: TaskRow, payload = {}) =>
    events.record(tx, caller, {
      organizationId: task.organization_id,
      action: `agent-task.${action}`,
      target: { type: 'agent-task', id: task.id, label: task.title },
      payload: { space: task.space_id, ...payload },
    });

  const readerOf = (caller: Caller, { role }: OrganizationSubject) => ({
    userId: caller.principal.userId,
    readsConversations: mayReadConversations(role),
  });

  /** The change request of a task: the one that it has, unless it is archived or not the caller's to edit, or a new one. */
  const changeRequestFor = async (
    tx: DatabaseTransaction,
    caller: Caller,
    task: TaskRow,
    space: SpaceSubject,
  ): Promise<string> => {
    const { change_request_id: id, cluster_id } = task;
    const existing =
      id === null ? undefined : await changeRequests.find(caller.principal.userId, space.id, id, tx);
    if (existing && existing.status !== 'archived' && changeRequestPolicy.can.edit(existing))
      return existing.id;
    const made = await changeRequests.create(tx, caller, space, {
      subject: task.title,
      ...(cluster_id !== null && { clusterId: cluster_id }),
    });
    return made.id;
  };

  /** Starts a locked task: opens its change request, and lets it be written in the background. */
  const start = async (
    tx: DatabaseTransaction,
    caller: Caller,
    task: TaskRow,
    space: SpaceSubject,
  ): Promise<void> => {
    const { organization_id, id } = task;
    const starts = task.starts + 1;
    const changeRequestId = await changeRequestFor(tx, caller, task, space);
    await updateTask(
      tx,
      task,
      {
        state: 'started',
        starts,
        started_by: caller.principal.userId,
        change_request_id: changeRequestId,
        outcome: null,
      },
      clock.now(),
    );
    await jobs.enqueue(tx, WRITE, { organization_id, id, starts });
    await record(tx, caller, 'started', task, { changeRequest: changeRequestId });
  };

  /** Puts a locked task back into the backlog, or cancels it. */
  const shelve = async (
    tx: DatabaseTransaction,
    caller: Caller,
    task: TaskRow,
    state: 'backlog' | 'canceled',
  ): Promise<void> => {
    if (state === 'backlog' && task.status === 'started')
      throw conflict('This task has a change request: cancel the task instead');
    await updateTask(tx, task, { state }, clock.now());
    await record(tx, caller, state === 'canceled' ? 'canceled' : 'reopened', task);
  };

  /** Lets a change request that somebody creates be the one of a task. */
  const claim: ClaimTask = async (tx, caller, space, id) => {
    const key = { organization_id: space.organization_id, id };
    await lockTask(tx, key);
    const task = await find(caller.principal.userId, key.organization_id, id, tx);
    if (!task || task.space_id !== space.id || !taskPolicy.can.view(task))
      throw invalid({ path: 'body.agentTaskId', message: 'is not a task of this space' });
    if (!taskPolicy.can.update(task)) throw forbiddenAction('update', 'agent task');
    if (task.status === 'completed') throw conflict(COMPLETED);
    if (task.status === 'started') throw conflict('This task has a change request already');
    return async (changeRequestId) => {
      await updateTask(
        tx,
        task,
        {
          state: 'started',
          starts: task.starts + 1,
          started_by: caller.principal.userId,
          change_request_id: changeRequestId,
          outcome: 'by-hand',
        },
        clock.now(),
      );
      await record(tx, caller, 'started', task, { changeRequest: changeRequestId });
    };
  };

  return {
    find,
    claim,

    /** The tasks that a caller may see, newest first. */
    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      filter: TaskFilter,
      page: PageRequest,
    ): Promise<Page<TaskSubject>> => {
      const { userId } = caller.principal;
      const { rows, count } = await listTasks(
        db,
        organization.id,
        readerOf(caller, organization),
        filter,
        page,
      );
      const ids = [...new Set(rows.map(({ space_id }) => space_id))];
      const found = await spaces.findFor(
        db,
        ids.map((id) => ({ id, readerId: userId })),
      );
      const byId = new Map(found.flatMap((space) => (space ? [[space.id, space] as const] : [])));
      return {
        count,
        rows: rows.flatMap((row) => {
          const space = byId.get(row.space_id);
          return space ? [toSubject(row, userId, space, organization.role)] : [];
        }),
      };
    },

    /** The number of tasks that a caller may see, and how much the organization has of conversations. */
    counts: async (caller: Caller, organization: OrganizationSubject) => ({
      tasks: await countTasks(db, organization.id, readerOf(caller, organization)),
      conversations: await clusters.counts(organization.id),
    }),

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      input: NewTaskInput,
    ): Promise<TaskSubject> => {
      const space = await spaces.find(caller.principal.userId, input.space);
      if (!space || !spacePolicy.can.view(space) || space.organization_id !== organization.id)
        throw invalid({ path: 'body.space', message: 'is not a space of this organization' });
      if (!spacePolicy.can.comment(space)) throw forbiddenAction('comment', 'space');
      const about = await origins.about(caller, organization, space, input);
      const key = { organization_id: organization.id, id: newId() };
      return mutex(space.id, () =>
        transaction(async (tx) => {
          await insertTask(tx, {
            ...key,
            ...about,
            space_id: space.id,
            created_by: caller.principal.userId,
            created_at: clock.now(),
          });
          const created = await reload(tx, caller, key);
          await record(tx, caller, 'created', created, { origin: about.origin });
          if (input.status !== 'started') return created;
          await start(tx, caller, created, space);
          return reload(tx, caller, key);
        }),
      );
    },

    /** Starts a task, cancels it, or puts it back into the backlog. */
    update: (
      caller: Caller,
      task: TaskSubject,
      status: Exclude<TaskStatus, 'completed'>,
    ): Promise<TaskSubject> =>
      mutex(task.space.id, () =>
        transaction(async (tx) => {
          const now = await lockTask(tx, task);
          if (!now) throw notFound('agent task');
          if (now.status === 'completed') throw conflict(COMPLETED);
          if (now.status === status) return reload(tx, caller, task);
          if (status === 'started') await start(tx, caller, now, task.space);
          else await shelve(tx, caller, now, status);
          return reload(tx, caller, task);
        }),
      ),
  };
};

/** Creates, lists and starts tasks. */
export type AgentTasksService = ReturnType<typeof createAgentTasksService>;
