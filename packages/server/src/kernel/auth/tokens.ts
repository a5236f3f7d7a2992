import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Page, PageRequest } from '../contract/paging.ts';
import type { Database } from '../database/database.ts';
import { notify } from '../database/notifications.ts';
import { fetchPage } from '../database/page.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { randomText } from '../ids.ts';
import type { Principal } from './principal.ts';

const PREFIX = 'lct_';
// 43 characters of base62 hold 256 bits.
const SECRET_LENGTH = 43;

/** A token that was just made; the secret is shown once and kept nowhere. */
export interface NewToken {
  readonly id: string;
  readonly secret: string;
}

/** A fresh secret, recognisable by people and by scanners for leaked secrets. */
export const newSecret = (): string => PREFIX + randomText(SECRET_LENGTH);

/** What is stored of a secret: it is random enough that a plain hash cannot be guessed back. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const columns = ['id', 'hint', 'label', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

/** A token that somebody is given; only the hash of its secret is stored. */
interface IssuedToken {
  readonly id: string;
  readonly userId: string;
  readonly secret: string;
  readonly label: string;
  readonly scopes: readonly string[] | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly kind?: Principal['kind'];
}

/** What is stored of a token. */
export const tokenValues = (token: IssuedToken) => ({
  id: token.id,
  user_id: token.userId,
  hash: hashSecret(token.secret),
  hint: token.secret.slice(0, PREFIX.length + 4),
  label: token.label,
  scopes: token.scopes ? [...token.scopes] : null,
  created_at: token.createdAt,
  expires_at: token.expiresAt ?? null,
  ...(token.kind && { kind: token.kind }),
});

/** Stores a token of a user. */
export const insertToken = (db: Database, token: IssuedToken) =>
  db.insertInto('tokens').values(tokenValues(token)).returning(columns).executeTakeFirstOrThrow();

/** A token's row, without its hash. */
export type TokenRow = Awaited<ReturnType<typeof insertToken>>;

/** The tokens of a user, newest first. */
export const listTokens = (db: Database, userId: string, page: PageRequest): Promise<Page<TokenRow>> => {
  const mine = db.selectFrom('tokens').select(columns).where('user_id', '=', userId);
  const before = page.after && String(page.after[0]);
  return fetchPage(
    page,
    mine.$if(before !== undefined, (query) => query.where('id', '<', before!)).orderBy('id', 'desc'),
    mine,
  );
};

/** A token of a user. */
export const findToken = (db: Database, userId: string, id: string): Promise<TokenRow | undefined> =>
  db
    .selectFrom('tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Ends a token of a user, at once and in every process. */
export const deleteToken = async (
  tx: Database,
  userId: string,
  id: string,
): Promise<TokenRow | undefined> => {
  const row = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (row) await notify(tx, 'token', id);
  return row;
};

/** Ends all tokens of some users, at once and in every process. */
export const deleteTokensOfUsers = async (tx: Database, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return;
  const rows = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .returning('id')
    .execute();
  for (const { id } of rows) await notify(tx, 'token', id);
};

/** Has every process look anew at the tokens of a user: whether they open anything has changed. */
export const invalidateCachedTokens = async (tx: Database, userId: string): Promise<void> => {
  const rows = await tx.selectFrom('tokens').select('id').where('user_id', '=', userId).execute();
  for (const { id } of rows) await notify(tx, 'token', id);
};

/** Removes tokens of integrations that ended by themselves; those of people stay, to be looked at. */
export const deleteExpiredTokens = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('tokens').where('kind', '<>', 'user').where('expires_at', '<', now).execute();
};

const principalByHash = preparedQuery((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'tokens.scopes', 'tokens.expires_at', 'tokens.last_used_at'])
    .select(['tokens.kind', 'users.display_name'])
    .where('tokens.hash', '=', hash)
    // Whom their organization keeps out is let in nowhere.
    .where(({ fn, not }) => not(fn<boolean>('kept_out', ['tokens.user_id']))),
);

/** The principal of a secret, with what decides how long it holds. */
export const findPrincipal = async (db: Database, hash: Buffer) => {
  const [row] = await principalByHash(db, { hash });
  if (!row) return undefined;
  const principal: Principal = {
    kind: row.kind as Principal['kind'],
    userId: row.user_id,
    displayName: row.display_name,
    tokenId: row.id,
    scopes: row.scopes ?? undefined,
  };
  return { principal, expiresAt: row.expires_at, lastUsedAt: row.last_used_at };
};

/** Notes that a token was used. */
export const touchToken = async (db: Database, id: string, at: Date): Promise<void> => {
  await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
};
