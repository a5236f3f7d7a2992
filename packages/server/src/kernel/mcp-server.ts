import type { IncomingHttpHeaders } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { PageResponse } from './contract/operation.ts';
import { ApiError } from './errors/errors.ts';

/** A tool of an MCP server, for one caller. */
export interface McpTool {
  readonly description: string;
  readonly input: TObject;
  readonly isReadOnly: boolean;
  /** Called with valid input; ApiErrors of clients are told to the model. */
  readonly call: (input: never) => Promise<string>;
}

/** An MCP server for one request: the Model Context Protocol over HTTP, without sessions. */
export interface McpServer {
  readonly name: string;
  readonly url: string;
  /** What a model should know before it calls tools. */
  readonly instructions?: string;
  readonly tools: Readonly<Record<string, McpTool>>;
}

const MAX_MESSAGES = 10;
const FORWARDED_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;
const HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' };

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

const plainText = (status: number, content: string, headers = {}): PageResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...HEADERS, ...headers },
  content,
});

const toolResult = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError && { isError }),
});

const callTool = async (tools: McpServer['tools'], name: string, input: unknown): Promise<CallToolResult> => {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return toolResult(`There is no tool ${name}.`, true);
  const [problem] = Value.Errors(tool.input, input);
  if (problem) return toolResult(`Invalid input: ${problem.instancePath} ${problem.message}.`, true);
  try {
    return toolResult(await tool.call(input as never));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return toolResult(error.message, true);
    throw error;
  }
};

const createServer = ({ Server, schemas }: Sdk, { name, instructions, tools }: McpServer) => {
  const server = new Server(
    { name, version: '1' },
    { capabilities: { tools: {} }, ...(instructions && { instructions }) },
  );
  server.setRequestHandler(schemas.ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([toolName, { description, input, isReadOnly }]) => ({
      name: toolName,
      description,
      inputSchema: input as { type: 'object' },
      annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(schemas.CallToolRequestSchema, ({ params }) =>
    callTool(tools, params.name, params.arguments ?? {}),
  );
  return server;
};

/** The response to a GET request, mostly of a browser. */
export const mcpGetResponse = (url: string): PageResponse =>
  plainText(405, `Use this URL in an MCP client:\n${url}\n`, { allow: 'POST' });

/** The response to messages of an MCP client. */
export const mcpPostResponse = async (
  mcp: McpServer,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: unknown },
): Promise<PageResponse> => {
  if (Array.isArray(body) && (body.length === 0 || body.length > MAX_MESSAGES))
    return plainText(400, `A batch must have 1 to ${MAX_MESSAGES} messages.\n`);
  const sdk = await loadSdk();
  const server = createServer(sdk, mcp);
  const transport = new sdk.Transport({ enableJsonResponse: true });
  await server.connect(transport);
  const request = new Request(mcp.url, {
    method: 'POST',
    headers: FORWARDED_HEADERS.flatMap((name): [string, string][] =>
      headers[name] ? [[name, String(headers[name])]] : [],
    ),
  });
  try {
    const response = await transport.handleRequest(request, { parsedBody: body ?? null });
    return {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/json', ...HEADERS },
      content: await response.text(),
    };
  } finally {
    await server.close();
  }
};
