import Type from 'typebox';
import { Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

/** The largest image of a site, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

const SiteImage = Type.Object({
  object: Type.Literal('site-image'),
  url: Url,
  contentType: Type.String(),
  size: Type.Integer({ minimum: 0 }),
});

/** Logos, favicons and social images that are uploaded for the customization of a site. */
export const imagesContract = {
  uploadSiteImage: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/images',
    summary:
      'Upload an image for the customization of a site; its URL is public and lasts as long as the site (extension)',
    permission: onSite('admin'),
    form: { maxBytes: MAX_IMAGE_BYTES, fields: Type.Object({}) },
    responses: { 201: SiteImage },
  }),
  readSiteImage: operation({
    method: 'GET',
    path: '/site-images/{siteId}/{siteImageName}',
    kind: 'file',
    summary: 'Download an image of a site',
    // Sign-in pages of a site show its logo, too.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
