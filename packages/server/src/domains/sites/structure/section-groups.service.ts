import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteSubject } from '../sites.policy.ts';
import type { sectionGroupsContract } from './section-groups.contract.ts';
import { nodeIn, requireRoom, type SiteView, type StructureService } from './structure.service.ts';
import { deleteItem, insertGroup, updateItem, writePlacings } from './structure.store.ts';
import { childrenOf, planEntry, planExit, positionAfter, requireDepth } from './structure-tree.ts';

type Wish = Static<(typeof sectionGroupsContract)['addSectionGroupToSite']['body']>;
type Changes = Static<(typeof sectionGroupsContract)['updateSiteSectionGroupById']['body']>;

const FIELDS = { title: 'title', icon: 'icon' };

/** Groups of sections. */
export const createSectionGroupsService = ({
  structures,
  newId,
}: Pick<Kernel, 'newId'> & { structures: StructureService }) => ({
  /** Adds a group, with sections that go into it; says which it is. */
  add: async (
    caller: Caller,
    site: SiteSubject,
    { title, icon, sections = [], parent }: Wish,
  ): Promise<{ id: string; view: SiteView }> => {
    const id = newId();
    const view = await structures.change(caller, site, async (tx, held) => {
      const parentId = parent === undefined ? null : nodeIn(held, 'site-section-group', parent).row.id;
      requireDepth(held.structure, parentId, 1, 'body.parent');
      requireRoom(held.structure, 1);
      const entering = [...new Set(sections)].map((section) => nodeIn(held, 'site-section', section));
      await insertGroup(tx, {
        organization_id: site.organization_id,
        id,
        site_id: site.id,
        parent_id: parentId,
        position: positionAfter(childrenOf(held.structure, parentId), newId),
        title,
        icon: icon ?? null,
      });
      await writePlacings(tx, site.organization_id, planEntry(held.structure, entering, id, newId));
      await structures.record(tx, caller, 'site.section-group-added', site, { group: id, sections });
    });
    return { id, view };
  },

  update: (caller: Caller, site: SiteSubject, id: string, changes: Changes): Promise<SiteView> =>
    structures.change(caller, site, async (tx, held) => {
      const { row } = nodeIn(held, 'site-section-group', id);
      const { title, icon } = changes;
      const changed = await updateItem(tx, 'site-section-group', row, { title, icon });
      const payload = changedFields(changed, FIELDS);
      if (payload)
        await structures.record(tx, caller, 'site.section-group-updated', site, { group: id, ...payload });
    }),

  /** Removes a group; what was in it goes where it was. */
  remove: async (caller: Caller, site: SiteSubject, id: string): Promise<void> => {
    await structures.change(caller, site, async (tx, held) => {
      const row = held.structure.groups.find((group) => group.id === id);
      if (!row) return;
      const { children } = nodeIn(held, 'site-section-group', id);
      await writePlacings(tx, site.organization_id, planExit(held.structure, children, row, newId));
      await deleteItem(tx, 'site-section-group', row);
      await structures.record(tx, caller, 'site.section-group-removed', site, { group: id });
    });
  },

  addSection: (caller: Caller, site: SiteSubject, id: string, sectionId: string): Promise<SiteView> =>
    structures.change(caller, site, async (tx, held) => {
      const group = nodeIn(held, 'site-section-group', id).row.id;
      const section = nodeIn(held, 'site-section', sectionId);
      const placings = planEntry(held.structure, [section], group, newId);
      if (placings.length === 0) return;
      await writePlacings(tx, site.organization_id, placings);
      await structures.record(tx, caller, 'site.section-grouped', site, { group, section: sectionId });
    }),

  removeSection: async (caller: Caller, site: SiteSubject, id: string, sectionId: string): Promise<void> => {
    await structures.change(caller, site, async (tx, held) => {
      const row = held.structure.groups.find((group) => group.id === id);
      if (!row || !held.structure.sections.some((one) => one.id === sectionId && one.group_id === id)) return;
      const section = nodeIn(held, 'site-section', sectionId);
      await writePlacings(tx, site.organization_id, planExit(held.structure, [section], row, newId));
      await structures.record(tx, caller, 'site.section-ungrouped', site, { group: id, section: sectionId });
    });
  },
});

/** Groups of sections. */
export type SectionGroupsService = ReturnType<typeof createSectionGroupsService>;
