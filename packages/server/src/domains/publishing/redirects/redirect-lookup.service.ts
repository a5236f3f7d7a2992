import { findByPath } from '@lectern/document';
import type { RedirectsService, SiteTarget } from '../../sites/index.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import { hrefTo, type Visit } from '../rendering/layout.ts';
import { firstIn } from '../site/page-index.ts';
import { pathTo } from '../site/paths.ts';
import type { Place } from '../site/structure.ts';
import type { FormerService } from './previous-addresses.service.ts';

interface Dependencies {
  readonly frames: FramesService;
  readonly redirects: Pick<RedirectsService, 'findTargets'>;
  readonly former: Pick<FormerService, 'nowAt'>;
}

// Sources are written with every character escaped that an address may do without.
const sourceOf = (segments: readonly string[]): string =>
  pathTo(segments).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const withQuery = (path: string, query: URLSearchParams): string => {
  const rest = new URLSearchParams(query);
  rest.delete('fallback');
  return rest.size > 0 ? `${path}?${rest}` : path;
};

/** Where paths lead on to that no page has. */
export const createForwardingService = ({ frames, redirects, former }: Dependencies) => {
  const addressOf = async (visit: Visit, target: SiteTarget): Promise<string | undefined> => {
    const { site_section_id, site_space_id, page_id } = target;
    const variant = visit.structure.variants.find((one) =>
      site_section_id === null
        ? one.id === site_space_id
        : one.within?.id === site_section_id && one.isDefault,
    );
    if (!variant) return undefined;
    const index = await frames.pagesOf(visit, variant);
    if (page_id === null) return hrefTo(visit, variant, index);
    const page = index.byId.get(page_id);
    const first = page && firstIn(page);
    return first && hrefTo(visit, variant, index, first);
  };

  /** Where the owner of the site lets a path lead: the whole path comes before that within its space. */
  const toldBy = async (visit: Visit, whole: readonly string[], within: readonly string[]) => {
    const { organization, id } = visit.site;
    const sources = [...new Set([whole, within].filter(({ length }) => length > 0).map(sourceOf))];
    for (const target of await redirects.findTargets({ organization_id: organization, id }, sources)) {
      const address = await addressOf(visit, target);
      if (address !== undefined) return address;
    }
    return undefined;
  };

  return {
    /** Where a path that no page has leads on to; undefined where it leads nowhere. */
    from: async (
      visit: Visit,
      { variant, rest, shorter }: Place,
      segments: readonly string[],
      query: URLSearchParams,
    ): Promise<string | undefined> => {
      const to = (path: string) => withQuery(path, query);
      if (shorter) {
        const index = await frames.pagesOf(visit, shorter.variant);
        if (shorter.rest.length === 0 || index.byPath.has(shorter.rest.join('/')))
          return to(pathTo([...visit.base, ...shorter.variant.prefix, ...shorter.rest]));
      }
      const told = await toldBy(visit, segments, rest);
      if (told !== undefined) return to(told);
      const index = await frames.pagesOf(visit, variant);
      const moved = await findByPath(frames.snapshotOf(visit, variant).view, rest.join('/'));
      const page = moved && index.byId.get(moved.id);
      const target = page && firstIn(page);
      if (target) return to(hrefTo(visit, variant, index, target));
      const now = await former.nowAt(visit, segments);
      if (now) return to(pathTo([...visit.base, ...now.variant.prefix, ...now.rest]));
      return query.get('fallback') === 'true' ? to(hrefTo(visit, variant, index)) : undefined;
    },
  };
};

/** Where paths lead on to. */
export type ForwardingService = ReturnType<typeof createForwardingService>;
