import Type from 'typebox';
import { Empty, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

const Token = Type.Object({
  hint: Type.String({ description: 'The first characters of the token' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
});

const Provisioning = Type.Object({
  object: Type.Literal('scim-provisioning'),
  baseURL: Url,
  token: Type.Optional(Token),
  urls: Type.Object({ location: Url }),
});

const ofProvider = { permission: inOrganization('admin'), scope: 'saml-provider' } as const;

/** The SCIM token of an identity provider. */
export const tokensContract = {
  getSCIMProvisioning: operation({
    ...ofProvider,
    method: 'GET',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim',
    summary: 'Get the SCIM settings of an identity provider',
    responses: { 200: Provisioning },
  }),
  createSCIMToken: operation({
    ...ofProvider,
    method: 'POST',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim/token',
    summary:
      'Create the SCIM token of an identity provider, which is shown once; it replaces the previous token',
    responses: {
      201: Type.Intersect([Provisioning, Type.Object({ secret: Type.String() })]),
    },
  }),
  deleteSCIMToken: operation({
    ...ofProvider,
    method: 'DELETE',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim/token',
    summary: 'Revoke the SCIM token of an identity provider; provisioned members are not removed',
    responses: { 204: Empty },
  }),
};
