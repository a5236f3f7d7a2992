import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { PagesService } from '../sessions/index.ts';
import { oauthContract } from './oauth.contract.ts';
import { oauthHandlers } from './oauth.handlers.ts';
import { oauthJobs } from './oauth.jobs.ts';
import { createOAuthService } from './oauth.service.ts';

export { oauthContract } from './oauth.contract.ts';
export { OAuthErrorBody } from './oauth-error.ts';

/** Tokens for programs that users authorize in the browser. */
export const createOAuth = (
  kernel: Kernel,
  more: { identity: IdentityService; pages: PagesService; scopes: () => readonly string[] },
) => {
  const oauth = createOAuthService({ ...kernel, ...more, limits: kernel.limits });
  return {
    service: oauth,
    domain: domain({
      name: 'oauth',
      contract: oauthContract,
      errorPage: more.pages.errorPage('Access cannot be given', { href: '/account', text: 'Your account' }),
      handlers: oauthHandlers({ ...more, oauth }, kernel),
      jobs: oauthJobs(oauth),
    }),
  };
};
