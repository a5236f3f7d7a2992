import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import { findSessionMethod } from '../../kernel/auth/session-store.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, forbidden } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { acceptRules, lockMember } from './members/members.store.ts';
import {
  findDisabledMethods,
  findRefusals,
  findSignInRules,
  lockSsoRequirement,
} from './organizations.store.ts';
import {
  applySwitches,
  isSwitchable,
  methodName,
  refusedMethod,
  SIGN_IN_METHODS,
} from './sign-in-methods.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'emails'> {
  /** Whether an organization has an active identity provider. */
  readonly hasProvider: (organizationId: string) => Promise<boolean>;
  /** The sign-in methods that a user has set up and that the server offers. */
  readonly methodsOf: (userId: string) => Promise<readonly string[]>;
}

/** Service for the sign-in methods that an organization accepts of its members. */
export const createSignInMethodsService = ({ db, clock, emails, hasProvider, methodsOf }: Dependencies) => {
  const methodOf = async (executor: Database, { principal: { sessionId } }: Caller) =>
    sessionId === undefined ? undefined : findSessionMethod(executor, sessionId);

  const unavailable = (disabled: readonly string[]) => (emails ? disabled : [...disabled, 'email']);

  /** The text that refuses a method for a user; undefined when all of their organizations accept it. */
  const findRefusal = async (
    executor: Database,
    userId: string,
    method: string,
  ): Promise<string | undefined> => {
    const [refusing] = await findRefusals(executor, userId, method);
    return (
      refusing &&
      refusedMethod(method, {
        title: refusing.title,
        disabled: unavailable(refusing.disabled_sign_in_methods),
        hasSso: await hasProvider(refusing.id),
      })
    );
  };

  return {
    findRefusal,

    /** The methods that the sign-in page offers for an organization; without one, for the only organization. */
    offered: async (organizationId?: string) => {
      const disabled = await findDisabledMethods(db, organizationId);
      return {
        password: !disabled.includes('password'),
        passkey: !disabled.includes('passkey'),
        email: !disabled.includes('email'),
      };
    },

    /** The methods that are off after a change, which must not lock the caller out. */
    disabledAfter: async (
      tx: DatabaseTransaction,
      caller: Caller,
      organizationId: string,
      switches: Parameters<typeof applySwitches>[1],
    ): Promise<string[]> => {
      // Locked first, so that administrators do not switch off each other's last method at the same time.
      await lockSsoRequirement(tx, organizationId);
      const before = (await findSignInRules(tx, organizationId))?.disabled_sign_in_methods ?? [];
      const disabled = applySwitches(before, switches);
      if (disabled.every((method) => before.includes(method))) return disabled;
      const isOnlyEmail = disabled.length === SIGN_IN_METHODS.length - 1 && !disabled.includes('email');
      if (isOnlyEmail && !emails && !(await hasProvider(organizationId)))
        throw conflict(
          'This server sends no e-mail, so that nobody could sign in with a link: leave passwords or passkeys on',
        );
      const { userId } = caller.principal;
      const present = await methodOf(tx, caller);
      if (isSwitchable(present) && disabled.includes(present))
        throw conflict(
          `You are signed in with ${methodName(present)}, so you cannot switch this method off: sign in with another one first`,
        );
      const member = await lockMember(tx, organizationId, userId);
      const hasSso = member?.sso_agreed_at != null && (await hasProvider(organizationId));
      const own = await methodsOf(userId);
      // Whoever has set up none yet can set up one that stays on.
      const isLeft = (own.length > 0 ? own : SIGN_IN_METHODS).some(
        (method) => !unavailable(disabled).includes(method),
      );
      if (!isSwitchable(present) && !hasSso && !isLeft)
        throw conflict(
          'You could not sign in any more: set up a sign-in method that stays on first, for example a password or a passkey at /account',
        );
      // Whoever sets the rule accepts it, also as a member of other organizations.
      await acceptRules(tx, organizationId, userId, clock.now(), disabled);
      return disabled;
    },

    /** Refuses a session of a method that an organization does not accept; called before joining it, which ends such sessions. */
    requireAccepted: async (
      tx: DatabaseTransaction,
      caller: Caller,
      organizationId: string,
    ): Promise<void> => {
      await lockAccounts(tx, [caller.principal.userId]);
      const method = await methodOf(tx, caller);
      const rules = await findSignInRules(tx, organizationId);
      if (method === undefined || !rules?.disabled_sign_in_methods.includes(method)) return;
      throw forbidden(
        `${refusedMethod(method, {
          title: rules.title,
          disabled: unavailable(rules.disabled_sign_in_methods),
          hasSso: await hasProvider(organizationId),
        })}. Sign in with one of them first`,
      );
    },
  };
};

/** Service for the sign-in methods that an organization accepts of its members. */
export type SignInMethodsService = ReturnType<typeof createSignInMethodsService>;
