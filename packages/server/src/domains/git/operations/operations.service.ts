import type { RepositoryProblem } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { GitError } from '../../../kernel/git.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IdentityService } from '../../identity/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ExportingService } from '../exporting/exporting.service.ts';
import { createSafe, type GitRequest, knownOf, SYNC } from '../git.service.ts';
import {
  claimOperation,
  deleteOldOperations,
  findSilent,
  finishOperation,
  type OperationRow,
  type SpaceKey,
  updateOperation,
} from '../git.store.ts';
import type { ImportingService } from '../importing/importing.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'seals' | 'jobs'> & {
  readonly identity: IdentityService;
  readonly spaces: SpacesService;
  readonly importing: ImportingService;
  readonly exporting: ExportingService;
};

// Who says nothing for so long has ended without a word, and somebody else begins anew.
const SILENT_MS = 60_000;
const HEARTBEAT_MS = 10_000;
const TOLD_MS = 300;
const MOST_ATTEMPTS = 5;
const MOST_PROBLEMS = 200;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The stages of an operation. */
export type Stage = 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';

/** An operation that runs: for whom, what was asked for, and how others are told how far it is. */
export interface RunningOperation {
  readonly row: OperationRow;
  readonly caller: Caller;
  readonly author: { readonly name: string; readonly email: string };
  readonly space: SpaceSubject;
  readonly request: GitRequest;
  readonly signal: AbortSignal;
  reach(stage: Stage): Promise<void>;
  readonly progress: (done: number, total: number) => void;
  /** Ends it well, and lets the space say which repository it is in step with. */
  succeed(problems?: readonly RepositoryProblem[]): Promise<void>;
}

/** What people are told of a failure; what is nobody's business is not in it. */
const messageOf = (error: unknown): string | undefined =>
  error instanceof ApiError || error instanceof GitError || error instanceof EgressError
    ? error.message
    : undefined;

/** Running imports and exports, one after the other in each space. */
export const createOperationsService = (parts: Dependencies) => {
  const { db, transaction, clock, jobs, identity, spaces, importing, exporting } = parts;
  const safe = createSafe(parts);
  const silentSince = () => new Date(clock.now().getTime() - SILENT_MS);

  const begin = async (row: OperationRow, signal: AbortSignal): Promise<RunningOperation> => {
    const user = await identity.inOrganization(row.requested_by, row.organization_id);
    const space = await spaces.find(row.requested_by, row.space_id);
    if (!user || !space || !spacePolicy.can.triggerGitSync(space))
      throw new GitError('Whoever asked for it may not do it any more');
    let told = 0;
    const request = safe.open(row.request!);
    return {
      row,
      space,
      signal,
      request,
      author: { name: user.display_name, email: user.email },
      caller: {
        principal: {
          kind: 'user',
          userId: user.id,
          displayName: user.display_name,
          tokenId: '',
          scopes: undefined,
        },
        requestId: row.id,
        address: '',
      },
      reach: async (stage) => {
        const isOurs = await updateOperation(db, row, { stage, updated_at: clock.now() });
        if (!isOurs) throw new GitError('Another process has taken over');
      },
      succeed: (problems = []) =>
        transaction(async (tx) => {
          const at = clock.now();
          const end = { state: 'success', at, problems: problems.slice(0, MOST_PROBLEMS) } as const;
          if (await finishOperation(tx, row, end)) await spaces.noteGitSync(tx, space, knownOf(request, at));
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
    const heartbeat = setInterval(() => {
      updateOperation(db, row, { updated_at: clock.now() }).then(
        (isOurs) => isOurs || stop.abort(new GitError('Another process has taken over')),
        () => {},
      );
    }, HEARTBEAT_MS);
    const fail = (error: string) => finishOperation(db, row, { state: 'failure', at: clock.now(), error });
    try {
      if (row.attempt > MOST_ATTEMPTS) {
        await fail('It was begun too often, and never came to an end');
        return;
      }
      const running = await begin(row, stop.signal);
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
      if (!(error instanceof GitError && error.isPassing && left > 0)) throw error;
    }
  }
};

/** Running imports and exports. */
export type OperationsService = ReturnType<typeof createOperationsService>;
