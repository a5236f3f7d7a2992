import { Readable } from 'node:stream';
import { type Egress, EgressError } from './egress.ts';

/** An MCP server of somebody else: its address, and the headers that it is called with. */
export interface McpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A tool that an MCP server offers. Its texts are those of a stranger. */
export interface OfferedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: object;
  /** Whether the server says that the tool changes nothing. */
  readonly isReadOnly: boolean;
}

/** A connection to an MCP server. Its methods reject with an McpFailure. */
export interface McpConnection {
  /** The name that the server gives itself. */
  readonly name: string;
  tools(): Promise<OfferedTool[]>;
  /** The text of the result; undefined if the tool reports an error. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<string | undefined>;
}

/** An expected failure of an MCP server. The message contains nothing that the server sent, which could repeat a secret. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
}

/** Bounds of a connection. */
export interface McpLimits {
  /** For the whole connection. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

const MAX_BYTES = 1024 * 1024;
const MAX_REQUESTS = 20;
const MAX_PAGES = 3;
const MAX_TOOLS = 50;
const MAX_NAME = 128;
const MAX_DESCRIPTION = 1000;
const MAX_SCHEMA = 8000;
const MAX_RESULT = 8000;

// Loaded with the first connection: the library takes a quarter of a second.
const loadSdk = async () => {
  const [{ Client }, { StreamableHTTPClientTransport, StreamableHTTPError }, schemas] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Client, Transport: StreamableHTTPClientTransport, StreamableHTTPError, schemas };
};
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Text without what databases and prompts cannot hold, up to a length. */
const clean = (text: string, length: number): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed();

/** The `fetch` of the library, through the egress guard; calls back when a response breaks off. */
const guardedFetch = (egress: Egress, onBroken: (error: unknown) => void) => {
  let count = 0;
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    // The library would listen for messages that nobody waits for.
    if (init.method !== 'POST') return new Response(null, { status: 405 });
    count++;
    if (count > MAX_REQUESTS) throw new McpFailure('The server sends too many requests.');
    try {
      const response = await egress.fetch(url, {
        method: 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: String(init.body),
        maxBytes: MAX_BYTES,
        redirect: 'manual',
        ...(init.signal && { signal: init.signal }),
      });
      const { status } = response;
      const hasBody = status !== 204 && status !== 205 && status !== 304;
      response.stream.once('error', (error) => {
        // The library itself cancels bodies that it does not need.
        if (error instanceof EgressError) onBroken(error);
      });
      if (!hasBody) response.stream.destroy();
      const headers = new Headers(response.headers);
      // The body is decompressed already.
      for (const name of ['content-encoding', 'content-length']) headers.delete(name);
      const body = hasBody ? (Readable.toWeb(response.stream) as ReadableStream) : null;
      return new Response(body, { status, headers });
    } catch (error) {
      onBroken(error);
      throw error;
    }
  };
};

const failureOf = (error: unknown, sdk: Sdk): McpFailure => {
  if (error instanceof McpFailure) return error;
  if (error instanceof EgressError) return new McpFailure(error.message);
  if (error instanceof sdk.StreamableHTTPError && error.code !== undefined && error.code > 0)
    return new McpFailure(`The server responded with status ${error.code}.`);
  if (error instanceof sdk.schemas.McpError && error.code !== sdk.schemas.ErrorCode.RequestTimeout)
    return new McpFailure(`The server refused the request with the code ${error.code}.`);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new McpFailure('The server did not respond in time.');
  return new McpFailure('The server does not respond as an MCP server.');
};

type SdkClient = InstanceType<Sdk['Client']>;

// The methods of the library compile the schemas of tools, which strangers write: requests alone do not.
const readTools = async (client: SdkClient, { schemas }: Sdk, signal: AbortSignal) => {
  const tools: OfferedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && (page === 0 || cursor !== undefined); page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: 'tools/list', params }, schemas.ListToolsResultSchema, {
      signal,
    });
    for (const { name, title, description, inputSchema, annotations } of result.tools) {
      if (name === '' || name.length > MAX_NAME || clean(name, MAX_NAME) !== name) continue;
      if (JSON.stringify(inputSchema).length > MAX_SCHEMA) continue;
      const shown = title ?? annotations?.title;
      tools.push({
        name,
        title: shown && clean(shown, MAX_NAME),
        description: clean(description ?? '', MAX_DESCRIPTION),
        inputSchema,
        isReadOnly: annotations?.readOnlyHint === true,
      });
    }
    cursor = result.nextCursor;
  }
  return tools.slice(0, MAX_TOOLS);
};

const callTool = async (
  client: SdkClient,
  { schemas }: Sdk,
  signal: AbortSignal,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  const result = await client.request(
    { method: 'tools/call', params: { name, arguments: { ...input } } },
    schemas.CallToolResultSchema,
    { signal },
  );
  if (result.isError) return undefined;
  const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const text = texts.length > 0 ? texts.join('\n') : JSON.stringify(result.structuredContent ?? '');
  return clean(text, MAX_RESULT);
};

/**
 * Connects to an MCP server, works with it and disconnects. Every request goes through the egress guard, within limits of
 * size, number and time. Rejects with an McpFailure.
 */
export const withMcpServer = async <Result>(
  egress: Egress,
  { url, headers }: McpTarget,
  { timeoutMs, signal: left }: McpLimits,
  work: (connection: McpConnection) => Promise<Result>,
): Promise<Result> => {
  const sdk = await loadSdk();
  const broken = new AbortController();
  const signals = [broken.signal, AbortSignal.timeout(timeoutMs), ...(left ? [left] : [])];
  const signal = AbortSignal.any(signals);
  const client = new sdk.Client({ name: 'Lectern', version: '1' });
  try {
    const transport = new sdk.Transport(new URL(url), {
      fetch: guardedFetch(egress, (error) => broken.abort(error)),
      requestInit: { headers: { ...headers } },
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 1000,
        reconnectionDelayGrowFactor: 1,
      },
    });
    await client.connect(transport, { signal });
    return await work({
      name: clean(client.getServerVersion()?.name ?? '', MAX_NAME),
      tools: () => readTools(client, sdk, signal),
      call: (tool, input) => callTool(client, sdk, signal, tool, input),
    });
  } catch (error) {
    // The library wraps the reason for which a request was aborted.
    throw failureOf(signal.aborted ? signal.reason : error, sdk);
  } finally {
    await client.close().catch(() => {});
  }
};
