import { lineageOf, pathOf, readPages } from '@lectern/document';
import type { Links } from '../../../kernel/links.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SiteView } from './structure.service.ts';
import type { SiteSpaceRow } from './structure.store.ts';
import { sectionPath, siteSpacePath } from './structure-tree.ts';

/** A section of a site, a site space, a page of a site space, or a URL outside of the site. */
export interface SiteTarget {
  readonly site_section_id: string | null;
  readonly site_space_id: string | null;
  readonly page_id: string | null;
  readonly url: string | null;
}

interface Dependencies {
  readonly revisions: Pick<RevisionsService, 'headRoots' | 'view'>;
  readonly links: Links;
}

/** The site space with an id, if the reader may view its space. */
export const findVisibleSiteSpace = (
  { structure, spaces }: SiteView,
  id: string | null,
): SiteSpaceRow | undefined => structure.siteSpaces.find((row) => row.id === id && spaces.has(row.space_id));

const sectionIn = ({ structure }: SiteView, id: string | null) =>
  structure.sections.find((row) => row.id === id);

/** Service for the URLs of sections, site spaces and pages of sites. */
export const createSiteTargetsService = ({ revisions, links }: Dependencies) => {
  const snapshotsOf = async (organizationId: string, spaceIds: readonly string[]) => {
    const roots = await revisions.headRoots(organizationId, [...new Set(spaceIds)]);
    return new Map([...roots].map(([id, root]) => [id, revisions.view(organizationId, root)]));
  };

  return {
    /** Whether each target exists and is visible to the reader; takes one query per space. */
    findExisting: async (view: SiteView, targets: readonly SiteTarget[]): Promise<boolean[]> => {
      const rows = targets.map((target) => findVisibleSiteSpace(view, target.site_space_id));
      const wanted = new Map<string, string[]>();
      targets.forEach(({ page_id }, index) => {
        const space = rows[index]?.space_id;
        if (space && page_id !== null) wanted.set(space, [...(wanted.get(space) ?? []), page_id]);
      });
      const snapshots = await snapshotsOf(view.site.organization_id, [...wanted.keys()]);
      const pages = new Map<string, ReadonlyMap<string, unknown>>();
      for (const [space, snapshot] of snapshots)
        pages.set(space, await readPages(snapshot, wanted.get(space)!));
      return targets.map(({ site_section_id, page_id, url }, index) => {
        if (url !== null) return true;
        if (site_section_id !== null) return sectionIn(view, site_section_id) !== undefined;
        const space = rows[index]?.space_id;
        return space !== undefined && (page_id === null || (pages.get(space)?.has(page_id) ?? false));
      });
    },

    /** The URL of a target; undefined when it does not exist or the reader may not view it. */
    urlOf: async (view: SiteView, target: SiteTarget, shareKey?: string): Promise<string | undefined> => {
      const { site } = view;
      if (target.url !== null) return target.url;
      if (target.site_section_id !== null) {
        const section = sectionIn(view, target.site_section_id);
        return section && publishedUrl(links, site, sectionPath(view.structure, section), shareKey);
      }
      const row = findVisibleSiteSpace(view, target.site_space_id);
      if (!row) return undefined;
      const root = publishedUrl(links, site, siteSpacePath(view.structure, row), shareKey);
      if (target.page_id === null) return root;
      const snapshot = (await snapshotsOf(site.organization_id, [row.space_id])).get(row.space_id);
      const lineage = snapshot ? await lineageOf(snapshot, target.page_id) : [];
      return lineage.length === 0
        ? undefined
        : root + pathOf(lineage).split('/').map(encodeURIComponent).join('/');
    },
  };
};

/** Service for the URLs of sections, site spaces and pages of sites. */
export type SiteTargetsService = ReturnType<typeof createSiteTargetsService>;
