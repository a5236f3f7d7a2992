import Type from 'typebox';
import { Empty, List, OptionalNullable, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { EmailDomains, inOrganization } from '../../organizations/index.ts';
import { Label, membershipDefaults, provider } from './providers.contract.ts';

const settings = {
  issuer: Type.Optional(Url),
  clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  clientSecret: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: 'Stored encrypted and never returned' }),
  ),
  domains: OptionalNullable(
    Type.Array(EmailDomains.items, {
      minItems: 1,
      maxItems: 100,
      description: 'Allowed e-mail domains; null allows any',
    }),
  ),
  ...membershipDefaults,
};

const OidcProvider = Type.Object({
  object: Type.Literal('oidc-provider'),
  ...provider,
  issuer: Type.Optional(Url),
  clientId: Type.Optional(Type.String()),
  domains: Type.Optional(Type.Array(Type.String())),
  service: Type.Object({ redirectURL: Url, startURL: Url }),
});

const inProviders = { permission: inOrganization('admin'), scope: 'oidc-provider' } as const;

/** OpenID Connect providers of an organization. */
export const oidcProvidersContract = {
  listOIDCProvidersInOrganization: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/oidc',
    summary: 'List the OpenID Connect providers of an organization',
    query: pagedQuery(),
    responses: { 200: List(OidcProvider) },
  }),
  createOIDCProvider: operation({
    ...inProviders,
    method: 'POST',
    path: '/orgs/{organizationId}/oidc',
    summary: 'Add an OpenID Connect provider; it is active once issuer, client id and client secret are set',
    body: Type.Object({ label: Label, ...settings }),
    responses: { 201: OidcProvider },
  }),
  getOIDCProvider: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Get an OpenID Connect provider',
    responses: { 200: OidcProvider },
  }),
  updateOIDCProvider: operation({
    ...inProviders,
    method: 'PATCH',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Update an OpenID Connect provider; a new issuer requires a new client secret',
    body: Type.Object({ label: Type.Optional(Label), ...settings }),
    responses: { 200: OidcProvider },
  }),
  deleteOIDCProvider: operation({
    ...inProviders,
    method: 'DELETE',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Delete an OpenID Connect provider and sign out its users',
    responses: { 204: Empty },
  }),
};
