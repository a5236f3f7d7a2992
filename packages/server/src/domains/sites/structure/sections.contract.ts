import Type from 'typebox';
import { Empty, Id, List, OptionalNullable, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LocalizedText } from '../localized-text.ts';
import { onSite, Slug } from '../sites.contract.ts';
import { Condition, Icon, Position, ShareKeyQuery, SiteSection } from './structure.contract.ts';

const Title = Type.String({ minLength: 2, maxLength: 128, pattern: '\\S' });
const Pointer = Type.Object({ type: Type.Literal('site-section'), siteSection: Id });

/** Sections of a site. */
export const sectionsContract = {
  listSiteSections: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'List all sections of a site, in order, including those in groups',
    permission: onSite('view'),
    query: pagedQuery(ShareKeyQuery),
    responses: { 200: List(SiteSection) },
  }),
  addSectionToSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/sections',
    summary:
      'Add a section with a space; the existing spaces of a site without sections become its first section',
    permission: onSite('admin'),
    body: Type.Object({ spaceId: Id, title: OptionalNullable(Title), icon: OptionalNullable(Icon) }),
    responses: { 201: SiteSection },
  }),
  updateSiteSectionById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Update a section',
    permission: onSite('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      path: Type.Optional(Slug),
      defaultSiteSpace: Type.Optional(Id),
      condition: OptionalNullable(Condition),
      icon: OptionalNullable(Icon),
      description: OptionalNullable(Type.String({ maxLength: 256 })),
      localizedTitle: OptionalNullable(LocalizedText(128)),
      localizedDescription: OptionalNullable(LocalizedText(256)),
    }),
    responses: { 200: SiteSection },
  }),
  deleteSiteSectionById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Remove a section from a site; its spaces are not deleted',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  moveSiteSection: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    summary: 'Move a section before or after another one; without a position, to the end of its level',
    permission: onSite('admin'),
    body: Type.Object({ position: Type.Optional(Position(Pointer)) }),
    responses: { 200: SiteSection },
  }),
};
