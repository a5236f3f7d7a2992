import { markdownList, type SearchResult } from '@lectern/site';
import Type, { type Static, type TObject } from 'typebox';
import type { Clock } from '../../../kernel/clock.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { RoutingService } from '../routing/routing.service.ts';
import type { PublishedSearchService } from '../search/published-search.service.ts';
import { absoluteUrl } from '../site/page-urls.ts';
import { parsePath } from '../site/paths.ts';
import type { Visit } from '../site/visit.ts';
import type { FeedbackService } from './feedback.service.ts';

interface Dependencies {
  readonly routing: RoutingService;
  readonly search: PublishedSearchService;
  readonly feedback: FeedbackService;
  readonly clock: Clock;
}

/** The Markdown of a page; undefined if there is no page. */
interface MarkdownPage {
  readonly content: string | undefined;
  /** Time until which it may be used. */
  readonly until: number;
}

const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

interface ToolOf<Input extends TObject> {
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  /** Calls the tool; undefined if the site has no such page. */
  readonly call: (visit: Visit, input: Static<Input>, address: string) => Promise<string | undefined>;
}

/** A tool of the MCP server of a site, whose input has to be checked before a call. */
export type SiteTool = Omit<ToolOf<TObject>, 'call'> & {
  readonly call: (visit: Visit, input: never, address: string) => Promise<string | undefined>;
};

const tool = <const Input extends TObject>(one: ToolOf<Input>): SiteTool => one;

const MAX_URL_LENGTH = 2048;
const MAX_REDIRECTS = 3;

/** The segments of a page's URL or path; undefined if it is not a URL of the site. */
const segmentsIn = ({ url }: Visit, address: string): readonly string[] | undefined => {
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(address);
  const path = isUrl ? address.slice(url.length) : address;
  if (isUrl && !(address.startsWith(url) && /^([/?#]|$)/.test(path))) return undefined;
  return parsePath(`/${path.replace(/^\/+/, '').replace(/[?#].*$/s, '')}`)?.segments;
};

const formatResults = (visit: Visit, results: readonly SearchResult[]): string =>
  results.length === 0
    ? 'Nothing was found.'
    : markdownList(
        results.map(({ title, href, place, excerpt }) => ({
          title: place ? `${place} › ${title}` : title,
          href: absoluteUrl(visit, href),
          ...(excerpt && { description: excerpt }),
        })),
      );

/** Makes the tools of the MCP server of a site. */
export const createMcpTools = ({
  routing,
  search,
  feedback,
  clock,
}: Dependencies): Readonly<Record<string, SiteTool>> => {
  // By the version of the site, and by day, because pages contain signed URLs of files.
  const pages = createPromiseCache<MarkdownPage>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeOf: ({ content }, key) => (content ?? '').length + key.length,
    isExpired: ({ until }) => until <= clock.now().getTime(),
  });

  const loadMarkdown = async (visit: Visit, path: readonly string[]): Promise<MarkdownPage> => {
    let segments: readonly string[] | undefined = path;
    for (let steps = 0; segments && steps <= MAX_REDIRECTS; steps++) {
      const result = await routing.resolve(
        visit,
        segments,
        { segments, query: new URLSearchParams(), hasTrailingSlash: false, isCanonical: true },
        true,
      );
      if (result?.kind !== 'redirect') {
        const isMarkdown = result?.contentType.startsWith('text/markdown');
        return {
          content: isMarkdown ? String(result!.content) : undefined,
          until: result?.kind === 'page' ? (result.until ?? Number.POSITIVE_INFINITY) : 0,
        };
      }
      segments = parsePath(result.to)?.segments.slice(visit.base.length);
    }
    return { content: undefined, until: 0 };
  };

  const markdownAt = async (visit: Visit, address: string): Promise<string | undefined> => {
    const segments = segmentsIn(visit, address);
    if (!segments) return undefined;
    // Previews are always current.
    if (visit.member !== undefined) return (await loadMarkdown(visit, segments)).content;
    const day = Math.floor(clock.now().getTime() / DAY_MS);
    const key = JSON.stringify([visit.version, day, segments]);
    return (await pages.get(key, () => loadMarkdown(visit, segments))).content;
  };

  return {
    searchDocumentation: tool({
      description: 'Searches this documentation. Returns titles, URLs and excerpts.',
      input: Type.Object({ query: Type.String({ minLength: 1, maxLength: 512 }) }),
      isReadOnly: true,
      call: async (visit, { query }) => formatResults(visit, await search.searchAll(visit, query)),
    }),
    getPage: tool({
      description: 'Reads a page of this documentation as Markdown.',
      input: Type.Object({ url: Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH }) }),
      isReadOnly: true,
      call: (visit, { url }) => markdownAt(visit, url),
    }),
    sendFeedback: tool({
      description: 'Sends feedback about a page to the authors of this documentation.',
      input: Type.Object({
        content: Type.String({ minLength: 1, maxLength: 2048 }),
        pageUrl: Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH }),
        goal: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
      }),
      isReadOnly: false,
      call: async (visit, { content, pageUrl, goal }, address) => {
        if (!segmentsIn(visit, pageUrl)) return undefined;
        await feedback.create(visit, address, {
          source: 'mcp',
          comment: content,
          page_url: pageUrl,
          goal: goal ?? null,
        });
        return 'Thank you, the authors can read it now.';
      },
    }),
  };
};
