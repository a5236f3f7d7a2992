import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { BACK_TO_SIGN_IN } from './pages/page-response.ts';
import { createPagesService } from './pages/pages.service.ts';
import { sessionsContract } from './sessions.contract.ts';
import { sessionsHandlers } from './sessions.handlers.ts';
import { sessionsJobs } from './sessions.jobs.ts';
import { createSessionsService } from './sessions.service.ts';
import { signInContract } from './sign-in/sign-in.contract.ts';
import { type LoginOptions, signInHandlers } from './sign-in/sign-in.handlers.ts';
import { createSignInService } from './sign-in/sign-in.service.ts';
import type { LoginOption } from './sign-in/sign-in-paths.ts';

export { acceptsHtml, BACK_TO_SIGN_IN, htmlPage, parseQuery, redirectTo } from './pages/page-response.ts';
export type { PagesService } from './pages/pages.service.ts';
export type { SessionsService } from './sessions.service.ts';
export type { LoginOptions } from './sign-in/sign-in.handlers.ts';
export type { SignInService } from './sign-in/sign-in.service.ts';
export {
  browserCookie,
  consentPath,
  type LoginOption,
  readBrowserCookie,
  safeReturnPath,
  toLoginLinks,
} from './sign-in/sign-in-paths.ts';

/** People in browsers: how they sign in, and where they are signed in. */
export const createSessions = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    /** The identity providers that people may come from to an organization. */
    logins: (organizationId: string) => Promise<readonly LoginOption[]>;
    /** Those that they may come from without saying first which organization is theirs. */
    findLoginOptions: () => Promise<LoginOptions>;
  },
) => {
  const service = createSessionsService(kernel);
  const signIn = createSignInService({
    ...kernel,
    ...more,
    // Read at once, also where the contract is told without a server.
    limits: kernel.limits,
    sessions: service,
  });
  const pages = createPagesService();
  return {
    service,
    signIn,
    pages,
    domain: domain({
      name: 'sessions',
      contract: { ...sessionsContract, ...signInContract },
      handlers: {
        ...sessionsHandlers(service),
        ...signInHandlers(signIn, pages, { links: kernel.links, logins: more.findLoginOptions }),
      },
      errorPage: pages.errorPage('You are not signed in', BACK_TO_SIGN_IN),
      jobs: sessionsJobs({ sessions: service, signIn }),
    }),
  };
};
