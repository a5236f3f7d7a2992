import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** Sign-in through OpenID Connect providers. */
export const oidcSignInContract = {
  startOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/start',
    kind: 'page',
    summary: 'Start a sign-in with an OpenID Connect provider, from either side; redirects to the provider',
    permission: 'public',
    responses: { 303: Empty },
  }),
  completeOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/callback',
    kind: 'page',
    summary: 'Complete a sign-in with an OpenID Connect provider (callback)',
    permission: 'public',
    responses: { 303: Empty },
  }),
};
