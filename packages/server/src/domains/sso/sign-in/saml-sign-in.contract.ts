import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

const MAX_RESPONSE_LENGTH = 200_000;

/** Sign-in through SAML providers. */
export const samlSignInContract = {
  getSAMLMetadata: operation({
    method: 'GET',
    path: '/saml/{samlProviderId}/metadata',
    kind: 'page',
    summary: 'Get the SAML metadata of this service provider',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  startSAMLLogin: operation({
    method: 'GET',
    path: '/saml/{samlProviderId}/start',
    kind: 'page',
    summary: 'Start a sign-in with a SAML provider; redirects to the provider',
    permission: 'public',
    responses: { 303: Empty },
  }),
  completeSAMLLogin: operation({
    method: 'POST',
    path: '/saml/{samlProviderId}/acs',
    kind: 'page',
    summary: 'Complete a sign-in with a SAML provider (assertion consumer service)',
    permission: 'public',
    body: Type.Object({
      SAMLResponse: Type.String({ minLength: 1, maxLength: MAX_RESPONSE_LENGTH }),
      RelayState: Type.Optional(Type.String({ maxLength: 2048 })),
    }),
    responses: { 303: Empty, 200: Type.String({ description: 'The result of a test' }) },
  }),
  testSAMLLogin: operation({
    method: 'GET',
    path: '/login/organizations/{organizationId}/saml/{samlProviderId}/test',
    kind: 'page',
    summary: 'Test a sign-in with a SAML provider, which signs nobody in; redirects to the provider',
    permission: inOrganization('admin'),
    scope: 'saml-provider',
    responses: { 303: Empty },
  }),
};
