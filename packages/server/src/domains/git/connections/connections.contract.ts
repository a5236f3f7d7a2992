import Type from 'typebox';
import { Empty, Id, OneOf, Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { User } from '../../identity/index.ts';
import { onSpace } from '../../spaces/index.ts';
import { Branch, Directory } from '../git.contract.ts';
import { PROVIDERS } from './providers.ts';

const MAX_PUSH_BYTES = 10 * 1024 * 1024;
const ProviderName = OneOf(PROVIDERS, { description: 'The kind of the git host' });
const RepositoryUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Without user and password: http, https, or SSH with a deploy key',
});

const GitConnection = Type.Object({
  object: Type.Literal('git-connection'),
  url: RepositoryUrl,
  branch: Type.String(),
  directory: Type.String(),
  provider: ProviderName,
  authentication: Type.Object({
    type: OneOf(['none', 'token', 'deploy_key']),
    username: Type.Optional(Type.String()),
    publicKey: Type.Optional(
      Type.String({ description: 'Add it to the repository as a deploy key that may write' }),
    ),
    fingerprint: Type.Optional(Type.String()),
  }),
  hostKeys: Type.Array(Type.String(), {
    description: 'The fingerprints of the SSH server since the first connection',
  }),
  automaticExport: Type.Boolean({ description: 'Whether changes of the space are pushed by themselves' }),
  webhook: Type.Object({
    url: Type.String({ description: 'The git host sends pushes to it' }),
    hasSecret: Type.Boolean(),
    lastReceivedAt: Type.Optional(Timestamp),
  }),
  synced: Type.Optional(
    Type.Object(
      {
        commit: Type.String(),
        commitUrl: Type.Optional(Type.String()),
        revision: Type.String(),
        hasUnexportedChanges: Type.Boolean(),
      },
      { description: 'The last state in which the space and the branch were equal' },
    ),
  ),
  resolution: Type.Optional(
    Type.Object(
      { changeRequest: Id },
      { description: 'The change request that has to be merged to resolve conflicts' },
    ),
  ),
  connectedBy: User,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({
    repository: Type.Optional(Type.String()),
    deployKeys: Type.Optional(Type.String()),
    webhooks: Type.Optional(Type.String()),
  }),
});

const GitCheck = Type.Object({
  isReachable: Type.Boolean(),
  error: Type.Optional(Type.String()),
  branches: Type.Array(Type.String(), { description: 'At most 1000' }),
  defaultBranch: Type.Optional(Type.String()),
  hasBranch: Type.Boolean({ description: 'Whether the connected branch exists' }),
  mayPush: Type.Boolean(),
  pushError: Type.Optional(Type.String()),
});

/** Operations on the connection of a space to a repository. */
export const connectionsContract = {
  getGitConnection: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/git/connection',
    summary: 'Get the repository that a space is connected to',
    permission: onSpace('triggerGitSync'),
    responses: { 200: GitConnection },
  }),
  connectGitRepository: operation({
    method: 'PUT',
    path: '/spaces/{spaceId}/git/connection',
    summary: 'Connect a space to a repository, or change its connection; nothing is synchronized yet',
    permission: onSpace('triggerGitSync'),
    body: Type.Object({
      url: RepositoryUrl,
      branch: Branch,
      directory: Type.Optional(Directory),
      provider: Type.Optional(ProviderName),
      authentication: Type.Object({
        type: OneOf(['none', 'token', 'deploy_key']),
        username: Type.Optional(Type.String({ maxLength: 256 })),
        token: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'A token or password; without it, the stored one is kept',
          }),
        ),
      }),
      automaticExport: Type.Optional(Type.Boolean()),
      forgetHostKeys: Type.Optional(
        Type.Boolean({ description: 'Accept the next keys of the SSH server, after it was replaced' }),
      ),
    }),
    responses: { 200: GitConnection },
  }),
  disconnectGitRepository: operation({
    method: 'DELETE',
    path: '/spaces/{spaceId}/git/connection',
    summary: 'Disconnect a space from its repository; neither of them is changed',
    permission: onSpace('triggerGitSync'),
    responses: { 204: Empty },
  }),
  checkGitConnection: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/connection/check',
    summary: 'Check whether the connected repository can be read and written',
    permission: onSpace('triggerGitSync'),
    responses: { 200: GitCheck },
  }),
  replaceGitDeployKey: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/connection/deploy-key',
    summary: 'Replace the deploy key of a connection; the old one becomes useless at once',
    permission: onSpace('triggerGitSync'),
    responses: { 200: GitConnection },
  }),
  createGitWebhookSecret: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/connection/webhook-secret',
    summary: 'Create or replace the secret that signs the pushes of the git host',
    permission: onSpace('triggerGitSync'),
    responses: {
      200: Type.Object({
        url: Type.String(),
        secret: Type.String({ description: 'It is shown only once' }),
      }),
    },
  }),
  synchronizeGitConnection: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/git/connection/sync',
    summary: 'Start an import from the connected repository, or an export to it',
    permission: onSpace('triggerGitSync'),
    body: Type.Object({
      direction: OneOf(['import', 'export']),
      commitMessage: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
      force: Type.Optional(
        Type.Boolean({
          description: 'Take the side of the repository (import) or of the space (export) in conflicts',
        }),
      ),
      resolveConflicts: Type.Optional(
        Type.Boolean({ description: 'Open a change request if both sides changed the same content' }),
      ),
    }),
    responses: { 204: Empty },
  }),
  receiveGitPush: operation({
    method: 'POST',
    path: '/~git/{spaceId}/push',
    kind: 'relay',
    summary: 'Receive a push from GitHub, GitLab, Gitea or Bitbucket, and import it',
    permission: 'public',
    bodyLimit: MAX_PUSH_BYTES,
    responses: { 200: Type.String() },
  }),
};
