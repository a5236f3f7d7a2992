import Type from 'typebox';
import { Nullable, OneOf, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

const Backend = OneOf(['custom', 'integration']);

const PublishingAuth = Type.Object({
  object: Type.Literal('publishing-auth'),
  backend: Backend,
  privateKey: Type.String(),
  fallbackURL: Type.Optional(Url),
  integration: Type.Optional(Type.String()),
});

const PATH = '/orgs/{organizationId}/sites/{siteId}/publishing/auth';

/** Visitor authentication of a site. The private key is a secret that only administrators see. */
export const publishingAuthContract = {
  getSitePublishingAuthById: operation({
    method: 'GET',
    path: PATH,
    summary: 'Get the visitor authentication settings of a site, with its private key',
    permission: onSite('admin'),
    responses: { 200: PublishingAuth },
  }),
  updateSitePublishingAuthById: operation({
    method: 'PATCH',
    path: PATH,
    summary: 'Update the visitor authentication settings of a site',
    permission: onSite('admin'),
    body: Type.Object({
      backend: Type.Optional(Backend),
      fallbackURL: Type.Optional(Nullable(Url)),
    }),
    responses: { 200: PublishingAuth },
  }),
  regenerateSitePublishingAuthById: operation({
    method: 'POST',
    path: `${PATH}/regenerate`,
    summary: 'Regenerate the private key of a site; visitors have to sign in again',
    permission: onSite('admin'),
    responses: { 200: PublishingAuth },
  }),
  createSiteVisitorLink: operation({
    method: 'POST',
    path: `${PATH}/visitor-link`,
    summary: 'Create a URL that opens a site as a visitor with these claims, valid for one hour (extension)',
    permission: onSite('admin'),
    body: Type.Object({
      claims: Type.Optional(
        Type.Record(Type.String({ maxLength: 128 }), Type.Unknown(), {
          maxProperties: 100,
          description: 'Claims of the visitor token, which is signed with the private key of the site',
        }),
      ),
    }),
    responses: { 201: Type.Object({ url: Url, expiresAt: Timestamp }) },
  }),
};
