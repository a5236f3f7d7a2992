import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { connectionsContract } from './connections.contract.ts';
import type { CheckResult, ConnectionState, ConnectionsService } from './connections.service.ts';
import { fingerprintOf, hostKeyFingerprints } from './deploy-key.ts';
import { repositoryUrls } from './providers.ts';

type Connection = Static<(typeof connectionsContract)['getGitConnection']['responses'][200]>;
type Check = Static<(typeof connectionsContract)['checkGitConnection']['responses'][200]>;

const MAX_BRANCHES = 1000;

const webhookUrl = (links: Links, spaceId: string): string => links.fileUrl(`/~git/${spaceId}/push`);

/** The API object of a connection. */
const toConnection = (links: Links, space: SpaceSubject, { row, sync }: ConnectionState): Connection => {
  const { repository, commit, deployKeys, webhooks } = repositoryUrls(row.url, row.branch, row.provider);
  return {
    object: 'git-connection',
    url: row.url,
    branch: row.branch,
    directory: row.directory,
    provider: row.provider,
    authentication: {
      type: row.authentication,
      ...(row.username && { username: row.username }),
      ...(row.public_key !== null && {
        publicKey: row.public_key,
        fingerprint: fingerprintOf(row.public_key.split(' ')[1]!),
      }),
    },
    hostKeys: hostKeyFingerprints(row.host_keys),
    automaticExport: row.automatic_export,
    webhook: {
      url: webhookUrl(links, row.space_id),
      hasSecret: row.webhook_secret !== null,
      ...(row.webhook_received_at && { lastReceivedAt: row.webhook_received_at.toISOString() }),
    },
    ...(sync && {
      synced: {
        commit: sync.commit_oid,
        ...(commit && { commitUrl: `${commit}/${sync.commit_oid}` }),
        revision: sync.revision_id,
        hasUnexportedChanges: sync.revision_id !== space.revision_id,
      },
    }),
    ...(sync?.resolution && { resolution: { changeRequest: sync.resolution.changeRequest } }),
    connectedBy: toUser(links, row.connector),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: {
      ...(repository && { repository }),
      ...(deployKeys && { deployKeys }),
      ...(webhooks && { webhooks }),
    },
  };
};

const toCheck = (result: CheckResult & { readonly branch: string }): Check => {
  if ('error' in result)
    return { isReachable: false, error: result.error, branches: [], hasBranch: false, mayPush: false };
  const { branches, defaultBranch, pushError } = result.found;
  return {
    isReachable: true,
    branches: branches.slice(0, MAX_BRANCHES).map(({ name }) => name),
    ...(defaultBranch !== undefined && { defaultBranch }),
    hasBranch: branches.some(({ name }) => name === result.branch),
    mayPush: pushError === undefined,
    ...(pushError !== undefined && { pushError }),
  };
};

/** Handlers of the operations on connections. */
export const connectionsHandlers = (
  connections: ConnectionsService,
  links: Links,
): Handlers<typeof connectionsContract> => ({
  getGitConnection: async ({ subject }) => toConnection(links, subject, await connections.find(subject)),
  connectGitRepository: async ({ caller, subject, body }) =>
    toConnection(links, subject, await connections.connect(caller, subject, body)),
  disconnectGitRepository: async ({ caller, subject }) => {
    await connections.disconnect(caller, subject);
    return undefined;
  },
  checkGitConnection: async ({ subject }) => toCheck(await connections.check(subject)),
  replaceGitDeployKey: async ({ caller, subject }) =>
    toConnection(links, subject, await connections.replaceDeployKey(caller, subject)),
  createGitWebhookSecret: async ({ caller, subject }) => ({
    url: webhookUrl(links, subject.id),
    secret: await connections.createWebhookSecret(caller, subject),
  }),
  synchronizeGitConnection: async ({ caller, subject, body }) => {
    await connections.synchronize(caller, subject, body);
    return undefined;
  },
  receiveGitPush: async ({ params, request }) => {
    const isQueued = await connections.receivePush(params.spaceId, request.headers, request.body as Buffer);
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      content: isQueued ? 'The push will be imported\n' : 'Nothing to import\n',
    };
  },
});
