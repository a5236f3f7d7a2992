import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { SiteSubject } from '../sites.policy.ts';
import { findPublicSite } from '../sites.store.ts';
import type { SiteView } from '../structure/structure.service.ts';
import { findStructure } from '../structure/structure.store.ts';
import { addressOf, structureOf } from '../structure/structure-tree.ts';

/** Which parts of a site are shown to somebody. */
export interface VisibleParts {
  readonly organization: string;
  readonly site: string;
  readonly sections: ReadonlySet<string>;
  readonly siteSpaces: ReadonlySet<string>;
}

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly spaces: Pick<SpacesService, 'shown'>;
}

/** A part of a site without the reason for which it is shown, which is no part of what is shown. */
export const withoutCondition = <Row extends { readonly condition: string | null }>(row: Row): Row => ({
  ...row,
  condition: null,
});

/** Sites as their visitors meet them: what is not shown to them is not there. */
export const createVisitorViewService = ({ db, spaces }: Dependencies) => ({
  view: async ({ organization, site: id, sections, siteSpaces }: VisibleParts): Promise<SiteView> => {
    const key = { organization_id: organization, id };
    const [row, rows] = await Promise.all([findPublicSite(db, organization, id), findStructure(db, key)]);
    if (!row) throw notFound('site');
    const site: SiteSubject = { ...row, site_spaces: siteSpaces.size, role: 'read' };
    const structure = structureOf(
      {
        groups: rows.groups,
        away: [],
        sections: rows.sections.filter((section) => sections.has(section.id)).map(withoutCondition),
        siteSpaces: rows.siteSpaces.filter((one) => siteSpaces.has(one.id)).map(withoutCondition),
      },
      site,
    );
    const ids = structure.siteSpaces.map(({ space_id }) => space_id);
    const found = new Map((await spaces.shown(organization, ids)).map((space) => [space.id, space]));
    const placed = structure.siteSpaces.flatMap((one) => {
      const space = found.get(one.space_id);
      // It may be shown elsewhere, too: visitors of this site are led to where they are.
      const published_place = site.published ? { ...site, address: addressOf(structure, one) } : null;
      return space ? [[space.id, { ...space, visibility: site.visibility, published_place }] as const] : [];
    });
    return { site, structure, spaces: new Map(placed) };
  },
});

/** Sites as their visitors meet them. */
export type VisitorViewService = ReturnType<typeof createVisitorViewService>;
