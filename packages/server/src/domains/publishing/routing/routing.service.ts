import { renderNotFound } from '@lectern/site';
import type { Redirect, RedirectLookupService } from '../redirects/redirect-lookup.service.ts';
import type { LayoutService } from '../rendering/layout.service.ts';
import type { MachineFilesService } from '../rendering/machine-files.service.ts';
import type { PageHtmlService } from '../rendering/page-html.service.ts';
import type { PublishedSearchService } from '../search/published-search.service.ts';
import { firstDocument, type PageIndex, type VisiblePage } from '../site/page-index.ts';
import { GITBOOK_PREFIX, markdownHref, pageHref, sitePath } from '../site/page-urls.ts';
import { parsePath, type RequestPath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import { type ResolvedPath, resolvePath, type Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import { canonicalSegments, PREVIEW_PREFIX, type PreviewsService } from './previews.service.ts';
import { fileResult, HTML, type RouteResult } from './route-result.ts';
import type { SitePdfsService } from './site-pdfs.service.ts';
import type { SiteRoutesService } from './site-routes.service.ts';

interface Dependencies {
  readonly sitePages: SitePagesService;
  readonly layout: LayoutService;
  readonly pageHtml: PageHtmlService;
  readonly machineFiles: MachineFilesService;
  readonly search: PublishedSearchService;
  readonly redirectLookup: RedirectLookupService;
  readonly previews: PreviewsService;
  readonly siteRoutes: SiteRoutesService;
  readonly sitePdfs: SitePdfsService;
}

const MARKDOWN = '.md';
const PDF_PATH = `${GITBOOK_PREFIX}/pdf`;

const withoutMarkdown = (name: string) => (name.endsWith(MARKDOWN) ? name.slice(0, -MARKDOWN.length) : name);

const redirect = (to: string, isPermanent = false): RouteResult => ({ kind: 'redirect', to, isPermanent });

const suffixOf = (query: URLSearchParams) => (query.size > 0 ? `?${query}` : '');

const pageAt = (index: PageIndex, rest: readonly string[]): VisiblePage | undefined =>
  rest.length === 0 ? index.first : index.byPath.get(rest.join('/'));

/** Makes the service that resolves a path of a site to a page, a file or a redirect. */
export const createRoutingService = (deps: Dependencies) => {
  const {
    sitePages,
    layout,
    pageHtml,
    machineFiles,
    search,
    redirectLookup,
    previews,
    siteRoutes,
    sitePdfs,
  } = deps;

  /** The files of a variant and its pages: sitemap, Markdown and RSS. */
  const machineFileAt = async (
    visit: Visit,
    variant: Variant,
    rest: readonly string[],
  ): Promise<RouteResult | undefined> => {
    const last = rest.at(-1);
    const before = rest.slice(0, -1);
    if (last === 'sitemap-pages.xml' && before.length === 0)
      return fileResult(await machineFiles.sitemapPages(visit, variant));
    const index = await sitePages.index(visit, variant);
    if (last === 'rss.xml') {
      const page = pageAt(index, before);
      return page?.record.type === 'document'
        ? fileResult(await machineFiles.rss(visit, variant, page))
        : undefined;
    }
    if (!last?.endsWith(MARKDOWN)) return undefined;
    const page = pageAt(index, [...before, withoutMarkdown(last)]);
    return page && fileResult(await machineFiles.markdown(visit, variant, page));
  };

  /** The redirect target of a path without a page; Markdown paths are redirected to Markdown paths. */
  const redirectTarget = async (
    visit: Visit,
    resolved: ResolvedPath,
    segments: readonly string[],
    query: URLSearchParams,
  ): Promise<Redirect | undefined> => {
    if (!resolved.rest.at(-1)?.endsWith(MARKDOWN))
      return redirectLookup.redirectTarget(visit, resolved, segments, query);
    const plain = segments.with(-1, withoutMarkdown(segments.at(-1)!));
    const found = await redirectLookup.redirectTarget(
      visit,
      resolvePath(visit.structure, plain)!,
      plain,
      query,
    );
    // Other sites may have no Markdown.
    const path = found?.to.startsWith('/') ? parsePath(found.to) : undefined;
    const target = path && resolvePath(visit.structure, path.segments.slice(visit.base.length));
    if (!found || !target) return found;
    const page = pageAt(await sitePages.index(visit, target.variant), target.rest);
    return page ? { ...found, to: markdownHref(visit, target.variant, page) } : found;
  };

  /** The response for a path without a page, with suggestions. */
  const missingPage = async (
    visit: Visit,
    variant: Variant,
    rest: readonly string[],
    wantsMarkdown: boolean,
  ): Promise<RouteResult> => {
    const last = rest.at(-1) ?? '';
    const suggestions = await search.suggest(visit, variant, [...rest.slice(0, -1), withoutMarkdown(last)]);
    // Status 200: agents give up on errors instead of following the suggestions.
    if (wantsMarkdown || last.endsWith(MARKDOWN))
      return {
        kind: 'uncached',
        ...machineFiles.missing(visit, suggestions),
        isHiddenFromSearchEngines: true,
      };
    const frame = await layout.layoutOf(visit, variant, undefined);
    return { kind: 'missing', contentType: HTML, content: renderNotFound(frame, suggestions) };
  };

  /** The page at a path as HTML or Markdown, or a redirect to its canonical path; undefined if there is none. */
  const pageResult = async (
    visit: Visit,
    { variant, rest }: ResolvedPath,
    query: URLSearchParams,
    wantsMarkdown: boolean,
  ): Promise<RouteResult | undefined> => {
    const index = await sitePages.index(visit, variant);
    const page = pageAt(index, rest);
    const document = page && firstDocument(page);
    if (!document) return undefined;
    if (document !== page || (page === index.first && rest.length > 0))
      return redirect(pageHref(visit, variant, index, document) + suffixOf(query));
    if (wantsMarkdown) return fileResult(await machineFiles.markdown(visit, variant, document));
    const isThanked = query.get('feedback') === 'thanks';
    return {
      kind: 'page',
      contentType: HTML,
      ...(await pageHtml.render(visit, variant, document, isThanked)),
    };
  };

  return {
    /** Resolves a path for a visitor; undefined if the site shows nothing at all. */
    resolve: async (
      visitor: Visit,
      segments: readonly string[],
      { query, isCanonical, hasTrailingSlash }: RequestPath,
      wantsMarkdown: boolean,
      address = '',
    ): Promise<RouteResult | undefined> => {
      const { home } = visitor.structure;
      if (!home) return undefined;
      const siteResult = await siteRoutes.resolve(visitor, home, segments, query, address);
      if (siteResult) return siteResult;
      const preview = await previews.find(visitor, segments);
      const visit = preview?.visit ?? visitor;
      const rest = preview?.rest ?? canonicalSegments(segments);
      const resolved = preview?.resolved ?? resolvePath(visit.structure, rest)!;
      const isRoot = resolved.rest.length === 0;
      // Ids in the paths of previews are case-sensitive.
      const isLowerCase =
        segments.includes(PREVIEW_PREFIX) || rest.every((segment, at) => segment === segments[at]);
      if (!isCanonical || !isLowerCase || (hasTrailingSlash && !isRoot))
        return redirect(sitePath(visit, ...rest) + suffixOf(query));
      if (resolved.rest.join('/') === PDF_PATH) {
        const url = await sitePdfs.urlOf(visit, resolved.variant, query);
        return url === undefined ? missingPage(visit, resolved.variant, [], false) : redirect(url);
      }
      const file = await machineFileAt(visit, resolved.variant, resolved.rest);
      if (file) return file;
      const page = await pageResult(visit, resolved, query, wantsMarkdown);
      if (page) return page;
      const found = isRoot ? undefined : await redirectTarget(visit, resolved, rest, query);
      return found
        ? redirect(found.to, found.isPermanent)
        : missingPage(visit, resolved.variant, resolved.rest, wantsMarkdown);
    },
  };
};

/** Routing of published sites. */
export type RoutingService = ReturnType<typeof createRoutingService>;
