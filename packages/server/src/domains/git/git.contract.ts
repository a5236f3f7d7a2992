import Type from 'typebox';
import { Empty, Id, List, OneOf, pagedQuery, Timestamp } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { User } from '../identity/index.ts';
import { GitSync, onSpace } from '../spaces/index.ts';

// The syntax of git: no segment starts with a dot or a dash, and no special characters.
const SEGMENT = '[^\\s~^:?*\\[\\\\/.\\u0000-\\u001f\\u007f-][^\\s~^:?*\\[\\\\/\\u0000-\\u001f\\u007f]*';
const REF = `^refs(/${SEGMENT})+$`;
const Ref = Type.String({ maxLength: 255, pattern: REF, description: 'Such as refs/heads/main' });

/** The folder of the project in the repository. */
export const Directory = Type.String({
  maxLength: 1024,
  description: 'The folder of the project in the repository',
});

/** The name of a branch. */
export const Branch = Type.String({
  maxLength: 240,
  pattern: `^${SEGMENT}(/${SEGMENT})*$`,
  description: 'Such as main',
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

const Paths = Type.Array(Type.String(), { description: 'At most 200 paths' });

/** An import or an export, its progress and its result. */
export const GitOperation = Type.Object({
  id: Id,
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
  cause: OneOf(['request', 'push', 'change'], {
    description: 'A user requested it, a commit was pushed to the repository, or the space was changed',
  }),
  requestedBy: User,
  commit: Type.Optional(
    Type.Object(
      { oid: Type.String(), url: Type.Optional(Type.String()) },
      {
        description: 'The commit that was imported or pushed',
      },
    ),
  ),
  revision: Type.Optional(Type.String({ description: 'The revision that equals the commit' })),
  changes: Type.Optional(
    Type.Object(
      {
        written: Paths,
        writtenCount: Type.Integer(),
        removed: Paths,
        removedCount: Type.Integer(),
      },
      { description: 'The files that were imported or pushed' },
    ),
  ),
  conflicts: Type.Optional(
    Type.Array(
      Type.Object({
        kind: OneOf(['page', 'file', 'reusable-content', 'variable']),
        id: Type.String(),
        field: Type.String(),
        title: Type.Optional(Type.String()),
        path: Type.Optional(Type.String()),
      }),
      {
        description: 'Why it failed: content that was changed differently in the space and in the repository',
      },
    ),
  ),
  changeRequest: Type.Optional(
    Type.Object(
      { id: Id, number: Type.Integer() },
      { description: 'The change request that was opened to resolve conflicts' },
    ),
  ),
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
  listSpaceGitOperations: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/git/operations',
    summary: 'List the imports and exports of the last 30 days, newest first',
    permission: onSpace('triggerGitSync'),
    query: pagedQuery(),
    responses: { 200: List(GitOperation) },
  }),
};
