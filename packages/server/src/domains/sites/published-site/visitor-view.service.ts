import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { SiteSubject } from '../sites.store.ts';
import { findPublicSite } from '../sites.store.ts';
import type { SiteView } from '../structure/structure.service.ts';
import { findStructure } from '../structure/structure.store.ts';
import { siteSpacePath, structureOf } from '../structure/structure-tree.ts';

/** The parts of a site that are visible to a visitor. */
export interface VisibleParts {
  readonly organization: string;
  readonly site: string;
  readonly sections: ReadonlySet<string>;
  readonly siteSpaces: ReadonlySet<string>;
}

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly spaces: Pick<SpacesService, 'findForVisitors'>;
}

/** Removes the condition from a part of a site: visitors do not see conditions. */
export const withoutCondition = <Row extends { readonly condition: string | null }>(row: Row): Row => ({
  ...row,
  condition: null,
});

/** Service for sites as their visitors see them: hidden parts are left out. */
export const createVisitorViewService = ({ db, spaces }: Dependencies) => ({
  view: async ({ organization, site: id, sections, siteSpaces }: VisibleParts): Promise<SiteView> => {
    const key = { organization_id: organization, id };
    const [row, rows] = await Promise.all([findPublicSite(db, organization, id), findStructure(db, key)]);
    if (!row) throw notFound('site');
    const site: SiteSubject = { ...row, site_spaces: siteSpaces.size, role: 'read' };
    const structure = structureOf(
      {
        groups: rows.groups,
        trashed: [],
        sections: rows.sections.filter((section) => sections.has(section.id)).map(withoutCondition),
        siteSpaces: rows.siteSpaces.filter((one) => siteSpaces.has(one.id)).map(withoutCondition),
      },
      site,
    );
    const ids = structure.siteSpaces.map(({ space_id }) => space_id);
    const found = new Map(
      (await spaces.findForVisitors(organization, ids)).map((space) => [space.id, space]),
    );
    const placed = structure.siteSpaces.flatMap((one) => {
      const space = found.get(one.space_id);
      // The space may be published elsewhere, too: links of this site lead to this site.
      const published_place = site.published ? { ...site, address: siteSpacePath(structure, one) } : null;
      return space ? [[space.id, { ...space, visibility: site.visibility, published_place }] as const] : [];
    });
    return { site, structure, spaces: new Map(placed) };
  },
});

/** Service for sites as their visitors see them. */
export type VisitorViewService = ReturnType<typeof createVisitorViewService>;
