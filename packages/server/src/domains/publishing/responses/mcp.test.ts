import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

describe('MCP server of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  const url = (path: string) => `http://${site.host}${site.base}${path}`;
  /** Subdomains of localhost are not resolved here: the client connects to the server with a Host header. */
  const asAgent =
    (headers: Readonly<Record<string, string>>): typeof fetch =>
    async (asked, init) => {
      const given = Object.fromEntries(new Headers(init?.headers));
      const { pathname, search } = new URL(String(asked));
      const answer = await requestFromHost(
        server,
        site.host,
        pathname + search,
        { ...given, ...headers },
        init?.method,
        init?.body as string,
      );
      const has = answer.status !== 204 && answer.status !== 202;
      return new Response(has ? answer.text : null, {
        status: answer.status,
        headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
      });
    };
  const connected = async (headers: Readonly<Record<string, string>> = {}, path = '') => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url(`${path}/~gitbook/mcp`)), {
      fetch: asAgent(headers),
    });
    await client.connect(transport as never);
    return client;
  };
  const called = async (client: Client, name: string, input: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } });
    return [isError === true, (content as { text: string }[])[0]!.text] as const;
  };

  beforeEach(async () => {
    space = await createLiveSpace(org);
    const page = (title: string, markdown: string, more = {}) => ({
      operation: 'insert_page',
      title,
      document: { markdown },
      ...more,
    });
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [
        page('Start', 'Hello.'),
        page('Install', 'Run the **installer**.'),
        page('Unlisted', 'The installer, unlisted.', { noIndex: true }),
      ],
    });
    site = await publishSite(server, org, [{ space }]);
  });

  test('the official client finds and reads pages, and sends feedback', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['searchDocumentation', 'getPage', 'sendFeedback']);
    const [, found] = await called(client, 'searchDocumentation', { query: 'installer' });
    expect(found).toContain(`[Install](${url('/install')}`);
    expect(found).not.toContain('Unlisted');
    for (const asked of [
      url('/install'),
      url('/install.md'),
      url('/install?x#y'),
      '/install',
      'install',
      url('/INSTALL'),
    ])
      expect([asked, ...(await called(client, 'getPage', { url: asked }))]).toEqual([
        asked,
        false,
        expect.stringMatching(/^# Install\n[\s\S]*\*\*installer\*\*/),
      ]);
    expect((await called(client, 'getPage', { url: url('') }))[1]).toContain('Hello.');
    expect((await called(client, 'getPage', { url: url('/instal') }))[1]).toContain(url('/install'));
    const said = { content: 'Too short', pageUrl: url('/install'), goal: 'To install it' };
    expect((await called(client, 'sendFeedback', said))[0]).toBe(false);
    expect((await org.create.call('GET', at('/feedback'))).body.items).toMatchObject([
      { source: 'mcp', comment: 'Too short', goal: 'To install it', pageUrl: url('/install') },
    ]);
    await client.close();
  });

  test('invalid requests get an error message', async () => {
    const client = await connected();
    const wrong: [string, object][] = [
      ['searchDocumentation', {}],
      ['searchDocumentation', { query: '' }],
      ['searchDocumentation', { query: 'x'.repeat(513) }],
      ['getPage', { url: 'https://evil.test/' }],
      ['getPage', { url: `${url('')}evil` }],
      ['getPage', { url: 'file:///etc/passwd' }],
      ['getPage', { url: '/../../etc/passwd' }],
      ['getPage', { url: '/%2e%2e/x' }],
      ['getPage', { url: url('/sitemap.xml') }],
      ['getPage', { url: 5 }],
      ['sendFeedback', { content: '', pageUrl: url('') }],
      ['sendFeedback', { content: 'x'.repeat(2049), pageUrl: url('') }],
      ['sendFeedback', { content: 'x', pageUrl: 'https://evil.test/' }],
      ['sendFeedback', { content: 'x' }],
      ['constructor', {}],
    ];
    for (const [name, input] of wrong)
      expect([name, input, (await called(client, name, input))[0]]).toEqual([name, input, true]);
    expect((await org.create.call('GET', at('/feedback'))).body.count).toBe(0);
    await client.close();
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const body of ['', '{', '[]', '5', '{}', 'null', JSON.stringify(Array(11).fill(call))]) {
      const { status } = await site.post('/~gitbook/mcp', body, json);
      expect([body.slice(0, 9), status >= 400 && status < 500]).toEqual([body.slice(0, 9), true]);
    }
    expect((await site.post('/~gitbook/mcp', JSON.stringify(call), json)).status).toBe(200);
    expect((await site.get('/~gitbook/mcp')).status).toBe(405);
  });

  test('can be disabled by the owner', async () => {
    const look = (await org.admin.call('GET', at('/customization'))).body;
    const pageActions = { ...look.pageActions, mcp: false };
    await org.admin.call('PUT', at('/customization'), { ...look, pageActions });
    expect((await site.get('/~gitbook/mcp')).status).toBe(404);
    await expect(connected()).rejects.toThrow('Not found');
  });

  test('a site with visitor authentication requires a token, and shows content by its claims', async () => {
    await org.admin.call('PATCH', at(''), { visibility: 'visitor-auth', adaptiveContent: { enabled: true } });
    const { privateKey } = (await org.admin.call('GET', at('/publishing/auth'))).body;
    const properties = { plan: { type: 'string', description: 'The plan' } };
    await org.admin.call('PUT', at('/adaptive-schema'), {
      jsonSchema: { type: 'object', properties, additionalProperties: false },
    });
    const secret = await createLiveSpace(org);
    await org.admin.call('POST', `/spaces/${secret}/content`, {
      changes: [{ operation: 'insert_page', title: 'Pro installer', document: { markdown: 'installer' } }],
    });
    const added = await org.admin.call('POST', at('/site-spaces'), { spaceId: secret });
    const path = added.body.path;
    await org.admin.call('PATCH', at(`/site-spaces/${added.body.id}`), {
      condition: 'visitor.claims.plan === "pro"',
    });
    const refused = await site.post('/~gitbook/mcp', '{}', { 'content-type': 'application/json' });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ]);
    expect((await site.get('/~gitbook/mcp')).status).toBe(401);
    await expect(connected()).rejects.toThrow();
    await expect(connected({ authorization: 'Bearer x' })).rejects.toThrow();
    const as = async (claims: Record<string, unknown>) =>
      connected({
        authorization: `Bearer ${await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(privateKey))}`,
      });
    const [free, pro] = [await as({}), await as({ plan: 'pro' })];
    expect((await called(free, 'searchDocumentation', { query: 'installer' }))[1]).not.toContain('Pro');
    expect((await called(pro, 'searchDocumentation', { query: 'installer' }))[1]).toContain('Pro installer');
    expect((await called(free, 'getPage', { url: `/${path}` }))[1]).not.toContain('# Pro installer');
    expect((await called(pro, 'getPage', { url: `/${path}` }))[1]).toContain('# Pro installer');
    await Promise.all([free.close(), pro.close()]);
  });
});
