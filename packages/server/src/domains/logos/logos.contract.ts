import Type from 'typebox';
import { Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';

/** The largest logo, in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

const OrganizationLogo = Type.Object({
  object: Type.Literal('organization-logo'),
  url: Url,
  contentType: Type.String(),
  size: Type.Integer({ minimum: 0 }),
});

/** Logos that are uploaded for an organization. */
export const logosContract = {
  uploadOrganizationLogo: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/logos',
    summary:
      'Upload a logo of an organization; its URL, for the settings of the organization, is public (extension)',
    permission: inOrganization('admin'),
    form: { maxBytes: MAX_LOGO_BYTES, fields: Type.Object({}) },
    responses: { 201: OrganizationLogo },
  }),
  readOrganizationLogo: operation({
    method: 'GET',
    path: '/organization-logos/{organizationId}/{organizationLogoName}',
    kind: 'file',
    summary: 'Download a logo of an organization',
    // Pages before the sign-in may show it.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
