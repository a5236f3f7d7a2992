import { findByPath } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { listPreviousPaths } from '../site/site.store.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { ResolvedPath, Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly sitePages: Pick<SitePagesService, 'index' | 'snapshot'>;
}

type CurrentPath = Pick<ResolvedPath, 'variant' | 'rest'>;

/** Creates the service that finds pages by paths from before sections and variants were renamed or moved. */
export const createPreviousPathsService = ({ db, sitePages }: Dependencies) => {
  /** Whether a space has a visible page at a path, or had one there before it was moved. */
  const hasPageAt = async (visit: Visit, variant: Variant, rest: readonly string[]): Promise<boolean> => {
    const index = await sitePages.index(visit, variant);
    const path = rest.join('/');
    if (rest.length === 0 || index.byPath.has(path)) return true;
    const moved = await findByPath(sitePages.snapshot(visit, variant).view, path);
    return moved !== undefined && index.byId.has(moved.id);
  };

  const findCurrent = async (visit: Visit, segments: readonly string[]): Promise<CurrentPath | undefined> => {
    for (const { path, siteSpace } of await listPreviousPaths(db, visit.site)) {
      const variant = visit.structure.variants.find(({ id }) => id === siteSpace);
      if (!variant || !path.every((segment, at) => segment.toLowerCase() === segments[at])) continue;
      const rest = segments.slice(path.length);
      // The root of the site always has a current page.
      if (rest.length === segments.length && rest.length === 0) continue;
      if (await hasPageAt(visit, variant, rest)) return { variant, rest };
    }
    return undefined;
  };

  return {
    /** The current path of a previous one; undefined if it never existed. */
    findCurrent,

    /** The path that another should be redirected to; undefined if its variant has a page at it, now or before. */
    redirectPath: async (
      visit: Visit,
      { variant, rest, shorter }: ResolvedPath,
      segments: readonly string[],
    ): Promise<CurrentPath | undefined> => {
      const index = await sitePages.index(visit, variant);
      if (rest.length > 0 && index.byPath.has(rest.join('/'))) return undefined;
      if (shorter && (await hasPageAt(visit, shorter.variant, shorter.rest))) return shorter;
      // Clients find pages that moved inside a space by themselves.
      if (await hasPageAt(visit, variant, rest)) return undefined;
      return findCurrent(visit, segments);
    },
  };
};

/** Previous paths of sites. */
export type PreviousPathsService = ReturnType<typeof createPreviousPathsService>;
