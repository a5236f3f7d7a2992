import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** Sign-in through OpenID Connect providers. */
export const oidcSignInContract = {
  startOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/start',
    kind: 'page',
    summary:
      'Redirects to an OpenID Connect provider to sign in; also the URL for provider-initiated sign-in',
    permission: 'public',
    responses: { 303: Empty },
  }),
  completeOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/callback',
    kind: 'page',
    summary: 'Callback of an OpenID Connect provider: completes the sign-in',
    permission: 'public',
    responses: { 303: Empty },
  }),
};
