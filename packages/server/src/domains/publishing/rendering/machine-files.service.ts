import {
  LLMS_PART,
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
import type { ShownPage } from '../site/page-index.ts';
import { pathTo } from '../site/paths.ts';
import type { Variant } from '../site/structure.ts';
import type { FramesService } from './layout.service.ts';
import { isIndexed, markdownTo, urlTo, type Visit, wholeUrl } from './layout.ts';
import type { PagesService, ReadPage } from './page-html.service.ts';

/** A file for machines. */
export interface MachineFile {
  readonly contentType: string;
  readonly content: string;
  /** When it is to be made anew although the site is the same. */
  readonly until?: number;
}

const xml = (content: string): MachineFile => ({ contentType: 'application/xml; charset=utf-8', content });
const text = (content: string): MachineFile => ({ contentType: 'text/plain; charset=utf-8', content });
const markdown = (content: string): MachineFile => ({ contentType: 'text/markdown; charset=utf-8', content });

/** Files of a site that machines read. */
export const createMachineService = ({ frames, pages }: { frames: FramesService; pages: PagesService }) => {
  const listed = async (visit: Visit, variant: Variant): Promise<ShownPage[]> =>
    (await frames.pagesOf(visit, variant)).documents.filter((page) => !page.isUnindexed);
  // The files list one language: that of the site's first page.
  const inLanguage = ({ structure: { variants, home } }: Visit) =>
    variants.filter(({ language }) => (language ?? 'en') === (home?.language ?? 'en'));
  const titleOf = ({ structure }: Visit, variant: Variant): string | undefined => {
    const names = [
      ...(variant.within ? [variant.within.title] : []),
      ...(variant.isDefault && variant.within ? [] : [variant.title]),
    ];
    return structure.variants.length > 1 ? names.join(' / ') : undefined;
  };
  const markdownOf = async (
    visit: Visit,
    variant: Variant,
    page: ShownPage,
    { document, context }: ReadPage,
  ): Promise<string> => {
    const index = await frames.pagesOf(visit, variant);
    const below = page.children.filter((child) => !child.isHidden && child.path !== undefined);
    const isEmpty = document.nodes.every(
      ({ type, nodes = [] }) => type === 'paragraph' && nodes.length === 0,
    );
    return renderPageMarkdown({
      title: page.record.title,
      ...(page.record.description && { description: page.record.description }),
      document,
      url: urlTo(visit, variant, index, page),
      ...(isEmpty && {
        children: below.map((child) => ({
          title: child.record.title,
          href: markdownTo(visit, variant, child),
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
                url: visit.url + pathTo([...variant.prefix, 'sitemap-pages.xml']),
              })),
            ),
          )
        : undefined,

    sitemapPages: async (visit: Visit, variant: Variant): Promise<MachineFile | undefined> => {
      if (!isIndexed(visit)) return undefined;
      const index = await frames.pagesOf(visit, variant);
      return xml(
        renderSitemapPages(
          (await listed(visit, variant)).map((page) => ({
            url: urlTo(visit, variant, index, page).replace(/\/$/, ''),
            updatedAt: page.record.updatedAt ?? page.record.createdAt,
            depth: page.depth,
          })),
        ),
      );
    },

    llms: async (visit: Visit): Promise<MachineFile> => {
      const groups = await Promise.all(
        inLanguage(visit).map(async (variant) => {
          const title = titleOf(visit, variant);
          return {
            ...(title !== undefined && { title }),
            pages: (await listed(visit, variant)).map(({ record, ...page }) => ({
              title: record.title,
              href: wholeUrl(visit, markdownTo(visit, variant, { record, ...page })),
              ...(record.description && { description: record.description }),
            })),
          };
        }),
      );
      return markdown(renderLlms({ title: visit.site.title, groups }));
    },

    /** One part of all pages as Markdown; undefined for a part that there is not. */
    llmsFull: async (visit: Visit, part: number): Promise<MachineFile | undefined> => {
      const all: { variant: Variant; page: ShownPage }[] = [];
      for (const variant of inLanguage(visit))
        for (const page of await listed(visit, variant)) all.push({ variant, page });
      const some = all.slice(part * LLMS_PART, (part + 1) * LLMS_PART);
      if (some.length === 0 && part > 0) return undefined;
      const texts: string[] = [];
      for (const { variant, page } of some)
        texts.push(await markdownOf(visit, variant, page, await pages.read(visit, variant, page)));
      const hasNext = all.length > (part + 1) * LLMS_PART;
      return markdown(renderLlmsFull(texts, hasNext ? `${visit.url}/llms-full.txt/${part + 1}` : undefined));
    },

    /** What is said as Markdown where there is no page. */
    missing: (visit: Visit, near: readonly SearchResult[]): MachineFile =>
      markdown(
        renderMissingMarkdown(
          near.map(({ title, href, excerpt }) => ({
            title,
            href: wholeUrl(visit, href),
            ...(excerpt && { description: excerpt }),
          })),
          `${visit.url}/llms.txt`,
        ),
      ),

    /** A page as Markdown, with what it shows of others. */
    markdown: async (visit: Visit, variant: Variant, page: ShownPage): Promise<MachineFile> => {
      const { until, ...read } = await pages.readWhole(visit, variant, page);
      return { ...markdown(await markdownOf(visit, variant, page, read)), until };
    },

    /** The updates of a page as a feed; undefined where it has none. */
    rss: async (visit: Visit, variant: Variant, page: ShownPage): Promise<MachineFile | undefined> => {
      const [{ document, context, until }, index] = await Promise.all([
        pages.readWhole(visit, variant, page),
        frames.pagesOf(visit, variant),
      ]);
      const url = urlTo(visit, variant, index, page).replace(/\/$/, '');
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

/** Files for machines. */
export type MachineService = ReturnType<typeof createMachineService>;
