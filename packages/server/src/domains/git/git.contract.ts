import Type from 'typebox';
import { Empty, OneOf, Timestamp } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { GitSync, onSpace } from '../spaces/index.ts';

// The syntax of git: no segment starts with a dot or a dash, and no special characters.
const REF = '^refs(/[^\\s~^:?*\\[\\\\/.\\u0000-\\u001f\\u007f-][^\\s~^:?*\\[\\\\/\\u0000-\\u001f\\u007f]*)+$';
const Ref = Type.String({ maxLength: 255, pattern: REF, description: 'Such as refs/heads/main' });
const Directory = Type.String({
  maxLength: 1024,
  description: 'The folder of the project in the repository',
});

const source = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'The URL of the repository; it may contain a user and a password',
  }),
  ref: Ref,
  repoCacheID: Type.Optional(Type.String({ maxLength: 256 })),
  repoTreeURL: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The URL under which users can read the files of the repository',
    }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ maxLength: 2048, description: 'The URL under which users can read its commits' }),
  ),
  repoProjectDirectory: Type.Optional(Directory),
  timestamp: Type.Optional(Timestamp),
  force: Type.Optional(Type.Boolean()),
  gitInfo: Type.Optional(
    Type.Object({
      provider: Type.Optional(OneOf(['github', 'gitlab'])),
      url: Type.Optional(Type.String({ maxLength: 2048 })),
    }),
  ),
};

/** The request of an import. */
export const GitImport = Type.Object({ ...source, standalone: Type.Optional(Type.Boolean()) });

/** The request of an export. */
export const GitExport = Type.Object({
  ...source,
  commitMessage: Type.String({ minLength: 1, maxLength: 10_000 }),
});

/** An import or an export, and its progress. */
export const GitOperation = Type.Object({
  state: OneOf(['pending', 'running', 'failure', 'success']),
  direction: OneOf(['export', 'import']),
  stage: OneOf(['repo_fetch', 'config_check', 'content_process', 'finalize']),
  dispatchedTasks: Type.Number(),
  completedTasks: Type.Number(),
  startedAt: Timestamp,
  updatedAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
  error: Type.Optional(Type.String()),
  problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: 'Content of the repository that could not be imported',
  }),
});

/** Synchronization of spaces with git repositories. */
export const gitContract = {
  importGitRepository: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/import',
    summary: 'Import a repository into a space',
    permission: onSpace('triggerGitSync'),
    body: GitImport,
    responses: { 204: Empty },
  }),
  exportToGitRepository: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/export',
    summary: 'Export a space to a repository as a commit',
    permission: onSpace('triggerGitSync'),
    body: GitExport,
    responses: { 204: Empty },
  }),
  getSpaceGitInfo: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/git/info',
    summary: 'Get the repository that a space is synchronized with',
    permission: onSpace('view'),
    responses: { 200: GitSync },
  }),
  getSpaceGitOperation: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/git/operation',
    summary: 'Get the current import or export, or the last one',
    permission: onSpace('triggerGitSync'),
    responses: { 200: GitOperation },
  }),
};
