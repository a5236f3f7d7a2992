import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Timestamp, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

const Name = Type.String({ maxLength: 50 });

const ShareLink = Type.Object({
  object: Type.Literal('share-link'),
  id: Id,
  createdAt: Timestamp,
  name: Name,
  active: Type.Boolean(),
  urls: Type.Object({ published: Type.Optional(Url) }),
});

const ALL = '/orgs/{organizationId}/sites/{siteId}/share-links';
const ONE = `${ALL}/{shareLinkId}` as const;

/** Share links give access to a site to anyone with the URL. They are secrets that only administrators see. */
export const shareLinksContract = {
  listSiteShareLinks: operation({
    method: 'GET',
    path: ALL,
    summary: 'List the share links of a site, oldest first',
    permission: onSite('admin'),
    query: pagedQuery(),
    responses: { 200: List(ShareLink) },
  }),
  createSiteShareLink: operation({
    method: 'POST',
    path: ALL,
    summary: 'Create a share link',
    permission: onSite('admin'),
    body: Type.Object({ name: Name }),
    responses: { 201: ShareLink },
  }),
  updateSiteShareLinkById: operation({
    method: 'PATCH',
    path: ONE,
    summary: 'Rename, revoke or reactivate a share link',
    permission: onSite('admin'),
    body: Type.Object({ active: Type.Optional(Type.Boolean()), name: Type.Optional(Name) }),
    responses: { 200: ShareLink },
  }),
  deleteSiteShareLinkById: operation({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a share link permanently',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
};
