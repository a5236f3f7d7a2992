import { markdownList, type SearchResult } from '@lectern/site';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import Type, { type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { OWN, type Visit, wholeUrl } from '../rendering/layout.ts';
import type { LooksService } from '../rendering/theme.service.ts';
import type { RoutesService } from '../routing/routing.service.ts';
import type { FindingService } from '../search/site-search.service.ts';
import { readPath } from '../site/paths.ts';
import type { FeedbackService } from './feedback.service.ts';
import { NOTHING, plain } from './plain-responses.ts';

interface Dependencies {
  readonly routes: RoutesService;
  readonly finding: FindingService;
  readonly feedback: FeedbackService;
  readonly looks: LooksService;
}

/** A thing that agents can ask for. */
interface Tool<Input extends TObject = TObject> {
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  /** What is answered; undefined where there is nothing of the kind. */
  readonly use: (visit: Visit, input: Static<Input>, address: string) => Promise<string | undefined>;
}

const tool = <const Input extends TObject>(one: Tool<Input>): Tool => one as unknown as Tool;

const LONGEST_URL = 2048;
const MOST_AT_ONCE = 10;
const MOST_REDIRECTS = 3;

/** Whether a path of a site is that of its server for agents. */
export const isMcp = ([own, name, ...more]: readonly string[]): boolean =>
  own === OWN && name === 'mcp' && more.length === 0;

// Agents name pages by their whole addresses, or by their paths below the root of the site.
const segmentsIn = ({ url }: Visit, asked: string): readonly string[] | undefined => {
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(asked);
  const path = isWhole ? asked.slice(url.length) : asked;
  if (isWhole && !(asked.startsWith(url) && /^([/?#]|$)/.test(path))) return undefined;
  return readPath(`/${path.replace(/^\/+/, '').replace(/[?#].*$/s, '')}`)?.segments;
};

// Loaded by the first agent that asks: the library takes a quarter of a second.
const loadProtocol = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, schemas] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, schemas };
};
type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

const saying = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
});

/** Sites for agents: the Model Context Protocol over HTTP, each request by itself. */
export const createMcpService = ({ routes, finding, feedback, looks }: Dependencies) => {
  const markdownAt = async (visit: Visit, asked: string): Promise<string | undefined> => {
    let segments = segmentsIn(visit, asked);
    for (let steps = 0; segments && steps <= MOST_REDIRECTS; steps++) {
      const path = { segments, query: new URLSearchParams(), endsInSlash: false, isPlain: true };
      const outcome = await routes.outcome(visit, segments, path, true);
      if (outcome?.kind !== 'redirect')
        return outcome?.contentType.startsWith('text/markdown') ? String(outcome.content) : undefined;
      segments = readPath(outcome.to)?.segments.slice(visit.base.length);
    }
    return undefined;
  };

  const found = (visit: Visit, results: readonly SearchResult[]): string =>
    results.length === 0
      ? 'Nothing was found.'
      : markdownList(
          results.map(({ title, href, place, excerpt }) => ({
            title: place ? `${place} › ${title}` : title,
            href: wholeUrl(visit, href),
            ...(excerpt && { description: excerpt }),
          })),
        );

  const tools: Readonly<Record<string, Tool>> = {
    searchDocumentation: tool({
      description: 'Finds pages of this documentation: their titles, addresses and what matches.',
      input: Type.Object({ query: Type.String({ minLength: 1, maxLength: 512 }) }),
      isReadOnly: true,
      use: async (visit, { query }) => found(visit, await finding.everywhere(visit, query)),
    }),
    getPage: tool({
      description: 'Reads a page of this documentation as Markdown.',
      input: Type.Object({ url: Type.String({ minLength: 1, maxLength: LONGEST_URL }) }),
      isReadOnly: true,
      use: (visit, { url }) => markdownAt(visit, url),
    }),
    sendFeedback: tool({
      description: 'Tells the authors of this documentation what is missing, wrong or helpful on a page.',
      input: Type.Object({
        content: Type.String({ minLength: 1, maxLength: 2048 }),
        pageUrl: Type.String({ minLength: 1, maxLength: LONGEST_URL }),
        goal: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
      }),
      isReadOnly: false,
      use: async (visit, { content, pageUrl, goal }, address) => {
        if (!segmentsIn(visit, pageUrl)) return undefined;
        await feedback.give(visit, address, {
          source: 'mcp',
          comment: content,
          page_url: pageUrl,
          goal: goal ?? null,
        });
        return 'Thank you, the authors can read it now.';
      },
    }),
  };

  const use = async (visit: Visit, name: string, input: unknown, address: string) => {
    const asked = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!asked) return saying(`There is no tool ${name}.`, true);
    const [problem] = Value.Errors(asked.input, input);
    if (problem) return saying(`The input is not right: ${problem.instancePath} ${problem.message}.`, true);
    try {
      const said = await asked.use(visit, input as never, address);
      return said === undefined ? saying('This site has no page at this address.', true) : saying(said);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return saying(error.message, true);
      throw error;
    }
  };

  const serverFor = ({ Server, schemas }: Protocol, visit: Visit, address: string) => {
    const server = new Server({ name: visit.site.title, version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(schemas.ListToolsRequestSchema, () => ({
      tools: Object.entries(tools).map(([name, { description, input, isReadOnly }]) => ({
        name,
        description,
        inputSchema: input as { type: 'object' },
        annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
      })),
    }));
    server.setRequestHandler(schemas.CallToolRequestSchema, ({ params }) =>
      use(visit, params.name, params.arguments ?? {}, address),
    );
    return server;
  };

  /** Whether the owner of the site lets agents ask. */
  const isOn = async (visit: Visit): Promise<boolean> => {
    const { home } = visit.structure;
    return home !== undefined && (await looks.of(visit, home)).pageActions.mcp;
  };

  return {
    /** What is answered to who looks at the address instead of asking it. */
    seen: async (visit: Visit): Promise<PageResponse> =>
      (await isOn(visit))
        ? plain(
            405,
            `Give this address to a client of the Model Context Protocol:\n${visit.url}/${OWN}/mcp\n`,
            {
              allow: 'POST',
            },
          )
        : NOTHING,

    /** The answer to an agent. */
    answer: async (
      visit: Visit,
      { headers, body, address }: Pick<BrowserRequest, 'headers' | 'body' | 'address'>,
    ): Promise<PageResponse> => {
      if (!(await isOn(visit))) return NOTHING;
      if (Array.isArray(body) && (body.length === 0 || body.length > MOST_AT_ONCE))
        return plain(400, `One to ${MOST_AT_ONCE} messages are taken at once.\n`);
      const protocol = await loadProtocol();
      const server = serverFor(protocol, visit, address);
      const transport = new protocol.Transport({ enableJsonResponse: true });
      await server.connect(transport);
      const passed = ['accept', 'content-type', 'mcp-protocol-version'] as const;
      const request = new Request(`${visit.url}/${OWN}/mcp`, {
        method: 'POST',
        headers: passed.flatMap((name) =>
          headers[name] ? [[name, String(headers[name])] as const] : [],
        ) as [string, string][],
      });
      try {
        const answer = await transport.handleRequest(request, { parsedBody: body ?? null });
        return {
          status: answer.status,
          headers: {
            'content-type': answer.headers.get('content-type') ?? 'application/json',
            'cache-control': 'private, no-store',
            'x-robots-tag': 'noindex, nofollow',
          },
          content: await answer.text(),
        };
      } finally {
        await server.close();
      }
    },
  };
};

/** Sites for agents. */
export type McpService = ReturnType<typeof createMcpService>;
