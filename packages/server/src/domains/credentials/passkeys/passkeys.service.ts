import net from 'node:net';
import { lockAccounts, shareLockAccount } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type PasskeyCredential, type RelyingParty, WebauthnError } from '../../../kernel/webauthn.ts';
import { findAccount, type UserRow } from '../../identity/index.ts';
import type { BrowserContext, SignInService } from '../../sessions/index.ts';
import type { CredentialChangesService } from '../changes/credential-changes.service.ts';
import {
  deleteExpiredChallenges,
  deletePasskey,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  recordUse,
  renamePasskey,
  useChallenge,
} from './passkeys.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'links' | 'signing' | 'webauthn'> {
  readonly signIn: Pick<SignInService, 'createSession'>;
  readonly changes: CredentialChangesService;
}

/** How long a browser may take to answer a challenge. */
export const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const METHOD = { method: 'passkey' };
// The name of a passkey from before the user could name it.
const FIRST_NAME = 'Passkey';
const SIGN_IN = 'passkey sign-in';

const purposeOf = ({ principal }: Caller) => `passkey creation ${principal.sessionId}`;

const toCredential = (row: PasskeyRow): PasskeyCredential => ({
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports,
});

const INVALID = (cause: WebauthnError) =>
  new ApiError(400, 'The passkey could not be verified: try again', {
    details: [{ path: 'body.credential', message: 'is not a valid answer to a recent challenge' }],
    internal: cause.message,
    cause,
  });

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw INVALID(new WebauthnError('no JSON', { cause }));
  }
};

/** Service for passkeys. */
export const createPasskeysService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, links, signing, webauthn, signIn, changes } = deps;

  /** The relying party; undefined where browsers offer no passkeys: without TLS, and for IP addresses. */
  const findParty = (): RelyingParty | undefined => {
    const { protocol, hostname, origin } = new URL(links.fileUrl(''));
    const isTrusted = protocol === 'https:' || hostname === 'localhost';
    const isIp = net.isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
    return isTrusted && !isIp ? { id: hostname, origin } : undefined;
  };
  const requireParty = (): RelyingParty => {
    const party = findParty();
    if (!party) throw conflict('Passkeys need a PUBLIC_URL with https and a host name');
    return party;
  };

  const newChallenge = (purpose: string, userId = ''): string =>
    signing.sign(purpose, `${randomText(32)}.${clock.now().getTime() + CHALLENGE_MS}.${userId}.`);

  /** Verifies an answer to a challenge of ours; returns the result and how to use up the challenge. */
  const answering = async <T>(
    purpose: string,
    verify: (isChallenge: (one: string) => boolean) => Promise<T>,
  ) => {
    let challenge = '';
    let userId = '';
    try {
      const result = await verify((one) => {
        challenge = one;
        const [, expires, owner = ''] = signing.verify(purpose, one)?.split('.') ?? [];
        userId = owner;
        return Number(expires) > clock.now().getTime();
      });
      const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
      const spend = (tx: typeof db) => useChallenge(tx, hashSecret(challenge), expiresAt);
      return { result, userId, spend };
    } catch (error) {
      throw error instanceof WebauthnError ? INVALID(error) : error;
    }
  };

  const findOwner = async (userId: string, executor = db) => {
    const user = await findAccount(executor, userId);
    if (!user) throw notFound('user');
    return user;
  };

  const insert = async (
    tx: DatabaseTransaction,
    by: Actor,
    user: UserRow,
    name: string,
    created: PasskeyCredential,
  ): Promise<void> => {
    if ((await listPasskeys(tx, user.id)).length >= MAX_PASSKEYS)
      throw conflict(`You have ${MAX_PASSKEYS} passkeys: remove one first`);
    const isNew = await insertPasskey(tx, {
      id: newId(),
      user_id: user.id,
      credential_id: created.credentialId,
      public_key: created.publicKey,
      counter: String(created.counter),
      transports: [...created.transports],
      name: name.trim(),
      created_at: clock.now(),
      last_used_at: null,
    });
    if (!isNew) throw conflict('This passkey exists already');
    await changes.record(tx, by, user, 'passkey-added');
  };

  return {
    /** The options with which the browser of a user without a session creates a passkey, for one purpose. */
    enrollmentOptions: async (
      purpose: string,
      user: { id: string; email: string; displayName: string },
    ): Promise<object> =>
      webauthn.creationOptions({
        party: requireParty(),
        challenge: newChallenge(purpose, user.id),
        user,
        existing: (await listPasskeys(db, user.id)).map(toCredential),
      }),

    /** Verifies the passkey of a user without a session; returns for whom it was created, and how to store it. */
    verifyEnrollment: async (purpose: string, credential: string) => {
      const party = requireParty();
      const response = parse(credential);
      const { result, userId, spend } = await answering(purpose, (isChallenge) =>
        webauthn.verifyCreation({ party, response, isChallenge }),
      );
      return {
        userId,
        store: async (tx: DatabaseTransaction, by: Actor, user: UserRow): Promise<void> => {
          if (user.id !== userId) throw INVALID(new WebauthnError('the passkey is that of another user'));
          if (!(await spend(tx))) throw INVALID(new WebauthnError('the challenge was used before'));
          await insert(tx, by, user, FIRST_NAME, result);
        },
      };
    },

    /** Deletes the passkeys of a user without a notice. */
    discardAll: (tx: DatabaseTransaction, userId: string): Promise<void> => deletePasskeys(tx, userId),

    /** Whether browsers offer passkeys for the URL of this server. */
    isAvailable: (): boolean => findParty() !== undefined,

    list: (userId: string): Promise<PasskeyRow[]> => listPasskeys(db, userId),

    /** The options with which the browser of the caller creates a passkey. */
    creationOptions: async (caller: Caller): Promise<object> => {
      const party = requireParty();
      changes.requireSession(caller);
      await changes.requireRecentSignIn(caller);
      const user = await findOwner(caller.principal.userId);
      changes.requireVerified(user);
      const existing = await listPasskeys(db, user.id);
      if (existing.length >= MAX_PASSKEYS)
        throw conflict(`You have ${MAX_PASSKEYS} passkeys: remove one first`);
      return webauthn.creationOptions({
        party,
        challenge: newChallenge(purposeOf(caller)),
        user: { id: user.id, email: user.email, displayName: user.display_name },
        existing: existing.map(toCredential),
      });
    },

    /** Adds a passkey that the browser of the caller has created. */
    add: async (
      caller: Caller,
      { name, credential }: { name: string; credential: string },
    ): Promise<void> => {
      changes.requireSession(caller);
      await changes.requireRecentSignIn(caller);
      const party = requireParty();
      const response = parse(credential);
      const { result, spend } = await answering(purposeOf(caller), (isChallenge) =>
        webauthn.verifyCreation({ party, response, isChallenge }),
      );
      await transaction(async (tx) => {
        const { userId } = caller.principal;
        await lockAccounts(tx, [userId]);
        await changes.requireSessionExists(tx, caller);
        const user = await findOwner(userId, tx);
        changes.requireVerified(user);
        if (!(await spend(tx))) throw INVALID(new WebauthnError('the challenge was used before'));
        await insert(tx, caller, user, name, result);
      });
    },

    rename: async (caller: Caller, id: string, name: string): Promise<void> => {
      changes.requireSession(caller);
      await renamePasskey(db, caller.principal.userId, id, name.trim());
    },

    /** Removes a passkey of the caller. */
    remove: async (caller: Caller, id: string): Promise<void> => {
      changes.requireSession(caller);
      await changes.requireRecentSignIn(caller);
      await transaction(async (tx) => {
        const { userId } = caller.principal;
        await lockAccounts(tx, [userId]);
        await changes.requireSessionExists(tx, caller);
        if (await deletePasskey(tx, userId, id))
          await changes.record(tx, caller, await findOwner(userId, tx), 'passkey-removed');
      });
    },

    /** The options with which a browser signs in with any of its passkeys. */
    requestOptions: async (): Promise<object> =>
      webauthn.requestOptions({ party: requireParty(), challenge: newChallenge(SIGN_IN) }),

    /** Creates a session with the answer of a browser. */
    signIn: async (credential: string, at: BrowserContext): Promise<string> => {
      const party = requireParty();
      const response = parse(credential);
      const { result, spend } = await answering(SIGN_IN, async (isChallenge) => {
        const { credentialId, userId } = webauthn.readIds(response);
        const passkey = await findPasskey(db, credentialId);
        if (!passkey || passkey.user_id !== userId) throw new WebauthnError('The passkey is not known');
        const counter = await webauthn.verifyRequest({
          party,
          response,
          credential: toCredential(passkey),
          isChallenge,
        });
        return { passkey, counter };
      });
      const { passkey, counter } = result;
      return transaction(async (tx) => {
        await shareLockAccount(tx, passkey.user_id);
        const user = await findOwner(passkey.user_id, tx);
        const isFirst = await spend(tx);
        const isCurrent = await recordUse(tx, passkey, { counter, last_used_at: clock.now() });
        if (!changes.isUsable(user) || !isFirst || !isCurrent)
          throw INVALID(new WebauthnError('the challenge, the counter or the account is not valid any more'));
        return signIn.createSession(tx, user, METHOD, at);
      });
    },

    /** Deletes used challenges that have expired. */
    deleteExpired: (): Promise<void> => deleteExpiredChallenges(db, clock.now()),
  };
};

/** Service for passkeys. */
export type PasskeysService = ReturnType<typeof createPasskeysService>;
