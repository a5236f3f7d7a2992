import Type from 'typebox';
import { Nullable, OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
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

/** Who says whom a site lets in. The key is a secret: who may not change this does not see it. */
export const publishingAuthContract = {
  getSitePublishingAuthById: operation({
    method: 'GET',
    path: PATH,
    summary: 'The key that visitors of a site are signed in with, and where they sign in',
    permission: onSite('admin'),
    responses: { 200: PublishingAuth },
  }),
  updateSitePublishingAuthById: operation({
    method: 'PATCH',
    path: PATH,
    summary: 'Change where visitors of a site sign in',
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
    summary: 'Give a site a new key; whoever came in with the old one has to sign in again',
    permission: onSite('admin'),
    responses: { 200: PublishingAuth },
  }),
};
