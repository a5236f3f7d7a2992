import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Value } from 'typebox/value';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ThemeService } from '../rendering/theme.service.ts';
import { GITBOOK_PREFIX } from '../site/page-urls.ts';
import type { Visit } from '../site/visit.ts';
import type { McpTool } from './mcp-tools.ts';
import { NOT_FOUND, textResponse } from './plain-responses.ts';

interface Dependencies {
  readonly tools: Readonly<Record<string, McpTool>>;
  readonly theme: ThemeService;
}

const MAX_MESSAGES = 10;
const FORWARDED_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/** Whether a path of a site is that of its MCP server. */
export const isMcp = ([prefix, name, ...more]: readonly string[]): boolean =>
  prefix === GITBOOK_PREFIX && name === 'mcp' && more.length === 0;

const mcpUrl = ({ url }: Visit): string => `${url}/${GITBOOK_PREFIX}/mcp`;

// Loaded with the first request: the library takes a quarter of a second.
const loadSdk = async () => {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, schemas] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, schemas };
};
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

const toolResult = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
});

/** Makes the MCP server of sites: the Model Context Protocol over HTTP, without sessions. */
export const createMcpService = ({ tools, theme }: Dependencies) => {
  const callTool = async (visit: Visit, name: string, input: unknown, address: string) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!tool) return toolResult(`There is no tool ${name}.`, true);
    const [problem] = Value.Errors(tool.input, input);
    if (problem) return toolResult(`Invalid input: ${problem.instancePath} ${problem.message}.`, true);
    try {
      const text = await tool.call(visit, input as never, address);
      return text === undefined
        ? toolResult('This site has no page at this address.', true)
        : toolResult(text);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return toolResult(error.message, true);
      throw error;
    }
  };

  const createServer = ({ Server, schemas }: Sdk, visit: Visit, address: string) => {
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
      callTool(visit, params.name, params.arguments ?? {}, address),
    );
    return server;
  };

  /** Whether the owner of the site enabled the MCP server. */
  const isEnabled = async (visit: Visit): Promise<boolean> => {
    const { home } = visit.structure;
    return home !== undefined && (await theme.customizationOf(visit, home)).pageActions.mcp;
  };

  return {
    /** The response to a GET request, mostly of a browser. */
    get: async (visit: Visit): Promise<PageResponse> =>
      (await isEnabled(visit))
        ? textResponse(405, `Use this URL in an MCP client:\n${mcpUrl(visit)}\n`, { allow: 'POST' })
        : NOT_FOUND,

    /** The response to messages of an MCP client. */
    post: async (
      visit: Visit,
      { headers, body, address }: Pick<BrowserRequest, 'headers' | 'body' | 'address'>,
    ): Promise<PageResponse> => {
      if (!(await isEnabled(visit))) return NOT_FOUND;
      if (Array.isArray(body) && (body.length === 0 || body.length > MAX_MESSAGES))
        return textResponse(400, `A batch must have 1 to ${MAX_MESSAGES} messages.\n`);
      const sdk = await loadSdk();
      const server = createServer(sdk, visit, address);
      const transport = new sdk.Transport({ enableJsonResponse: true });
      await server.connect(transport);
      const request = new Request(mcpUrl(visit), {
        method: 'POST',
        headers: FORWARDED_HEADERS.flatMap((name): [string, string][] =>
          headers[name] ? [[name, String(headers[name])]] : [],
        ),
      });
      try {
        const response = await transport.handleRequest(request, { parsedBody: body ?? null });
        return {
          status: response.status,
          headers: {
            'content-type': response.headers.get('content-type') ?? 'application/json',
            'cache-control': 'private, no-store',
            'x-robots-tag': 'noindex, nofollow',
          },
          content: await response.text(),
        };
      } finally {
        await server.close();
      }
    },
  };
};

/** MCP server of sites. */
export type McpService = ReturnType<typeof createMcpService>;
