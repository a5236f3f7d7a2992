import Type from 'typebox';
import { Empty, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { inOrganization } from '../../organizations/index.ts';

const Token = Type.Object({
  hint: Type.String({ description: 'How it begins' }),
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

/** The token by which an identity provider provisions members and teams. */
export const tokensContract = {
  getSCIMProvisioning: operation({
    ...ofProvider,
    method: 'GET',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim',
    summary: 'Where and since when an identity provider may provision members and teams',
    responses: { 200: Provisioning },
  }),
  createSCIMToken: operation({
    ...ofProvider,
    method: 'POST',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim/token',
    summary: 'Make the token of an identity provider, shown this once; the one before it ends at once',
    responses: {
      201: Type.Intersect([Provisioning, Type.Object({ secret: Type.String() })]),
    },
  }),
  deleteSCIMToken: operation({
    ...ofProvider,
    method: 'DELETE',
    path: '/orgs/{organizationId}/saml/{samlProviderId}/scim/token',
    summary: 'End the token of an identity provider; who was provisioned stays',
    responses: { 204: Empty },
  }),
};
