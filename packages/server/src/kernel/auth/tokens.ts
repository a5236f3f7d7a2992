import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Page, PageRequest } from '../contract/paging.ts';
import type { Database } from '../database/database.ts';
import { notify } from '../database/notifications.ts';
import { paginate } from '../database/paginate.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import { randomText } from '../ids.ts';
import type { Principal } from './principal.ts';

const PREFIX = 'lct_';
// 43 characters of base62 hold 256 bits.
const SECRET_LENGTH = 43;

/** A new token; the secret is shown once and never stored. */
export interface NewToken {
  readonly id: string;
  readonly secret: string;
}

/** A new secret; its prefix is recognised by people and secret scanners. */
export const newSecret = (): string => PREFIX + randomText(SECRET_LENGTH);

/** The stored hash of a secret; 256 random bits need no salt or slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const columns = ['id', 'hint', 'label', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

/** A token to store; only the hash of its secret is. */
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

/** The row of a token. */
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
  const all = db.selectFrom('tokens').select(columns).where('user_id', '=', userId);
  const before = page.after && String(page.after[0]);
  return paginate(
    page,
    all.$if(before !== undefined, (query) => query.where('id', '<', before!)).orderBy('id', 'desc'),
    all,
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

/** Revokes a token of a user, with effect in every process at once. */
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

/** The number of valid tokens that a user has made. */
export const countTokens = async (db: Database, userId: string, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Revokes all tokens of users, with effect in every process at once. */
export const deleteTokensOfUsers = async (tx: Database, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return;
  const rows = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .returning('id')
    .execute();
  for (const { id } of rows) await notify(tx, 'token', id);
};

/** Makes every process drop the tokens of a user from its cache, after their access has changed. */
export const invalidateCachedTokens = async (tx: Database, userId: string): Promise<void> => {
  const rows = await tx.selectFrom('tokens').select('id').where('user_id', '=', userId).execute();
  for (const { id } of rows) await notify(tx, 'token', id);
};

/** Deletes expired tokens of integrations; expired user tokens stay listed. */
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
    // Users that their organization has suspended have no access anywhere.
    .where(({ fn, not }) => not(fn<boolean>('is_blocked_by_sso', ['tokens.user_id']))),
);

/** The principal of a token hash, with its expiry and last use. */
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

/** Updates the last use of a token. */
export const touchToken = async (db: Database, id: string, at: Date): Promise<void> => {
  await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
};
