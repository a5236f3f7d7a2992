import {
  LLMS_PART_PAGES,
  renderLlms,
  renderLlmsFull,
  renderMissingMarkdown,
  renderPageMarkdown,
  renderRobots,
  renderRss,
  renderSitemap,
  renderSitemapPages,
  type SearchResult,
} from '@lectern/site';
import type { VisiblePage } from '../site/page-index.ts';
import { absoluteUrl, markdownHref, pageUrl } from '../site/page-urls.ts';
import { formatPath } from '../site/paths.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import { titleIn, type Variant } from '../site/structure.ts';
import { isIndexed, type Visit } from '../site/visit.ts';
import type { PageDocument, PageDocumentsService } from './page-documents.service.ts';

/** A file for crawlers and agents. */
export interface MachineFile {
  readonly contentType: string;
  readonly content: string;
  /** Time until which it may be served although the site has not changed. */
  readonly until?: number;
}

const xml = (content: string): MachineFile => ({ contentType: 'application/xml; charset=utf-8', content });
const text = (content: string): MachineFile => ({ contentType: 'text/plain; charset=utf-8', content });
const markdown = (content: string): MachineFile => ({ contentType: 'text/markdown; charset=utf-8', content });

/** Makes the service for the files of a site for crawlers and agents: robots.txt, sitemaps, llms.txt, Markdown and RSS. */
export const createMachineFilesService = ({
  sitePages,
  pageDocuments,
}: {
  readonly sitePages: SitePagesService;
  readonly pageDocuments: PageDocumentsService;
}) => {
  const indexedPages = async (visit: Visit, variant: Variant): Promise<VisiblePage[]> =>
    (await sitePages.index(visit, variant)).documents.filter((page) => !page.isHiddenFromSearchEngines);
  // The files list pages in one language, that of the site's first page.
  const variantsInDefaultLanguage = ({ structure: { variants, home } }: Visit) =>
    variants.filter(({ language }) => (language ?? 'en') === (home?.language ?? 'en'));
  const titleOf = ({ structure }: Visit, variant: Variant): string | undefined => {
    const names = [
      ...(variant.parentSection ? [titleIn(variant, variant.parentSection)] : []),
      ...(variant.isDefault && variant.parentSection ? [] : [variant.title]),
    ];
    return structure.variants.length > 1 ? names.join(' / ') : undefined;
  };
  const markdownOf = async (
    visit: Visit,
    variant: Variant,
    page: VisiblePage,
    { document, context }: PageDocument,
  ): Promise<string> => {
    const index = await sitePages.index(visit, variant);
    const below = page.children.filter((child) => !child.isHidden && child.path !== undefined);
    const isEmpty = document.nodes.every(
      ({ type, nodes = [] }) => type === 'paragraph' && nodes.length === 0,
    );
    return renderPageMarkdown({
      title: page.record.title,
      ...(page.record.description && { description: page.record.description }),
      document,
      url: pageUrl(visit, variant, index, page),
      ...(isEmpty && {
        children: below.map((child) => ({
          title: child.record.title,
          href: markdownHref(visit, variant, child),
          ...(child.record.description && { description: child.record.description }),
        })),
      }),
      hrefOf: context.hrefOf,
      fileOf: context.fileOf,
      ...(context.openapiOf && { openapiOf: context.openapiOf }),
    });
  };

  return {
    robots: (visit: Visit) => text(renderRobots(isIndexed(visit) ? `${visit.url}/sitemap.xml` : undefined)),

    sitemap: (visit: Visit): MachineFile | undefined =>
      isIndexed(visit)
        ? xml(
            renderSitemap(
              visit.structure.variants.map((variant) => ({
                url: visit.url + formatPath([...variant.prefix, 'sitemap-pages.xml']),
              })),
            ),
          )
        : undefined,

    sitemapPages: async (visit: Visit, variant: Variant): Promise<MachineFile | undefined> => {
      if (!isIndexed(visit)) return undefined;
      const index = await sitePages.index(visit, variant);
      return xml(
        renderSitemapPages(
          (await indexedPages(visit, variant)).map((page) => ({
            url: pageUrl(visit, variant, index, page).replace(/\/$/, ''),
            updatedAt: page.record.updatedAt ?? page.record.createdAt,
            depth: page.depth,
          })),
        ),
      );
    },

    llms: async (visit: Visit): Promise<MachineFile> => {
      const groups = await Promise.all(
        variantsInDefaultLanguage(visit).map(async (variant) => {
          const title = titleOf(visit, variant);
          return {
            ...(title !== undefined && { title }),
            pages: (await indexedPages(visit, variant)).map(({ record, ...page }) => ({
              title: record.title,
              href: absoluteUrl(visit, markdownHref(visit, variant, { record, ...page })),
              ...(record.description && { description: record.description }),
            })),
          };
        }),
      );
      return markdown(renderLlms({ title: visit.site.title, groups }));
    },

    /** One part of all pages as Markdown; undefined if there is no such part. */
    llmsFull: async (visit: Visit, part: number): Promise<MachineFile | undefined> => {
      const all: { variant: Variant; page: VisiblePage }[] = [];
      for (const variant of variantsInDefaultLanguage(visit))
        for (const page of await indexedPages(visit, variant)) all.push({ variant, page });
      const some = all.slice(part * LLMS_PART_PAGES, (part + 1) * LLMS_PART_PAGES);
      if (some.length === 0 && part > 0) return undefined;
      const texts: string[] = [];
      for (const { variant, page } of some)
        texts.push(await markdownOf(visit, variant, page, await pageDocuments.load(visit, variant, page)));
      const hasNext = all.length > (part + 1) * LLMS_PART_PAGES;
      return markdown(renderLlmsFull(texts, hasNext ? `${visit.url}/llms-full.txt/${part + 1}` : undefined));
    },

    /** The Markdown response for a missing page. */
    missing: (visit: Visit, near: readonly SearchResult[]): MachineFile =>
      markdown(
        renderMissingMarkdown(
          near.map(({ title, href, excerpt }) => ({
            title,
            href: absoluteUrl(visit, href),
            ...(excerpt && { description: excerpt }),
          })),
          `${visit.url}/llms.txt`,
        ),
      ),

    /** A page as Markdown, with its data. */
    markdown: async (visit: Visit, variant: Variant, page: VisiblePage): Promise<MachineFile> => {
      const { until, ...read } = await pageDocuments.loadWithData(visit, variant, page);
      return { ...markdown(await markdownOf(visit, variant, page, read)), until };
    },

    /** The updates of a page as an RSS feed; undefined if it has none. */
    rss: async (visit: Visit, variant: Variant, page: VisiblePage): Promise<MachineFile | undefined> => {
      const [{ document, context, until }, index] = await Promise.all([
        pageDocuments.loadWithData(visit, variant, page),
        sitePages.index(visit, variant),
      ]);
      const url = pageUrl(visit, variant, index, page).replace(/\/$/, '');
      const { title, description } = page.record;
      const feed = renderRss(
        { title, ...(description && { description }), url, feed: `${url}/rss.xml`, document },
        context,
      );
      return feed === undefined
        ? undefined
        : { contentType: 'application/rss+xml; charset=utf-8', content: feed, until };
    },
  };
};

/** Files for crawlers and agents. */
export type MachineFilesService = ReturnType<typeof createMachineFilesService>;
