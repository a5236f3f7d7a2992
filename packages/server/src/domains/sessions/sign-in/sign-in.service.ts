import { timingSafeEqual } from 'node:crypto';
import { renderLinkLetter } from '@lectern/site';
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
import type { BrowserAt, SessionsService } from '../sessions.service.ts';
import {
  type Barrier,
  deleteOldLetters,
  deleteOldLinks,
  deleteProviderLinks,
  findBarrier,
  findLink,
  hasAgreed,
  insertLink,
  noteLetter,
  type SignInLink,
  takeLink,
} from './sign-in.store.ts';
import { agreementPath, type browserIn, HOME, type Login, ownPath, SUBJECT } from './sign-in-paths.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'jobs' | 'links' | 'emails' | 'limits'> {
  readonly identity: Pick<IdentityService, 'findByEmail' | 'claimantOf' | 'vouch'>;
  readonly organizations: Pick<OrganizationsService, 'find' | 'takesEmailDomain'>;
  /** The identity providers that people can come from to an organization. */
  readonly logins: (organizationId: string) => Promise<readonly Login[]>;
  readonly sessions: Pick<SessionsService, 'begin'>;
}

/** Who signs somebody in by a link: an organization, through its identity provider. */
interface Vouching {
  readonly organization: string;
  readonly provider: string;
}

/** What a link would do. */
interface SeenLink {
  readonly email: string;
  /** Whether somebody at this browser asked for it: no page of another site, nor while they are somebody else here. */
  readonly isWanted: boolean;
  readonly by: Vouching | undefined;
  /** Who is signed in here until then, if it is somebody else. */
  readonly insteadOf: string | undefined;
  /** The organization that loses its word for the account by it, because nobody had proved the address. */
  readonly claimant: string | undefined;
  /** Where whoever owns the account has to agree first, and whether they are signed in here already. */
  readonly agreement: { readonly path: string; readonly isSignedIn: boolean } | undefined;
}

/** What a browser holds. */
interface Held {
  /** That in which somebody began to sign in. */
  readonly browser: ReturnType<typeof browserIn>;
  /** The secret of its session. */
  readonly session: string | undefined;
}

/** The job that sends a link to an address, or does not. */
export const SEND_LINK = 'sessions.send-link';

const MINUTE = 60_000;
/** How long links last: sent by mail, printed by a program, and handed from page to page. */
export const LINK_MS = { mail: 15 * MINUTE, printed: 24 * 60 * MINUTE, handed: 2 * MINUTE };
const MOST_MAILS = 5;

/** Ways of signing in that prove whose an address is. */
const EMAIL: SignInMethod = { way: 'email' };
const OPERATOR: SignInMethod = { way: 'operator' };

/** A link that is to be made. */
interface LinkWish extends Pick<SignInLink, 'email' | 'wayIn'> {
  readonly target?: string;
  /** The hash of what the browser holds that asked for it. */
  readonly browser?: Buffer | undefined;
  readonly lasts: keyof typeof LINK_MS;
}

/** How people sign in: by links that each can be used once. */
export const createSigningInService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, jobs, links, emails, limits } = deps;
  const { identity, organizations, sessions, logins } = deps;
  const attempts = createRateLimit(limits.signInsPerMinute, () => clock.now().getTime());

  const letterWindow = () => new Date(clock.now().getTime() - LINK_MS.mail);

  const addressOf = (secret: string) => links.fileUrl(`${LOGIN_PATH}/link?token=${secret}`);

  const issue = async (tx: DatabaseTransaction, wish: LinkWish): Promise<string> => {
    const secret = `lcl_${randomText(43)}`;
    const createdAt = clock.now();
    await insertLink(
      tx,
      hashSecret(secret),
      {
        email: wish.email,
        wayIn: wish.wayIn,
        browser: wish.browser,
        target: ownPath(wish.target ?? HOME),
      },
      { createdAt, expiresAt: new Date(createdAt.getTime() + LINK_MS[wish.lasts]) },
    );
    return secret;
  };

  const letter = (name: string, address: string, text: { text: string; html: string }) => ({
    id: `sign-in.${newId()}`,
    to: { name, address },
    subject: SUBJECT,
    settingsUrl: links.fileUrl(HOME),
    ...text,
  });

  // What nobody agreed to does not stand in the way of whoever proves the address, which is what a link does.
  const barrierToLinks = async (executor: Database, userId: string): Promise<Barrier | undefined> => {
    const barrier = await findBarrier(executor, userId);
    return barrier?.isProved ? barrier : undefined;
  };

  // Who has to come through an identity provider is told so, in a letter that only they read.
  const wordsFor = async (email: string, userId: string | undefined, target: string) => {
    const barrier = userId === undefined ? undefined : await barrierToLinks(db, userId);
    if (barrier && !barrier.disabled)
      return renderLinkLetter(
        'Your organization asks you to sign in through its own page:',
        links.fileUrl(
          `${LOGIN_PATH}/organizations/${barrier.organizationId}?to=${encodeURIComponent(target)}`,
        ),
        'If you did not ask for this, nothing has happened and nothing needs to be done.',
      );
    const secret = await transaction((tx) => issue(tx, { email, wayIn: EMAIL, target, lasts: 'mail' }));
    return renderLinkLetter(
      'This link signs you in. It can be used once, within 15 minutes:',
      addressOf(secret),
      'If you did not ask for it, nothing has happened and nothing needs to be done. Give it to nobody.',
    );
  };

  const vouching = async ({ provider }: SignInMethod): Promise<Vouching | undefined> => {
    if (!provider) return undefined;
    const [organization, choices] = await Promise.all([
      organizations.find(provider.organizationId, ''),
      logins(provider.organizationId),
    ]);
    const login = choices.find(({ id }) => id === provider.id);
    return organization && login && { organization: organization.title, provider: login.label };
  };

  const titleOfClaimant = async (email: string): Promise<string | undefined> => {
    const organizationId = await identity.claimantOf(email);
    return organizationId === undefined ? undefined : (await organizations.find(organizationId, ''))?.title;
  };

  /** Refuses who is kept out, and who has to come by another way. */
  const refuseBehindBarrier = async (tx: DatabaseTransaction, userId: string, { provider }: SignInMethod) => {
    const barrier = await findBarrier(tx, userId);
    if (barrier?.disabled)
      throw forbidden(
        `Your membership of ${barrier.title} is disabled, and your account with it: its administrators can enable it, and whoever runs this server can end it`,
      );
    if (barrier && !provider) throw forbidden('Your organization asks you to sign in through its own page');
  };

  return {
    byEmail: emails !== undefined,

    /** Counts what costs something each time; too many from one address are refused. */
    count: (address: string): void => attempts.consume(address),

    /** Does what may be a guess: only what fails is counted, and after too many failures nothing is tried. */
    attempt: async <T>(address: string, work: () => Promise<T>): Promise<T> => {
      attempts.consume(address);
      const done = await work();
      attempts.refund(address);
      return done;
    },

    /** Has a link sent, if there is anybody to send it to: whoever asks is not told, and waits no longer for one than for the other. */
    request: (email: string, target: unknown): Promise<void> =>
      transaction((tx) => jobs.enqueue(tx, SEND_LINK, { email, target: ownPath(target) })),

    /** Sends a link to an address that has an account here, or may get one by its domain. */
    send: async (email: string, target: string): Promise<void> => {
      if (!emails) return;
      const user = await identity.findByEmail(db, email);
      if (!user && !(await organizations.takesEmailDomain(email.split('@').at(-1)!.toLowerCase()))) return;
      const to = user?.email ?? email;
      // Nobody's mailbox is filled by somebody who knows the address.
      const counted = { now: clock.now(), since: letterWindow(), most: MOST_MAILS };
      if (!(await transaction((tx) => noteLetter(tx, to, counted)))) return;
      const words = await wordsFor(to, user?.id, target);
      const { status, detail } = await emails.send(letter(user?.display_name ?? '', to, words));
      if (status !== 'accepted') throw new Error(`The link to sign in was not sent: ${status}, ${detail}`);
    },

    issue,

    /** A link for somebody whom the operator vouches for: the secret of it. */
    issuePrinted: (tx: DatabaseTransaction, email: string): Promise<string> =>
      issue(tx, { email, wayIn: OPERATOR, lasts: 'printed' }),

    /** The address of a link. */
    addressOf,

    /** What stands in the way of somebody's signing in by a link. */
    barrier: (tx: DatabaseTransaction, userId: string): Promise<Barrier | undefined> =>
      barrierToLinks(tx, userId),

    /** The name of whoever is signed in with a session. */
    signedInAs: async (session: string | undefined): Promise<string | undefined> =>
      session === undefined
        ? undefined
        : (await findSession(db, session, clock.now()))?.principal.displayName,

    /** What a link would do, in a browser. */
    look: async (secret: string, { browser, session }: Held): Promise<SeenLink | undefined> => {
      const now = clock.now();
      const link = await findLink(db, hashSecret(secret), now);
      if (!link) return undefined;
      const { provider } = link.wayIn;
      const by = await vouching(link.wayIn);
      if (provider && !by) return undefined;
      const user = await identity.findByEmail(db, link.email);
      const signedIn = session === undefined ? undefined : await findSession(db, session, now);
      const isSignedIn = signedIn !== undefined && signedIn.principal.userId === user?.id;
      const insteadOf = isSignedIn ? undefined : signedIn?.principal.displayName;
      const seen = { email: link.email, by, insteadOf, claimant: undefined, agreement: undefined };
      if (!provider) return { ...seen, isWanted: false, claimant: await titleOfClaimant(link.email) };
      const isWanted =
        browser !== undefined &&
        !browser.isSent &&
        link.browser !== undefined &&
        timingSafeEqual(link.browser, hashSecret(browser.secret)) &&
        insteadOf === undefined;
      if (!user || (await hasAgreed(db, provider.organizationId, user.id))) return { ...seen, isWanted };
      const agreement = { path: agreementPath(provider.organizationId), isSignedIn };
      return { ...seen, isWanted, agreement };
    },

    /** Signs in with a link, which is used up by it; undefined when it cannot be used. */
    redeem: (
      secret: string,
      at: BrowserAt,
    ): Promise<{ readonly session: string; readonly target: string } | undefined> =>
      transaction(async (tx) => {
        const link = await takeLink(tx, hashSecret(secret), clock.now());
        if (!link) return undefined;
        const { email, wayIn, target } = link;
        // Whoever holds a link that went to an address has proved that it is theirs; identity providers speak for themselves.
        const user = wayIn.provider
          ? await identity.findByEmail(tx, email)
          : (await identity.vouch(tx, SYSTEM, { email })).user;
        if (!user) return undefined;
        // Whoever ends what speaks for the account waits for this session, or this one for them.
        await shareLockAccount(tx, user.id);
        const { provider } = wayIn;
        if (provider && !(await hasAgreed(tx, provider.organizationId, user.id)))
          throw forbidden(
            'The organization does not sign you in: you have not agreed, or are no member any more',
          );
        await refuseBehindBarrier(tx, user.id, wayIn);
        return { session: await sessions.begin(tx, user, wayIn, at), target };
      }),

    /** Turns back those who are on their way from an identity provider. */
    turnBack: (tx: DatabaseTransaction, provider: NonNullable<SignInMethod['provider']>): Promise<void> =>
      deleteProviderLinks(tx, provider),

    /** Signs out everybody whom an identity provider vouched for, and those who are on their way. */
    signOutAll: async (
      tx: DatabaseTransaction,
      provider: NonNullable<SignInMethod['provider']>,
    ): Promise<void> => {
      await deleteProviderLinks(tx, provider);
      await deleteProviderSessions(tx, provider);
    },

    /** Forgets links that nobody used in time, and letters that do not count any more. */
    forgetOld: async (): Promise<void> => {
      await deleteOldLinks(db, clock.now());
      await deleteOldLetters(db, letterWindow());
    },
  };
};

/** How people sign in. */
export type SigningInService = ReturnType<typeof createSigningInService>;
