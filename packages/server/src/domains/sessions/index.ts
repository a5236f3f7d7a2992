import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { TO_LOGIN } from './pages/page-response.ts';
import { createPagesService } from './pages/pages.service.ts';
import { sessionsContract } from './sessions.contract.ts';
import { sessionsHandlers } from './sessions.handlers.ts';
import { sessionsJobs } from './sessions.jobs.ts';
import { createSessionsService } from './sessions.service.ts';
import { signingInContract } from './sign-in/sign-in.contract.ts';
import { type Logins, signingInHandlers } from './sign-in/sign-in.handlers.ts';
import { createSigningInService } from './sign-in/sign-in.service.ts';
import type { Login } from './sign-in/sign-in-paths.ts';

export { isForPeople, leadTo, queryOf, showPage, TO_LOGIN } from './pages/page-response.ts';
export type { PagesService } from './pages/pages.service.ts';
export type { SessionsService } from './sessions.service.ts';
export type { Logins } from './sign-in/sign-in.handlers.ts';
export type { SigningInService } from './sign-in/sign-in.service.ts';
export {
  agreementPath,
  browserCookie,
  browserIn,
  type Login,
  ownPath,
  toLinks,
} from './sign-in/sign-in-paths.ts';

/** People in browsers: how they sign in, and where they are signed in. */
export const createSessions = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    /** The identity providers that people may come from to an organization. */
    logins: (organizationId: string) => Promise<readonly Login[]>;
    /** Those that they may come from without saying first which organization is theirs. */
    anyLogins: () => Promise<Logins>;
  },
) => {
  const service = createSessionsService(kernel);
  const signingIn = createSigningInService({
    ...kernel,
    ...more,
    // Read at once, also where the contract is told without a server.
    limits: kernel.limits,
    sessions: service,
  });
  const pages = createPagesService();
  return {
    service,
    signingIn,
    pages,
    domain: domain({
      name: 'sessions',
      contract: { ...sessionsContract, ...signingInContract },
      handlers: {
        ...sessionsHandlers(service),
        ...signingInHandlers(signingIn, pages, { links: kernel.links, logins: more.anyLogins }),
      },
      errorPage: pages.refusing('You are not signed in', TO_LOGIN),
      jobs: sessionsJobs({ sessions: service, signingIn }),
    }),
  };
};
