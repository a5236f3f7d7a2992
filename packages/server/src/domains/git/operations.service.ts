import type { RepositoryProblem } from '@lectern/document';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { EgressError } from '../../kernel/egress.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import { type Actor, SYSTEM } from '../../kernel/events/events.ts';
import { GitError } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IdentityService, principalOf } from '../identity/index.ts';
import {
  type FileChanges,
  type NamedConflict,
  problemsByKind,
  RepositoryConflictError,
} from '../repositories/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { ConflictResolutionsService } from './conflict-resolutions.service.ts';
import type { ConnectionsService } from './connections/connections.service.ts';
import { SYNC } from './git.service.ts';
import {
  claimOperation,
  deleteOldOperations,
  findChainOfCommit,
  findStale,
  finishOperation,
  hasFailedBefore,
  type OperationRow,
  type SpaceKey,
  updateOperation,
} from './git.store.ts';
import type { GitExportService } from './git-export.service.ts';
import type { GitImportService } from './git-import.service.ts';
import { createRequestEncryption, toGitSync } from './git-request.ts';
import { commitUrlOf, type RunningOperation } from './running-operation.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'secrets' | 'jobs' | 'events' | 'git'> & {
  readonly connections: Pick<ConnectionsService, 'requestOf' | 'rememberHostKeys'>;
  readonly resolutions: Pick<ConflictResolutionsService, 'settle'>;
  readonly identity: IdentityService;
  readonly revisions: Pick<RevisionsService, 'lockHead'>;
  readonly spaces: SpacesService;
  readonly imports: GitImportService;
  readonly exports: GitExportService;
};

/** After this time without a heartbeat another process restarts an operation. */
export const STALE_MS = 15_000;
const HEARTBEAT_MS = 1000;
const PROGRESS_INTERVAL_MS = 300;
const MAX_ATTEMPTS = 5;
const MAX_PROBLEMS = 200;
const MAX_PATHS = 200;
// The branch does not exist yet, or the repository could not be reached.
const NO_COMMIT = '';
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Results of a running operation that its failure reports. */
interface OperationState {
  /** The commit that the branch was at, once it is known. */
  commit?: string;
  /** The chain that it belongs to: that of the request, or of the commit whose push caused it. */
  chain?: EventChain | undefined;
}

/** The problems that an operation reports, grave ones first; the last of too many tells how many are not listed. */
const listedProblems = (problems: readonly RepositoryProblem[]): readonly RepositoryProblem[] => {
  const all = problemsByKind(problems).flatMap(([, each]) => each);
  if (all.length <= MAX_PROBLEMS) return all;
  const listed = all.slice(0, MAX_PROBLEMS - 1);
  return [...listed, { path: '', message: `${all.length - listed.length} more problems are not listed` }];
};

const keyOf = ({ organization_id, space_id: id }: OperationRow): SpaceKey => ({ organization_id, id });

/** The message of an expected error; undefined for internal errors. */
const messageOf = (error: unknown): string | undefined =>
  error instanceof ApiError || error instanceof GitError || error instanceof EgressError
    ? error.message
    : undefined;

/** Runs queued imports and exports, one at a time in each space. */
export const createOperationsService = (deps: Dependencies) => {
  const { db, transaction, clock, jobs, events, git, connections, resolutions } = deps;
  const { identity, revisions, spaces, imports, exports } = deps;
  const encryption = createRequestEncryption(deps);
  const staleBefore = () => new Date(clock.now().getTime() - STALE_MS);

  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    row: OperationRow,
    action: 'started' | 'completed',
    payload: { readonly revision: string; readonly commit: string; readonly state?: 'success' | 'failure' },
    { chain }: OperationState,
  ) =>
    events.record(tx, by, {
      organizationId: row.organization_id,
      action: `space.git-sync-${action}`,
      target: { type: 'space', id: row.space_id },
      payload: { operation: row.id, direction: row.direction, ...payload },
      ...(chain && { chain }),
    });

  const open = async (
    row: OperationRow,
    signal: AbortSignal,
    state: OperationState,
  ): Promise<RunningOperation> => {
    const user = await identity.findInOrganization(row.requested_by, row.organization_id);
    const space = await spaces.find(row.requested_by, row.space_id);
    if (!user || !space || !spacePolicy.can.triggerGitSync(space))
      throw new GitError('The user who requested it no longer has permission to synchronize this space');
    let reportedAt = 0;
    // Reports of progress are not waited for: the last one may not have arrived when the operation ends.
    let tasks = {};
    const stored = encryption.decrypt(row.request!);
    const request = 'connected' in stored ? await connections.requestOf(space, stored) : stored;
    const principal = { ...principalOf(user), ...(row.chain && { chain: row.chain }) };
    const caller: Caller = { principal, requestId: row.id, address: '' };
    return {
      row,
      space,
      signal,
      request,
      author: { name: user.display_name, email: user.email },
      caller,
      fetch: async () => {
        const repository = await git.fetch(request, signal);
        if (request.key) await connections.rememberHostKeys(space, await repository.hostKeys());
        return repository;
      },
      start: async (commit = NO_COMMIT) => {
        const isStarted = state.commit !== undefined;
        state.commit = commit;
        // A retry after a concurrent push is the same operation.
        if (isStarted) return;
        // Git hosts report our own commits as well.
        if (row.cause === 'push') state.chain = await findChainOfCommit(db, keyOf(row), commit);
        await transaction((tx) =>
          record(tx, caller, row, 'started', { revision: space.revision_id, commit }, state),
        );
      },
      enterStage: async (stage) => {
        const isOurs = await updateOperation(db, row, { stage, updated_at: clock.now() });
        if (!isOurs) throw new GitError('Another process has taken over this operation');
      },
      succeed: ({ revision, commit, problems = [], changes, changeRequest }) =>
        transaction(async (tx) => {
          const at = clock.now();
          const isSuccess = await finishOperation(tx, row, {
            state: 'success',
            at,
            problems: listedProblems(problems),
            tasks,
            result: {
              revision,
              commit: { oid: commit, ...commitUrlOf(request, commit) },
              ...(changes && { changes: listedChanges(changes) }),
              ...(changeRequest && { changeRequest }),
            },
          });
          if (!isSuccess) return;
          await spaces.setGitSync(tx, space, toGitSync(request, at));
          await record(tx, caller, row, 'completed', { state: 'success', revision, commit }, state);
        }),
      progress: (done, total) => {
        tasks = { dispatched_tasks: total, completed_tasks: done };
        const now = Date.now();
        if (done < total && now - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = now;
        void updateOperation(db, row, { ...tasks, updated_at: clock.now() }).catch(() => {});
      },
    };
  };

  const runOne = async (row: OperationRow): Promise<void> => {
    const stop = new AbortController();
    const state: OperationState = { chain: row.chain ?? undefined };
    const heartbeat = setInterval(() => {
      updateOperation(db, row, { updated_at: clock.now() }).then(
        (isOurs) => isOurs || stop.abort(new GitError('Another process has taken over this operation')),
        () => {},
      );
    }, HEARTBEAT_MS);
    const fail = (error: string, conflicts?: readonly NamedConflict[]) =>
      transaction(async (tx) => {
        const result = conflicts ? { conflicts } : {};
        if (!(await finishOperation(tx, row, { state: 'failure', at: clock.now(), error, result }))) return;
        const head = await revisions.lockHead(tx, keyOf(row));
        if (head)
          await record(
            tx,
            SYSTEM,
            row,
            'completed',
            { state: 'failure', revision: head.id, commit: state.commit ?? NO_COMMIT },
            state,
          );
        // Whoever starts an operation sees its failure; of automatic ones in a row, the first is enough.
        if (head && row.cause !== 'request' && !(await hasFailedBefore(tx, row)))
          await events.record(tx, SYSTEM, {
            organizationId: row.organization_id,
            action: 'space.git-sync-failed',
            target: { type: 'space', id: row.space_id },
            payload: {
              space: row.space_id,
              users: [row.requested_by],
              operation: row.id,
              direction: row.direction,
            },
          });
      });
    try {
      if (row.attempt > MAX_ATTEMPTS) {
        await fail('The operation was interrupted too often');
        return;
      }
      const running = await open(row, stop.signal, state);
      await resolutions.settle(running);
      await withRetries(() => (row.direction === 'import' ? imports.run(running) : exports.run(running)));
    } catch (error) {
      const message = messageOf(error);
      const conflicts = error instanceof RepositoryConflictError ? error.conflicts : undefined;
      await fail(message ?? 'Internal error; see the log of the server', conflicts);
      if (message === undefined) throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };

  return {
    /** Runs the queued operations of a space in the order of their timestamps. */
    run: async (space: SpaceKey): Promise<void> => {
      for (;;) {
        const next = await transaction((tx) => claimOperation(tx, space, clock.now(), staleBefore()));
        if (!next) return;
        await runOne(next);
      }
    },

    /** Restarts operations of processes that have ended. */
    resume: async (): Promise<void> => {
      for (const space of await findStale(db, staleBefore()))
        await transaction((tx) => jobs.enqueue(tx, SYNC, { ...space }));
    },

    /** Deletes operations that ended long ago. */
    deleteOld: () => deleteOldOperations(db, new Date(clock.now().getTime() - RETENTION_MS)),
  };
};

const listedChanges = ({ written, removed }: FileChanges) => ({
  written: written.slice(0, MAX_PATHS),
  writtenCount: written.length,
  removed: removed.slice(0, MAX_PATHS),
  removedCount: removed.length,
});

// A concurrent push requires another fetch.
const withRetries = async (work: () => Promise<void>): Promise<void> => {
  for (let left = 3; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GitError && error.isTransient && left > 0)) throw error;
    }
  }
};

/** Runs queued imports and exports. */
export type OperationsService = ReturnType<typeof createOperationsService>;
