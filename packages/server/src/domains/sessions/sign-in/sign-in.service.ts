import { timingSafeEqual } from 'node:crypto';
import { renderLinkEmail } from '@lectern/site';
import { shareLockAccount } from '../../../kernel/auth/account-locks.ts';
import { deleteProviderSessions, findSession, type SignInMethod } from '../../../kernel/auth/sessions.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { forbidden } from '../../../kernel/errors/errors.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { OrganizationsService } from '../../organizations/index.ts';
import type { BrowserContext, SessionsService } from '../sessions.service.ts';
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
import {
  consentPath,
  HOME,
  type LoginOption,
  type readBrowserCookie,
  SUBJECT,
  safeReturnPath,
} from './sign-in-paths.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'links' | 'emails' | 'limits'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'findSsoClaimant' | 'ensureVerified'>;
  readonly organizations: Pick<OrganizationsService, 'find' | 'acceptsEmailDomain'>;
  /** The identity providers that people can come from to an organization. */
  readonly logins: (organizationId: string) => Promise<readonly LoginOption[]>;
  readonly sessions: Pick<SessionsService, 'create'>;
}

/** Who signs somebody in by a link: an organization, through its identity provider. */
interface SsoProviderName {
  readonly organization: string;
  readonly provider: string;
}

/** What a link would do. */
interface LinkPreview {
  readonly email: string;
  /** Whether somebody at this browser asked for it: no page of another site, nor while they are somebody else here. */
  readonly isExpected: boolean;
  readonly by: SsoProviderName | undefined;
  /** Who is signed in here until then, if it is somebody else. */
  readonly insteadOf: string | undefined;
  /** The organization that loses its word for the account by it, because nobody had proved the address. */
  readonly claimant: string | undefined;
  /** Where whoever owns the account has to agree first, and whether they are signed in here already. */
  readonly agreement: { readonly path: string; readonly isSignedIn: boolean } | undefined;
}

/** What a browser holds. */
interface BrowserState {
  /** That in which somebody began to sign in. */
  readonly browser: ReturnType<typeof readBrowserCookie>;
  /** The secret of its session. */
  readonly session: string | undefined;
}

/** The job that sends a link to an address, or does not. */
export const SEND_LINK = 'sessions.send-link';

const MINUTE = 60_000;
/** How long links last: sent by mail, printed by a program, and handed from page to page. */
export const LINK_LIFETIME_MS = { mail: 15 * MINUTE, printed: 24 * 60 * MINUTE, handed: 2 * MINUTE };
const MAX_EMAILS = 5;

/** Ways of signing in that prove whose an address is. */
const EMAIL: SignInMethod = { way: 'email' };
const OPERATOR: SignInMethod = { way: 'operator' };

/** A link that is to be made. */
interface NewLink extends Pick<SignInLink, 'email' | 'wayIn'> {
  readonly target?: string;
  /** The hash of what the browser holds that asked for it. */
  readonly browser?: Buffer | undefined;
  readonly lasts: keyof typeof LINK_LIFETIME_MS;
}

/** How people sign in: by links that each can be used once. */
export const createSignInService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, jobs, links, emails, limits } = deps;
  const { identity, organizations, sessions, logins } = deps;
  const attempts = createRateLimit(limits.signInsPerMinute, () => clock.now().getTime());

  const emailWindowStart = () => new Date(clock.now().getTime() - LINK_LIFETIME_MS.mail);

  const linkUrl = (secret: string) => links.fileUrl(`${LOGIN_PATH}/link?token=${secret}`);

  const issueLink = async (tx: DatabaseTransaction, input: NewLink): Promise<string> => {
    const secret = `lcl_${randomText(43)}`;
    const createdAt = clock.now();
    await insertLink(
      tx,
      hashSecret(secret),
      {
        email: input.email,
        wayIn: input.wayIn,
        browser: input.browser,
        target: safeReturnPath(input.target ?? HOME),
      },
      { createdAt, expiresAt: new Date(createdAt.getTime() + LINK_LIFETIME_MS[input.lasts]) },
    );
    return secret;
  };

  const toEmail = (name: string, address: string, text: { text: string; html: string }) => ({
    id: `sign-in.${newId()}`,
    to: { name, address },
    subject: SUBJECT,
    settingsUrl: links.fileUrl(HOME),
    ...text,
  });

  // What nobody agreed to does not stand in the way of whoever proves the address, which is what a link does.
  const findLinkRestriction = async (
    executor: Database,
    userId: string,
  ): Promise<SignInRestriction | undefined> => {
    const restriction = await findRestriction(executor, userId);
    return restriction?.isProved ? restriction : undefined;
  };

  // Who has to come through an identity provider is told so, in a letter that only they read.
  const renderEmail = async (email: string, userId: string | undefined, target: string) => {
    const restriction = userId === undefined ? undefined : await findLinkRestriction(db, userId);
    if (restriction && !restriction.disabled)
      return renderLinkEmail(
        'Your organization asks you to sign in through its own page:',
        links.fileUrl(
          `${LOGIN_PATH}/organizations/${restriction.organizationId}?to=${encodeURIComponent(target)}`,
        ),
        'If you did not ask for this, nothing has happened and nothing needs to be done.',
      );
    const secret = await transaction((tx) => issueLink(tx, { email, wayIn: EMAIL, target, lasts: 'mail' }));
    return renderLinkEmail(
      'This link signs you in. It can be used once, within 15 minutes:',
      linkUrl(secret),
      'If you did not ask for it, nothing has happened and nothing needs to be done. Give it to nobody.',
    );
  };

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

  /** Refuses who is kept out, and who has to come by another way. */
  const requireUnrestricted = async (tx: DatabaseTransaction, userId: string, { provider }: SignInMethod) => {
    const restriction = await findRestriction(tx, userId);
    if (restriction?.disabled)
      throw forbidden(
        `Your membership of ${restriction.title} is disabled, and your account with it: its administrators can enable it, and whoever runs this server can end it`,
      );
    if (restriction && !provider)
      throw forbidden('Your organization asks you to sign in through its own page');
  };

  return {
    canSendEmail: emails !== undefined,

    /** Counts what costs something each time; too many from one address are refused. */
    countAttempt: (address: string): void => attempts.consume(address),

    /** Does what may be a guess: only what fails is counted, and after too many failures nothing is tried. */
    attempt: async <T>(address: string, work: () => Promise<T>): Promise<T> => {
      attempts.consume(address);
      const done = await work();
      attempts.refund(address);
      return done;
    },

    /** Has a link sent, if there is anybody to send it to: whoever asks is not told, and waits no longer for one than for the other. */
    requestLink: (email: string, target: unknown): Promise<void> =>
      transaction((tx) => jobs.enqueue(tx, SEND_LINK, { email, target: safeReturnPath(target) })),

    /** Sends a link to an address that has an account here, or may get one by its domain. */
    sendLink: async (email: string, target: string): Promise<void> => {
      if (!emails) return;
      const user = await identity.findByEmail(db, email);
      if (!user && !(await organizations.acceptsEmailDomain(email.split('@').at(-1)!.toLowerCase()))) return;
      const to = user?.email ?? email;
      // Nobody's mailbox is filled by somebody who knows the address.
      const counted = { now: clock.now(), since: emailWindowStart(), most: MAX_EMAILS };
      if (!(await transaction((tx) => recordEmail(tx, to, counted)))) return;
      const content = await renderEmail(to, user?.id, target);
      const { status, detail } = await emails.send(toEmail(user?.display_name ?? '', to, content));
      if (status !== 'accepted') throw new Error(`The link to sign in was not sent: ${status}, ${detail}`);
    },

    issueLink,

    /** A link for somebody whom the operator vouches for: the secret of it. */
    issueOperatorLink: (tx: DatabaseTransaction, email: string): Promise<string> =>
      issueLink(tx, { email, wayIn: OPERATOR, lasts: 'printed' }),

    /** The address of a link. */
    linkUrl,

    /** What stands in the way of somebody's signing in by a link. */
    findRestriction: (tx: DatabaseTransaction, userId: string): Promise<SignInRestriction | undefined> =>
      findLinkRestriction(tx, userId),

    /** The name of whoever is signed in with a session. */
    signedInAs: async (session: string | undefined): Promise<string | undefined> =>
      session === undefined
        ? undefined
        : (await findSession(db, session, clock.now()))?.principal.displayName,

    /** What a link would do, in a browser. */
    inspectLink: async (
      secret: string,
      { browser, session }: BrowserState,
    ): Promise<LinkPreview | undefined> => {
      const now = clock.now();
      const link = await findLink(db, hashSecret(secret), now);
      if (!link) return undefined;
      const { provider } = link.wayIn;
      const by = await findProviderName(link.wayIn);
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

    /** Signs in with a link, which is used up by it; undefined when it cannot be used. */
    redeem: (
      secret: string,
      at: BrowserContext,
    ): Promise<{ readonly session: string; readonly target: string } | undefined> =>
      transaction(async (tx) => {
        const link = await takeLink(tx, hashSecret(secret), clock.now());
        if (!link) return undefined;
        const { email, wayIn, target } = link;
        // Whoever holds a link that went to an address has proved that it is theirs; identity providers speak for themselves.
        const user = wayIn.provider
          ? await identity.findByEmail(tx, email)
          : (await identity.ensureVerified(tx, SYSTEM, { email })).user;
        if (!user) return undefined;
        // Whoever ends what speaks for the account waits for this session, or this one for them.
        await shareLockAccount(tx, user.id);
        const { provider } = wayIn;
        if (provider && !(await hasAgreed(tx, provider.organizationId, user.id)))
          throw forbidden(
            'The organization does not sign you in: you have not agreed, or are no member any more',
          );
        await requireUnrestricted(tx, user.id, wayIn);
        return { session: await sessions.create(tx, user, wayIn, at), target };
      }),

    /** Turns back those who are on their way from an identity provider. */
    revokeProviderLinks: (
      tx: DatabaseTransaction,
      provider: NonNullable<SignInMethod['provider']>,
    ): Promise<void> => deleteProviderLinks(tx, provider),

    /** Signs out everybody whom an identity provider vouched for, and those who are on their way. */
    signOutProvider: async (
      tx: DatabaseTransaction,
      provider: NonNullable<SignInMethod['provider']>,
    ): Promise<void> => {
      await deleteProviderLinks(tx, provider);
      await deleteProviderSessions(tx, provider);
    },

    /** Forgets links that nobody used in time, and letters that do not count any more. */
    deleteExpired: async (): Promise<void> => {
      await deleteExpiredLinks(db, clock.now());
      await deleteExpiredEmails(db, emailWindowStart());
    },
  };
};

/** How people sign in. */
export type SignInService = ReturnType<typeof createSignInService>;
