import { STATUS_CODES } from 'node:http';
import net, { type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { BAD_BODIES, type BadRequest, MEGABYTE } from './bad-bodies.ts';
import { BAD_PATHS } from './bad-paths.ts';
import { dumpRows } from './dump-rows.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type CheckedResponse, requestBytes, send, sendBytes } from './request.ts';

describe('bad input', () => {
  let server: TestServer;
  let org: TestOrganization;
  let things: Fixtures;
  let before: Record<string, string[]>;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    things = await createFixtures(server, { organization: org, caller: org.admin });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    before = await dumpRows(server);
  });

  const expectClear = async (answer: CheckedResponse, { status, field }: BadRequest) => {
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status,
      error: {
        code: status,
        message: expect.stringMatching(/\w+ \w+/),
        ...(field && { details: expect.any(Array) }),
      },
    });
    const named: { path: string }[] = answer.body.error.details ?? [];
    if (field) expect(named.map(({ path }) => `${path}.`.slice(0, field.length + 1))).toContain(`${field}.`);
    // The message names the field and reveals no internals.
    expect(answer.text).not.toMatch(/at .+:\d+|postgres|kysely|ajv|select |insert /i);
    expect(await dumpRows(server)).toEqual(before);
  };

  test.each([...BAD_BODIES, ...BAD_PATHS])('$what: $status $field', async (bad) => {
    const answer = await send(server, {
      method: bad.method ?? 'POST',
      path: bad.path(things),
      token: org.admin.token,
      body: bad.body,
      ...(bad.text !== undefined && { text: bad.text }),
      headers: {
        ...(bad.contentType && { 'content-type': bad.contentType }),
        ...(bad.contentEncoding && { 'content-encoding': bad.contentEncoding }),
      },
    });
    await expectClear(answer, bad);
  });

  test('JSON in UTF-8 without compression is accepted with any spelling of the headers', async () => {
    const path = `/v1/spaces/${things.spaceId}`;
    const said: readonly Record<string, string>[] = [
      { 'content-type': 'application/json; charset=utf-8' },
      { 'content-type': 'application/json;charset="UTF-8"; q=1' },
      { 'content-type': 'application/json ; charset=utf8' },
      { 'content-type': 'application/json; odd="; charset=x"' },
      { 'content-encoding': 'identity' },
      { 'content-encoding': 'Identity' },
    ];
    for (const headers of said)
      expect([
        headers,
        (await send(server, { method: 'PATCH', path, token: org.admin.token, text: '{}', headers })).status,
      ]).toEqual([headers, 200]);
  });

  test('a page token that is modified, truncated, or of another list or caller is rejected', async () => {
    const list = `/v1/orgs/${org.id}/members?limit=2`;
    const { body } = await send(server, { method: 'GET', path: list, token: org.admin.token });
    const { page } = body.next as { page: string };
    const flipped = [...page].map(
      (_, i) => page.slice(0, i) + (page[i] === 'A' ? 'B' : 'A') + page.slice(i + 1),
    );
    const other = `/v1/orgs/${org.id}/spaces?limit=2`;
    const bent = [
      ...flipped.map((text) => `${list}&page=${text}`),
      ...['', page.slice(1), page.slice(0, -1), `${page}A`, `${page}=`, `${page}%20`, `${page}${page}`].map(
        (text) => `${list}&page=${text}`,
      ),
      `${other}&page=${page}`,
      `${list}&search=a&page=${page}`,
      `${list}&order=asc&page=${page}`,
      `${list}&page=${page}&page=${page}`,
    ];
    for (const path of bent) {
      const answer = await send(server, { method: 'GET', path, token: org.admin.token });
      expect([path, answer.status, answer.body.error?.details?.[0]?.path]).toEqual([path, 400, 'query.page']);
    }
    const good = await send(server, { method: 'GET', path: `${list}&page=${page}`, token: org.admin.token });
    expect(good.status).toBe(200);
  });

  test('ids of another organization are treated like unknown ids', async () => {
    const stranger = (await server.organization('Elsewhere')).admin;
    const rows = await dumpRows(server);
    for (const path of [`/v1/spaces/${things.spaceId}`, `/v1/collections/${things.collectionId}`]) {
      expect((await send(server, { method: 'GET', path, token: stranger.token })).status).toBe(404);
      const answer = await send(server, {
        method: 'PATCH',
        path,
        token: stranger.token,
        body: { title: 'Mine' },
      });
      expect(answer.status).toBe(404);
    }
    expect(await dumpRows(server)).toEqual(rows);
  });

  describe('malformed HTTP', () => {
    const auth = () => ({ authorization: `Bearer ${org.admin.token}` });
    const json = { 'content-type': 'application/json' };
    const create = () => `POST /v1/orgs/${org.id}/spaces`;
    const statusLine = (answer: string) => answer.split('\r\n')[0];
    const errorOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error;
    const overlongChunk = () =>
      `${requestBytes(create(), { ...auth(), ...json, 'transfer-encoding': 'chunked' })}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`;
    const expectAnswer = (answer: string, status: number) => {
      expect(statusLine(answer)).toBe(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
      expect(answer).toMatch(/\r\nx-request-id: [A-Za-z0-9]{20}\r\n/);
      expect(answer).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/);
      expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
      expect(errorOf(answer)).toEqual({ code: status, message: expect.stringMatching(/\w+ \w+/) });
    };

    test.each<[string, () => string | Buffer, number]>([
      ['bytes that are no HTTP', () => 'hello\r\n\r\n', 400],
      ['a path with a space', () => requestBytes('GET /v1/spaces/a b', auth()), 400],
      ['a raw null byte in the path', () => requestBytes('GET /v1/spaces/a\u0000b', auth()), 400],
      ['a header with a line break', () => requestBytes('GET /v1/user', { ...auth(), 'x-a': 'b\rc' }), 400],
      [
        'a header of 100 kB',
        () => requestBytes('GET /v1/user', { ...auth(), 'x-a': 'b'.repeat(100_000) }),
        431,
      ],
      [
        'two Content-Length headers',
        () => requestBytes(create(), { ...auth(), ...json, 'content-length': '2' }, '{"title":"x"}'),
        400,
      ],
      [
        'Content-Length with chunked encoding',
        () => requestBytes(create(), { ...auth(), ...json, 'transfer-encoding': 'chunked' }, '{"title":"x"}'),
        400,
      ],
      [
        'an invalid Content-Length',
        () => requestBytes(create(), { ...auth(), ...json, 'content-length': 'many' }),
        400,
      ],
      [
        'text that is not UTF-8',
        () => {
          const body = Buffer.concat([
            Buffer.from('{"title":"'),
            Buffer.from([0xff, 0xfe, 0xc0]),
            Buffer.from('"}'),
          ]);
          const head = requestBytes(create(), { ...auth(), ...json, 'content-length': String(body.length) });
          return Buffer.concat([Buffer.from(head), body]);
        },
        400,
      ],
      [
        'compressed text',
        () => {
          const body = gzipSync('{"title":"x"}');
          const packed = { 'content-encoding': 'gzip', 'content-length': String(body.length) };
          return Buffer.concat([
            Buffer.from(requestBytes(create(), { ...auth(), ...json, ...packed })),
            body,
          ]);
        },
        415,
      ],
      ['a part of a chunk that is too long', () => overlongChunk(), 413],
      [
        'a body of 10 MB with Content-Length',
        () => requestBytes(create(), { ...auth(), ...json, 'content-length': String(10 * MEGABYTE) }),
        413,
      ],
      [
        'a body of 10 MB in chunks',
        () => {
          const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
          return `${requestBytes(create(), { ...auth(), ...json, 'transfer-encoding': 'chunked' })}${chunk.repeat(160)}0\r\n\r\n`;
        },
        413,
      ],
    ])('%s', async (_, bytes, status) => {
      const answer = await sendBytes(server, bytes());
      expectAnswer(answer, status);
      expect(await dumpRows(server)).toEqual(before);
    });

    // Simulates the timeout of a connection.
    const timeOut = (socket: Socket) =>
      server.app.http.server.emit(
        'clientError',
        Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );

    test('a request that does not arrive in time', async () => {
      server.app.http.server.once('connection', timeOut);
      expectAnswer(await sendBytes(server, 'GET /v1/us'), 408);
    });

    test('a connection that the client does not close after the response is closed after a timeout', async () => {
      let socket: Socket | undefined;
      server.app.http.server.once('connection', (accepted) => {
        socket = accepted;
      });
      const { hostname, port } = new URL(server.url);
      const client = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
        client.write('hello\r\n\r\n'),
      );
      client.resume();
      await new Promise((resolve) => client.once('end', resolve));
      expect(socket!.destroyed).toBe(false);
      timeOut(socket!);
      expect(socket!.destroyed).toBe(true);
      client.destroy();
    });

    test('the server still responds afterwards', async () => {
      expect((await org.admin.call('GET', '/user')).status).toBe(200);
    });
  });
});
