import type { GitConnection, GitOperation } from './queries.ts';

/** The names of git hosts. */
export const PROVIDERS: Readonly<Record<GitConnection['provider'], string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
  other: 'Another host',
};

/** The stages of an operation in words. */
export const STAGES: Readonly<Record<GitOperation['stage'], string>> = {
  repo_fetch: 'Fetching the repository',
  config_check: 'Reading files',
  content_process: 'Converting pages',
  finalize: 'Writing',
};

/** The name of a repository: the last two segments of its URL. */
export const repositoryName = (url: string): string =>
  url
    .replace(/^\w+:\/\/[^/]+|^[^@/]+@[^:/]+:/, '')
    .replace(/(?:\.git)?\/*$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .slice(-2)
    .join('/');

/** The state of a connection in a word. */
export type SyncState = 'running' | 'new' | 'conflicts' | 'failing' | 'ahead' | 'equal';

/** The state of a connection, by its last operation. */
export const syncStateOf = (
  { synced, resolution }: Pick<GitConnection, 'synced' | 'resolution'>,
  last: Pick<GitOperation, 'state' | 'conflicts'> | null,
): SyncState => {
  if (last && (last.state === 'pending' || last.state === 'running')) return 'running';
  if (resolution || (last?.state === 'failure' && last.conflicts)) return 'conflicts';
  if (last?.state === 'failure') return 'failing';
  if (!synced) return 'new';
  return synced.hasUnexportedChanges ? 'ahead' : 'equal';
};

/** The states of a connection, as their badges say them. */
export const STATE_WORDS: Readonly<Record<SyncState, string>> = {
  running: 'Synchronizing',
  new: 'Not synchronized yet',
  conflicts: 'Conflicts',
  failing: 'Failed',
  ahead: 'Changes to push',
  equal: 'Up to date',
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** An operation in a few words, such as “Imported 3 files”. */
export const operationInWords = ({
  direction,
  state,
  changes,
  conflicts,
  changeRequest,
}: Pick<GitOperation, 'direction' | 'state' | 'changes' | 'conflicts' | 'changeRequest'>): string => {
  const isImport = direction === 'import';
  if (state === 'pending') return isImport ? 'Import waits' : 'Export waits';
  if (state === 'running') return isImport ? 'Importing' : 'Exporting';
  if (state === 'failure')
    return conflicts
      ? `${isImport ? 'Import' : 'Export'} stopped by ${count(conflicts.length, 'conflict')}`
      : `${isImport ? 'Import' : 'Export'} failed`;
  if (changeRequest) return `Opened change request #${changeRequest.number} for conflicts`;
  const [written, removed] = [changes?.writtenCount ?? 0, changes?.removedCount ?? 0];
  const verb = isImport ? 'Imported' : 'Pushed';
  if (written + removed === 0) return isImport ? 'Nothing new to import' : 'Nothing new to push';
  if (written === 0) return `${verb} the removal of ${count(removed, 'file')}`;
  return `${verb} ${count(written, 'file')}${removed > 0 ? `, ${removed} removed` : ''}`;
};

/** Who or what started an operation. */
export const causeInWords = ({ cause, requestedBy }: Pick<GitOperation, 'cause' | 'requestedBy'>): string =>
  cause === 'push'
    ? 'by a push'
    : cause === 'change'
      ? 'after changes here'
      : `by ${requestedBy.displayName}`;
