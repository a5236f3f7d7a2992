import Type from 'typebox';
import { Empty, Id, List, OptionalNullable, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite, Slug } from '../sites.contract.ts';
import { Condition, Position, ShareKeyQuery, SiteSpace } from './structure.contract.ts';

const Pointer = Type.Object({ type: Type.Literal('site-space'), siteSpace: Id });

/** The spaces that a site shows. */
export const siteSpacesContract = {
  listSiteSpaces: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'The spaces that a site shows, in their order',
    permission: onSite('view'),
    query: pagedQuery({
      ...ShareKeyQuery,
      default: Type.Optional(
        Type.Boolean({ description: 'Only those that are default, or only the others' }),
      ),
    }),
    responses: { 200: List(SiteSpace) },
  }),
  addSpaceToSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Show a space on a site: in a section, the default one unless said otherwise',
    permission: onSite('admin'),
    body: Type.Object({ spaceId: Id, sectionId: Type.Optional(Id) }),
    responses: { 201: SiteSpace },
  }),
  updateSiteSpaceById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Change the path, the condition or the space itself',
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
    summary: 'Take a space off a site; the space itself stays',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  moveSiteSpace: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a space among its siblings; to the end, unless a position is given',
    permission: onSite('admin'),
    body: Type.Object({ position: Type.Optional(Position(Pointer)) }),
    responses: { 200: SiteSpace },
  }),
};
