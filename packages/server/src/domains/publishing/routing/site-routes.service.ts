import { DIAGRAM_FRAME_POLICY, readDiagramFile, readDiagramVersion, renderSearchPage } from '@lectern/site';
import { SOCIAL_PICTURE_TYPE } from '../../../kernel/social-picture.ts';
import type { LayoutService } from '../rendering/layout.service.ts';
import type { MachineFilesService } from '../rendering/machine-files.service.ts';
import { SOCIAL_PATH, type SocialPicturesService } from '../rendering/social-pictures.service.ts';
import type { Asset, ThemeService } from '../rendering/theme.service.ts';
import type { AskPagesService } from '../search/ask-pages.service.ts';
import { MAX_RESULTS, type PublishedSearchService } from '../search/published-search.service.ts';
import { GITBOOK_PREFIX, LECTERN_PREFIX } from '../site/page-urls.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import { fileResult, HTML, type RouteResult } from './route-result.ts';

interface Dependencies {
  readonly layout: LayoutService;
  readonly machineFiles: MachineFilesService;
  readonly search: PublishedSearchService;
  readonly askPages: AskPagesService;
  readonly socialPictures: SocialPicturesService;
  readonly theme: ThemeService;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_QUERY_LENGTH = 512;

/** Makes the service for the paths of a site that are not pages: assets, search, robots.txt, sitemap.xml and llms.txt. */
export const createSiteRoutesService = (deps: Dependencies) => {
  const { layout, machineFiles, search, askPages, socialPictures, theme } = deps;
  const asset = async (visit: Visit, name: string): Promise<RouteResult | undefined> => {
    for (const variant of visit.structure.variants) {
      const assets = theme.assetsFor(await theme.customizationOf(visit, variant));
      const parts = Object.values(assets.parts).flatMap((part): readonly Asset[] => Object.values(part));
      const all = [assets.theme, assets.script, ...parts, assets.customization, ...assets.fonts];
      const found = all.find((one) => one.name === name);
      if (found) return { kind: 'asset', contentType: found.contentType, content: found.content };
    }
    return undefined;
  };

  /** A file of the frame in which diagrams are drawn. */
  const diagramFile = ([version, ...path]: readonly string[]): RouteResult | undefined => {
    const file = version === readDiagramVersion() ? readDiagramFile(path.join('/')) : undefined;
    if (!file) return undefined;
    const { contentType, content, isFrame } = file;
    return { kind: 'asset', contentType, content, ...(isFrame && { framePolicy: DIAGRAM_FRAME_POLICY }) };
  };

  const socialPicture = async (
    visit: Visit,
    [variant = '', name = '', ...more]: readonly string[],
  ): Promise<RouteResult | undefined> => {
    const content = more.length > 0 ? undefined : await socialPictures.draw(visit, variant, name);
    return content && { kind: 'page', contentType: SOCIAL_PICTURE_TYPE, content };
  };

  const searchResults = async (
    visit: Visit,
    from: Variant,
    name: string | undefined,
    text: string,
  ): Promise<RouteResult | undefined> => {
    const query = text.slice(0, MAX_QUERY_LENGTH);
    if (name === 'search.json') {
      const items = await search.searchFrom(visit, from, query);
      return {
        kind: 'uncached',
        contentType: JSON_TYPE,
        content: JSON.stringify({ items }),
        isEmptySearch: items.length === 0,
      };
    }
    if (name !== 'search') return undefined;
    const [frame, found] = await Promise.all([
      layout.layoutOf(visit, from, undefined),
      search.searchFrom(visit, from, query),
    ]);
    return {
      kind: 'uncached',
      contentType: HTML,
      content: renderSearchPage(frame, query, found, found.length === MAX_RESULTS),
      isEmptySearch: found.length === 0,
    };
  };

  const askPage = async (
    visit: Visit,
    from: Variant,
    text: string,
    address: string,
  ): Promise<RouteResult | undefined> => {
    const page = await askPages.render(visit, from, text.slice(0, MAX_QUERY_LENGTH), address);
    return (
      page && {
        kind: 'uncached',
        contentType: HTML,
        content: page.content,
        isHiddenFromSearchEngines: true,
        isEmptySearch: page.isUnanswered,
      }
    );
  };

  return {
    /** The content at a path of the site itself; undefined for paths of pages. */
    resolve: async (
      visit: Visit,
      home: Variant,
      segments: readonly string[],
      query: URLSearchParams,
      address: string,
    ): Promise<RouteResult | undefined> => {
      const [first, second, third] = segments;
      if (first === LECTERN_PREFIX) {
        if (second === 'assets' && third !== undefined && segments.length === 3) return asset(visit, third);
        if (second === 'diagrams') return diagramFile(segments.slice(2));
        if (second === SOCIAL_PATH) return socialPicture(visit, segments.slice(2));
        const from = visit.structure.variants.find(({ id }) => id === third) ?? home;
        if (second === 'ask' && segments.length <= 3)
          return askPage(visit, from, query.get('q') ?? '', address);
        return segments.length <= 3 ? searchResults(visit, from, second, query.get('q') ?? '') : undefined;
      }
      switch (segments.join('/')) {
        case `${GITBOOK_PREFIX}/visitor`:
          return { kind: 'uncached', contentType: JSON_TYPE, content: JSON.stringify(visit.claims) };
        case 'robots.txt':
          return fileResult(machineFiles.robots(visit));
        case 'sitemap.xml':
          return fileResult(machineFiles.sitemap(visit));
        case 'llms.txt':
        case 'sitemap.md':
        case '.well-known/sitemap.md':
          return fileResult(await machineFiles.llms(visit));
        case 'llms-full.txt':
          return fileResult(await machineFiles.llmsFull(visit, 0));
      }
      if (first === 'llms-full.txt' && segments.length === 2 && /^[1-9]\d{0,5}$/.test(second!))
        return fileResult(await machineFiles.llmsFull(visit, Number(second)));
      return undefined;
    },
  };
};

/** Paths of sites that are not pages. */
export type SiteRoutesService = ReturnType<typeof createSiteRoutesService>;
