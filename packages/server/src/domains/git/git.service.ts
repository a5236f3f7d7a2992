import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/events/events.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SpaceSubject, SpacesService } from '../spaces/index.ts';
import {
  countQueued,
  findLastOperation,
  findSync,
  hasWaitingPush,
  insertOperation,
  listOperations,
  type OperationCause,
  type OperationWithUser,
  type SpaceKey,
} from './git.store.ts';
import {
  createRequestEncryption,
  type GitRequest,
  repositoryName,
  type StoredRequest,
  toGitSync,
} from './git-request.ts';

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
    checkRef(request.ref, 'body.ref');
    if (request.direction === 'export' && !request.ref.startsWith('refs/heads/'))
      throw invalid({ path: 'body.ref', message: 'must be a branch, such as refs/heads/main' });
    checkDirectory(request.repoProjectDirectory ?? '', 'body.repoProjectDirectory');
  };

  /** Queues an operation for a user, whose permissions are checked again when it runs. */
  const queue = async (
    tx: DatabaseTransaction,
    by: Actor,
    space: SpaceKey & { readonly title: string },
    operation: {
      readonly request: StoredRequest;
      readonly requestedBy: string;
      readonly cause: OperationCause;
      readonly repository: Pick<GitRequest, 'url' | 'ref'>;
      readonly happenedAt?: Date;
      readonly chain?: EventChain | undefined;
    },
  ): Promise<void> => {
    if ((await countQueued(tx, space)) >= MAX_QUEUED)
      throw conflict(
        'This space already has too many queued imports and exports: wait until one has finished',
      );
    const at = clock.now();
    const { request, requestedBy, cause, repository, happenedAt = at, chain } = operation;
    const { direction } = request;
    const id = newId();
    const encrypted = encryption.encrypt(request);
    await insertOperation(tx, {
      space,
      id,
      direction,
      request: encrypted,
      requestedBy,
      chain,
      cause,
      happenedAt,
      at,
    });
    await jobs.enqueue(tx, SYNC, { organization_id: space.organization_id, id: space.id });
    await events.record(tx, by, {
      organizationId: space.organization_id,
      action: direction === 'import' ? 'space.git-import-requested' : 'space.git-export-requested',
      target: { type: 'space', id: space.id, label: space.title },
      payload: { operation: id, repository: repositoryName(repository.url), ref: repository.ref },
    });
  };

  return {
    queue,

    /** Queues an import or an export, which runs in the background. */
    start: (caller: Caller, space: SpaceSubject, request: GitRequest): Promise<void> => {
      validate(request);
      return transaction(async (tx) => {
        const { timestamp } = request;
        await queue(tx, caller, space, {
          request,
          requestedBy: caller.principal.userId,
          cause: 'request',
          repository: request,
          chain: caller.principal.chain,
          ...(timestamp !== undefined && { happenedAt: new Date(timestamp) }),
        });
        // The requested repository is shown only until an operation has succeeded.
        if (!(await findSync(tx, space))) await spaces.setGitSync(tx, space, toGitSync(request, clock.now()));
      });
    },

    /** Whether an import that a push has caused waits for its start. */
    hasWaitingPush: (tx: DatabaseTransaction, space: SpaceKey) => hasWaitingPush(tx, space),

    /** The running operation of a space, or the last one. */
    currentOperation: async (space: SpaceSubject): Promise<OperationWithUser> => {
      const found = await findLastOperation(db, space);
      if (!found) throw notFound('operation');
      return found;
    },

    listOperations: (space: SpaceSubject, page: PageRequest): Promise<Page<OperationWithUser>> =>
      listOperations(db, space, page),
  };
};

/** Refuses names of refs that the pattern of the schema does not. */
export const checkRef = (ref: string, path: string): void => {
  if (/\.\.|@\{|\.lock(\/|$)|\.(\/|$)/.test(ref)) throw invalid({ path, message: 'is not a valid ref name' });
};

/** Refuses folders outside of the content of a repository. */
export const checkDirectory = (directory: string, path: string): void => {
  const isOutside = directory.split('/').some((segment) => segment === '..' || /^\.git$/i.test(segment));
  if (isOutside) throw invalid({ path, message: 'must be a folder of the repository' });
};

/** Queues imports and exports. */
export type GitService = ReturnType<typeof createGitService>;
