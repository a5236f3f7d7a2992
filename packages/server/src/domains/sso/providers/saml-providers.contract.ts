import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';
import { Label, membershipDefaults, provider } from './providers.contract.ts';

const settings = {
  entityID: Type.Optional(Type.String({ maxLength: 1024 })),
  certificate: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'PEM; several certificates are allowed during a rotation',
    }),
  ),
  ssoURL: Type.Optional(Url),
  ...membershipDefaults,
};

const SamlProvider = Type.Object({
  object: Type.Literal('saml-provider'),
  ...provider,
  ssoURL: Type.String({ format: 'uri', description: 'about:blank until it is set' }),
  entityID: Type.String(),
  certificate: Type.String(),
  service: Type.Object({ acsURL: Url, startURL: Url, entityID: Type.String() }),
});

const LoginOption = Type.Object({ id: Id, label: Type.String(), startURL: Url });

const inProviders = { permission: inOrganization('admin'), scope: 'saml-provider' } as const;

/** SAML providers of an organization, and its login options. */
export const samlProvidersContract = {
  listSAMLProvidersInOrganizationById: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/saml',
    summary: 'List the SAML providers of an organization',
    query: pagedQuery(),
    responses: { 200: List(SamlProvider) },
  }),
  createOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'POST',
    path: '/orgs/{organizationId}/saml',
    summary: 'Add a SAML provider; it is active once sign-on URL, entity id and certificate are set',
    body: Type.Object({ label: Label, ...settings }),
    responses: { 201: SamlProvider },
  }),
  getOrganizationSAMLProviderById: operation({
    ...inProviders,
    method: 'GET',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get a SAML provider',
    responses: { 200: SamlProvider },
  }),
  updateOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'PATCH',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Update a SAML provider',
    body: Type.Object({ label: Type.Optional(Label), ...settings }),
    responses: { 200: SamlProvider },
  }),
  deleteOrganizationSAMLProvider: operation({
    ...inProviders,
    method: 'DELETE',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Delete a SAML provider and sign out its users',
    responses: { 204: Empty },
  }),
  listSSOProviderLoginsInOrganization: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sso',
    summary: 'List the login options of an organization, for a sign-in page',
    permission: 'public',
    responses: { 200: Type.Object({ items: Type.Array(LoginOption) }) },
  }),
};
