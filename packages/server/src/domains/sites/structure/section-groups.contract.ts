import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  OptionalNullable,
  pagedQuery,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LocalizedText } from '../localized-text.ts';
import { onSite } from '../sites.contract.ts';
import { Icon, Position, SiteSectionGroup } from './structure.contract.ts';

const Title = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const Pointer = Type.Object({ type: OneOf(['site-section', 'site-section-group']), id: Id });

/** Section groups of a site. */
export const sectionGroupsContract = {
  listSiteSectionGroups: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'List all section groups of a site, in order, including nested ones',
    permission: onSite('view'),
    query: pagedQuery(),
    responses: { 200: List(SiteSectionGroup) },
  }),
  addSectionGroupToSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'Add a section group, at the root or in another group, with sections to move into it',
    permission: onSite('admin'),
    body: Type.Object({
      title: Title,
      icon: OptionalNullable(Icon),
      sections: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
      parent: Type.Optional(Id),
    }),
    responses: { 201: SiteSectionGroup },
  }),
  updateSiteSectionGroupById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Update the title or the icon of a section group',
    permission: onSite('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      icon: OptionalNullable(Icon),
      localizedTitle: OptionalNullable(LocalizedText(128)),
    }),
    responses: { 200: SiteSectionGroup },
  }),
  deleteSiteSectionGroupById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Remove a section group; its children take its place',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  moveSiteSectionGroup: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    summary:
      'Move a section group before or after a section or group; without a position, to the end of its level',
    permission: onSite('admin'),
    body: Type.Object({ position: Type.Optional(Position(Pointer)) }),
    responses: { 200: SiteSectionGroup },
  }),
  addSectionToGroup: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    summary: 'Move a section to the end of a group',
    permission: onSite('admin'),
    body: Type.Object({ sectionId: Id }),
    responses: { 201: SiteSectionGroup },
  }),
  removeSectionFromGroup: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    summary: 'Move a section out of a group, to the position after it; the section is not deleted',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
};
