import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

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
    responses: { 303: Empty },
  }),
};
