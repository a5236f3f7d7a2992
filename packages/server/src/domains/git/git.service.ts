import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GitSync, SpaceSubject, SpacesService } from '../spaces/index.ts';
import type { GitExport, GitImport } from './git.contract.ts';
import {
  countWaiting,
  findLastOperation,
  findSync,
  insertOperation,
  type OperationRow,
  type SyncRow,
} from './git.store.ts';

/** The job that runs what a space waits for. */
export const SYNC = 'git.sync';

const MOST_WAITING = 50;

/** What was asked for. */
export type GitRequest =
  | ({ readonly direction: 'import' } & Static<typeof GitImport>)
  | ({ readonly direction: 'export' } & Static<typeof GitExport>);

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'secrets' | 'git'
> & { readonly spaces: SpacesService };

const PURPOSE = 'git requests';

/** Keeps what was asked for from whoever reads the database alone: addresses may carry passwords. */
export const createSafe = ({ secrets }: Pick<Kernel, 'secrets'>) => ({
  close: (request: GitRequest): string => secrets.encrypt(PURPOSE, '', JSON.stringify(request)),
  open: (closed: string): GitRequest => JSON.parse(secrets.decrypt(PURPOSE, '', closed)) as GitRequest,
});

/** The name of a repository: the last two steps of its address. */
const nameOf = (url: string): string => {
  const steps = (URL.canParse(url) ? new URL(url).pathname : url).split('/').filter((step) => step !== '');
  return steps
    .slice(-2)
    .join('/')
    .replace(/\.git$/, '');
};

/** What of its address tells a repository from others: names and passwords change from one time to the next. */
export const remoteOf = ({ url }: GitRequest): string =>
  (URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url).replace(/(?:\.git)?\/*$/, '');

/** Whether it is this branch of this repository that a space was last the same with. */
export const isOf = (sync: SyncRow, request: GitRequest): boolean =>
  sync.ref === request.ref && (sync.remote === null || sync.remote === remoteOf(request));

/** What a space says of the repository that it is in step with. */
export const knownOf = ({ url, gitInfo, repoTreeURL }: GitRequest, at: Date): Static<typeof GitSync> => {
  const shown = gitInfo?.url ?? repoTreeURL;
  return {
    repoName: nameOf(url),
    ...(gitInfo?.provider && { installationProvider: gitInfo.provider }),
    ...(shown !== undefined && { url: shown }),
    updatedAt: at.toISOString(),
  };
};

/** Asking for imports and exports. */
export const createGitService = (parts: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, git, spaces } = parts;
  const safe = createSafe(parts);

  const check = (request: GitRequest): void => {
    const problem = git.urlErrorOf(request.url);
    if (problem) throw invalid({ path: 'body.url', message: problem });
    if (/\.\.|@\{|\.lock(\/|$)|\.(\/|$)/.test(request.ref))
      throw invalid({ path: 'body.ref', message: 'is no name of a ref' });
    if (request.direction === 'export' && !request.ref.startsWith('refs/heads/'))
      throw invalid({ path: 'body.ref', message: 'must be a branch, such as refs/heads/main' });
    const steps = (request.repoProjectDirectory ?? '').split('/');
    if (steps.some((step) => step === '..' || /^\.git$/i.test(step)))
      throw invalid({ path: 'body.repoProjectDirectory', message: 'must be a folder of the repository' });
  };

  return {
    /** Asks for an import or an export; it runs in the background. */
    start: (caller: Caller, space: SpaceSubject, request: GitRequest): Promise<void> => {
      check(request);
      return transaction(async (tx) => {
        if ((await countWaiting(tx, space)) >= MOST_WAITING)
          throw conflict('This space waits for too many imports and exports already');
        const at = clock.now();
        const { timestamp, direction } = request;
        const id = newId();
        await insertOperation(tx, {
          space,
          id,
          direction,
          request: safe.close(request),
          requestedBy: caller.principal.userId,
          happenedAt: timestamp === undefined ? at : new Date(timestamp),
          at,
        });
        // Until one has worked, it is the one that was asked for last; none that fails takes the place of one that has.
        if (!(await findSync(tx, space))) await spaces.setGitSync(tx, space, knownOf(request, at));
        await jobs.enqueue(tx, SYNC, { organization_id: space.organization_id, id: space.id });
        await events.record(tx, caller, {
          organizationId: space.organization_id,
          action: direction === 'import' ? 'space.git-import-requested' : 'space.git-export-requested',
          target: { type: 'space', id: space.id, label: space.title },
          payload: { operation: id, repository: nameOf(request.url), ref: request.ref },
        });
      });
    },

    /** The operation of a space that runs, or ran last. */
    last: async (space: SpaceSubject): Promise<OperationRow> => {
      const found = await findLastOperation(db, space);
      if (!found) throw notFound('operation');
      return found;
    },
  };
};

/** Asking for imports and exports. */
export type GitService = ReturnType<typeof createGitService>;
