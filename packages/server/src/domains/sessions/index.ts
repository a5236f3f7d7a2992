import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { createPagesService } from './pages/pages.service.ts';
import { sessionsContract } from './sessions.contract.ts';
import { sessionsHandlers } from './sessions.handlers.ts';
import { sessionsJobs } from './sessions.jobs.ts';
import { createSessionsService } from './sessions.service.ts';
import { signingInContract } from './signing-in/signing-in.contract.ts';
import { signingInHandlers } from './signing-in/signing-in.handlers.ts';
import { createSigningInService, type Login } from './signing-in/signing-in.service.ts';

export { isForPeople, leadTo, queryOf, showPage } from './pages/pages.policy.ts';
export type { PagesService } from './pages/pages.service.ts';
export type { SessionsService } from './sessions.service.ts';
export { agreementPath, browserCookie, browserIn, ownPath } from './signing-in/signing-in.policy.ts';
export type { Login, SigningInService } from './signing-in/signing-in.service.ts';

/** People in browsers: how they sign in, and where they are signed in. */
export const createSessions = (
  kernel: Kernel,
  more: {
    identity: IdentityService;
    organizations: OrganizationsService;
    /** The identity providers that people may come from to an organization, or without saying first which one is theirs. */
    logins: (organizationId?: string) => Promise<readonly Login[]>;
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
        ...signingInHandlers(signingIn, pages, { links: kernel.links, logins: more.logins }),
      },
      jobs: sessionsJobs({ sessions: service, signingIn }),
    }),
  };
};
