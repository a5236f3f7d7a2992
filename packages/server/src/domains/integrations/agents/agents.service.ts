import { LRUCache } from 'lru-cache';
import {
  deleteExpiredTokens,
  deleteTokensOfUsers,
  insertToken,
  newSecret,
} from '../../../kernel/auth/tokens.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { serviceAddress } from '../../identity/index.ts';
import type { IntegrationKey, IntegrationRow } from '../integrations.store.ts';
import { findAccounts, findInstallationOf, insertAccount, renameAccounts } from './agents.store.ts';

const HOUR_MS = 60 * 60 * 1000;
// A token that is handed to a script is good for at least this long.
const LEAST_MS = 30 * 60 * 1000;
const KNOWN = 10_000;

/** Accounts and tokens by which integrations and their installations use the API. */
export const createAgentsService = ({ db, clock, newId }: Pick<Kernel, 'db' | 'clock' | 'newId'>) => {
  const known = new LRUCache<string, { token: string; until: number }>({ max: KNOWN });

  const mint = async (
    executor: Database,
    kind: 'integration' | 'installation',
    accountId: string,
    { title, scopes }: Pick<IntegrationRow, 'title' | 'scopes'>,
  ): Promise<string> => {
    const secret = newSecret();
    const createdAt = clock.now();
    await insertToken(executor, {
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

  /** A token that others may hold already: one is made when the last one has half an hour left. */
  const shared = async (
    kind: 'integration' | 'installation',
    accountId: string,
    integration: Pick<IntegrationRow, 'title' | 'scopes' | 'version'>,
  ): Promise<string> => {
    const key = `${accountId}@${integration.version} ${integration.scopes}`;
    const now = clock.now().getTime();
    const last = known.get(key);
    if (last && last.until - now > LEAST_MS) return last.token;
    const token = await mint(db, kind, accountId, integration);
    known.set(key, { token, until: now + HOUR_MS });
    return token;
  };

  return {
    /** Makes the account by which an integration, or one installation of it, does things. */
    open: async (tx: DatabaseTransaction, title: string): Promise<string> => {
      const id = newId();
      await insertAccount(tx, { id, email: serviceAddress(id), title, createdAt: clock.now() });
      return id;
    },

    /** Calls the accounts of an integration by its title; with other scopes, its tokens end. */
    follow: async (tx: DatabaseTransaction, key: IntegrationKey, title: string, end: boolean) => {
      const accounts = await findAccounts(tx, key);
      await renameAccounts(tx, accounts, title, clock.now());
      if (end) await deleteTokensOfUsers(tx, accounts);
    },

    /** Ends the tokens of accounts; these stay, as the authors of what they made. */
    retire: (tx: DatabaseTransaction, accountIds: readonly string[]) => deleteTokensOfUsers(tx, accountIds),

    accountsOf: findAccounts,

    /** What is brought in by an account comes from here; undefined for accounts of people. */
    sourceOf: async (accountId: string): Promise<string | undefined> => {
      const installation = await findInstallationOf(db, accountId);
      return installation && `integration:${installation.name}:${installation.id}`;
    },

    /** A token for whoever asked; good for an hour. */
    mint,

    shared,

    /** Removes tokens that have ended. */
    tidy: () => deleteExpiredTokens(db, clock.now()),
  };
};

/** Accounts and tokens of integrations. */
export type AgentsService = ReturnType<typeof createAgentsService>;
