import type { Static } from 'typebox';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GitSync } from '../spaces/index.ts';
import type { GitExport, GitImport } from './git.contract.ts';
import type { SyncRow } from './git.store.ts';

/** The request of an import or an export. */
export type GitRequest =
  | ({ readonly direction: 'import' } & Static<typeof GitImport>)
  | ({ readonly direction: 'export' } & Static<typeof GitExport>);

const PURPOSE = 'git requests';

/** Encrypts stored requests, whose URLs may contain passwords. */
export const createRequestEncryption = ({ secrets }: Pick<Kernel, 'secrets'>) => ({
  encrypt: (request: GitRequest): string => secrets.encrypt(PURPOSE, '', JSON.stringify(request)),
  decrypt: (encrypted: string): GitRequest =>
    JSON.parse(secrets.decrypt(PURPOSE, '', encrypted)) as GitRequest,
});

/** The name of a repository: the last two segments of its URL. */
export const repositoryName = (url: string): string => {
  const segments = (URL.canParse(url) ? new URL(url).pathname : url)
    .split('/')
    .filter((segment) => segment !== '');
  return segments
    .slice(-2)
    .join('/')
    .replace(/\.git$/, '');
};

/** Identifies a repository by the part of its URL without credentials. */
export const remoteOf = ({ url }: GitRequest): string =>
  (URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url).replace(/(?:\.git)?\/*$/, '');

/** Whether a space was last synchronized with the branch and repository of a request. */
export const isSyncedWith = (sync: SyncRow, request: GitRequest): boolean =>
  sync.ref === request.ref && (sync.remote === null || sync.remote === remoteOf(request));

/** The API representation of the repository that a space is synchronized with. */
export const toGitSync = ({ url, gitInfo, repoTreeURL }: GitRequest, at: Date): Static<typeof GitSync> => {
  const publicUrl = gitInfo?.url ?? repoTreeURL;
  return {
    repoName: repositoryName(url),
    ...(gitInfo?.provider && { installationProvider: gitInfo.provider }),
    ...(publicUrl !== undefined && { url: publicUrl }),
    updatedAt: at.toISOString(),
  };
};
