import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

const MAX_RESPONSE_LENGTH = 200_000;

/** How people come from an identity provider. */
export const samlSignInContract = {
  getOrganizationLoginPage: operation({
    method: 'GET',
    path: '/login/organizations/{organizationId}',
    kind: 'page',
    summary: 'Where members of an organization sign in; it may be named by its hostname as well',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  findOrganizationLoginPage: operation({
    method: 'GET',
    path: '/login/organizations',
    kind: 'page',
    summary: 'Leads to where members of an organization sign in, by its hostname or id in a form',
    permission: 'public',
    responses: { 303: Empty },
  }),
  getSAMLMetadata: operation({
    method: 'GET',
    path: '/saml/{samlProviderId}/metadata',
    kind: 'page',
    summary: 'What an identity provider has to know of this server, as SAML metadata',
    permission: 'public',
    responses: { 200: Type.String() },
  }),
  startSAMLLogin: operation({
    method: 'GET',
    path: '/saml/{samlProviderId}/start',
    kind: 'page',
    summary: 'Leads to an identity provider, and from there back, signed in',
    permission: 'public',
    responses: { 303: Empty },
  }),
  completeSAMLLogin: operation({
    method: 'POST',
    path: '/saml/{samlProviderId}/acs',
    kind: 'page',
    summary: 'Takes what an identity provider says of somebody',
    permission: 'public',
    body: Type.Object({
      SAMLResponse: Type.String({ minLength: 1, maxLength: MAX_RESPONSE_LENGTH }),
      RelayState: Type.Optional(Type.String({ maxLength: 2048 })),
    }),
    responses: { 303: Empty },
  }),
};
