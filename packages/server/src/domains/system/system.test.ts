import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install, publish } from '../../testing/published-integrations.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

describe('the server', () => {
  let server: TestServer;
  const get = async (path: string, on = server) => {
    const response = await fetch(on.url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  test('is live and ready', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
    expect(await get('/readyz')).toMatchObject({ status: 200, text: 'ready\n' });
  });

  test('is live without its database, but not ready', async () => {
    const other = await startServer();
    const name = /\/([^/?]+)(\?|$)/.exec(other.connectionString)![1]!;
    const admin = new pg.Client({ connectionString: process.env.LECTERN_TEST_DATABASE! });
    await admin.connect();
    const allow = (allowed: boolean) =>
      admin.query(`alter database ${name} with allow_connections ${allowed}`);
    await allow(false);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const away = await get('/readyz', other);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(away.text)).toEqual({ error: { code: 503, message: 'The database is not reachable' } });
    expect((await get('/healthz', other)).status).toBe(200);
    await allow(true);
    expect((await get('/readyz', other)).status).toBe(200);
    await admin.end();
    await other.close();
  });

  test('counts requests by operation', async () => {
    const person = await server.person();
    await person.call('GET', '/user');
    await person.call('GET', '/spaces/nothing');
    const { text, headers } = await get('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/operation="getAuthenticatedUser",status="200"/);
    expect(text).toMatch(/operation="getSpaceById",status="404"/);
    // An id in a label would make a new series for every object.
    expect(text).not.toContain(person.id);
  });

  test('links from its first page to everything that it names', async () => {
    const { text, headers } = await get('/');
    expect(headers.get('content-type')).toContain('text/html');
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });

  test('has a page for the app link of every object, which reveals nothing', async () => {
    const org = await server.organization('Secret Society');
    const make = async (path: string) =>
      (await org.admin.call('POST', `/orgs/${org.id}/${path}`, { title: 'Secret Plans' })).body;
    const organization = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    for (const { urls } of [organization, await make('spaces'), await make('collections')]) {
      const page = await get(new URL(urls.app).pathname);
      expect(page.status).toBe(200);
      expect(page.text).toContain(urls.location);
      expect(page.text).not.toContain('Secret');
    }
    const space = await make('spaces');
    const request = (await org.admin.call('POST', `/spaces/${space.id}/change-requests`, {})).body;
    const drafted = await get(new URL(request.urls.app).pathname);
    expect([drafted.status, drafted.text.includes(`/spaces/${space.id}/change-requests/1`)]).toEqual([
      200,
      true,
    ]);
    const name = await publish(org, { title: 'Secret Robot' });
    const integration = (await org.admin.call('GET', `/integrations/${name}`)).body;
    const { at } = await install(org, name);
    const installation = (await org.admin.call('GET', at)).body;
    for (const [{ urls }, location] of [
      [integration, integration.urls.location],
      [installation, `${integration.urls.location}/installations`],
    ]) {
      const page = await get(new URL(urls.app).pathname);
      expect([page.status, page.text.includes(`${location}<`)]).toEqual([200, true]);
      expect(page.text).not.toContain('Secret');
    }
    // What there is not has the same page.
    expect((await get('/app/integrations/no-such-one')).status).toBe(200);
    for (const path of [
      '/app/integrations/%3Cscript%3E',
      `/app/integrations/${name}/x`,
      `/app/integrations/${'x'.repeat(101)}`,
      `/app/s/${space.id}/integrations/${name}`,
      `/app/o/${org.id}/integrations`,
      `/app/o/${org.id}/integrations/%3Cb%3E`,
      `/app/o/${org.id}/integrations/${name}/x`,
      `/app/s/${space.id}/x`,
      `/app/s/${space.id}/~/changes/<b>`,
      `/app/o/${org.id}/~/changes/1`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    for (const path of ['/app/x/abc', '/app/constructor/abc', '/app/s/%3Cscript%3E', '/app/s'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
