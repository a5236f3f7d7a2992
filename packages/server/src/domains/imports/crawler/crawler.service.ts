import { mediaTypeOf } from '../../../kernel/blobs/media-type.ts';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { convertPage, LEFT_OUT } from '../convert-page.ts';
import {
  ASSETS_FOLDER,
  createUniquePaths,
  type ImportContext,
  ImportError,
  type ImportFile,
  nothingToImport,
  pageFileText,
  type ReportEntry,
  relativeUrl,
  type SourceContent,
} from '../import-files.ts';
import { type CrawlerClient, createCrawlerClient } from './crawler-client.ts';
import {
  canonicalUrl,
  commonFolder,
  filePathOf,
  imageNameOf,
  isFolder,
  isPageBelow,
  parsePageUrl,
} from './page-urls.ts';
import type { Sitemap } from './sitemap.ts';

type Dependencies = Pick<Kernel, 'egress' | 'conversion' | 'limits'>;

const MB = 1024 * 1024;
const MAX_IMAGE_BYTES = 10 * MB;
const MAX_TOTAL_IMAGE_BYTES = 200 * MB;
const MAX_SITEMAPS = 50;
const MAX_DURATION_MS = 30 * 60 * 1000;

/** A fetched page. */
interface CrawledPage {
  readonly url: URL;
  readonly page: ReadablePage;
}

/** The pages that were fetched, and the queue of those to fetch. */
const createPageQueue = (base: URL, followsLinks: boolean) => {
  const known = new Set([canonicalUrl(base)]);
  const fetched = new Map<string, CrawledPage>();
  const queue: URL[] = [];
  const enqueue = (text: string): void => {
    const url = parsePageUrl(text);
    const isInScope = url && (followsLinks ? isPageBelow(url, base) : url.origin === base.origin);
    if (!isInScope || known.has(canonicalUrl(url))) return;
    known.add(canonicalUrl(url));
    queue.push(url);
  };
  return {
    fetched,
    queue,
    enqueue,
    /** Adds a page under its canonical URL, and enqueues its links. */
    add: (url: URL, page: ReadablePage): void => {
      const declared = (page.canonical && parsePageUrl(page.canonical)) || url;
      const own = declared.origin === base.origin ? declared : url;
      if (!fetched.has(own.href)) fetched.set(own.href, { url: own, page });
      known.add(canonicalUrl(own));
      if (followsLinks) for (const link of page.links) enqueue(link);
    },
  };
};

type PageQueue = ReturnType<typeof createPageQueue>;

/** Imports websites: one page, a folder with all pages below it, or the pages of a sitemap. */
export const createCrawlerService = (deps: Dependencies) => {
  const { conversion, limits } = deps;

  /** Fetches the pages of a queue until it is empty or a limit is reached. */
  const fetchQueue = async (
    client: CrawlerClient,
    { fetched, queue, add }: PageQueue,
    base: URL,
    startedAt: number,
    { progress }: ImportContext,
    report: ReportEntry[],
  ): Promise<void> => {
    while (
      queue.length > 0 &&
      fetched.size < limits.websitePages &&
      performance.now() - startedAt < MAX_DURATION_MS
    ) {
      const url = queue.shift()!;
      const result = await client.fetchPage(url);
      if ('problem' in result) report.push({ path: url.href, message: result.problem });
      else if ('page' in result && result.url.origin === base.origin) add(result.url, result.page);
      const total = Math.min(limits.websitePages, fetched.size + queue.length);
      progress({ stage: 'fetch', done: fetched.size, total });
    }
    if (queue.length > 0) {
      const reason =
        fetched.size < limits.websitePages ? 'the time limit was reached' : 'the page limit was reached';
      report.push({ path: base.href, message: `Only ${fetched.size} pages were imported: ${reason}.` });
    }
  };

  /** Fetches a page, and the pages that its links and sitemaps lead to. */
  const fetchPages = async (
    client: CrawlerClient,
    start: URL,
    context: ImportContext,
    report: ReportEntry[],
  ): Promise<CrawledPage[]> => {
    const startedAt = performance.now();
    const first = await client.fetchPage(start);
    if ('problem' in first) throw new ImportError(`${start.href}: ${first.problem}`);
    const base = first.url;
    const followsLinks = 'page' in first && isFolder(base);
    const pages = createPageQueue(base, followsLinks);
    const sitemaps: string[] = [];
    const enqueueSitemap = ({ isIndex, urls }: Sitemap): void => {
      if (isIndex) sitemaps.push(...urls);
      else
        for (const url of urls)
          if (parsePageUrl(url)?.origin === base.origin) pages.enqueue(url);
          else report.push({ path: url, message: 'is in the sitemap, but on another website' });
    };
    if ('sitemap' in first) enqueueSitemap(first.sitemap);
    else pages.add(base, first.page);
    if (followsLinks) sitemaps.push(...(await client.sitemapsOf(base.origin)));
    for (let read = 0; sitemaps.length > 0 && read < MAX_SITEMAPS; read++) {
      const url = parsePageUrl(sitemaps.shift()!);
      const result = url && (await client.fetchPage(url));
      if (result && 'sitemap' in result) enqueueSitemap(result.sitemap);
    }
    await fetchQueue(client, pages, base, startedAt, context, report);
    const hasText = ({ page }: CrawledPage) => page.html.trim() !== '';
    const fetched = [...pages.fetched.values()];
    for (const { url, page } of fetched.filter((each) => !hasText(each)))
      report.push({
        path: url.href,
        message: `was left out: it has no text below its title “${page.title}”`,
      });
    return fetched.filter(hasText);
  };

  /** Fetches the images of pages, by URL; images that cannot be fetched are linked to. */
  const fetchImages = async (
    client: CrawlerClient,
    pages: readonly CrawledPage[],
    report: ReportEntry[],
  ): Promise<Map<string, ImportFile>> => {
    const uniquePath = createUniquePaths();
    const files = new Map<string, ImportFile>();
    let totalBytes = 0;
    for (const sourceURL of new Set(pages.flatMap(({ page }) => page.images))) {
      const url = parsePageUrl(sourceURL);
      if (!url || totalBytes > MAX_TOTAL_IMAGE_BYTES) continue;
      const bytes = await client.fetchFile(url, 'image/*', MAX_IMAGE_BYTES);
      if (typeof bytes === 'string') report.push({ path: sourceURL, message: bytes });
      else if (!mediaTypeOf(bytes, bytes.length).startsWith('image/'))
        report.push({ path: sourceURL, message: 'This is not an image.' });
      else {
        totalBytes += bytes.length;
        files.set(sourceURL, { path: uniquePath(`${ASSETS_FOLDER}/${imageNameOf(url)}`), bytes, sourceURL });
      }
    }
    return files;
  };

  /** Converts pages to Markdown files whose links lead to each other. */
  const convertPages = async (
    crawled: readonly CrawledPage[],
    images: ReadonlyMap<string, ImportFile>,
    { signal, progress }: ImportContext,
    report: ReportEntry[],
  ) => {
    const folder = commonFolder(crawled.map(({ url }) => url));
    const uniquePath = createUniquePaths();
    const placed = crawled.map((each) => ({ ...each, path: uniquePath(filePathOf(each.url, folder)) }));
    const paths = new Map<string, string>([
      ...placed.map(({ url, path }): [string, string] => [canonicalUrl(url), path]),
      ...placed.map(({ url, path }): [string, string] => [url.href, path]),
      ...[...images].map(([url, { path }]): [string, string] => [url, path]),
    ]);
    const files: ImportFile[] = [];
    const leftOut: ReportEntry[] = [];
    for (const { url, page, path } of placed) {
      signal.throwIfAborted();
      for (const message of page.warnings) report.push({ path: url.href, message });
      const urls = Object.fromEntries(
        [...page.links, ...page.images].flatMap((link) => {
          const to = paths.get(link) ?? paths.get(canonicalUrl(new URL(link)));
          return to === undefined ? [] : [[link, relativeUrl(path, to)]];
        }),
      );
      const markdown = await convertPage(conversion, page, urls);
      if (markdown === undefined) leftOut.push({ path: url.href, message: LEFT_OUT });
      else {
        const text = pageFileText(page, url.hostname, markdown);
        files.push({ path, bytes: Buffer.from(text), sourceURL: url.href });
      }
      progress({ stage: 'convert', done: files.length, total: placed.length });
    }
    return { files, leftOut };
  };

  return {
    /** Reads a website as a Markdown repository. */
    crawl: async (address: string, context: ImportContext): Promise<SourceContent> => {
      const url = parsePageUrl(address);
      if (!url) throw new ImportError('This is not the URL of a website.');
      const report: ReportEntry[] = [];
      const client = createCrawlerClient(deps, context.signal);
      const pages = await fetchPages(client, url, context, report);
      if (pages.length === 0)
        throw new ImportError(`There is nothing to import: no page at ${url.href} has any text.`, report);
      const images = await fetchImages(client, pages, report);
      const { files, leftOut } = await convertPages(pages, images, context, report);
      const entries = [...leftOut, ...report];
      if (files.length === 0) throw nothingToImport(`at ${url.href} could be read`, entries);
      return { files: [...images.values(), ...files], report: entries };
    },
  };
};

/** Imports websites. */
export type CrawlerService = ReturnType<typeof createCrawlerService>;
