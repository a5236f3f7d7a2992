import { markdownList, type SearchResult } from '@lectern/site';
import Type, { type Static, type TObject } from 'typebox';
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
}

interface ToolOf<Input extends TObject> {
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  /** Calls the tool; undefined if the site has no such page. */
  readonly call: (visit: Visit, input: Static<Input>, address: string) => Promise<string | undefined>;
}

/** A tool of the MCP server of a site, whose input has to be checked before a call. */
export type McpTool = Omit<ToolOf<TObject>, 'call'> & {
  readonly call: (visit: Visit, input: never, address: string) => Promise<string | undefined>;
};

const tool = <const Input extends TObject>(one: ToolOf<Input>): McpTool => one;

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
}: Dependencies): Readonly<Record<string, McpTool>> => {
  const markdownAt = async (visit: Visit, address: string): Promise<string | undefined> => {
    let segments = segmentsIn(visit, address);
    for (let steps = 0; segments && steps <= MAX_REDIRECTS; steps++) {
      const path = {
        segments,
        query: new URLSearchParams(),
        hasTrailingSlash: false,
        isCanonical: true,
      };
      const result = await routing.resolve(visit, segments, path, true);
      if (result?.kind !== 'redirect')
        return result?.contentType.startsWith('text/markdown') ? String(result.content) : undefined;
      segments = parsePath(result.to)?.segments.slice(visit.base.length);
    }
    return undefined;
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
