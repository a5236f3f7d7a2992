import type { Caller } from '../../../kernel/auth/principal.ts';
import { sessionExists } from '../../../kernel/auth/session-store.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/events/events.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { FoundUser, IdentityService, UserRow } from '../../identity/index.ts';
import type { SessionsService } from '../../sessions/index.ts';
import { type CredentialChange, credentialEmail } from './credential-email.ts';

interface Dependencies extends Pick<Kernel, 'newId' | 'jobs' | 'links' | 'emails'> {
  readonly identity: Pick<IdentityService, 'recordCredentialChange'>;
  readonly sessions: Pick<SessionsService, 'isRecent'>;
}

/** The job that tells a user that a password or passkey was changed. */
export const NOTIFY_CHANGE = jobName<{ email: string; displayName: string; change: CredentialChange }>(
  'credentials.notify-change',
);

/** Rules and records that all changes of passwords and passkeys have in common. */
export const createCredentialChangesService = (deps: Dependencies) => {
  const { newId, jobs, links, emails, identity, sessions } = deps;

  // A token for a program must not become a way to sign in.
  const requireSession = ({ principal }: Caller): void => {
    if (principal.sessionId === undefined)
      throw conflict('Passwords and passkeys are changed in the browser, not with an API token');
  };

  // Until the address is verified or an invitation accepted, a password or passkey may be that of another person.
  const isUsable = ({ email_verified, held_by }: Pick<FoundUser, 'email_verified' | 'held_by'>): boolean =>
    email_verified || held_by !== null;

  return {
    requireSession,

    /** Requires that the caller signed in a short time ago. */
    requireRecentSignIn: async (caller: Caller): Promise<void> => {
      if (!(await sessions.isRecent(caller)))
        throw forbidden(
          'Your sign-in is more than an hour old or was through single sign-on: enter your present password, or sign in again with a link, your password or a passkey',
        );
    },

    isUsable,

    /** Requires a verified address or an accepted invitation: whoever signs in otherwise may not be the owner. */
    requireVerified: (user: Pick<FoundUser, 'email_verified' | 'held_by'>): void => {
      if (!isUsable(user))
        throw forbidden('Your e-mail address is not verified: sign in with a link sent to it first');
    },

    /** Requires that the caller's session has not ended meanwhile. */
    requireSessionExists: async (tx: DatabaseTransaction, { principal }: Caller): Promise<void> => {
      if (!(await sessionExists(tx, principal.sessionId ?? ''))) throw forbidden('Your session has ended');
    },

    /** Records a change in the audit log, and queues the e-mail about it. */
    record: async (
      tx: DatabaseTransaction,
      caller: Actor,
      user: UserRow,
      change: CredentialChange,
    ): Promise<void> => {
      await identity.recordCredentialChange(tx, caller, user, change);
      if (emails)
        await jobs.enqueue(tx, NOTIFY_CHANGE, { email: user.email, displayName: user.display_name, change });
    },

    /** Sends the e-mail about a change. */
    notify: async ({
      email,
      displayName,
      change,
    }: {
      email: string;
      displayName: string;
      change: CredentialChange;
    }): Promise<void> => {
      if (!emails) return;
      const { status, detail } = await emails.send(
        credentialEmail({
          id: newId(),
          to: { name: displayName, address: email },
          change,
          accountUrl: links.fileUrl('/account'),
        }),
      );
      if (status === 'deferred')
        throw new Error(`The e-mail about a changed credential was not sent: ${detail}`);
    },
  };
};

/** Rules and records that all changes of passwords and passkeys have in common. */
export type CredentialChangesService = ReturnType<typeof createCredentialChangesService>;
