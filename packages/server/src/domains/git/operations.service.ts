import type { RepositoryProblem } from '@lectern/document';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { EgressError } from '../../kernel/egress.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import { type Actor, SYSTEM } from '../../kernel/events/events.ts';
import { GitError } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IdentityService, principalOf } from '../identity/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { ExportingService } from './export.service.ts';
import { createSafe, type GitRequest, knownOf, SYNC } from './git.service.ts';
import {
  claimOperation,
  deleteOldOperations,
  findSilent,
  finishOperation,
  type OperationRow,
  type SpaceKey,
  updateOperation,
} from './git.store.ts';
import type { ImportingService } from './import.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'secrets' | 'jobs' | 'events'> & {
  readonly identity: IdentityService;
  readonly revisions: Pick<RevisionsService, 'lockHead'>;
  readonly spaces: SpacesService;
  readonly importing: ImportingService;
  readonly exporting: ExportingService;
};

/** Who says nothing for so long has ended without a word, and somebody else begins anew. */
export const SILENT_MS = 15_000;
const HEARTBEAT_MS = 1000;
const TOLD_MS = 300;
const MOST_ATTEMPTS = 5;
const MOST_PROBLEMS = 200;
// Of a branch that is not there yet, or of a repository that nobody could reach.
const NO_COMMIT = '';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The stages of an operation. */
export type Stage = 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';

/** What an import or an export has made the same, and what of it was not understood. */
export interface Synced {
  readonly revision: string;
  readonly commit: string;
  readonly problems?: readonly RepositoryProblem[];
}

interface Course {
  /** From where it goes on, once that is known. */
  commit?: string;
}

/** An operation that runs: for whom, what was asked for, and how others are told how far it is. */
export interface RunningOperation {
  readonly row: OperationRow;
  readonly caller: Caller;
  readonly author: { readonly name: string; readonly email: string };
  readonly space: SpaceSubject;
  readonly request: GitRequest;
  readonly signal: AbortSignal;
  reach(stage: Stage): Promise<void>;
  /** Says from which commit it goes on: the one of the branch, where that is there. */
  start(commit: string | undefined): Promise<void>;
  readonly progress: (done: number, total: number) => void;
  /** Ends it well, and lets the space say which repository it is in step with. */
  succeed(end: Synced): Promise<void>;
}

/** What people are told of a failure; what is nobody's business is not in it. */
const messageOf = (error: unknown): string | undefined =>
  error instanceof ApiError || error instanceof GitError || error instanceof EgressError
    ? error.message
    : undefined;

/** Running imports and exports, one after the other in each space. */
export const createOperationsService = (parts: Dependencies) => {
  const { db, transaction, clock, jobs, events, identity, revisions, spaces, importing, exporting } = parts;
  const safe = createSafe(parts);
  const silentSince = () => new Date(clock.now().getTime() - SILENT_MS);

  const record = (
    tx: DatabaseTransaction,
    by: Actor,
    row: OperationRow,
    action: 'started' | 'completed',
    payload: { readonly revision: string; readonly commit: string; readonly state?: 'success' | 'failure' },
  ) =>
    events.record(tx, by, {
      organizationId: row.organization_id,
      action: `space.git-sync-${action}`,
      target: { type: 'space', id: row.space_id },
      payload: { operation: row.id, direction: row.direction, ...payload },
    });

  const begin = async (row: OperationRow, signal: AbortSignal, course: Course): Promise<RunningOperation> => {
    const user = await identity.findInOrganization(row.requested_by, row.organization_id);
    const space = await spaces.find(row.requested_by, row.space_id);
    if (!user || !space || !spacePolicy.can.triggerGitSync(space))
      throw new GitError('Whoever asked for it may not do it any more');
    let told = 0;
    const request = safe.open(row.request!);
    const caller: Caller = { principal: principalOf(user), requestId: row.id, address: '' };
    return {
      row,
      space,
      signal,
      request,
      author: { name: user.display_name, email: user.email },
      caller,
      start: async (commit = NO_COMMIT) => {
        const isStarted = course.commit !== undefined;
        course.commit = commit;
        // Begun anew because somebody pushed in between, it is still the same one.
        if (isStarted) return;
        await transaction((tx) =>
          record(tx, caller, row, 'started', { revision: space.revision_id, commit }),
        );
      },
      reach: async (stage) => {
        const isOurs = await updateOperation(db, row, { stage, updated_at: clock.now() });
        if (!isOurs) throw new GitError('Another process has taken over');
      },
      succeed: ({ revision, commit, problems = [] }) =>
        transaction(async (tx) => {
          const at = clock.now();
          const end = { state: 'success', at, problems: problems.slice(0, MOST_PROBLEMS) } as const;
          if (!(await finishOperation(tx, row, end))) return;
          await spaces.setGitSync(tx, space, knownOf(request, at));
          await record(tx, caller, row, 'completed', { state: 'success', revision, commit });
        }),
      progress: (done, total) => {
        const now = Date.now();
        if (done < total && now - told < TOLD_MS) return;
        told = now;
        void updateOperation(db, row, {
          dispatched_tasks: total,
          completed_tasks: done,
          updated_at: clock.now(),
        }).catch(() => {});
      },
    };
  };

  const runOne = async (row: OperationRow): Promise<void> => {
    const stop = new AbortController();
    const course: Course = {};
    const heartbeat = setInterval(() => {
      updateOperation(db, row, { updated_at: clock.now() }).then(
        (isOurs) => isOurs || stop.abort(new GitError('Another process has taken over')),
        () => {},
      );
    }, HEARTBEAT_MS);
    const fail = (error: string) =>
      transaction(async (tx) => {
        if (!(await finishOperation(tx, row, { state: 'failure', at: clock.now(), error }))) return;
        const head = await revisions.lockHead(tx, { organization_id: row.organization_id, id: row.space_id });
        if (head)
          await record(tx, SYSTEM, row, 'completed', {
            state: 'failure',
            revision: head.id,
            commit: course.commit ?? NO_COMMIT,
          });
      });
    try {
      if (row.attempt > MOST_ATTEMPTS) {
        await fail('It was begun too often, and never came to an end');
        return;
      }
      const running = await begin(row, stop.signal, course);
      await withRetries(() => (row.direction === 'import' ? importing.run(running) : exporting.run(running)));
    } catch (error) {
      const message = messageOf(error);
      await fail(message ?? 'Something went wrong on the server');
      if (message === undefined) throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };

  return {
    /** Runs all that a space waits for, in the order in which it happened. */
    run: async (space: SpaceKey): Promise<void> => {
      for (;;) {
        const next = await transaction((tx) => claimOperation(tx, space, clock.now(), silentSince()));
        if (!next) return;
        await runOne(next);
      }
    },

    /** Begins anew what a process that is gone has left. */
    resume: async (): Promise<void> => {
      for (const space of await findSilent(db, silentSince()))
        await transaction((tx) => jobs.enqueue(tx, SYNC, { ...space }));
    },

    removeOld: () => deleteOldOperations(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
};

// Somebody pushed in between: it is fetched and made again.
const withRetries = async (work: () => Promise<void>): Promise<void> => {
  for (let left = 3; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GitError && error.isTransient && left > 0)) throw error;
    }
  }
};

/** Running imports and exports. */
export type OperationsService = ReturnType<typeof createOperationsService>;
