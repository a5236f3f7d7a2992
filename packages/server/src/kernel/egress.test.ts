import { createPrivateKey } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress, type Egress, type EgressError, type EgressLookup } from './egress.ts';

// Self-signed for outside.test and *.outside.test, valid from 2020 to 2120, used nowhere else.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBaTCCAQ+gAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxvdXRzaWRlLnRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxM
DEwMDAwMDBaMBcxFTATBgNVBAMMDG91dHNpZGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOuujfgXlfqdC1FicFtcR2RwmC
IfaNWI8XTdflT9KG0nLDILX8MLefU4xQo8oyCdV2Ywa6QgN99KUIl00tjZymujSjBIMCcGA1UdEQQgMB6CDG91dHNpZGUudGVzdIIOKi5
vdXRzaWRlLnRlc3QwHQYDVR0OBBYEFDhXfwPSJ3wdL047s2yB9nWRzFyoMAoGCCqGSM49BAMCA0gAMEUCIQC+aH14uwclOadsYTO1XQCu
KkTe71TbY1i8rum2Xf+e0AIgA89XGBN5k//AIHa31Z79XQvj3beVWMoP2OPIEfq38UI=
-----END CERTIFICATE-----`;
const KEY = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYfRVsKzo+M5G8MqTwlrcGorEpqyoD0EiucecYGVauSehRANCAATrro34F' +
      '5X6nQtRYnBbXEdkcJgiH2jViPF03X5U/ShtJywyC1/DC3n1OMUKPKMgnVdmMGukIDffSlCJdNLY2cpr',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

async function listen(answer: RequestListener, { tls = false } = {}) {
  const seen: Seen[] = [];
  const handle: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  };
  const server = tls ? createTlsServer({ cert: CERTIFICATE, key: KEY }, handle) : createServer(handle);
  let connections = 0;
  server.on('connection', () => connections++);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const open = () => new Promise<number>((count) => server.getConnections((_error, n) => count(n)));
  return { port, origin: `http://127.0.0.1:${port}`, seen, open, connections: () => connections };
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

// Each call takes the next answer of a name; the last one stays.
function resolver(names: Record<string, string[][]>): EgressLookup & { asked: string[] } {
  const asked: string[] = [];
  const lookup: EgressLookup = (hostname, _options, callback) => {
    asked.push(hostname);
    const answers = names[hostname] ?? [];
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
    setImmediate(() => callback(found.length > 0 ? null : new Error(`ENOTFOUND ${hostname}`), found));
  };
  return Object.assign(lookup, { asked });
}

const noNames = resolver({});
const closed = createEgress({ allow: [], lookup: noNames });
const failing = async (work: Promise<unknown>): Promise<EgressError> =>
  work.then(
    () => expect.fail('was not refused'),
    (error: EgressError) => error,
  );
const code = async (work: Promise<unknown>) => (await failing(work)).code;
const textOf = async (answer: ReturnType<Egress['fetch']>) => (await answer).text();

describe('host names', () => {
  it.each([
    [['10.1.2.3']],
    [['127.0.0.1']],
    [['::1']],
    [['fe80::1%lo']],
    [['::ffff:192.168.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['2606:4700::1', 'fd00::1']],
    [['not an address']],
  ])('rejects a name that resolves to %j', async (addresses) => {
    const egress = createEgress({ allow: [], lookup: resolver({ 'evil.test': [addresses] }) });
    expect(await code(egress.fetch('http://EVIL.test/'))).toBe('FORBIDDEN_ADDRESS');
    expect(await code(egress.check('http://evil.test/'))).toBe('FORBIDDEN_ADDRESS');
  });

  it('lets an allowed name resolve to an internal address', async () => {
    const lookup = resolver({ 'corp.test': [['10.0.0.1'], ['elsewhere.test']] });
    const egress = createEgress({ allow: ['corp.test'], lookup });
    expect((await egress.check('http://corp.test/')).addresses).toEqual([{ address: '10.0.0.1', family: 4 }]);
    expect(await code(egress.check('http://corp.test/'))).toBe('FORBIDDEN_ADDRESS');
  });

  it('gives the checked addresses to callers that connect on their own', async () => {
    const lookup = resolver({ 'outside.test': [['8.8.8.8', '2606:4700::1']] });
    const pinned = await createEgress({ allow: [], lookup }).check('HTTPS://Outside.Test:443\\a');
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ];
    expect(pinned).toEqual({ url: 'https://outside.test/a', addresses });
    expect(await closed.check('http://0x08080808/')).toMatchObject({ addresses: [{ address: '8.8.8.8' }] });
  });

  it('connects to the checked address without a second lookup', async () => {
    const { port, connections } = await listen((_request, response) => response.end('outside'));
    const lookup = resolver({ 'evil.test': [['127.0.0.1'], ['127.0.0.2']] });
    const egress = createEgress({ allow: [`127.0.0.1:${port}`], lookup });
    const answer = await egress.fetch(`http://evil.test:${port}/`);
    expect(await answer.text()).toBe('outside');
    expect(lookup.asked).toEqual(['evil.test']);
    expect(await code(egress.fetch(`http://evil.test:${port}/`))).toBe('FORBIDDEN_ADDRESS');
    expect(connections()).toBe(1);
  });

  it('checks a name again when it redirects to itself', async () => {
    const { port } = await listen(redirectTo('/again'));
    const lookup = resolver({ 'evil.test': [['127.0.0.1'], ['10.0.0.1']] });
    const egress = createEgress({ allow: [`127.0.0.1:${port}`], lookup });
    expect(await code(egress.fetch(`http://evil.test:${port}/`))).toBe('FORBIDDEN_ADDRESS');
  });

  it('reports open and closed internal ports identically, and never connects', async () => {
    const { port, connections } = await listen((_request, response) => response.end());
    const lookup = resolver({ 'evil.test': [['127.0.0.1']] });
    const egress = createEgress({ allow: [], lookup });
    const urls = [
      `http://127.0.0.1:${port}/`,
      'http://127.0.0.1:1/',
      `http://evil.test:${port}/`,
      'http://evil.test:1/',
    ];
    const failures = await Promise.all(urls.map((url) => failing(egress.fetch(url))));
    const [{ message }] = failures as [EgressError];
    expect(failures.map((failure) => [failure.code, failure.message, { ...failure }.code])).toEqual(
      urls.map(() => ['FORBIDDEN_ADDRESS', message, 'FORBIDDEN_ADDRESS']),
    );
    expect(JSON.stringify([message, failures])).not.toMatch(/127|evil/);
    expect(connections()).toBe(0);
  });

  it('reports an unknown name and a rejected connection as a network failure without details', async () => {
    const { message, code } = await failing(closed.fetch('http://unknown.test/'));
    expect({ message, code }).toEqual({ code: 'NETWORK', message: expect.not.stringContaining('unknown') });
    const open = createEgress({ allow: ['127.0.0.1'] });
    expect(await failing(open.fetch('http://127.0.0.1:2/'))).toMatchObject({ code: 'NETWORK', message });
  });
});

describe('redirects', () => {
  it('are returned to callers that do not follow them', async () => {
    const { origin, seen } = await listen(redirectTo('http://10.0.0.1/'));
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const { status, headers, stream } = await egress.fetch(origin, { redirect: 'manual' });
    stream.destroy();
    expect([status, headers.get('location'), seen.length]).toEqual([302, 'http://10.0.0.1/', 1]);
  });
  const caller = {
    ...{ authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k', accept: 'text/plain' },
    // Without effect: they belong to the connection.
    ...{
      Host: 'inside',
      Connection: 'upgrade',
      Upgrade: 'h2c',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '1',
    },
  };

  it('rejects one to an internal address in any notation', async () => {
    const inside = await listen((_request, response) => response.end('secret'));
    const places = [
      `127.0.0.1:${inside.port}`,
      `2130706433:${inside.port}`,
      '[::1]:1',
      'localhost:1',
      '169.254.169.254',
    ];
    for (const place of places) {
      const outside = await listen(redirectTo(`http://${place}/`));
      const egress = createEgress({ allow: [`127.0.0.1:${outside.port}`], lookup: noNames });
      expect(await code(egress.fetch(outside.origin)), place).toBe('FORBIDDEN_ADDRESS');
    }
    expect(inside.connections()).toBe(0);
  });

  it.each(['ftp://outside.test/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/', 'http://['])(
    'rejects %j',
    async (to) => {
      const { origin, open } = await listen(redirectTo(to));
      expect(await code(createEgress({ allow: ['127.0.0.1'] }).fetch(origin))).toBe('BAD_URL');
      await expect.poll(open).toBe(0);
    },
  );

  it('follows five and not six', async () => {
    const { origin, seen } = await listen((request, response) => {
      const left = Number(request.url?.slice(1));
      return left === 0
        ? response.end('end')
        : response.writeHead(302, { location: `/${left - 1}` }).end('on');
    });
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const answer = await egress.fetch(`${origin}/5`);
    expect([answer.status, answer.url, await answer.text()]).toEqual([200, `${origin}/0`, 'end']);
    expect(await code(egress.fetch(`${origin}/6`))).toBe('TOO_MANY_REDIRECTS');
    expect(await code(egress.fetch(`${origin}/1`, { maxRedirects: 0 }))).toBe('TOO_MANY_REDIRECTS');
    expect(seen).toHaveLength(13);
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [302, 'PUT', 'PUT', 'body'],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ] as const)('%i turns %s into %s', async (status, method, then, body) => {
    const { origin, seen } = await listen((request, response) =>
      request.url === '/' ? redirectTo('/next', status)(request, response) : response.end(),
    );
    const sent =
      method === 'HEAD' ? {} : { body: 'body', headers: { 'content-type': 'text/x', 'x-own': '1' } };
    (await createEgress({ allow: ['127.0.0.1'] }).fetch(origin, { method, ...sent })).stream.destroy();
    expect(seen[1]).toMatchObject({ method: then, url: '/next', body });
    expect(seen[1]?.headers['content-type']).toBe(body ? 'text/x' : undefined);
    expect(seen[1]?.headers['x-own']).toBe(method === 'HEAD' ? undefined : '1');
  });

  it('keeps caller headers on the same origin and drops them permanently on another', async () => {
    const other = await listen((_request, response) =>
      response.writeHead(307, { location: `${first.origin}/end` }).end(),
    );
    const first = await listen((request, response) => {
      const next: Record<string, string> = { '/': '/same', '/same': other.origin };
      const location = next[request.url ?? ''];
      return location ? response.writeHead(307, { location }).end() : response.end('end');
    });
    const egress = createEgress({ allow: ['127.0.0.1'] });
    await (await egress.fetch(first.origin, { method: 'POST', body: 'body', headers: caller })).text();
    const kept = { authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k' };
    expect(first.seen[1]).toMatchObject({ url: '/same', headers: { ...kept, host: first.origin.slice(7) } });
    for (const { headers, body } of [other.seen[0]!, first.seen[2]!]) {
      expect(headers).toMatchObject({ accept: 'text/plain', 'user-agent': 'Lectern' });
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(auth|cookie|x-)/)]),
      );
      expect(body).toBe('body');
    }
  });

  it('verifies certificates by name and rejects a downgrade from https to http', async () => {
    const plain = await listen((_request, response) => response.end('plain'));
    const secure = await listen(
      (request, response) =>
        request.url === '/'
          ? redirectTo(`http://outside.test:${plain.port}/`)(request, response)
          : response.end('tls'),
      { tls: true },
    );
    const upgrade = await listen(redirectTo(`https://a.outside.test:${secure.port}/ok`));
    const names = ['outside.test', 'a.outside.test', 'wrong.test'];
    const lookup = resolver(Object.fromEntries(names.map((name) => [name, [['127.0.0.1']]])));
    const egress = createEgress({ allow: ['127.0.0.1'], lookup, ca: CERTIFICATE });
    expect(await (await egress.fetch(`http://outside.test:${upgrade.port}/`)).text()).toBe('tls');
    expect(await code(egress.fetch(`https://outside.test:${secure.port}/`))).toBe('BAD_URL');
    expect(await code(egress.fetch(`https://wrong.test:${secure.port}/ok`))).toBe('NETWORK');
    expect(plain.connections()).toBe(0);
  });
});

describe('limits', () => {
  const open = createEgress({ allow: ['127.0.0.1'] });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

  it('reads a body up to the limit, not one byte more, and releases the connection', async () => {
    const server = await listen((_request, response) => response.end(Buffer.alloc(1000, 'a')));
    const answer = await open.fetch(server.origin, { maxBytes: 1000 });
    expect(await answer.bytes()).toEqual(Buffer.alloc(1000, 'a'));
    expect(await code((await open.fetch(server.origin, { maxBytes: 999 })).bytes())).toBe('TOO_LARGE');
    await expect.poll(server.open).toBe(0);
    expect(server.connections()).toBe(2);
  });

  it.each([
    ['gzip', bomb],
    ['gzip, gzip', gzipSync(bomb)],
  ])('counts decoded bytes of %s', async (encoding, body) => {
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await code((await open.fetch(server.origin)).bytes())).toBe('TOO_LARGE');
    await expect.poll(server.open).toBe(0);
  });

  it('stops an endless body', async () => {
    const server = await listen((_request, response) => {
      const more = () => !response.destroyed && response.write(Buffer.alloc(65536), more);
      more();
    });
    expect(await code((await open.fetch(server.origin, { maxBytes: 1e6 })).bytes())).toBe('TOO_LARGE');
  });

  it('rejects oversized headers and malformed responses', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/broken') return request.socket.end('SSH-2.0-x\r\n\r\n');
      if (request.url === '/cut')
        return request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc');
      return response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end();
    });
    expect(await code(open.fetch(server.origin))).toBe('TOO_LARGE');
    expect(await code(open.fetch(`${server.origin}/broken`))).toBe('NETWORK');
    expect(await code((await open.fetch(`${server.origin}/cut`)).text())).toBe('NETWORK');
  });

  it('limits the total time: lookup, headers, slow body, redirects', async () => {
    const server = await listen((request, response) => {
      if (request.url === '/silent') return;
      if (request.url === '/loop') return void sleep(60).then(() => redirectTo('/loop')(request, response));
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const timeoutMs = 200;
    const started = performance.now();
    expect(await code(open.fetch(`${server.origin}/silent`, { timeoutMs }))).toBe('TIMEOUT');
    expect(await code(open.fetch(`${server.origin}/loop`, { timeoutMs, maxRedirects: 99 }))).toBe('TIMEOUT');
    expect(await code(textOf(open.fetch(server.origin, { timeoutMs })))).toBe('TIMEOUT');
    const deaf = createEgress({ allow: [], lookup: () => {}, limits: { timeoutMs } });
    expect(await code(deaf.fetch('http://outside.test/'))).toBe('TIMEOUT');
    expect(await code(deaf.check('http://outside.test/'))).toBe('TIMEOUT');
    // The limit of those who name none is 15 s: any of these that went by it would be later than all of them together.
    expect(performance.now() - started).toBeLessThan(15_000);
    await expect.poll(server.open).toBe(0);
  });

  it('closes the connection of an unread body', async () => {
    const server = await listen((_request, response) => void response.write('begun'));
    const ignored = await open.fetch(server.origin, { timeoutMs: 2_000 });
    const destroyed = await open.fetch(server.origin);
    destroyed.stream.destroy();
    await expect.poll(server.open).toBe(0);
    expect(await code(ignored.text())).toBe('TIMEOUT');
  });

  it('obeys the signal of the caller', async () => {
    const server = await listen((_request, response) => void response.write('begun'));
    const reason = new Error('changed my mind');
    await expect(open.fetch(server.origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const answer = await open.fetch(server.origin, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(answer.text()).rejects.toBe(reason);
    await expect.poll(server.open).toBe(0);
  });
});
