import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { conflict } from '../../../kernel/errors/errors.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import { requireCondition } from '../adaptive-content/claims-schema.ts';
import type { SiteSubject } from '../sites.store.ts';
import type { siteSpacesContract } from './site-spaces.contract.ts';
import { requireNode, requireSiteSpace, type SiteView, type StructureService } from './structure.service.ts';
import { deleteItem, updateItem } from './structure.store.ts';
import { validatePath } from './validate-path.ts';

type Changes = Static<(typeof siteSpacesContract)['updateSiteSpaceById']['body']>;

const FIELDS = { path: 'path', condition: 'condition', space_id: 'spaceId' };

/** Service for site spaces. */
export const createSiteSpacesService = ({ structures }: { structures: StructureService }) => ({
  /** Adds a space to a site. */
  add: async (
    caller: Caller,
    site: SiteSubject,
    { spaceId, sectionId }: { spaceId: string; sectionId?: string },
  ): Promise<{ id: string; view: SiteView }> => {
    let id = '';
    const view = await structures.change(
      caller,
      site,
      async (tx, current, space) => {
        const section = sectionId && requireNode(current, 'site-section', sectionId).row.id;
        const [row] = await structures.addVariants(
          tx,
          site,
          current.structure,
          section ?? current.structure.defaultSection ?? null,
          [space!],
        );
        id = row!.id;
        await structures.record(tx, caller, 'site.space-added', site, { siteSpace: id, space: spaceId });
      },
      spaceId,
    );
    return { id, view };
  },

  update: (caller: Caller, site: SiteSubject, id: string, changes: Changes): Promise<SiteView> =>
    structures.change(
      caller,
      site,
      async (tx, current, space) => {
        const row = requireSiteSpace(current, id);
        requireCondition(changes.condition, 'body.condition');
        const path = validatePath(changes.path);
        const others = current.structure.siteSpaces.filter((other) => other.id !== id);
        const taken = [...others, ...current.structure.trashed];
        if (taken.some((other) => other.section_id === row.section_id && other.path === path))
          throw conflict('The path is already used by another space of the section');
        if (others.some((other) => other.space_id === space?.id))
          throw conflict('The site already contains this space');
        const changed = await updateItem(tx, 'site-space', row, {
          path,
          condition: changes.condition,
          space_id: space?.id,
        });
        const payload = changedFields(changed, FIELDS);
        if (payload)
          await structures.record(tx, caller, 'site.space-updated', site, { siteSpace: id, ...payload });
      },
      changes.spaceId,
    ),

  /** Removes a space from a site; if it was the default, another one becomes the default. */
  remove: async (caller: Caller, site: SiteSubject, id: string): Promise<void> => {
    await structures.change(caller, site, async (tx, { structure, spaces }) => {
      const row = structure.siteSpaces.find((siteSpace) => siteSpace.id === id);
      if (!row || !spaces.has(row.space_id)) return;
      await deleteItem(tx, 'site-space', row);
      await structures.record(tx, caller, 'site.space-removed', site, { siteSpace: id, space: row.space_id });
    });
  },
});

/** Service for site spaces. */
export type SiteSpacesService = ReturnType<typeof createSiteSpacesService>;
