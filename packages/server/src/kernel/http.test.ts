import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';
import { withTreeLocked } from '../testing/tree-lock.ts';
import { sendInternalRequest } from './http.ts';
import { createLog } from './log.ts';

describe('the HTTP server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

  test('serves healthz, readyz and metrics without a token', async () => {
    expect(await (await get('/healthz')).text()).toBe('ok\n');
    expect(await (await get('/readyz')).text()).toBe('ready\n');
    await get('/v1/user');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain(
      'lectern_request_duration_seconds_count{operation="getAuthenticatedUser",status="401"}',
    );
    expect(metrics).toContain('nodejs_eventloop_lag');
  });

  test('redirects to the sign-in page from the root and from app links, and reveals nothing', async () => {
    const org = await server.organization();
    const { body } = await org.admin.call('GET', `/orgs/${org.id}`);
    const locationOf = async (path: string) => {
      const response = await fetch(server.url + path, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      });
      return response.headers.get('location');
    };
    for (const path of ['/', new URL(body.urls.app).pathname, '/app/o/unknown'])
      expect(await locationOf(path)).toBe(`/login?to=${encodeURIComponent(path)}`);
  });

  test('sends a request id, security headers and no-store with every response', async () => {
    const { headers } = await get('/v1/user');
    expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await get('/login')).headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('responds with 404 in the usual form to unknown paths and methods', async () => {
    for (const [method, path] of [
      ['GET', '/v1/nowhere'],
      ['POST', '/v1/user'],
      ['GET', '/v2/user'],
    ] as const) {
      const answer = await get(path, { method });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        error: { code: 404, message: `No operation at ${method} ${path}` },
      });
    }
  });

  test('ignores a trailing slash, and responds to HEAD like to GET without a body', async () => {
    const person = await server.person();
    const headers = { authorization: `Bearer ${person.token}` };
    expect((await get('/v1/user/', { headers })).status).toBe(200);
    const head = await get('/v1/user', { headers, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('allows cross-origin API requests', async () => {
    const answer = await get('/v1/user', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('rejects a request with two Host headers', async () => {
    const { host, hostname, port } = new URL(server.url);
    const statusOf = async (...hosts: string[]) => {
      const socket = net.connect(Number(port), hostname);
      const lines = ['GET /healthz HTTP/1.1', ...hosts.map((value) => `Host: ${value}`), 'Connection: close'];
      socket.end([...lines, '', ''].join('\r\n'));
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await statusOf(host)).toBe('HTTP/1.1 200 OK');
    expect(await statusOf(host, 'other.example')).toBe('HTTP/1.1 400 Bad Request');
    expect(await statusOf(host, host)).toBe('HTTP/1.1 400 Bad Request');
    expect(await statusOf()).toBe('HTTP/1.1 400 Bad Request');
  });

  test('is not ready when the database is unavailable', async () => {
    const other = await startServer();
    await other.app.kernel.db.destroy();
    const answer = await fetch(`${other.url}/readyz`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await other.close();
  });
});

describe('rate limits', () => {
  test('apply to each token per minute, with 429 and Retry-After', async () => {
    const server = await startServer({ config: { rateLimit: 5 } });
    const [one, two] = [await server.person(), await server.person()];
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push((await one.call('GET', '/user')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await one.call('GET', '/user');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.error.code).toBe(429);
    expect((await two.call('GET', '/user')).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // Guessing tokens is limited by where the guesses come from; those who have one are not held up.
    const guesses = [];
    for (let i = 0; i < 7; i++)
      guesses.push(
        (await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer guess-${i}` } })).status,
      );
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // So are those who come without one where that is enough.
    expect((await server.anonymous('GET', '/integrations')).status).toBe(429);
    expect((await two.call('GET', '/integrations')).status).toBe(200);
    expect((await two.call('GET', '/user')).status).toBe(200);
    await server.close();
  });
});

describe('shutdown', () => {
  test('completes requests in flight, and then closes the database', async () => {
    const server = await startServer();
    const org = await server.organization();
    // Holds the command up in the middle of its transaction.
    const [slow, closed] = await withTreeLocked(server, org.id, async (stopped) => {
      const command = org.admin.call('POST', `/orgs/${org.id}/spaces`, { title: 'Late' });
      await stopped(1);
      return [command, server.close()] as const;
    });
    const { status, body } = await slow;
    expect([status, body.urls.location]).toEqual([201, `${server.url}/v1/spaces/${body.id}`]);
    await closed;
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  });

  test('completes a request whose client has disconnected', async () => {
    const server = await startServer();
    const org = await server.organization();
    const closed = await withTreeLocked(server, org.id, async (stopped) => {
      const hangUp = new AbortController();
      const request = fetch(`${server.url}/v1/orgs/${org.id}/spaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.admin.token}`, 'content-type': 'application/json' },
        body: '{"title":"Orphan"}',
        signal: hangUp.signal,
      }).catch(() => undefined);
      await stopped(1);
      hangUp.abort();
      await request;
      return [server.close()];
    });
    await Promise.all(closed);
    const again = await startServer({ connectionString: server.connectionString });
    const { rows } = await sql<{ title: string }>`select title from spaces`.execute(again.app.kernel.db);
    expect(rows).toEqual([{ title: 'Orphan' }]);
    await again.close();
  });
});

test('a request whose body is still coming at shutdown is completed', async () => {
  const server = await startServer();
  const org = await server.organization();
  const seen = once(server.app.http.server, 'request');
  const request = http.request(`${server.url}/v1/orgs/${org.id}/spaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.admin.token}`, 'content-type': 'application/json' },
  });
  const answer = once(request, 'response') as Promise<[http.IncomingMessage]>;
  request.write('{"title":');
  await seen;
  // Longer than the shutdown waits for clients that only have to read their response.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close();
  while (server.app.http.server.listening) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  request.end('"Late"}');
  const [response] = await answer;
  const body = JSON.parse(await text(response));
  expect([response.statusCode, body.title, response.headers.connection]).toEqual([201, 'Late', 'close']);
  await closed;
});

describe('an API request of a script', () => {
  test('does not delay the stop of scripts, and is completed', async () => {
    const server = await startServer();
    const org = await server.organization();
    const closing = vi.spyOn(server.app.kernel.scripts, 'close');
    const [asked, closed] = await withTreeLocked(server, org.id, async (stopped) => {
      const answer = sendInternalRequest(server.app.http, {
        method: 'POST',
        url: new URL(`${server.url}/v1/orgs/${org.id}/spaces`),
        headers: { authorization: `Bearer ${org.admin.token}`, 'content-type': 'application/json' },
        body: Buffer.from('{"title":"Late"}'),
      });
      await stopped(1);
      const end = server.close();
      await vi.waitFor(() => expect(closing).toHaveBeenCalled(), 30_000);
      return [answer, end] as const;
    });
    expect((await asked).status).toBe(201);
    await closed;
  });
});

describe('the log', () => {
  test('has a line per request with its id, and neither tokens nor query strings', async () => {
    const lines: string[] = [];
    const sink = new PassThrough();
    sink.on('data', (chunk) => lines.push(String(chunk)));
    const server = await startServer({ log: createLog('info', sink) as pino.Logger });
    const person = await server.person();
    const answer = await person.call('GET', '/user/tokens?limit=7');
    server.app.http.log.info(
      { headers: { authorization: `Bearer ${person.token}` }, made: { token: person.token } },
      'careless',
    );
    await server.close();
    const text = lines.join('');
    expect(text).toContain(answer.headers.get('x-request-id'));
    expect(text).toContain('"path":"/v1/user/tokens"');
    expect(text).not.toContain(person.token);
    expect(text).not.toContain('limit=7');
  });
});

test('idle connections do not delay the shutdown', async () => {
  const server = await startServer();
  const { hostname, port } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  socket.resume();
  await server.close();
  await ended;
});
