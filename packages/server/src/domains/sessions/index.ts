import { sessionSecretIn } from '../../kernel/auth/session-cookie.ts';
import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService, SignInMethodsService } from '../organizations/index.ts';
import { BACK_TO_SIGN_IN, type PageScript } from './pages/page-response.ts';
import { createPagesService } from './pages/pages.service.ts';
import { sessionsContract } from './sessions.contract.ts';
import { sessionsHandlers } from './sessions.handlers.ts';
import { sessionsJobs } from './sessions.jobs.ts';
import { createSessionsService } from './sessions.service.ts';
import type { LoginOption, LoginOptions } from './sign-in/login-options.ts';
import { signInContract } from './sign-in/sign-in.contract.ts';
import { signInHandlers } from './sign-in/sign-in.handlers.ts';
import { createSignInService } from './sign-in/sign-in.service.ts';
import { createSignInPage } from './sign-in/sign-in-page.ts';

export {
  acceptsHtml,
  BACK_TO_SIGN_IN,
  htmlPage,
  type PageScript,
  pagePolicy,
  parseQuery,
  redirectTo,
  SECRET_ADDRESS,
  sentenceOf,
} from './pages/page-response.ts';
export type { PagesService } from './pages/pages.service.ts';
export type { BrowserContext, SessionsService } from './sessions.service.ts';
export { RECENT_MS } from './sessions.service.ts';
export { browserContext, requireSameOrigin } from './sign-in/browser-context.ts';
export { browserCookie, readBrowserCookie } from './sign-in/browser-cookie.ts';
export { KNOWN_BROWSER_MS, knownBrowserCookie } from './sign-in/known-browser-cookie.ts';
export { type LoginOption, type LoginOptions, toLoginLinks } from './sign-in/login-options.ts';
export type { SignInService } from './sign-in/sign-in.service.ts';
export type { SignInPage } from './sign-in/sign-in-page.ts';
export { consentPath, safeReturnPath } from './sign-in/sign-in-paths.ts';

/** Browser sessions: sign-in by link, and the list of sessions. */
export const createSessions = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    signInMethods: SignInMethodsService;
    /** Whether a path is the page of a valid invite link. */
    isInvitePage: (path: string) => Promise<boolean>;
    /** The login options of an organization. */
    logins: (organizationId: string) => Promise<readonly LoginOption[]>;
    /** The login options of users who have not named an organization. */
    findLoginOptions: () => Promise<LoginOptions>;
    /** The script for passkeys; undefined where browsers offer none for this server. */
    passkeyScript: () => PageScript | undefined;
    /** Whether the server waits for its first administrator. */
    isNewServer: () => Promise<boolean>;
  },
) => {
  const service = createSessionsService(kernel);
  const signIn = createSignInService({
    ...kernel,
    ...more,
    // Read on each use: the contract is also built without a server.
    limits: kernel.limits,
    sessions: service,
  });
  const pages = createPagesService();
  const isSecure = () => kernel.links.fileUrl('').startsWith('https:');
  const signInPage = createSignInPage({
    pages,
    canSendEmail: signIn.canSendEmail,
    logins: more.findLoginOptions,
    methods: () => more.signInMethods.offered(),
    isNewServer: more.isNewServer,
    passkeyScript: more.passkeyScript,
    signedInAs: ({ headers }) => signIn.signedInAs(sessionSecretIn(headers, isSecure())),
    refusedSession: ({ headers }) => signIn.refusedSession(sessionSecretIn(headers, isSecure())),
  });
  return {
    service,
    signIn,
    signInPage,
    pages,
    domain: domain({
      name: 'sessions',
      contract: { ...sessionsContract, ...signInContract },
      handlers: {
        ...sessionsHandlers(service),
        ...signInHandlers(signIn, pages, { links: kernel.links, signInPage }),
      },
      errorPage: pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: sessionsJobs({ sessions: service, signIn }),
    }),
  };
};
