import { findByPath } from '@lectern/document';
import { type MatchedRedirect, type RedirectsService, withSegments } from '../../sites/index.ts';
import { firstDocument } from '../site/page-index.ts';
import { pageHref } from '../site/page-urls.ts';
import { formatPath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { ResolvedPath, Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { PreviousPathsService } from './previous-paths.service.ts';

interface Dependencies {
  readonly sitePages: SitePagesService;
  readonly redirects: Pick<RedirectsService, 'findMatching'>;
  readonly previousPaths: Pick<PreviousPathsService, 'findCurrent'>;
}

/** The target of a redirect: a path of the site or a URL. */
export interface Redirect {
  readonly to: string;
  readonly isPermanent: boolean;
}

const temporary = (to: string | undefined): Redirect | undefined =>
  to === undefined ? undefined : { to, isPermanent: false };

/** The source of a redirect as it is stored, with every reserved character escaped. */
const sourceOf = (segments: readonly string[]): string =>
  formatPath(segments).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const withQuery = (path: string, query: URLSearchParams): string => {
  const passedOn = new URLSearchParams(query);
  passedOn.delete('fallback');
  if (passedOn.size === 0) return path;
  const [address = '', ...fragment] = path.split(/(?=#)/);
  return `${address}${address.includes('?') ? '&' : '?'}${passedOn}${fragment.join('')}`;
};

/** Makes the service that finds the redirect target of paths without a page. */
export const createRedirectLookupService = ({ sitePages, redirects, previousPaths }: Dependencies) => {
  const hrefOfTarget = async (visit: Visit, target: MatchedRedirect): Promise<string | undefined> => {
    const { site_section_id, site_space_id, page_id, url } = target;
    if (url !== null) return url;
    const variant = visit.structure.variants.find((one) =>
      site_section_id === null
        ? one.id === site_space_id
        : one.parentSection?.id === site_section_id && one.isDefault,
    );
    if (!variant) return undefined;
    const index = await sitePages.index(visit, variant);
    if (page_id === null) return pageHref(visit, variant, index);
    const page = index.byId.get(page_id);
    const document = page && firstDocument(page);
    return document && pageHref(visit, variant, index, document);
  };

  /** The default section or variant is optional in paths: the page is at the path without it. */
  const withoutDefaults = async (visit: Visit, { shorter }: ResolvedPath): Promise<string | undefined> => {
    if (!shorter) return undefined;
    const index = await sitePages.index(visit, shorter.variant);
    return shorter.rest.length === 0 || index.byPath.has(shorter.rest.join('/'))
      ? formatPath([...visit.base, ...shorter.variant.prefix, ...shorter.rest])
      : undefined;
  };

  /** A redirect that the owner of the site set; one for the path in the site precedes one for the path in the space. */
  const configuredRedirect = async (
    visit: Visit,
    pathInSite: readonly string[],
    pathInSpace: readonly string[],
  ): Promise<Redirect | undefined> => {
    const { organization, id } = visit.site;
    const paths = [pathInSite, pathInSpace].filter(({ length }) => length > 0);
    const sources = [...new Set(paths.map(sourceOf))];
    for (const target of await redirects.findMatching({ organization_id: organization, id }, sources)) {
      const href = await hrefOfTarget(visit, target);
      if (href !== undefined)
        return { to: withSegments(href, target.captured), isPermanent: target.permanent };
    }
    return undefined;
  };

  /** The page that was at a path of its space before it was moved or renamed. */
  const movedPage = async (
    visit: Visit,
    variant: Variant,
    rest: readonly string[],
  ): Promise<string | undefined> => {
    const index = await sitePages.index(visit, variant);
    const moved = await findByPath(sitePages.snapshot(visit, variant).view, rest.join('/'));
    const page = moved && index.byId.get(moved.id);
    const document = page && firstDocument(page);
    return document && pageHref(visit, variant, index, document);
  };

  const previousAddress = async (visit: Visit, segments: readonly string[]): Promise<string | undefined> => {
    const current = await previousPaths.findCurrent(visit, segments);
    return current && formatPath([...visit.base, ...current.variant.prefix, ...current.rest]);
  };

  return {
    /** The URL that a path without a page is redirected to; undefined if there is none. */
    redirectTarget: async (
      visit: Visit,
      resolved: ResolvedPath,
      segments: readonly string[],
      query: URLSearchParams,
    ): Promise<Redirect | undefined> => {
      const { variant, rest } = resolved;
      const target =
        temporary(await withoutDefaults(visit, resolved)) ??
        (await configuredRedirect(visit, segments, rest)) ??
        temporary(await movedPage(visit, variant, rest)) ??
        temporary(await previousAddress(visit, segments)) ??
        // Links to other variants ask for their root where they lack the page.
        (query.get('fallback') === 'true'
          ? temporary(pageHref(visit, variant, await sitePages.index(visit, variant)))
          : undefined);
      return target && { ...target, to: withQuery(target.to, query) };
    },
  };
};

/** Lookup of redirects. */
export type RedirectLookupService = ReturnType<typeof createRedirectLookupService>;
