import type { AccountModel } from '@lectern/site';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { PASSWORD_LENGTH, type PasskeysService, type PasswordsService } from '../credentials/index.ts';
import type { IdentityService } from '../identity/index.ts';
import { KINDS, type SettingsService } from '../notifications/index.ts';
import type { MembersService } from '../organizations/index.ts';
import { consentPath, type LoginOption, type SessionsService } from '../sessions/index.ts';

interface Dependencies extends Pick<Kernel, 'emails'> {
  readonly identity: Pick<IdentityService, 'find'>;
  readonly sessions: Pick<SessionsService, 'list' | 'isRecent'>;
  readonly passwords: Pick<PasswordsService, 'has'>;
  readonly passkeys: Pick<PasskeysService, 'list' | 'isAvailable'>;
  /** Whether a user has no other way to sign in than a method. */
  readonly isOnlyMethod: (userId: string, method: string) => Promise<boolean>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly members: Pick<MembersService, 'memberships'>;
  /** The login options of an organization. */
  readonly logins: (organizationId: string) => Promise<readonly LoginOption[]>;
}

// The page shows the newest entries only.
const NEWEST: PageRequest = { limit: 50, after: undefined, encodeCursor: () => '' };

const METHODS: Readonly<Record<string, string>> = {
  email: 'E-mail link',
  operator: 'Operator link',
  password: 'Password',
  passkey: 'Passkey',
  saml: 'Single sign-on',
  oidc: 'Single sign-on',
};

// A line may break between date and time only.
const moment = (at: Date) => {
  const [day, hour] = at.toISOString().slice(0, 16).split('T');
  return { iso: at.toISOString(), text: `${day} ${hour}\u00a0UTC` };
};

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A readable name of a user agent. */
const browserName = (agent: string): string => {
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return browser ? `${browser}${system ? ` on ${system}` : ''}` : agent.slice(0, 40);
};

/** Service for the account page. */
export const createAccountService = (deps: Dependencies) => {
  const { emails, identity, sessions, passwords, passkeys, settings, members, logins } = deps;
  const { isOnlyMethod } = deps;
  return {
    describe: async (
      caller: Caller,
    ): Promise<
      Pick<
        AccountModel,
        'user' | 'password' | 'passkeys' | 'isOnlyPasskey' | 'sessions' | 'organizations' | 'notifications'
      >
    > => {
      const { userId, sessionId } = caller.principal;
      const [user, hasPassword, keys, isRecent, open, memberships, switches] = await Promise.all([
        identity.find(userId, userId),
        passwords.has(userId),
        passkeys.list(userId),
        sessions.isRecent(caller),
        sessions.list(caller, NEWEST),
        members.memberships(userId),
        settings.get(caller),
      ]);
      if (!user) throw notFound('user');
      return {
        user: { displayName: user.display_name, email: user.email },
        password: {
          isSet: hasPassword,
          isOnlyMethod: hasPassword && (await isOnlyMethod(userId, 'password')),
          isRecentSignIn: isRecent,
          minLength: PASSWORD_LENGTH.min,
        },
        isOnlyPasskey: keys.length === 1 && (await isOnlyMethod(userId, 'passkey')),
        passkeys: passkeys.isAvailable()
          ? keys.map(({ id, name, created_at, last_used_at }) => ({
              id,
              name,
              created: moment(created_at),
              lastUsed: last_used_at ? moment(last_used_at) : undefined,
            }))
          : undefined,
        sessions: {
          count: open.count,
          items: open.rows.slice(0, NEWEST.limit).map((session) => ({
            id: session.id,
            isCurrent: session.id === sessionId,
            browser: browserName(session.agent),
            address: session.address,
            method: METHODS[session.method] ?? session.method,
            created: moment(session.created_at),
            lastUsed: moment(session.last_used_at),
          })),
        },
        organizations: memberships.map((membership) => {
          const { id, title, role, disabled, sso, sso_agreed_at } = membership;
          return {
            id,
            title,
            role: role ?? 'guest',
            isDisabled: disabled,
            sso,
            consentPath: sso && !sso_agreed_at ? consentPath(id) : undefined,
            newRules:
              membership.closed_by_sso && membership.has_new_rules
                ? membership.disabled_sign_in_methods
                : undefined,
          };
        }),
        notifications: {
          kinds: KINDS.map((name) => ({ name, ...switches[name] })),
          emailAvailable: emails !== undefined,
        },
      };
    },

    /** The model of the page for leaving an organization. */
    leaving: async ({ principal }: Caller, organizationId: string) => {
      const left = (await members.memberships(principal.userId)).find(({ id }) => id === organizationId);
      if (!left) throw notFound('organization');
      return { organization: left.title, usesSso: left.sso_agreed_at !== null };
    },

    /** The model of the consent page. */
    agreement: async ({ principal }: Caller, organizationId: string) => {
      const [user, memberships, choices] = await Promise.all([
        identity.find(principal.userId, principal.userId),
        members.memberships(principal.userId),
        logins(organizationId),
      ]);
      const asking = memberships.find(({ id, sso }) => id === organizationId && sso);
      if (!user || !asking) throw notFound('organization');
      return {
        email: user.email,
        organization: asking.title,
        providers: choices.map(({ label }) => label),
      };
    },
  };
};

/** Service for the account page. */
export type AccountService = ReturnType<typeof createAccountService>;
