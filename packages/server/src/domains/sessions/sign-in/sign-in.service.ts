import { timingSafeEqual } from 'node:crypto';
import { shareLockAccount } from '../../../kernel/auth/account-locks.ts';
import type { Principal } from '../../../kernel/auth/principal.ts';
import {
  deleteProviderSessions,
  findMethodBySecret,
  findSession,
  type SignInMethod,
} from '../../../kernel/auth/session-store.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import { clientNetwork } from '../../../kernel/client-network.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { IdentityService, UserRow } from '../../identity/index.ts';
import type { OrganizationsService, SignInMethodsService } from '../../organizations/index.ts';
import type { BrowserContext, SessionsService } from '../sessions.service.ts';
import type { readBrowserCookie } from './browser-cookie.ts';
import type { LoginOption } from './login-options.ts';
import {
  deleteExpiredEmails,
  deleteExpiredLinks,
  deleteProviderLinks,
  findLink,
  findRestriction,
  hasAgreed,
  insertLink,
  recordEmail,
  type SignInLink,
  type SignInRestriction,
  takeLink,
} from './sign-in.store.ts';
import { type SignInEmailData, signInEmail } from './sign-in-email.ts';
import { ACCOUNT_PATH, consentPath, HOME, safeReturnPath } from './sign-in-paths.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'links' | 'emails' | 'limits'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'findSsoClaimant' | 'ensureVerified'>;
  readonly organizations: Pick<OrganizationsService, 'find' | 'acceptsEmailDomain'>;
  readonly signInMethods: Pick<SignInMethodsService, 'findRefusal'>;
  /** Whether a path is the page of a valid invite link. */
  readonly isInvitePage: (path: string) => Promise<boolean>;
  /** The login options of an organization. */
  readonly logins: (organizationId: string) => Promise<readonly LoginOption[]>;
  readonly sessions: Pick<SessionsService, 'create'>;
}

/** The organization and the label of the identity provider of a sign-in. */
interface SsoProviderName {
  readonly organization: string;
  readonly provider: string;
}

/** The effect of a link in a browser. */
interface LinkPreview {
  readonly email: string;
  /** Whether the user started this sign-in in this browser, not another site and not under another account. */
  readonly isExpected: boolean;
  readonly by: SsoProviderName | undefined;
  /** The name of another account that is signed in in this browser and will be signed out. */
  readonly insteadOf: string | undefined;
  /** The organization that claimed the unverified address and loses access to the account. */
  readonly claimant: string | undefined;
  /** The consent page that comes first, and whether the owner is already signed in. */
  readonly agreement: { readonly path: string; readonly isSignedIn: boolean } | undefined;
}

/** The secrets of a browser. */
interface BrowserState {
  /** The secret of a started sign-in. */
  readonly browser: ReturnType<typeof readBrowserCookie>;
  /** The secret of the session. */
  readonly session: string | undefined;
}

/** The job that sends a sign-in link. */
export const SEND_LINK = jobName<{ email: string; target: string }>('sessions.send-link');

const MINUTE = 60_000;
/** Lifetimes of links: sent by e-mail, printed by a command, and passed from page to page. */
export const LINK_LIFETIME_MS = { email: 15 * MINUTE, operator: 24 * 60 * MINUTE, redirect: 2 * MINUTE };
const MAX_EMAILS = 5;

/** Sign-in methods that verify the e-mail address. */
const EMAIL: SignInMethod = { method: 'email' };
const OPERATOR: SignInMethod = { method: 'operator' };

/** A new sign-in link. */
interface NewLink extends Pick<SignInLink, 'email' | 'signInMethod'> {
  readonly target?: string;
  /** The hash of the secret of the browser that requested it. */
  readonly browser?: Buffer | undefined;
  readonly lifetime: keyof typeof LINK_LIFETIME_MS;
}

/** Service for sign-in by single-use links. */
export const createSignInService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, jobs, links, emails, limits } = deps;
  const { identity, organizations, signInMethods, sessions, logins, isInvitePage } = deps;
  const attempts = createRateLimit(limits.signInsPerMinute, () => clock.now().getTime());

  const emailWindowStart = () => new Date(clock.now().getTime() - LINK_LIFETIME_MS.email);

  const linkUrl = (secret: string) => links.fileUrl(`${LOGIN_PATH}/link?token=${secret}`);

  const issueLink = async (tx: DatabaseTransaction, input: NewLink): Promise<string> => {
    const secret = `lcl_${randomText(43)}`;
    const createdAt = clock.now();
    await insertLink(
      tx,
      hashSecret(secret),
      {
        email: input.email,
        signInMethod: input.signInMethod,
        browser: input.browser,
        target: safeReturnPath(input.target ?? HOME),
      },
      { createdAt, expiresAt: new Date(createdAt.getTime() + LINK_LIFETIME_MS[input.lifetime]) },
    );
    return secret;
  };

  // Restrictions that nobody consented to do not apply to the owner of the address, which the link verifies.
  const findLinkRestriction = async (
    executor: Database,
    userId: string,
  ): Promise<SignInRestriction | undefined> => {
    const restriction = await findRestriction(executor, userId);
    return restriction?.isVerified ? restriction : undefined;
  };

  // Users who must use single sign-on get the sign-in page of their organization.
  const linkFor = async (
    email: string,
    userId: string | undefined,
    target: string,
  ): Promise<SignInEmailData['link']> => {
    const restriction = userId === undefined ? undefined : await findLinkRestriction(db, userId);
    if (restriction && !restriction.disabled)
      return {
        kind: 'single-sign-on',
        url: links.fileUrl(
          `${LOGIN_PATH}/organizations/${restriction.organizationId}?to=${encodeURIComponent(target)}`,
        ),
      };
    const refusal =
      userId === undefined ? undefined : await signInMethods.findRefusal(db, userId, EMAIL.method);
    if (refusal !== undefined)
      return {
        kind: 'other-method',
        reason: `${refusal}.`,
        url: links.fileUrl(`${LOGIN_PATH}?to=${encodeURIComponent(target)}`),
      };
    const secret = await transaction((tx) =>
      issueLink(tx, { email, signInMethod: EMAIL, target, lifetime: 'email' }),
    );
    return { kind: 'sign-in-link', url: linkUrl(secret) };
  };

  // Accounts are created for addresses of a domain that an organization accepts, and for whoever has an invite link.
  const mayCreateAccount = async (email: string, target: string): Promise<boolean> =>
    (await organizations.acceptsEmailDomain(email.split('@').at(-1)!.toLowerCase())) ||
    (await isInvitePage(target));

  const findProviderName = async ({ provider }: SignInMethod): Promise<SsoProviderName | undefined> => {
    if (!provider) return undefined;
    const [organization, choices] = await Promise.all([
      organizations.find(provider.organizationId, ''),
      logins(provider.organizationId),
    ]);
    const login = choices.find(({ id }) => id === provider.id);
    return organization && login && { organization: organization.title, provider: login.label };
  };

  const findClaimantTitle = async (email: string): Promise<string | undefined> => {
    const organizationId = await identity.findSsoClaimant(email);
    return organizationId === undefined ? undefined : (await organizations.find(organizationId, ''))?.title;
  };

  /** Refuses disabled members, members who must use single sign-on, and methods that an organization does not accept. */
  const requireUnrestricted = async (
    tx: DatabaseTransaction,
    userId: string,
    { provider, method }: SignInMethod,
  ) => {
    const restriction = await findRestriction(tx, userId);
    if (restriction?.disabled)
      throw forbidden(
        `Your membership of ${restriction.title} is disabled, so you cannot sign in. Ask an administrator of the organization to enable it, or the operator of this server to remove it`,
      );
    if (restriction && !provider) throw forbidden('Your organization requires single sign-on');
    const refusal = await signInMethods.findRefusal(tx, userId, method);
    if (refusal !== undefined) throw forbidden(refusal);
  };

  /** Creates a session of a user, unless their membership is disabled or they must use single sign-on. */
  const createSession = async (
    tx: DatabaseTransaction,
    user: UserRow,
    signInMethod: SignInMethod,
    at: BrowserContext,
  ): Promise<string> => {
    // Serializes with changes that revoke the account's sessions.
    await shareLockAccount(tx, user.id);
    await requireUnrestricted(tx, user.id, signInMethod);
    return sessions.create(tx, user, signInMethod, at);
  };

  return {
    canSendEmail: emails !== undefined,

    createSession,

    /** Counts a request against the rate limit of an address. */
    countAttempt: (address: string): void => attempts.consume(clientNetwork(address)),

    /** Runs an operation that could be a guess; only failures count against the rate limit of the address. */
    attempt: async <T>(address: string, work: () => Promise<T>): Promise<T> => {
      const client = clientNetwork(address);
      attempts.consume(client);
      const done = await work();
      attempts.refund(client);
      return done;
    },

    /** Queues the e-mail with a sign-in link; takes the same time whether or not the address has an account. */
    requestLink: (email: string, target: unknown): Promise<void> =>
      transaction((tx) => jobs.enqueue(tx, SEND_LINK, { email, target: safeReturnPath(target) })),

    /** Sends a sign-in link to an address with an account, or with a domain that an organization accepts. */
    sendLink: async (email: string, target: string): Promise<void> => {
      if (!emails) return;
      const user = await identity.findByEmail(db, email);
      if (!user && !(await mayCreateAccount(email, target))) return;
      const to = user?.email ?? email;
      // Limits the number of e-mails per address.
      const counted = { now: clock.now(), since: emailWindowStart(), most: MAX_EMAILS };
      if (!(await transaction((tx) => recordEmail(tx, to, counted)))) return;
      const { status, detail } = await emails.send(
        signInEmail({
          id: newId(),
          to: { name: user?.display_name ?? '', address: to },
          link: await linkFor(to, user?.id, target),
          settingsUrl: links.fileUrl(ACCOUNT_PATH),
        }),
      );
      if (status !== 'accepted') throw new Error(`The sign-in link was not sent: ${status}, ${detail}`);
    },

    issueLink,

    /** Creates a link for a user on behalf of the operator and returns its secret. */
    issueOperatorLink: (tx: DatabaseTransaction, email: string): Promise<string> =>
      issueLink(tx, { email, signInMethod: OPERATOR, lifetime: 'operator' }),

    /** The URL of a sign-in link. */
    linkUrl,

    /** The restriction that prevents a user from signing in by link. */
    findRestriction: (tx: DatabaseTransaction, userId: string): Promise<SignInRestriction | undefined> =>
      findLinkRestriction(tx, userId),

    /** The display name of the user of a session. */
    signedInAs: async (session: string | undefined): Promise<string | undefined> =>
      session === undefined
        ? undefined
        : (await findSession(db, session, clock.now()))?.principal.displayName,

    /** The user of a session. */
    findSignedIn: async (session: string | undefined): Promise<Principal | undefined> =>
      session === undefined ? undefined : (await findSession(db, session, clock.now()))?.principal,

    /** Why the session of a browser is not valid any more, if an organization does not accept its sign-in method. */
    refusedSession: async (session: string | undefined): Promise<string | undefined> => {
      const ended = session === undefined ? undefined : await findMethodBySecret(db, session, clock.now());
      return ended && signInMethods.findRefusal(db, ended.user_id, ended.method);
    },

    /** The effect of a link in a browser. */
    inspectLink: async (
      secret: string,
      { browser, session }: BrowserState,
    ): Promise<LinkPreview | undefined> => {
      const now = clock.now();
      const link = await findLink(db, hashSecret(secret), now);
      if (!link) return undefined;
      const { provider } = link.signInMethod;
      const by = await findProviderName(link.signInMethod);
      if (provider && !by) return undefined;
      const user = await identity.findByEmail(db, link.email);
      const signedIn = session === undefined ? undefined : await findSession(db, session, now);
      const isSignedIn = signedIn !== undefined && signedIn.principal.userId === user?.id;
      const insteadOf = isSignedIn ? undefined : signedIn?.principal.displayName;
      const seen = { email: link.email, by, insteadOf, claimant: undefined, agreement: undefined };
      if (!provider) return { ...seen, isExpected: false, claimant: await findClaimantTitle(link.email) };
      const isExpected =
        browser !== undefined &&
        !browser.startedCrossSite &&
        link.browser !== undefined &&
        timingSafeEqual(link.browser, hashSecret(browser.secret)) &&
        insteadOf === undefined;
      if (!user || (await hasAgreed(db, provider.organizationId, user.id))) return { ...seen, isExpected };
      const agreement = { path: consentPath(provider.organizationId), isSignedIn };
      return { ...seen, isExpected, agreement };
    },

    /** Signs in with a link and consumes it; undefined when the link is invalid. */
    redeem: (
      secret: string,
      at: BrowserContext,
    ): Promise<{ readonly session: string; readonly target: string } | undefined> =>
      transaction(async (tx) => {
        const link = await takeLink(tx, hashSecret(secret), clock.now());
        if (!link) return undefined;
        const { email, signInMethod, target } = link;
        // Using a link verifies its address; identity providers verify addresses themselves.
        const user = signInMethod.provider
          ? await identity.findByEmail(tx, email)
          : (await identity.ensureVerified(tx, SYSTEM, { email })).user;
        if (!user) return undefined;
        // Serializes with changes that revoke the account's sessions.
        await shareLockAccount(tx, user.id);
        const { provider } = signInMethod;
        if (provider && !(await hasAgreed(tx, provider.organizationId, user.id)))
          throw forbidden(
            'You cannot sign in through this organization: you have not agreed to its single sign-on, or are no longer a member',
          );
        return { session: await createSession(tx, user, signInMethod, at), target };
      }),

    /** Revokes the pending links of an identity provider. */
    revokeProviderLinks: (
      tx: DatabaseTransaction,
      provider: NonNullable<SignInMethod['provider']>,
    ): Promise<void> => deleteProviderLinks(tx, provider),

    /** Ends all sessions of an identity provider and revokes its pending links. */
    signOutProvider: async (
      tx: DatabaseTransaction,
      provider: NonNullable<SignInMethod['provider']>,
    ): Promise<void> => {
      await deleteProviderLinks(tx, provider);
      await deleteProviderSessions(tx, provider);
    },

    /** Deletes expired links and the records of sent e-mails. */
    deleteExpired: async (): Promise<void> => {
      await deleteExpiredLinks(db, clock.now());
      await deleteExpiredEmails(db, emailWindowStart());
    },
  };
};

/** Service for sign-in by single-use links. */
export type SignInService = ReturnType<typeof createSignInService>;
