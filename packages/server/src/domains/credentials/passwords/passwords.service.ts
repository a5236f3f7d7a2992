import { createHash } from 'node:crypto';
import { lockAccounts, shareLockAccount } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, forbidden, notFound, tooManyRequests } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { UserRow } from '../../identity/index.ts';
import {
  type BrowserContext,
  KNOWN_BROWSER_MS,
  type SessionsService,
  type SignInService,
} from '../../sessions/index.ts';
import type { CredentialChangesService } from '../changes/credential-changes.service.ts';
import {
  deleteExpiredBrowsers,
  forgetBrowsers,
  isKnownBrowser,
  putKnownBrowser,
} from './known-browsers.store.ts';
import { type PasswordOwner, passwordProblem } from './password-strength.ts';
import {
  deleteAttempts,
  deleteExpiredAttempts,
  deletePassword,
  findHolder,
  findHolderByEmail,
  type PasswordHolder,
  putPassword,
  recordAttempt,
} from './passwords.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'passwordHashing'> {
  readonly sessions: Pick<SessionsService, 'endOthers'>;
  readonly signIn: Pick<SignInService, 'createSession'>;
  readonly changes: CredentialChangesService;
}

/** The limit of failed attempts for an e-mail address. */
export const PASSWORD_ATTEMPTS = { most: 10, milliseconds: 15 * 60_000 };

const METHOD = { method: 'password' };

const digest = (text: string) => createHash('sha256').update(text).digest();
const hashEmail = (email: string) => digest(email.toLowerCase());
const hashAccount = (userId: string) => digest(`account ${userId}`);
const hashBrowser = (userId: string, browser: string) => digest(`browser ${userId} ${browser}`);

/** 400 that names the field for programs and in words. */
const refusal = (field: string, name: string, message: string) =>
  new ApiError(400, `${name} ${message}`, { details: [{ path: `body.${field}`, message }] });

/** Service for passwords. */
export const createPasswordsService = (deps: Dependencies) => {
  const { db, transaction, clock, passwordHashing, sessions, signIn, changes } = deps;

  const knownSince = () => new Date(clock.now().getTime() - KNOWN_BROWSER_MS);
  const windowStart = () => new Date(clock.now().getTime() - PASSWORD_ATTEMPTS.milliseconds);

  /**
   * Whether the password is right, with a limit of attempts by what they are counted by. Takes the same time for unknown addresses. An attempt is counted before the
   * comparison, so that attempts at the same time do not exceed the limit.
   */
  const verify = async (
    countedBy: Buffer,
    holder: PasswordHolder | undefined,
    password: string,
  ): Promise<boolean> => {
    const oldest = await transaction((tx) =>
      recordAttempt(tx, countedBy, {
        now: clock.now(),
        since: windowStart(),
        most: PASSWORD_ATTEMPTS.most,
      }),
    );
    if (oldest) throw tooManyRequests(Math.ceil((oldest.getTime() - windowStart().getTime()) / 1000));
    const hash = holder && changes.isUsable(holder) ? (holder.hash ?? undefined) : undefined;
    return passwordHashing.verify(hash, password);
  };

  /** Requires the present password if it was entered, otherwise a recent sign-in. */
  const requireProof = async (caller: Caller, holder: PasswordHolder, present: string | undefined) => {
    if (!present) return changes.requireRecentSignIn(caller);
    // Counted apart, so that strangers who guess at the sign-in page do not keep the owner from changing it.
    const countedBy = hashAccount(holder.id);
    if (!(await verify(countedBy, holder, present)))
      throw refusal('present', 'The present password', 'is wrong');
    await deleteAttempts(db, countedBy);
  };

  /** Locks the account; its password must still be the one that was verified. */
  const lock = async (tx: DatabaseTransaction, caller: Caller, before: PasswordHolder) => {
    await lockAccounts(tx, [before.id]);
    await changes.requireSessionExists(tx, caller);
    const holder = await findHolder(tx, before.id);
    if (holder?.hash !== before.hash) throw forbidden('Your password was changed meanwhile: try again');
    return holder;
  };

  const find = async (caller: Caller): Promise<PasswordHolder> => {
    changes.requireSession(caller);
    const holder = await findHolder(db, caller.principal.userId);
    if (!holder) throw notFound('user');
    return holder;
  };

  const checkStrength = (password: string, owner: PasswordOwner): void => {
    const problem = passwordProblem(password, owner);
    if (problem) throw refusal('password', 'The password', problem);
  };

  return {
    /** Checks and hashes the password of a user who is not signed in. */
    hashNew: (password: string, owner: PasswordOwner): Promise<string> => {
      checkStrength(password, owner);
      return passwordHashing.hash(password);
    },

    /** Stores a password of a user who is not signed in; earlier failed attempts no longer count. */
    store: async (tx: DatabaseTransaction, by: Actor, user: UserRow, hash: string): Promise<void> => {
      const before = await findHolder(tx, user.id);
      await putPassword(tx, user.id, { hash, updated_at: clock.now() });
      await forgetBrowsers(tx, user.id);
      await deleteAttempts(tx, hashEmail(user.email));
      await changes.record(tx, by, user, before?.hash == null ? 'password-set' : 'password-changed');
    },

    /** Deletes the password of a user without a notice. */
    discard: async (tx: DatabaseTransaction, userId: string): Promise<void> => {
      await deletePassword(tx, userId);
      await forgetBrowsers(tx, userId);
    },

    /** Whether a user has a password. */
    has: async (userId: string): Promise<boolean> => (await findHolder(db, userId))?.hash != null,

    /**
     * Creates a session if the password is right; undefined otherwise. The account knows the browser afterwards: its
     * attempts are counted apart, so that strangers who guess do not lock the owner out.
     */
    signIn: async (
      { email, password }: { email: string; password: string },
      at: BrowserContext,
    ): Promise<{ readonly session: string; readonly browser: string } | undefined> => {
      const holder = await findHolderByEmail(db, email);
      const browser = at.knownBrowser || `lcb_${randomText(43)}`;
      const isKnown = await isKnownBrowser(db, holder?.id ?? '', hashSecret(browser), knownSince());
      const countedBy = isKnown ? hashBrowser(holder!.id, browser) : hashEmail(email);
      if (!(await verify(countedBy, holder, password)) || !holder) return undefined;
      return transaction(async (tx) => {
        await shareLockAccount(tx, holder.id);
        const current = await findHolder(tx, holder.id);
        if (!current || !changes.isUsable(current) || current.hash !== holder.hash) return undefined;
        await deleteAttempts(tx, countedBy);
        const session = await signIn.createSession(tx, holder, METHOD, at);
        await putKnownBrowser(tx, holder.id, hashSecret(browser), clock.now());
        return { session, browser };
      });
    },

    /** Sets or changes the password of the caller, and ends their other sessions. */
    set: async (caller: Caller, input: { password: string; present?: string | undefined }): Promise<void> => {
      const holder = await find(caller);
      checkStrength(input.password, { email: holder.email, displayName: holder.display_name });
      await requireProof(caller, holder, input.present);
      changes.requireVerified(holder);
      const hash = await passwordHashing.hash(input.password);
      await transaction(async (tx) => {
        changes.requireVerified(await lock(tx, caller, holder));
        await putPassword(tx, holder.id, { hash, updated_at: clock.now() });
        await forgetBrowsers(tx, holder.id);
        await sessions.endOthers(tx, caller);
        await changes.record(tx, caller, holder, holder.hash === null ? 'password-set' : 'password-changed');
      });
    },

    /** Removes the password of the caller, and ends their other sessions. */
    remove: async (caller: Caller, input: { present?: string | undefined }): Promise<void> => {
      const holder = await find(caller);
      if (holder.hash === null) return;
      await requireProof(caller, holder, input.present);
      await transaction(async (tx) => {
        await lock(tx, caller, holder);
        await deletePassword(tx, holder.id);
        await forgetBrowsers(tx, holder.id);
        await sessions.endOthers(tx, caller);
        await changes.record(tx, caller, holder, 'password-removed');
      });
    },

    /** Deletes attempts that no longer count. */
    deleteExpired: async (): Promise<void> => {
      await deleteExpiredAttempts(db, windowStart());
      await deleteExpiredBrowsers(db, knownSince());
    },
  };
};

/** Service for passwords. */
export type PasswordsService = ReturnType<typeof createPasswordsService>;
