import { LRUCache } from 'lru-cache';
import { tokenKeyOf } from '../../../kernel/auth/authenticate.ts';
import { chainableSecret, type EventChain, signChain } from '../../../kernel/auth/chained-tokens.ts';
import {
  deleteExpiredTokens,
  deleteTokensOfUsers,
  insertToken,
  newSecret,
} from '../../../kernel/auth/tokens.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { serviceAccountEmail } from '../../identity/index.ts';
import type { IntegrationKey, IntegrationRow } from '../integrations.store.ts';
import {
  findAccounts,
  findInstallationByAccount,
  insertAccount,
  renameAccounts,
} from './service-accounts.store.ts';

const HOUR_MS = 60 * 60 * 1000;
// Tokens in environments of scripts are valid for at least this long.
const MIN_VALIDITY_MS = 30 * 60 * 1000;
const MAX_CACHED_TOKENS = 10_000;

/** Service accounts of integrations and installations, and their API tokens. */
export const createServiceAccountsService = ({
  db,
  clock,
  newId,
  signing,
}: Pick<Kernel, 'db' | 'clock' | 'newId' | 'signing'>) => {
  const tokens = new LRUCache<string, { secret: string; expiresAt: number }>({ max: MAX_CACHED_TOKENS });

  const insertSecret = async (
    secret: string,
    kind: 'integration' | 'installation',
    accountId: string,
    { title, scopes }: Pick<IntegrationRow, 'title' | 'scopes'>,
  ): Promise<string> => {
    const createdAt = clock.now();
    await insertToken(db, {
      id: newId(),
      userId: accountId,
      secret,
      label: title,
      scopes,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + HOUR_MS),
      kind,
    });
    return secret;
  };

  const withChain = (secret: string, chain: EventChain): string =>
    secret + signChain(signing, tokenKeyOf(secret), chain);

  /** A token for a run of a script, whose secret is shared by runs; it is replaced when it has half an hour left. */
  const reusableToken = async (
    kind: 'integration' | 'installation',
    accountId: string,
    integration: Pick<IntegrationRow, 'title' | 'scopes' | 'version'>,
    chain: EventChain,
  ): Promise<string> => {
    const key = `${accountId}@${integration.version} ${integration.scopes}`;
    const now = clock.now().getTime();
    const last = tokens.get(key);
    if (last && last.expiresAt - now > MIN_VALIDITY_MS) return withChain(last.secret, chain);
    const secret = await insertSecret(chainableSecret(newSecret()), kind, accountId, integration);
    tokens.set(key, { secret, expiresAt: now + HOUR_MS });
    return withChain(secret, chain);
  };

  return {
    /** Creates the service account of an integration or an installation. */
    createAccount: async (tx: DatabaseTransaction, title: string): Promise<string> => {
      const id = newId();
      await insertAccount(tx, { id, email: serviceAccountEmail(id), title, createdAt: clock.now() });
      return id;
    },

    /** Renames the accounts of an integration to its title; if its scopes changed, revokes its tokens. */
    renameAccounts: async (
      tx: DatabaseTransaction,
      key: IntegrationKey,
      title: string,
      scopesChanged: boolean,
    ) => {
      const accounts = await findAccounts(tx, key);
      await renameAccounts(tx, accounts, title, clock.now());
      if (scopesChanged) await deleteTokensOfUsers(tx, accounts);
    },

    /** Revokes the tokens of accounts; the accounts stay as authors of their content. */
    revokeTokens: (tx: DatabaseTransaction, accountIds: readonly string[]) =>
      deleteTokensOfUsers(tx, accountIds),

    accountsOf: findAccounts,

    /** The source of conversations that an account ingests; undefined for accounts of users. */
    conversationSourceOf: async (accountId: string): Promise<string | undefined> => {
      const installation = await findInstallationByAccount(db, accountId);
      return installation && `integration:${installation.name}:${installation.id}`;
    },

    /** Creates a token of an installation that is valid for an hour; one that a script asks for carries its chain. */
    issueInstallationToken: async (
      accountId: string,
      integration: Pick<IntegrationRow, 'title' | 'scopes'>,
      chain: EventChain | undefined,
    ): Promise<string> => {
      const secret = newSecret();
      if (!chain) return insertSecret(secret, 'installation', accountId, integration);
      return withChain(
        await insertSecret(chainableSecret(secret), 'installation', accountId, integration),
        chain,
      );
    },

    reusableToken,

    /** Deletes expired tokens. */
    deleteExpiredTokens: () => deleteExpiredTokens(db, clock.now()),
  };
};

/** Service for the service accounts of integrations. */
export type ServiceAccountsService = ReturnType<typeof createServiceAccountsService>;
