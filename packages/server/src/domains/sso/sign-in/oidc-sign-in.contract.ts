import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

/** How people come from an identity provider that speaks OpenID Connect. */
export const oidcSignInContract = {
  startOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/start',
    kind: 'page',
    summary:
      'Leads to an identity provider, and from there back, signed in; also where one begins over there',
    permission: 'public',
    responses: { 303: Empty },
  }),
  completeOIDCLogin: operation({
    method: 'GET',
    path: '/oidc/{oidcProviderId}/callback',
    kind: 'page',
    summary: 'Takes what an identity provider says of somebody',
    permission: 'public',
    responses: { 303: Empty },
  }),
};
