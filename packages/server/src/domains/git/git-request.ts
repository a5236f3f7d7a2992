import type { Static } from 'typebox';
import type { GitSshKey } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GitSync } from '../spaces/index.ts';
import type { GitExport, GitImport } from './git.contract.ts';
import type { SyncRow } from './git.store.ts';

/** Options of a request for the connected repository of a space. */
interface ConnectionOptions {
  /** The key of a repository on an SSH server. */
  readonly key?: GitSshKey;
  /** Whether conflicts open a change request. */
  readonly resolveConflicts?: boolean | undefined;
}

/** The request of an import or an export. */
export type GitRequest = ConnectionOptions &
  (
    | ({ readonly direction: 'import' } & Static<typeof GitImport>)
    | ({ readonly direction: 'export' } & Static<typeof GitExport>)
  );

/** The request of an import or an export of the connected repository, whose address is read when it runs. */
export interface ConnectedRequest extends Pick<ConnectionOptions, 'resolveConflicts'> {
  readonly connected: true;
  readonly direction: 'import' | 'export';
  readonly force?: boolean | undefined;
  readonly commitMessage?: string | undefined;
}

/** A request as it is stored. */
export type StoredRequest = GitRequest | ConnectedRequest;

const PURPOSE = 'git requests';

/** Encrypts stored requests, whose URLs may contain passwords. */
export const createRequestEncryption = ({ secrets }: Pick<Kernel, 'secrets'>) => ({
  encrypt: (request: StoredRequest): string => secrets.encrypt(PURPOSE, '', JSON.stringify(request)),
  decrypt: (encrypted: string): StoredRequest =>
    JSON.parse(secrets.decrypt(PURPOSE, '', encrypted)) as StoredRequest,
});

/** The name of a repository: the last two segments of its URL. */
export const repositoryName = (url: string): string => {
  const segments = (URL.canParse(url) ? new URL(url).pathname : url)
    .split(/[/:]/)
    .filter((segment) => segment !== '');
  return segments
    .slice(-2)
    .join('/')
    .replace(/\.git$/, '');
};

/** Identifies a repository by the part of its URL without credentials. */
export const remoteOf = ({ url }: Pick<GitRequest, 'url'>): string =>
  (URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url).replace(/(?:\.git)?\/*$/, '');

/** Whether a space was last synchronized with the branch and repository of a request. */
export const isSyncedWith = (
  sync: Pick<SyncRow, 'ref' | 'remote'>,
  request: Pick<GitRequest, 'url' | 'ref'>,
): boolean => sync.ref === request.ref && (sync.remote === null || sync.remote === remoteOf(request));

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
