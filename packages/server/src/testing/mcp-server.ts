import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message that the server received. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly params: { readonly name?: string; readonly arguments?: Record<string, unknown> };
}

/** A tool of the server. */
export interface FakeTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
  /** The text that the tool returns. */
  readonly says?: (input: Record<string, unknown>) => string;
}

/** Responds instead of the server; returns whether it did. */
export type McpBehaviour = (received: ReceivedMessage, response: ServerResponse) => boolean;

const normal: McpBehaviour = () => false;

/** A local MCP server with tools. */
export const startMcpServer = async (tools: readonly FakeTool[] = []) => {
  const received: ReceivedMessage[] = [];
  let behaviour = normal;
  let offered = tools;
  const resultOf = ({ method, params }: ReceivedMessage): object => {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'Fake', version: '1' },
      };
    if (method === 'tools/list')
      return {
        tools: offered.map(({ says: _, inputSchema = { type: 'object' }, ...tool }) => ({
          inputSchema,
          ...tool,
        })),
      };
    const tool = offered.find(({ name }) => name === params.name);
    return { content: [{ type: 'text', text: tool?.says?.(params.arguments ?? {}) ?? 'Nothing' }] };
  };
  const server = createServer(async (request, response) => {
    const { id, ...message } = JSON.parse((await text(request)) || '{}');
    const one: ReceivedMessage = { params: {}, ...message, headers: request.headers };
    received.push(one);
    if (behaviour(one, response)) return;
    if (id === undefined) return response.writeHead(202).end();
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(one) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/mcp`,
    received,
    offer: (next: readonly FakeTool[]) => {
      offered = next;
    },
    behave: (next: McpBehaviour = normal) => {
      behaviour = next;
      received.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A local MCP server. */
export type FakeMcpServer = Awaited<ReturnType<typeof startMcpServer>>;
