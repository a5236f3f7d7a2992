import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { IdentityService } from '../identity/index.ts';
import type { PagesService } from '../sessions/index.ts';
import { oauthContract } from './oauth.contract.ts';
import { oauthHandlers } from './oauth.handlers.ts';
import { oauthJobs } from './oauth.jobs.ts';
import { createOAuthService } from './oauth.service.ts';

export {
  challengeOf,
  isVerifierOf,
  REQUEST_FIELDS,
  type RequestFields,
  redirectBack,
} from './authorization-request.ts';
export { oauthContract, REGISTER_PATH, TokenRequest } from './oauth.contract.ts';
export type { AuthorizationRequest, OAuthService, TokenFields } from './oauth.service.ts';
export { answeringProgram, jsonResponse, OAuthError, OAuthErrorBody } from './oauth-error.ts';
export { isOnComputer, policySource } from './redirect-uris.ts';
export { PROGRAM_SCOPES } from './requested-access.ts';

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
