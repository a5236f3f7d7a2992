import Type from 'typebox';
import { Empty, Id, List, OptionalNullable, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite, Slug } from '../sites.contract.ts';
import { Condition, Position, ShareKeyQuery, SiteSpace } from './structure.contract.ts';

const Pointer = Type.Object({ type: Type.Literal('site-space'), siteSpace: Id });

/** Site spaces: the spaces of a site. */
export const siteSpacesContract = {
  listSiteSpaces: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'List the site spaces of a site, in order',
    permission: onSite('view'),
    query: pagedQuery({
      ...ShareKeyQuery,
      default: Type.Optional(Type.Boolean({ description: 'Only default site spaces, or only the others' })),
    }),
    responses: { 200: List(SiteSpace) },
  }),
  addSpaceToSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Add a space to a site, to the given or else the default section',
    permission: onSite('admin'),
    body: Type.Object({ spaceId: Id, sectionId: Type.Optional(Id) }),
    responses: { 201: SiteSpace },
  }),
  updateSiteSpaceById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Update the path, the condition or the space of a site space',
    permission: onSite('admin'),
    body: Type.Object({
      path: Type.Optional(Slug),
      condition: OptionalNullable(Condition),
      spaceId: Type.Optional(Id),
    }),
    responses: { 200: SiteSpace },
  }),
  deleteSiteSpaceById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Remove a space from a site; the space is not deleted',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  moveSiteSpace: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a site space among its siblings; without a position, to the end',
    permission: onSite('admin'),
    body: Type.Object({ position: Type.Optional(Position(Pointer)) }),
    responses: { 200: SiteSpace },
  }),
};
