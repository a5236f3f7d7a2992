import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeMcpServer, type McpBehaviour, startMcpServer } from '../testing/mcp-server.ts';
import { createEgress, type Egress } from './egress.ts';
import { type McpConnection, type McpFailure, withMcpServer } from './mcp-client.ts';

const SECRET = 'swordfish-4711';

let server: FakeMcpServer;
let egress: Egress;
beforeAll(async () => {
  server = await startMcpServer([
    {
      name: 'orderState',
      title: 'State of an order',
      description: 'Finds an order.\0',
      annotations: { readOnlyHint: true },
      // A schema of a stranger must not be compiled.
      outputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      says: ({ id }) => `Order ${id} is sent.`,
    },
    { name: 'cancelOrder', inputSchema: { type: 'object', description: 'x'.repeat(9000) } },
    { name: 'deleteOrder' },
  ]);
  egress = createEgress({ allow: [server.host] });
});
afterAll(() => server.close());

const connect = <Result>(
  work: (connection: McpConnection) => Promise<Result>,
  { url = server.url, timeoutMs = 5000 } = {},
) => withMcpServer(egress, { url, headers: { 'x-key': SECRET } }, { timeoutMs }, work);
const failure = (behaviour: McpBehaviour, limits = {}) => {
  server.behave(behaviour);
  return connect((one) => one.tools(), limits).then(
    () => 'no failure',
    (error: McpFailure) => [error.name, error.message].join(': '),
  );
};

test('lists tools and calls them, with the headers', async () => {
  server.behave();
  const found = await connect(async (one) => ({
    name: one.name,
    tools: await one.tools(),
    result: await one.call('orderState', { id: 7 }),
  }));
  expect(found).toMatchObject({
    name: 'Fake',
    tools: [
      { name: 'orderState', title: 'State of an order', description: 'Finds an order.', isReadOnly: true },
      { name: 'deleteOrder', title: undefined, isReadOnly: false },
    ],
    result: 'Order 7 is sent.',
  });
  expect(server.received.map(({ method, headers }) => [method, headers['x-key']])).toEqual([
    ['initialize', SECRET],
    ['notifications/initialized', SECRET],
    ['tools/list', SECRET],
    ['tools/call', SECRET],
  ]);
});

test('fails without repeating what the server sent', async () => {
  const echo = (status: number, type = 'application/json'): McpBehaviour => {
    return ({ headers }, response) => {
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify({ said: headers['x-key'] }));
      return true;
    };
  };
  expect(await failure(echo(401))).toBe('McpFailure: The server responded with status 401.');
  expect(await failure(echo(500))).toBe('McpFailure: The server responded with status 500.');
  const other = 'McpFailure: The server does not respond as an MCP server.';
  expect(await failure(echo(200))).toBe(other);
  expect(await failure(echo(200, 'text/html'))).toBe(other);
  const refusing: McpBehaviour = ({ method, headers }, response) => {
    if (method !== 'tools/list') return false;
    const error = { code: -32000, message: `No, ${headers['x-key']}` };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    return true;
  };
  expect(await failure(refusing)).toBe('McpFailure: The server refused the request with the code -32000.');
});

test('does not wait for slow servers, and does not read giant ones', async () => {
  const slow = 'McpFailure: The server did not respond in time.';
  expect(await failure(() => true, { timeoutMs: 100 })).toBe(slow);
  const silentStream: McpBehaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n');
    return true;
  };
  expect(await failure(silentStream, { timeoutMs: 100 })).toBe(slow);
  const giant =
    (type: string): McpBehaviour =>
    (_, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(`data: "${'x'.repeat(2 * 1024 * 1024)}"\n\n`);
      return true;
    };
  for (const type of ['application/json', 'text/event-stream'])
    expect(await failure(giant(type))).toBe(
      'McpFailure: The address sent a response that is larger than allowed.',
    );
});

test('connects to no private address, also when it is redirected to one', async () => {
  const redirecting =
    (location: string): McpBehaviour =>
    (_, response) => {
      response.writeHead(307, { location }).end();
      return true;
    };
  const other = await startMcpServer();
  for (const url of ['http://169.254.169.254/latest', other.url])
    expect(await failure(redirecting(url))).toContain('McpFailure: ');
  expect(server.received).toHaveLength(1);
  expect(other.received).toEqual([]);
  const hidden = 'McpFailure: The address is not on the public internet, so it is not fetched.';
  for (const url of ['http://169.254.169.254/', 'http://[::1]:1/', other.url])
    expect(await failure(() => false, { url })).toBe(hidden);
  await other.close();
});
