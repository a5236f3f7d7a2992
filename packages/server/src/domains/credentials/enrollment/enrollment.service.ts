import { deleteSessions } from '../../../kernel/auth/session-store.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import type { UserRow } from '../../identity/index.ts';
import type { BrowserContext, SignInService } from '../../sessions/index.ts';
import type { PasskeysService } from '../passkeys/passkeys.service.ts';
import type { PasswordOwner } from '../passwords/password-strength.ts';
import type { PasswordsService } from '../passwords/passwords.service.ts';

interface Dependencies {
  readonly passwords: Pick<PasswordsService, 'hashNew' | 'store' | 'discard'>;
  readonly passkeys: Pick<PasskeysService, 'enrollmentOptions' | 'verifyEnrollment' | 'discardAll'>;
  readonly signIn: Pick<SignInService, 'createSession'>;
}

/** The fields of a form that sets a password or adds a passkey. */
export interface NewCredential {
  readonly password?: string | undefined;
  /** The answer of the browser as JSON; takes precedence over the password. */
  readonly credential?: string | undefined;
}

/** A checked password or passkey. */
export interface PreparedCredential {
  /** The user whom the passkey was created for. */
  readonly userId: string | undefined;
  /** Stores it, ends all sessions of the user, and starts one. Returns its secret. */
  store(tx: DatabaseTransaction, by: Actor, user: UserRow, at: BrowserContext): Promise<string>;
}

/**
 * Service that gives users a password or passkey who have no session, but a link: for the set-up, an invitation or a
 * recovery. The purpose names the link, so that an answer for one does not fit another.
 */
export const createEnrollmentService = ({ passwords, passkeys, signIn }: Dependencies) => {
  const purposeOf = (link: string) => `passkey enrollment ${link}`;

  const startSession = async (tx: DatabaseTransaction, user: UserRow, method: string, at: BrowserContext) => {
    await deleteSessions(tx, user.id);
    return signIn.createSession(tx, user, { method }, at);
  };

  return {
    /** The options with which a browser creates a passkey. */
    passkeyOptions: (link: string, user: { id: string; email: string; displayName: string }) =>
      passkeys.enrollmentOptions(purposeOf(link), user),

    /** Removes the password and all passkeys of a user, before others take their place. */
    removeAll: async (tx: DatabaseTransaction, userId: string): Promise<void> => {
      await passwords.discard(tx, userId);
      await passkeys.discardAll(tx, userId);
    },

    /** Checks a new password or passkey, before the link is used up. */
    prepare: async (
      link: string,
      owner: PasswordOwner,
      { password, credential }: NewCredential,
    ): Promise<PreparedCredential> => {
      if (credential) {
        const passkey = await passkeys.verifyEnrollment(purposeOf(link), credential);
        return {
          userId: passkey.userId,
          store: async (tx, by, user, at) => {
            await passkey.store(tx, by, user);
            return startSession(tx, user, 'passkey', at);
          },
        };
      }
      const hash = await passwords.hashNew(password ?? '', owner);
      return {
        userId: undefined,
        store: async (tx, by, user, at) => {
          await passwords.store(tx, by, user, hash);
          return startSession(tx, user, 'password', at);
        },
      };
    },
  };
};

/** Service that gives users a password or passkey who have no session, but a link. */
export type EnrollmentService = ReturnType<typeof createEnrollmentService>;
