import type { ExpressionBuilder } from 'kysely';
import type { Page, PageRequest } from '../contract/paging.ts';
import type { Database } from '../database/database.ts';
import { notifyAll } from '../database/notifications.ts';
import { paginate } from '../database/paginate.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { DB } from '../database/schema.gen.ts';
import { randomText } from '../ids.ts';
import type { Principal } from './principal.ts';
import { hashSecret } from './tokens.ts';

/** The topic of ended sessions, by user. */
export const SESSION_ENDED_TOPIC = 'session-ended';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Session timeouts in milliseconds: idle, total lifetime, secret rotation, and grace period of the previous secret. */
export const SESSION_MS = { idle: 7 * DAY, life: 30 * DAY, rotation: HOUR, grace: 60_000 };

// The prefix lets secret scanners recognise it.
const newSessionSecret = (): string => `lcs_${randomText(43)}`;

const columns = [
  'id',
  'method',
  'organization_id',
  'provider_id',
  'address',
  'agent',
  'created_at',
  'last_used_at',
  'expires_at',
] as const;

/** How a user signed in, and the identity provider, if one was used. */
export interface SignInMethod {
  readonly method: string;
  readonly provider?: { readonly organizationId: string; readonly id: string } | undefined;
}

/** Creates a session of a user. Only the hash of the returned secret is stored. */
export const insertSession = async (
  tx: Database,
  session: {
    id: string;
    userId: string;
    signInMethod: SignInMethod;
    address: string;
    agent: string;
    createdAt: Date;
  },
): Promise<string> => {
  const secret = newSessionSecret();
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      hash: hashSecret(secret),
      rotated_at: session.createdAt,
      method: session.signInMethod.method,
      organization_id: session.signInMethod.provider?.organizationId ?? null,
      provider_id: session.signInMethod.provider?.id ?? null,
      address: session.address,
      agent: session.agent,
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: new Date(session.createdAt.getTime() + SESSION_MS.life),
    })
    .execute();
  return secret;
};

/** Query parameters for a secret; the previous one is valid during the grace period. */
interface SecretLookup {
  readonly hash: Buffer;
  readonly rotatedSince: Date;
}

const secretLookup = (secret: string, now: Date): SecretLookup => ({
  hash: hashSecret(secret),
  rotatedSince: new Date(now.getTime() - SESSION_MS.grace),
});

const matchesSecret = (
  { or, and, eb }: ExpressionBuilder<DB, 'sessions' | 'users'>,
  { hash, rotatedSince }: SecretLookup,
) =>
  or([
    eb('sessions.hash', '=', hash),
    and([eb('sessions.previous_hash', '=', hash), eb('sessions.rotated_at', '>', rotatedSince)]),
  ]);

// A session from single sign-on needs an active SSO membership. Where SSO is required, other sessions are invalid, and so are
// sessions of a sign-in method that an organization of the user does not accept.
const usableSessions = (db: Database, lookup: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.expires_at', '>', lookup.now)
    .where('sessions.last_used_at', '>', lookup.idleSince)
    .where('sessions.refused', '=', false)
    .where(({ fn, not }) => not(fn<boolean>('is_blocked_by_sso', ['sessions.user_id'])))
    .where(({ fn, not }) =>
      not(fn<boolean>('is_sign_in_method_disabled', ['sessions.user_id', 'sessions.method'])),
    )
    .where(({ or, and, eb, exists, fn, not, selectFrom }) =>
      or([
        and([
          eb('sessions.organization_id', 'is', null),
          not(fn<boolean>('must_use_sso', ['sessions.user_id'])),
        ]),
        exists(
          selectFrom('members')
            .select('members.user_id')
            .whereRef('members.organization_id', '=', 'sessions.organization_id')
            .whereRef('members.user_id', '=', 'sessions.user_id')
            .where('members.sso_agreed_at', 'is not', null)
            .where('members.disabled', '=', false),
        ),
      ]),
    );

const sessionByHash = preparedQuery((db, lookup: SecretLookup & { now: Date; idleSince: Date }) =>
  usableSessions(db, lookup)
    .select(['sessions.id', 'sessions.user_id', 'sessions.rotated_at', 'sessions.last_used_at'])
    .select('users.display_name')
    .where((eb) => matchesSecret(eb, lookup)),
);

const sessionById = preparedQuery((db, lookup: { id: string; now: Date; idleSince: Date }) =>
  usableSessions(db, lookup).select('sessions.id').where('sessions.id', '=', lookup.id),
);

/** Whether a session has not ended, and its user may sign in. */
export const isSessionActive = async (db: Database, id: string, now: Date): Promise<boolean> =>
  (await sessionById(db, { id, now, idleSince: new Date(now.getTime() - SESSION_MS.idle) })).length > 0;

/** The session of a secret; undefined if it has expired or the user may not sign in. */
export const findSession = async (db: Database, secret: string, now: Date) => {
  const idleSince = new Date(now.getTime() - SESSION_MS.idle);
  const [row] = await sessionByHash(db, { ...secretLookup(secret, now), now, idleSince });
  if (!row) return undefined;
  const principal: Principal = {
    kind: 'user',
    userId: row.user_id,
    displayName: row.display_name,
    tokenId: '',
    sessionId: row.id,
    scopes: undefined,
  };
  return { principal, rotatedAt: row.rotated_at, lastUsedAt: row.last_used_at };
};

/** Rotates the secret of a session; undefined when a concurrent request did so first. */
export const rotateSession = async (
  db: Database,
  id: string,
  rotatedAt: Date,
  now: Date,
): Promise<string | undefined> => {
  const secret = newSessionSecret();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set(({ ref }) => ({
      hash: hashSecret(secret),
      previous_hash: ref('hash'),
      rotated_at: now,
      last_used_at: now,
    }))
    .where('id', '=', id)
    .where('rotated_at', '=', rotatedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? secret : undefined;
};

/** Updates the last use of a session. */
export const touchSession = async (db: Database, id: string, at: Date): Promise<void> => {
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
};

const activeSessions = (db: Database, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('refused', '=', false)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', new Date(now.getTime() - SESSION_MS.idle));

/** A session's row, without its hashes. */
export type SessionRow = Awaited<ReturnType<ReturnType<typeof activeSessions>['executeTakeFirstOrThrow']>>;

/** The active sessions of a user, newest first. */
export const listSessions = (
  db: Database,
  userId: string,
  page: PageRequest,
  now: Date,
): Promise<Page<SessionRow>> => {
  const all = activeSessions(db, userId, now);
  const before = page.after && String(page.after[0]);
  return paginate(
    page,
    all.$if(before !== undefined, (query) => query.where('id', '<', before!)).orderBy('id', 'desc'),
    all,
  );
};

/** Whether a session exists that was not ended. */
export const sessionExists = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('refused', '=', false)
    .executeTakeFirst()) !== undefined;

/** The sign-in method of a session. */
export const findSessionMethod = async (db: Database, id: string): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('method').where('id', '=', id).executeTakeFirst())?.method;

/** The user and the sign-in method of a secret, also if the session is not valid at present. */
export const findMethodBySecret = (db: Database, secret: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.method'])
    .where((eb) => matchesSecret(eb, secretLookup(secret, now)))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();

/** Whether a session was started after a point in time, without an identity provider. */
export const isRecentSession = async (db: Database, id: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', since)
    .where('organization_id', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Locks a session until the transaction ends; false when it no longer exists. */
export const lockSession = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.selectFrom('sessions').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !==
  undefined;

/** Deletes sessions of a user (all, one, or all but one), with effect in every process at once. Returns their ids. */
export const deleteSessions = async (
  tx: Database,
  userId: string,
  { id, except }: { readonly id?: string | undefined; readonly except?: string | undefined } = {},
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .returning('id')
    .execute();
  if (rows.length > 0) await notifyAll(tx, SESSION_ENDED_TOPIC, [userId]);
  return rows.map((row) => row.id);
};

/** Deletes the session of a secret, also if it is not valid at present. Returns the session and its user. */
export const deleteSessionBySecret = async (tx: Database, secret: string, now: Date) => {
  const ended = await tx
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where((eb) => matchesSecret(eb, secretLookup(secret, now)))
    .returning(['sessions.id', 'sessions.user_id', 'users.display_name'])
    .executeTakeFirst();
  if (ended) await notifyAll(tx, SESSION_ENDED_TOPIC, [ended.user_id]);
  return ended;
};

/** Deletes all sessions that were started through an identity provider. */
export const deleteProviderSessions = async (
  tx: Database,
  { organizationId, id }: NonNullable<SignInMethod['provider']>,
): Promise<void> => {
  const rows = await tx
    .deleteFrom('sessions')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .returning('user_id')
    .execute();
  await notifyAll(tx, SESSION_ENDED_TOPIC, [...new Set(rows.map((row) => row.user_id))]);
};

/** Deletes expired sessions. */
export const deleteExpiredSessions = async (db: Database, now: Date): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<=', now), eb('last_used_at', '<=', new Date(now.getTime() - SESSION_MS.idle))]),
    )
    .execute();
};
