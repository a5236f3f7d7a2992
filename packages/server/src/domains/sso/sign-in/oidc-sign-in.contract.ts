import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

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
    responses: { 303: Empty, 200: Type.String({ description: 'The result of a test' }) },
  }),
  testOIDCLogin: operation({
    method: 'GET',
    path: '/login/organizations/{organizationId}/oidc/{oidcProviderId}/test',
    kind: 'page',
    summary:
      'Test a sign-in with an OpenID Connect provider, which signs nobody in; redirects to the provider',
    permission: inOrganization('admin'),
    scope: 'oidc-provider',
    responses: { 303: Empty, 200: Type.String({ description: 'The result, if the provider is not usable' }) },
  }),
};
