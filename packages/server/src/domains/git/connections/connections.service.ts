import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { conflict, invalid, notFound, unauthorized } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { GitError, type GitProbe } from '../../../kernel/git.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import { checkDirectory, checkRef, type GitService } from '../git.service.ts';
import { findSync, type SpaceKey, type SyncRow } from '../git.store.ts';
import {
  type ConnectedRequest,
  type GitRequest,
  isSyncedWith,
  repositoryName,
  toGitSync,
} from '../git-request.ts';
import type { connectionsContract } from './connections.contract.ts';
import {
  type ConnectionRow,
  type ConnectionWithUser,
  deleteConnection,
  findChangedSpaces,
  findConnection,
  findConnectionOfSpace,
  updateConnection,
  upsertConnection,
} from './connections.store.ts';
import { generateDeployKey } from './deploy-key.ts';
import { providerOf, repositoryUrls, tokenUserOf } from './providers.ts';
import { isPushTo, isSignedPush, type RequestHeaders } from './push-webhook.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'events' | 'secrets' | 'git' | 'shutdown'
> & {
  readonly git: Kernel['git'];
  readonly operations: Pick<GitService, 'queue' | 'hasWaitingPush'>;
  readonly spaces: Pick<SpacesService, 'setGitSync'>;
};
type NewConnection = Static<(typeof connectionsContract)['connectGitRepository']['body']>;
type SyncOptions = Static<(typeof connectionsContract)['synchronizeGitConnection']['body']>;

/** A connection, and the last state in which the space equaled its branch. */
export interface ConnectionState {
  readonly row: ConnectionWithUser;
  readonly sync: SyncRow | undefined;
}

/** The result of a check: what was found, or the error. */
export type CheckResult = { readonly found: GitProbe } | { readonly error: string };

const CHECK_TIMEOUT_MS = 30_000;
const SECRET_LENGTH = 40;
// Somebody who still edits gets one commit, not many.
const QUIET_MS = 60_000;

const refOf = ({ branch }: Pick<ConnectionRow, 'branch'>): string => `refs/heads/${branch}`;
const keyOf = ({ organization_id, space_id }: ConnectionRow): SpaceKey => ({ organization_id, id: space_id });

/** The message of a commit for changes of a space. */
const commitMessageOf = (space: {
  title: string;
  number?: number | null;
  subject?: string | null;
}): string =>
  space.number
    ? `${space.subject || 'Change request'} (#${space.number})`
    : `Update ${space.title || 'pages'}`;

/** Connections of spaces to git repositories. */
export const createConnectionsService = (deps: Dependencies) => {
  const { db, transaction, clock, events, secrets, git, shutdown, operations, spaces } = deps;
  // Associated with the space alone, which may move to another organization.
  const seal = (purpose: 'credentials' | 'webhook', spaceId: string, text: string) =>
    secrets.encrypt(`git ${purpose}`, spaceId, text);
  const unseal = (purpose: 'credentials' | 'webhook', spaceId: string, sealed: string) =>
    secrets.decrypt(`git ${purpose}`, spaceId, sealed);

  const require = async (space: SpaceKey): Promise<ConnectionWithUser> => {
    const found = await findConnection(db, space);
    if (!found) throw notFound('connection');
    return found;
  };

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    space: SpaceSubject,
    action: string,
    { url, branch }: Pick<ConnectionRow, 'url' | 'branch'>,
  ) =>
    events.record(tx, caller, {
      organizationId: space.organization_id,
      action: `space.git-${action}`,
      target: { type: 'space', id: space.id, label: space.title },
      payload: { repository: repositoryName(url), branch },
    });

  const validate = ({ url, branch, directory = '', authentication }: NewConnection): void => {
    if (URL.canParse(url) && (new URL(url).username || new URL(url).password) && !/^ssh:/i.test(url))
      throw invalid({ path: 'body.url', message: 'must not contain a user or a password: use a token' });
    const problem = git.urlErrorOf(url, { hasKey: authentication.type === 'deploy_key' });
    if (problem) throw invalid({ path: 'body.url', message: problem });
    if (authentication.type === 'token' && !/^https?:/i.test(url))
      throw invalid({ path: 'body.url', message: 'must be an http or https URL' });
    checkRef(refOf({ branch }), 'body.branch');
    checkDirectory(directory, 'body.directory');
  };

  /** The stored credentials of a connection: new ones, or those that it has. */
  const credentialsFor = (
    space: SpaceSubject,
    { authentication }: NewConnection,
    before: ConnectionRow | undefined,
  ): Pick<ConnectionRow, 'secret' | 'public_key'> => {
    const kept = before?.authentication === authentication.type ? before : undefined;
    if (authentication.type === 'none') return { secret: null, public_key: null };
    if (authentication.type === 'deploy_key') {
      if (kept) return { secret: kept.secret, public_key: kept.public_key };
      const { privateKey, publicKey } = generateDeployKey();
      return { secret: seal('credentials', space.id, privateKey), public_key: publicKey };
    }
    const { token } = authentication;
    if (token === undefined && !kept?.secret)
      throw invalid({ path: 'body.authentication.token', message: 'is required' });
    return {
      secret: token === undefined ? kept!.secret : seal('credentials', space.id, token),
      public_key: null,
    };
  };

  /** The address and credentials of a repository, as git needs them. */
  const remoteOf = (row: ConnectionRow): Pick<GitRequest, 'url' | 'key'> => {
    if (row.secret === null) return { url: row.url };
    const secret = unseal('credentials', row.space_id, row.secret);
    if (row.authentication === 'deploy_key')
      return { url: row.url, key: { privateKey: secret, hostKeys: row.host_keys } };
    const url = new URL(row.url);
    url.username = encodeURIComponent(row.username || tokenUserOf(row.provider));
    url.password = encodeURIComponent(secret);
    return { url: url.href };
  };

  const publicRequestOf = (row: ConnectionRow) => {
    const { tree, commit, repository } = repositoryUrls(row.url, row.branch, row.provider);
    const isNamed = row.provider === 'github' || row.provider === 'gitlab';
    return {
      url: row.url,
      ref: refOf(row),
      repoProjectDirectory: row.directory,
      ...(tree && { repoTreeURL: tree }),
      ...(commit && { repoCommitURL: commit }),
      gitInfo: {
        ...(isNamed && { provider: row.provider as 'github' | 'gitlab' }),
        ...(repository && { url: repository }),
      },
    };
  };

  const queue = (
    tx: DatabaseTransaction,
    by: Caller | typeof SYSTEM,
    row: ConnectionRow & { readonly title: string },
    more: Pick<Parameters<GitService['queue']>[3], 'request' | 'cause' | 'chain'> & { requestedBy?: string },
  ) =>
    operations.queue(
      tx,
      by,
      { ...keyOf(row), title: row.title },
      {
        requestedBy: row.connected_by,
        repository: { url: row.url, ref: refOf(row) },
        ...more,
      },
    );

  const find = async (space: SpaceSubject): Promise<ConnectionState> => {
    const [row, sync] = [await require(space), await findSync(db, space)];
    return { row, sync: sync && isSyncedWith(sync, { url: row.url, ref: refOf(row) }) ? sync : undefined };
  };

  return {
    find,

    /** Connects a space to a repository, or changes its connection. */
    connect: async (
      caller: Caller,
      space: SpaceSubject,
      connection: NewConnection,
    ): Promise<ConnectionState> => {
      validate(connection);
      await transaction(async (tx) => {
        const before = await findConnection(tx, space);
        const { url, branch, directory = '', authentication, provider = providerOf(url) } = connection;
        const isSameServer = before?.url === url && !connection.forgetHostKeys;
        const at = clock.now();
        const row: ConnectionRow = {
          organization_id: space.organization_id,
          space_id: space.id,
          url,
          branch,
          directory: directory.replaceAll(/^\/+|\/+$/g, ''),
          provider,
          authentication: authentication.type,
          username: authentication.type === 'token' ? (authentication.username ?? '') : '',
          ...credentialsFor(space, connection, before),
          host_keys: isSameServer ? before.host_keys : '',
          automatic_export: connection.automaticExport ?? before?.automatic_export ?? true,
          exported_revision_id: before?.exported_revision_id ?? null,
          webhook_secret: before?.webhook_secret ?? null,
          webhook_received_at: before?.webhook_received_at ?? null,
          connected_by: caller.principal.userId,
          created_at: before?.created_at ?? at,
          updated_at: at,
        };
        await upsertConnection(tx, row);
        await spaces.setGitSync(tx, space, toGitSync({ direction: 'import', ...publicRequestOf(row) }, at));
        await record(tx, caller, space, before ? 'connection-updated' : 'connected', row);
      });
      return find(space);
    },

    /** Removes the connection of a space. */
    disconnect: (caller: Caller, space: SpaceSubject): Promise<void> =>
      transaction(async (tx) => {
        const before = await findConnection(tx, space);
        if (!before || !(await deleteConnection(tx, space))) return;
        await spaces.setGitSync(tx, space, null);
        await record(tx, caller, space, 'disconnected', before);
      }),

    /** Tries to reach the repository of a connection. */
    check: async (space: SpaceSubject): Promise<CheckResult & { readonly branch: string }> => {
      const row = await require(space);
      const signal = AbortSignal.any([shutdown, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      try {
        const found = await git.probe(remoteOf(row), signal);
        if (found.hostKeys && found.hostKeys !== row.host_keys)
          await updateConnection(db, space, { host_keys: found.hostKeys });
        return { found, branch: row.branch };
      } catch (error) {
        const isExpected = error instanceof GitError || error instanceof EgressError;
        if (!isExpected && !signal.aborted) throw error;
        return {
          error: isExpected ? error.message : 'The server did not answer in time',
          branch: row.branch,
        };
      }
    },

    /** Replaces the deploy key of a connection. */
    replaceDeployKey: async (caller: Caller, space: SpaceSubject): Promise<ConnectionState> => {
      const row = await require(space);
      if (row.authentication !== 'deploy_key') throw conflict('This connection does not use a deploy key');
      const { privateKey, publicKey } = generateDeployKey();
      await transaction(async (tx) => {
        await updateConnection(tx, space, {
          secret: seal('credentials', space.id, privateKey),
          public_key: publicKey,
          updated_at: clock.now(),
        });
        await record(tx, caller, space, 'deploy-key-replaced', row);
      });
      return find(space);
    },

    /** Creates or replaces the secret of the webhook of a connection. */
    createWebhookSecret: async (caller: Caller, space: SpaceSubject): Promise<string> => {
      const row = await require(space);
      const secret = randomText(SECRET_LENGTH);
      await transaction(async (tx) => {
        const sealed = seal('webhook', space.id, secret);
        await updateConnection(tx, space, { webhook_secret: sealed, webhook_received_at: null });
        await record(tx, caller, space, 'webhook-secret-created', row);
      });
      return secret;
    },

    /** Queues an import from the connected repository, or an export to it. */
    synchronize: async (caller: Caller, space: SpaceSubject, options: SyncOptions): Promise<void> => {
      const row = await require(space);
      const { principal } = caller;
      await transaction((tx) =>
        queue(
          tx,
          caller,
          { ...row, title: space.title },
          {
            request: { connected: true, commitMessage: commitMessageOf(space), ...options },
            requestedBy: principal.userId,
            cause: 'request',
            chain: principal.chain,
          },
        ),
      );
    },

    /** The full request of a queued operation of a connection. */
    requestOf: async (space: SpaceSubject, request: ConnectedRequest): Promise<GitRequest> => {
      const row = await findConnection(db, space);
      if (!row) throw new GitError('The space is no longer connected to a repository');
      const { connected: _, direction, commitMessage = commitMessageOf(space), ...options } = request;
      const all = { ...publicRequestOf(row), ...remoteOf(row), ...options };
      return direction === 'import' ? { direction, ...all } : { direction, commitMessage, ...all };
    },

    /** Stores the keys of an SSH server after the first connection to it. */
    rememberHostKeys: async (space: SpaceSubject, hostKeys: string): Promise<void> => {
      if (hostKeys !== '') await updateConnection(db, space, { host_keys: hostKeys });
    },

    /** Receives a request of a git host, and queues an import if it reports a push to the connected branch. */
    receivePush: async (spaceId: string, headers: RequestHeaders, body: Buffer): Promise<boolean> => {
      const row = await findConnectionOfSpace(db, spaceId);
      const secret = row?.webhook_secret && unseal('webhook', spaceId, row.webhook_secret);
      // The same error for spaces that do not exist.
      if (!row || !secret || !isSignedPush(headers, body, secret))
        throw unauthorized('The signature is missing or wrong: use the secret of this webhook address');
      return transaction(async (tx) => {
        await updateConnection(tx, keyOf(row), { webhook_received_at: clock.now() });
        if (!isPushTo(refOf(row), headers, body)) return false;
        if (await operations.hasWaitingPush(tx, keyOf(row))) return true;
        const request = { connected: true, direction: 'import' } as const;
        await queue(tx, SYSTEM, row, { request, cause: 'push' });
        return true;
      });
    },

    /** Queues exports of spaces that were changed and left alone for a while. */
    exportChanged: async (): Promise<void> => {
      const changed = await findChangedSpaces(db, new Date(clock.now().getTime() - QUIET_MS));
      for (const row of changed) {
        const sync = { ref: row.synced_ref, remote: row.synced_remote };
        await transaction(async (tx) => {
          await updateConnection(tx, keyOf(row), { exported_revision_id: row.revision_id });
          if (!isSyncedWith(sync, { url: row.url, ref: refOf(row) })) return;
          await queue(tx, SYSTEM, row, {
            request: { connected: true, direction: 'export', commitMessage: commitMessageOf(row) },
            cause: 'change',
            chain: row.head_chain ?? undefined,
          });
        });
      }
    },
  };
};

/** Connections of spaces to git repositories. */
export type ConnectionsService = ReturnType<typeof createConnectionsService>;
