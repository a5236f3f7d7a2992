import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteSubject } from '../sites.store.ts';
import {
  childrenOf,
  planMoveIntoGroup,
  planMoveOutOfGroup,
  positionAfter,
  requireGroupDepth,
} from './placements.ts';
import type { sectionGroupsContract } from './section-groups.contract.ts';
import { requireNode, requirePartLimit, type SiteView, type StructureService } from './structure.service.ts';
import { deleteItem, insertGroup, updateItem, updatePlacements } from './structure.store.ts';

type NewSectionGroup = Static<(typeof sectionGroupsContract)['addSectionGroupToSite']['body']>;
type Changes = Static<(typeof sectionGroupsContract)['updateSiteSectionGroupById']['body']>;

const FIELDS = { title: 'title', icon: 'icon', localized_title: 'localizedTitle' };

/** Service for section groups. */
export const createSectionGroupsService = ({
  structures,
  newId,
}: Pick<Kernel, 'newId'> & { structures: StructureService }) => ({
  /** Adds a group and moves sections into it. */
  add: async (
    caller: Caller,
    site: SiteSubject,
    { title, icon, sections = [], parent }: NewSectionGroup,
  ): Promise<{ id: string; view: SiteView }> => {
    const id = newId();
    const view = await structures.change(caller, site, async (tx, current) => {
      const parentId =
        parent === undefined ? null : requireNode(current, 'site-section-group', parent).row.id;
      requireGroupDepth(current.structure, parentId, 1, 'body.parent');
      requirePartLimit(current.structure, 1);
      const entering = [...new Set(sections)].map((section) => requireNode(current, 'site-section', section));
      await insertGroup(tx, {
        organization_id: site.organization_id,
        id,
        site_id: site.id,
        parent_id: parentId,
        position: positionAfter(childrenOf(current.structure, parentId), newId),
        title,
        icon: icon ?? null,
        localized_title: null,
      });
      await updatePlacements(
        tx,
        site.organization_id,
        planMoveIntoGroup(current.structure, entering, id, newId),
      );
      await structures.record(tx, caller, 'site.section-group-added', site, { group: id, sections });
    });
    return { id, view };
  },

  update: (caller: Caller, site: SiteSubject, id: string, changes: Changes): Promise<SiteView> =>
    structures.change(caller, site, async (tx, current) => {
      const { row } = requireNode(current, 'site-section-group', id);
      const { title, icon, localizedTitle: localized_title } = changes;
      const changed = await updateItem(tx, 'site-section-group', row, { title, icon, localized_title });
      const payload = changedFields(changed, FIELDS);
      if (payload)
        await structures.record(tx, caller, 'site.section-group-updated', site, { group: id, ...payload });
    }),

  /** Removes a group; its children take its place. */
  remove: async (caller: Caller, site: SiteSubject, id: string): Promise<void> => {
    await structures.change(caller, site, async (tx, current) => {
      const row = current.structure.groups.find((group) => group.id === id);
      if (!row) return;
      const { children } = requireNode(current, 'site-section-group', id);
      await updatePlacements(
        tx,
        site.organization_id,
        planMoveOutOfGroup(current.structure, children, row, newId),
      );
      await deleteItem(tx, 'site-section-group', row);
      await structures.record(tx, caller, 'site.section-group-removed', site, { group: id });
    });
  },

  addSection: (caller: Caller, site: SiteSubject, id: string, sectionId: string): Promise<SiteView> =>
    structures.change(caller, site, async (tx, current) => {
      const group = requireNode(current, 'site-section-group', id).row.id;
      const section = requireNode(current, 'site-section', sectionId);
      const placements = planMoveIntoGroup(current.structure, [section], group, newId);
      if (placements.length === 0) return;
      await updatePlacements(tx, site.organization_id, placements);
      await structures.record(tx, caller, 'site.section-grouped', site, { group, section: sectionId });
    }),

  removeSection: async (caller: Caller, site: SiteSubject, id: string, sectionId: string): Promise<void> => {
    await structures.change(caller, site, async (tx, current) => {
      const row = current.structure.groups.find((group) => group.id === id);
      if (!row || !current.structure.sections.some((one) => one.id === sectionId && one.group_id === id))
        return;
      const section = requireNode(current, 'site-section', sectionId);
      await updatePlacements(
        tx,
        site.organization_id,
        planMoveOutOfGroup(current.structure, [section], row, newId),
      );
      await structures.record(tx, caller, 'site.section-ungrouped', site, { group: id, section: sectionId });
    });
  },
});

/** Service for section groups. */
export type SectionGroupsService = ReturnType<typeof createSectionGroupsService>;
