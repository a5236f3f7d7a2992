import Type from 'typebox';
import { Empty, List, OptionalNullable, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { EmailDomains, inOrganization } from '../../organizations/index.ts';
import { Label, membershipDefaults, provider } from './providers.contract.ts';

const settings = {
  issuer: Type.Optional(Url),
  clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  clientSecret: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: 'Kept encrypted, and never answered' }),
  ),
  domains: OptionalNullable(
    Type.Array(EmailDomains.items, {
      minItems: 1,
      maxItems: 100,
      description: 'Only people with addresses of these domains come in; null takes any',
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

/** The identity providers of an organization that speak OpenID Connect. */
export const oidcProvidersContract = {
  listOIDCProvidersInOrganization: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/oidc',
    summary: 'The identity providers of an organization that speak OpenID Connect',
    query: pagedQuery(),
    responses: { 200: List(OidcProvider) },
  }),
  createOIDCProvider: operation({
    ...inProviders,
    method: 'POST',
    path: '/orgs/{organizationId}/oidc',
    summary: 'Add an identity provider; people can come from it once issuer, client and secret are known',
    body: Type.Object({ label: Label, ...settings }),
    responses: { 201: OidcProvider },
  }),
  getOIDCProvider: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'An identity provider',
    responses: { 200: OidcProvider },
  }),
  updateOIDCProvider: operation({
    ...inProviders,
    method: 'PATCH',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Change an identity provider; another issuer needs another secret',
    body: Type.Object({ label: Type.Optional(Label), ...settings }),
    responses: { 200: OidcProvider },
  }),
  deleteOIDCProvider: operation({
    ...inProviders,
    method: 'DELETE',
    path: '/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Remove an identity provider, and sign out everybody who came from it',
    responses: { 204: Empty },
  }),
};
