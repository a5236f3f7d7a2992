import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    expect(JSON.parse(away.text)).toEqual({
      error: { code: 503, message: 'The database is not reachable, or cannot be written to' },
    });
    expect((await get('/healthz', other)).status).toBe(200);
    await allow(true);
    // The result of a check is reused for a moment.
    await expect.poll(async () => (await get('/readyz', other)).status).toBe(200);
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

  test('redirects from its first page to the console, or to the sign-in page', async () => {
    const visit = (headers: Record<string, string>) =>
      fetch(`${server.url}/`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
    const stranger = await visit({});
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login?to=%2F']);
    const person = await server.person();
    const known = await visit({ authorization: `Bearer ${person.token}` });
    expect([known.status, known.headers.get('location')]).toEqual([303, '/app']);
  });
});
