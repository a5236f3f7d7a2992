import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeMcpServer, startMcpServer } from '../../../testing/mcp-server.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';

const URL = 'https://mcp.example.com/mcp';
const SECRET = 'swordfish-4711';
const HIDDEN = '••••••••';

describe('MCP servers of a site', () => {
  let fake: FakeMcpServer;
  let server: TestServer;
  let org: TestOrganization;
  let site: string;
  let at: string;
  beforeAll(async () => {
    fake = await startMcpServer([
      { name: 'find', title: 'Find', description: 'Finds.', annotations: { readOnlyHint: true } },
      { name: 'drop' },
    ]);
    server = await startServer({ config: { egressAllow: fake.host } });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });
  beforeEach(async () => {
    fake.behave();
    org = await server.organization();
    site = await org.site();
    at = `/orgs/${org.id}/sites/${site}/mcp-servers`;
  });

  const create = async (fields: object = {}) => {
    const body = { name: 'Orders', url: URL, headers: { Authorization: `Bearer ${SECRET}` }, ...fields };
    return (await org.admin.call('POST', at, body)).body;
  };
  const update = (id: string, body: object) => org.admin.call('PATCH', `${at}/${id}`, body);
  const check = async (id: string) => (await org.admin.call('POST', `${at}/${id}/check`)).body;
  const problemOf = ({
    status,
    body,
  }: {
    status: number;
    body: { error?: { details?: { path: string }[] } };
  }) => [status, body.error?.details?.[0]?.path];

  test('are added, listed, changed and removed, with values of headers that nobody sees', async () => {
    const made = await create();
    expect(made).toMatchObject({
      object: 'site-mcp-server',
      name: 'Orders',
      url: URL,
      headers: { Authorization: HIDDEN },
    });
    expect(made.urls.location).toContain(`${at}/${made.id}`);
    expect((await org.create.call('GET', `${at}/${made.id}`)).body).toEqual(made);
    expect((await org.admin.call('GET', at)).body).toEqual({ count: 1, items: [made] });
    const renamed = (await update(made.id, { name: 'Parcels' })).body;
    expect(renamed).toEqual({ ...made, name: 'Parcels' });
    const told = (await server.eventsOf(site)).length;
    expect((await update(made.id, { name: 'Parcels', headers: { Authorization: HIDDEN } })).body).toEqual(
      renamed,
    );
    expect(await server.eventsOf(site)).toHaveLength(told);
    expect((await org.admin.call('DELETE', `${at}/${made.id}`)).status).toBe(205);
    expect((await org.admin.call('DELETE', `${at}/${made.id}`)).status).toBe(204);
    expect((await org.admin.call('GET', `${at}/${made.id}`)).status).toBe(404);
    const events = await server.eventsOf(site);
    expect(events.map(({ action }) => action).filter((action) => action.includes('mcp'))).toEqual([
      'site.mcp-server-created',
      'site.mcp-server-updated',
      'site.mcp-server-deleted',
    ]);
  });

  test('keep secrets in the database and in the audit log', async () => {
    const { id } = await create({ url: `${URL}?key=${SECRET}` });
    await update(id, { headers: { 'X-Other': SECRET } });
    await update(id, { url: `${URL}/2?key=${SECRET}` });
    const stored = await sql`select header_names, header_values from site_mcp_servers`.execute(
      server.app.kernel.db,
    );
    expect(JSON.stringify([stored.rows, await server.eventsOf(site)])).not.toContain('swordfish');
    const audit = await org.admin.call('GET', `/orgs/${org.id}/audit-events`);
    expect(JSON.stringify(audit.body)).not.toContain('swordfish');
  });

  test('send hidden values only to the server that they were entered for', async () => {
    const { id } = await create({ url: fake.url, headers: { 'X-Key': SECRET } });
    expect(problemOf(await update(id, { url: URL }))).toEqual([400, 'body.headers']);
    expect(problemOf(await update(id, { url: URL, headers: { 'X-Key': HIDDEN } }))).toEqual([
      400,
      'body.headers.X-Key',
    ]);
    expect(problemOf(await update(id, { headers: { 'X-New': HIDDEN } }))).toEqual([
      400,
      'body.headers.X-New',
    ]);
    expect((await update(id, { url: `${fake.url}/2`, headers: { 'x-key': HIDDEN } })).status).toBe(200);
    await check(id);
    expect(fake.received.map(({ headers }) => headers['x-key'])).toContain(SECRET);
    expect((await update(id, { url: URL, headers: {} })).body.headers).toEqual({});
  });

  test('tell their tools when they are checked, or why they cannot', async () => {
    const { id } = await create({ url: fake.url });
    expect(await check(id)).toEqual({
      status: 'connected',
      serverName: 'Fake',
      tools: [
        { name: 'find', title: 'Find', description: 'Finds.', isUsed: true },
        { name: 'drop', description: '', isUsed: false },
      ],
      hasLanguageModel: false,
    });
    fake.behave(({ headers }, response) => {
      response.writeHead(403).end(`No entry with ${headers.authorization}`);
      return true;
    });
    expect(await check(id)).toEqual({
      status: 'failed',
      problem: 'The server responded with status 403.',
      tools: [],
      hasLanguageModel: false,
    });
    const { id: inside } = await create();
    expect((await check(inside)).status).toBe('failed');
  });

  test('are seen by administrators of the site alone', async () => {
    const { id } = await create();
    const stranger = (await server.organization()).admin;
    for (const [who, status] of [
      [org.review, 403],
      [org.read, 403],
      [org.guest, 404],
      [stranger, 404],
    ] as const) {
      expect((await who.call('GET', at)).status).toBe(status);
      expect((await who.call('POST', at, { name: 'A', url: URL, headers: {} })).status).toBe(status);
      expect((await who.call('GET', `${at}/${id}`)).status).toBe(status);
      expect((await who.call('POST', `${at}/${id}/check`)).status).toBe(status);
    }
    const other = `/orgs/${org.id}/sites/${await org.site()}/mcp-servers/${id}`;
    expect((await org.admin.call('GET', other)).status).toBe(404);
    expect((await org.admin.call('PATCH', other, { name: 'A' })).status).toBe(404);
    expect((await org.admin.call('POST', `${other}/check`)).status).toBe(404);
    expect((await org.admin.call('DELETE', other)).status).toBe(204);
    expect((await org.admin.call('GET', `${at}/${id}`)).status).toBe(200);
  });

  test('are at most twenty', async () => {
    for (let number = 0; number < 20; number++) expect((await create()).id).toBeDefined();
    expect((await create()).error).toMatchObject({ code: 409 });
  });

  test.each([
    ['name', '', 'name'],
    ['name', 'x'.repeat(101), 'name'],
    ['url', 'ftp://mcp.example.com/', 'url'],
    ['url', 'http://user:password@mcp.example.com/', 'url'],
    ['url', 'http://127.0.0.1/', 'url'],
    ['url', 'http://2130706433/', 'url'],
    ['url', 'http://[::1]/', 'url'],
    ['url', 'http://169.254.169.254/latest/meta-data', 'url'],
    ['url', 'http://localhost:3000/', 'url'],
    ['headers', { 'X-A': '' }, 'headers.X-A'],
    ['headers', { 'X-A': 'a\r\nX-B: b' }, 'headers.X-A'],
    ['headers', { 'X-A': 'ä' }, 'headers.X-A'],
    ['headers', { 'X A': 'a' }, 'headers.X A'],
    ['headers', { Host: 'example.com' }, 'headers.Host'],
    ['headers', { 'Content-Length': '1' }, 'headers.Content-Length'],
    ['headers', { 'X-A': 'a', 'x-a': 'b' }, 'headers.x-a'],
    ['headers', { 'X-A': HIDDEN.repeat(2) }, 'headers.X-A'],
    ['headers', Object.fromEntries(Array.from({ length: 21 }, (_, one) => [`X-${one}`, 'a'])), 'headers'],
    ['headers', ['a'], 'headers'],
  ])('with the %s %j are rejected', async (field, value, named) => {
    const { id } = await create();
    const body = { name: 'Orders', url: URL, headers: {}, [field]: value };
    expect(problemOf(await org.admin.call('POST', at, body))).toEqual([400, `body.${named}`]);
    expect(problemOf(await update(id, { [field]: value }))).toEqual([400, `body.${named}`]);
    expect((await org.admin.call('GET', at)).body.count).toBe(1);
  });

  test('are paginated, with a constant number of queries', async () => {
    for (const name of ['1', '2', '3']) await create({ name });
    const first = (await org.admin.call('GET', `${at}?limit=2`)).body;
    const second = (await org.admin.call('GET', `${at}?limit=2&page=${first.next.page}`)).body;
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['1', '2', '3']);
    const count = (limit: number) => server.countQueries(() => org.admin.call('GET', `${at}?limit=${limit}`));
    expect(await count(1)).toBe(await count(3));
  });
});
