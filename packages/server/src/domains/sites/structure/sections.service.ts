import { freeSlug, slugOf } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, invalid } from '../../../kernel/errors/errors.ts';
import { changedFields } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { requireCondition } from '../adaptive-content/claims-schema.ts';
import type { SiteSubject } from '../sites.store.ts';
import { childrenOf, positionAfter } from './placements.ts';
import type { sectionsContract } from './sections.contract.ts';
import { requireNode, requirePartLimit, type SiteView, type StructureService } from './structure.service.ts';
import {
  deleteItem,
  insertSection,
  moveSiteSpacesInto,
  type SectionRow,
  updateItem,
} from './structure.store.ts';
import { validatePath } from './validate-path.ts';

type NewSection = Static<(typeof sectionsContract)['addSectionToSite']['body']>;
type Changes = Static<(typeof sectionsContract)['updateSiteSectionById']['body']>;

const MIN_TITLE_LENGTH = 2;
const UNTITLED = 'Untitled';

const FIELDS = {
  title: 'title',
  path: 'path',
  default_site_space_id: 'defaultSiteSpace',
  condition: 'condition',
  icon: 'icon',
  description: 'description',
  localized_title: 'localizedTitle',
  localized_description: 'localizedDescription',
};

/** Service for sections. */
export const createSectionsService = ({
  structures,
  newId,
}: Pick<Kernel, 'newId'> & { structures: StructureService }) => {
  const insert = async (
    tx: DatabaseTransaction,
    { site, structure }: SiteView,
    input: { title: string; icon?: string | null; defaultVariant?: string | null },
    besides: readonly SectionRow[] = [],
  ): Promise<SectionRow> => {
    const taken = new Set([...structure.sections, ...besides].map((row) => row.path));
    const title = input.title.trim().length < MIN_TITLE_LENGTH ? UNTITLED : input.title;
    const siblings = [
      ...childrenOf(structure, null),
      ...besides.map(({ id, position }) => ({ kind: 'site-section' as const, id, position })),
    ];
    const row = {
      organization_id: site.organization_id,
      id: newId(),
      site_id: site.id,
      group_id: null,
      position: positionAfter(siblings, newId),
      path: freeSlug(slugOf(title), (slug) => taken.has(slug)),
      title,
      description: null,
      localized_title: null,
      localized_description: null,
      icon: input.icon ?? null,
      condition: null,
      default_site_space_id: input.defaultVariant ?? null,
    };
    await insertSection(tx, row);
    return row;
  };

  // A site either has sections or it has none: existing spaces of a site without sections become its first
  // section.
  const moveFlatSpacesToSection = async (
    tx: DatabaseTransaction,
    current: SiteView,
  ): Promise<SectionRow[]> => {
    const flat = current.structure.variantsOf(null);
    const first = flat.find((row) => current.structure.defaultVariants.has(row.id));
    if (!first) return [];
    const title = current.spaces.get(first.space_id)?.title ?? current.site.title;
    const section = await insert(tx, current, { title, defaultVariant: first.id });
    await moveSiteSpacesInto(tx, current.site, section.id);
    return [section];
  };

  return {
    /** Adds a section with a space. */
    add: async (
      caller: Caller,
      site: SiteSubject,
      { spaceId, title, icon }: NewSection,
    ): Promise<{ id: string; view: SiteView }> => {
      let id = '';
      const view = await structures.change(
        caller,
        site,
        async (tx, current, space) => {
          requirePartLimit(current.structure, 3);
          const gathered = await moveFlatSpacesToSection(tx, current);
          const section = await insert(tx, current, { title: title ?? space!.title, icon }, gathered);
          id = section.id;
          await structures.addVariants(tx, site, current.structure, id, [space!]);
          if (gathered.length === 0) await moveSiteSpacesInto(tx, site, id);
          await structures.record(tx, caller, 'site.section-added', site, { section: id, space: spaceId });
        },
        spaceId,
      );
      return { id, view };
    },

    update: (caller: Caller, site: SiteSubject, id: string, changes: Changes): Promise<SiteView> =>
      structures.change(caller, site, async (tx, current) => {
        const { row } = requireNode(current, 'site-section', id);
        requireCondition(changes.condition, 'body.condition');
        const path = validatePath(changes.path);
        if (current.structure.sections.some((other) => other.id !== id && other.path === path))
          throw conflict('The path is already used by another section of the site');
        const variant = changes.defaultSiteSpace;
        if (variant !== undefined && !current.structure.variantsOf(id).some((one) => one.id === variant))
          throw invalid({ path: 'body.defaultSiteSpace', message: 'is not in this section' });
        const changed = await updateItem(tx, 'site-section', row, {
          title: changes.title,
          path,
          default_site_space_id: variant,
          condition: changes.condition,
          icon: changes.icon,
          description: changes.description,
          localized_title: changes.localizedTitle,
          localized_description: changes.localizedDescription,
        });
        const payload = changedFields(changed, FIELDS);
        if (payload)
          await structures.record(tx, caller, 'site.section-updated', site, { section: id, ...payload });
      }),

    /**
     * Removes a section with its site spaces; if it was the default section, another one becomes the default.
     */
    remove: async (caller: Caller, site: SiteSubject, id: string): Promise<void> => {
      await structures.change(caller, site, async (tx, { structure }) => {
        const row = structure.sections.find((section) => section.id === id);
        if (!row) return;
        const spaces = structure.variantsOf(id).map((variant) => variant.space_id);
        await deleteItem(tx, 'site-section', row);
        await structures.record(tx, caller, 'site.section-removed', site, { section: id, spaces });
      });
    },
  };
};

/** Service for sections. */
export type SectionsService = ReturnType<typeof createSectionsService>;
