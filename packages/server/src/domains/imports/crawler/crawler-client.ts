import { setTimeout as wait } from 'node:timers/promises';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import { EgressError, type EgressResponse } from '../../../kernel/egress.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { parseRetryAfter } from '../../../kernel/retry-after.ts';
import { ThreadLimitError } from '../../../kernel/threads.ts';
import { ALLOW_ALL, DISALLOW_ALL, parseRobotsTxt, type RobotsTxt, USER_AGENT } from './robots-txt.ts';
import { parseSitemap, type Sitemap } from './sitemap.ts';

const MB = 1024 * 1024;
const MAX_PAGE_BYTES = 5 * MB;
// The least time between two requests to a website.
const MIN_DELAY_MS = 50;
const MAX_WAIT_MS = 30_000;

/** The content of a URL: a page, a sitemap, or the reason why there is neither. */
export type CrawlResult =
  | { readonly url: URL; readonly page: ReadablePage }
  | { readonly url: URL; readonly sitemap: Sitemap }
  | { readonly problem: string };

/** The HTTP client of one crawl: respects robots.txt and delays, and sends every request through the egress guard. */
export const createCrawlerClient = (
  { egress, conversion }: Pick<Kernel, 'egress' | 'conversion'>,
  signal: AbortSignal,
) => {
  const robotsByOrigin = createPromiseCache<RobotsTxt>();

  const get = async (url: URL | string, accept: string, maxBytes: number): Promise<EgressResponse> => {
    const headers = { 'user-agent': `${USER_AGENT} (import of documentation)`, accept };
    const response = await egress.fetch(url, { headers, maxBytes, signal });
    const delay = parseRetryAfter(response.headers.get('retry-after'));
    if (![429, 503].includes(response.status) || delay === undefined || delay > MAX_WAIT_MS) return response;
    response.stream.destroy();
    await wait(delay, undefined, { signal });
    return egress.fetch(url, { headers, maxBytes, signal });
  };

  const fetchRobots = async (origin: string): Promise<RobotsTxt> => {
    const response = await get(`${origin}/robots.txt`, 'text/plain', MB);
    if (response.status === 200) return parseRobotsTxt(await response.text());
    response.stream.destroy();
    // As RFC 9309 says: a server error disallows everything, a missing file allows it.
    return response.status >= 500 ? DISALLOW_ALL : ALLOW_ALL;
  };

  const robotsOf = (origin: string): Promise<RobotsTxt> =>
    robotsByOrigin.get(origin, () => fetchRobots(origin));

  /** The response of a URL, or the reason why there is none. */
  const request = async (url: URL, accept: string, maxBytes: number): Promise<EgressResponse | string> => {
    const { allows, delayMs } = await robotsOf(url.origin);
    if (!allows(url.pathname + url.search)) return 'The website disallows crawling this URL (robots.txt).';
    await wait(Math.max(MIN_DELAY_MS, delayMs), undefined, { signal });
    const response = await get(url, accept, maxBytes);
    if (response.status === 200) return response;
    response.stream.destroy();
    return `The server responded with status ${response.status}.`;
  };

  /** Returns expected errors as messages. */
  const withMessages = async <T>(work: () => Promise<T>): Promise<T | string> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EgressError) return error.message;
      if (error instanceof ThreadLimitError) return 'The page takes too long to read, or too much memory.';
      throw error;
    }
  };

  const fetchPageOrSitemap = async (requested: URL): Promise<CrawlResult | string> => {
    const response = await request(
      requested,
      'text/html,application/xhtml+xml,application/xml;q=0.9',
      MAX_PAGE_BYTES,
    );
    if (typeof response === 'string') return response;
    const [url, type] = [new URL(response.url), response.headers.get('content-type') ?? ''];
    const bytes = await response.bytes();
    const sitemap = /xml/.test(type) && !/xhtml/.test(type) ? parseSitemap(bytes.toString()) : undefined;
    if (sitemap) return { url, sitemap };
    if (!/html/.test(type)) return 'This is neither an HTML page nor a sitemap.';
    const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
    return { url, page: await conversion.page(bytes, url.href, 'website', charset) };
  };

  return {
    /** The sitemaps that robots.txt names, or the default one. */
    sitemapsOf: async (origin: string): Promise<readonly string[]> => {
      const { sitemaps } = await robotsOf(origin);
      return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`];
    },

    /** Fetches a page or a sitemap. */
    fetchPage: async (url: URL): Promise<CrawlResult> => {
      const result = await withMessages(() => fetchPageOrSitemap(url));
      return typeof result === 'string' ? { problem: result } : result;
    },

    /** Fetches a file, or returns the reason why it cannot be fetched. */
    fetchFile: (url: URL, accept: string, maxBytes: number): Promise<Buffer | string> =>
      withMessages(async () => {
        const response = await request(url, accept, maxBytes);
        return typeof response === 'string' ? response : response.bytes();
      }),
  };
};

/** The HTTP client of one crawl. */
export type CrawlerClient = ReturnType<typeof createCrawlerClient>;
