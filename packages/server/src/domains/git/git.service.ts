import type { Caller } from '../../kernel/auth/principal.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SpaceSubject, SpacesService } from '../spaces/index.ts';
import {
  countQueued,
  findLastOperation,
  findSync,
  insertOperation,
  type OperationRow,
  type SpaceKey,
} from './git.store.ts';
import { createRequestEncryption, type GitRequest, repositoryName, toGitSync } from './git-request.ts';

/** The job that runs the queued operations of a space. */
export const SYNC = jobName<SpaceKey>('git.sync');

const MAX_QUEUED = 50;

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'secrets' | 'git'
> & { readonly spaces: SpacesService };

/** Queues imports and exports. */
export const createGitService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, git, spaces } = deps;
  const encryption = createRequestEncryption(deps);

  const validate = (request: GitRequest): void => {
    const problem = git.urlErrorOf(request.url);
    if (problem) throw invalid({ path: 'body.url', message: problem });
    if (/\.\.|@\{|\.lock(\/|$)|\.(\/|$)/.test(request.ref))
      throw invalid({ path: 'body.ref', message: 'is not a valid ref name' });
    if (request.direction === 'export' && !request.ref.startsWith('refs/heads/'))
      throw invalid({ path: 'body.ref', message: 'must be a branch, such as refs/heads/main' });
    const segments = (request.repoProjectDirectory ?? '').split('/');
    if (segments.some((segment) => segment === '..' || /^\.git$/i.test(segment)))
      throw invalid({ path: 'body.repoProjectDirectory', message: 'must be a folder of the repository' });
  };

  return {
    /** Queues an import or an export, which runs in the background. */
    start: (caller: Caller, space: SpaceSubject, request: GitRequest): Promise<void> => {
      validate(request);
      return transaction(async (tx) => {
        if ((await countQueued(tx, space)) >= MAX_QUEUED)
          throw conflict(
            'This space already has too many queued imports and exports: wait until one has finished',
          );
        const at = clock.now();
        const { timestamp, direction } = request;
        const id = newId();
        await insertOperation(tx, {
          space,
          id,
          direction,
          request: encryption.encrypt(request),
          requestedBy: caller.principal.userId,
          chain: caller.principal.chain,
          happenedAt: timestamp === undefined ? at : new Date(timestamp),
          at,
        });
        // The requested repository is shown only until an operation has succeeded.
        if (!(await findSync(tx, space))) await spaces.setGitSync(tx, space, toGitSync(request, at));
        await jobs.enqueue(tx, SYNC, { organization_id: space.organization_id, id: space.id });
        await events.record(tx, caller, {
          organizationId: space.organization_id,
          action: direction === 'import' ? 'space.git-import-requested' : 'space.git-export-requested',
          target: { type: 'space', id: space.id, label: space.title },
          payload: { operation: id, repository: repositoryName(request.url), ref: request.ref },
        });
      });
    },

    /** The running operation of a space, or the last one. */
    currentOperation: async (space: SpaceSubject): Promise<OperationRow> => {
      const found = await findLastOperation(db, space);
      if (!found) throw notFound('operation');
      return found;
    },
  };
};

/** Queues imports and exports. */
export type GitService = ReturnType<typeof createGitService>;
