import { setTimeout as wait } from 'node:timers/promises';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import { EgressError, type EgressResponse } from '../../../kernel/egress.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { retryAfterOf } from '../../../kernel/retry-after.ts';
import { ThreadLimitError } from '../../../kernel/threads.ts';
import {
  AGENT,
  CLOSED,
  NO_ROBOTS,
  parseRobots,
  parseSitemap,
  type Robots,
  type Sitemap,
} from './page-urls.ts';

const MB = 1024 * 1024;
const PAGE_BYTES = 5 * MB;
// One request after the other, with a breath between them: a website is not only there for us.
const BREATH_MS = 50;
const LONGEST_WAIT_MS = 30_000;

/** What stands at an address: a page, a sitemap, or why neither was found. */
export type Seen =
  | { readonly url: URL; readonly page: ReadablePage }
  | { readonly url: URL; readonly sitemap: Sitemap }
  | { readonly problem: string };

/** Visits websites for one import: what they ask of programs is done, and nothing is fetched past the egress guard. */
export const createVisit = (
  { egress, conversion }: Pick<Kernel, 'egress' | 'conversion'>,
  signal: AbortSignal,
) => {
  const known = new Map<string, Promise<Robots>>();

  const get = async (url: URL | string, accept: string, maxBytes: number): Promise<EgressResponse> => {
    const headers = { 'user-agent': `${AGENT} (import of documentation)`, accept };
    const answer = await egress.fetch(url, { headers, maxBytes, signal });
    const pause = retryAfterOf(answer.headers);
    if (![429, 503].includes(answer.status) || pause === undefined || pause > LONGEST_WAIT_MS) return answer;
    answer.stream.destroy();
    await wait(pause, undefined, { signal });
    return egress.fetch(url, { headers, maxBytes, signal });
  };

  const readRobots = async (origin: string): Promise<Robots> => {
    const answer = await get(`${origin}/robots.txt`, 'text/plain', MB);
    if (answer.status === 200) return parseRobots(await answer.text());
    answer.stream.destroy();
    // A website that cannot say what it wants is left alone; one that has nothing to say is open.
    return answer.status >= 500 ? CLOSED : NO_ROBOTS;
  };

  const robotsOf = (origin: string): Promise<Robots> => {
    const robots = known.get(origin) ?? readRobots(origin);
    known.set(origin, robots);
    return robots;
  };

  /** What an address answers, or why it is not asked or does not. */
  const ask = async (url: URL, accept: string, maxBytes: number): Promise<EgressResponse | string> => {
    const { allows, delayMs } = await robotsOf(url.origin);
    if (!allows(url.pathname + url.search))
      return 'The website does not want programs to read this (robots.txt).';
    await wait(Math.max(BREATH_MS, delayMs), undefined, { signal });
    const answer = await get(url, accept, maxBytes);
    if (answer.status === 200) return answer;
    answer.stream.destroy();
    return `The address answered with the status ${answer.status}.`;
  };

  /** Runs a visit; what is wrong with an address is told, all else is not expected. */
  const telling = async <T>(work: () => Promise<T>): Promise<T | string> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EgressError) return error.message;
      if (error instanceof ThreadLimitError) return 'The page takes too long to read, or too much memory.';
      throw error;
    }
  };

  return {
    /** The sitemaps that a website tells of, and the one that it may have without telling. */
    sitemapsOf: async (origin: string): Promise<readonly string[]> => {
      const { sitemaps } = await robotsOf(origin);
      return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`];
    },

    /** What stands at an address. */
    look: async (address: URL): Promise<Seen> => {
      const seen = await telling(async (): Promise<Seen | string> => {
        const answer = await ask(
          address,
          'text/html,application/xhtml+xml,application/xml;q=0.9',
          PAGE_BYTES,
        );
        if (typeof answer === 'string') return answer;
        const [url, type] = [new URL(answer.url), answer.headers.get('content-type') ?? ''];
        const bytes = await answer.bytes();
        const sitemap = /xml/.test(type) && !/xhtml/.test(type) ? parseSitemap(bytes.toString()) : undefined;
        if (sitemap) return { url, sitemap };
        if (!/html/.test(type)) return 'This is no page in HTML, and no sitemap.';
        const charset = /charset="?([\w-]+)/i.exec(type)?.[1];
        return { url, page: await conversion.page(bytes, url.href, 'website', charset) };
      });
      return typeof seen === 'string' ? { problem: seen } : seen;
    },

    /** The bytes at an address, or why there are none. */
    fetch: (address: URL, accept: string, maxBytes: number): Promise<Buffer | string> =>
      telling(async () => {
        const answer = await ask(address, accept, maxBytes);
        return typeof answer === 'string' ? answer : answer.bytes();
      }),
  };
};

/** Visits for one import. */
export type Visit = ReturnType<typeof createVisit>;
