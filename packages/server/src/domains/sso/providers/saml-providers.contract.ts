import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';
import { Label, membershipDefaults, provider } from './providers.contract.ts';

const settings = {
  entityID: Type.Optional(Type.String({ maxLength: 1024 })),
  certificate: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'In PEM form; several while one takes over from another' }),
  ),
  ssoURL: Type.Optional(Url),
  ...membershipDefaults,
};

const SamlProvider = Type.Object({
  object: Type.Literal('saml-provider'),
  ...provider,
  ssoURL: Type.String({ format: 'uri', description: 'about:blank as long as it is not known' }),
  entityID: Type.String(),
  certificate: Type.String(),
  service: Type.Object({ acsURL: Url, startURL: Url, entityID: Type.String() }),
});

const LoginOption = Type.Object({ id: Id, label: Type.String(), startURL: Url });

const inProviders = { permission: inOrganization('admin'), scope: 'saml-provider' } as const;

/** The identity providers of an organization. */
export const samlProvidersContract = {
  listSAMLProvidersInOrganizationById: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/saml',
    summary: 'The identity providers of an organization',
    query: pagedQuery(),
    responses: { 200: List(SamlProvider) },
  }),
  createOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'POST',
    path: '/orgs/{organizationId}/saml',
    summary: 'Add an identity provider; people can come from it once all that has to be known of it is',
    body: Type.Object({ label: Label, ...settings }),
    responses: { 201: SamlProvider },
  }),
  getOrganizationSAMLProviderById: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'An identity provider',
    responses: { 200: SamlProvider },
  }),
  updateOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'PATCH',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Change an identity provider',
    body: Type.Object({ label: Type.Optional(Label), ...settings }),
    responses: { 200: SamlProvider },
  }),
  deleteOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'DELETE',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Remove an identity provider, and sign out everybody who came from it',
    responses: { 204: Empty },
  }),
  listSSOProviderLoginsInOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sso',
    summary: 'Where members of an organization may come from: what a page to sign in shows',
    permission: 'public',
    responses: { 200: Type.Object({ items: Type.Array(LoginOption) }) },
  }),
};
