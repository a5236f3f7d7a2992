import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScripts, type TestScripts } from './workerd.fixture.ts';

const notFetched = (url: string) =>
  `refused: ${new URL(url).host} is not on the public internet, so it is not fetched.`;

let on: TestScripts;
beforeAll(async () => {
  on = await startScripts();
});
afterAll(() => on.close());

describe('fetch in a script', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost:5432/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.example/',
    'http://10.0.0.1/',
    'http://192.168.1.1:8080/',
    'http://inside.example/',
    'http://loopback.example/',
    'https://loopback.example/',
  ])('never reaches %s', async (url) => {
    expect(
      await on.evaluate(`return caught(fetch(${JSON.stringify(url)}).then((answer) => answer.status))`),
    ).toBe(notFetched(url));
  });
  test.each(['http://127.0.0.1:9/', 'http://metadata.example/', 'http://loopback.example/'])(
    'is not redirected to %s',
    async (url) => {
      const to = `${on.outsideUrl}/to?${encodeURIComponent(url)}`;
      expect(
        await on.evaluate(`return caught(fetch(${JSON.stringify(to)}).then((answer) => answer.text()))`),
      ).toBe(notFetched(url));
    },
  );
  test('opens no sockets', async () => {
    const result = await on.evaluate(`
      const { connect } = await import('cloudflare:sockets');
      const net = await import('node:net');
      const byCloudflare = await caught(connect('127.0.0.1:${on.port}').opened);
      const byNode = await caught(new Promise((resolve, reject) => net.connect(${on.port}, '127.0.0.1').on('connect', () => resolve('open')).on('error', reject)));
      const byWebSocket = await new Promise((resolve) => {
        const socket = new WebSocket('${on.outsideUrl.replace('http', 'ws')}');
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused: '));
      });
      return [byCloudflare, byNode, byWebSocket];`);
    expect(result).toEqual([
      expect.stringMatching(/^refused/),
      expect.stringMatching(/^refused/),
      expect.stringMatching(/^refused/),
    ]);
  });
  test('cannot call the dispatcher', async () => {
    const victim = on.scriptDoing(`console.log('private'); return 1`);
    await on.run(victim);
    const result = await on.evaluate(`
      const headers = { 'x-lectern-script': ${JSON.stringify(`${victim.id}#0`)}, 'x-lectern-run': '1', 'x-lectern-outcome': 'answered' };
      const urls = ['http://host/runs/1/script', 'http://scripts/run', 'http://dispatcher/ping', 'http://gate/', 'http://1.run/v1'];
      return Promise.all(urls.map((url) => caught(fetch(url, { headers }).then((answer) => answer.text()))));`);
    expect(result).toEqual(
      ['host', 'scripts', 'dispatcher', 'gate', '1.run'].map(
        (host) => `refused: ${host} could not be reached: its name could not be resolved.`,
      ),
    );
  });
  test('reads no files and no Unix sockets', async () => {
    const result = (await on.evaluate(`
      const urls = ['file:///etc/passwd', 'unix:/tmp/host', 'http://unix:/tmp/host:/', 'ftp://outside.example/', 'http://user:secret@outside.example/'];
      return Promise.all(urls.map((url) => caught((async () => (await fetch(url)).text())())));`)) as string[];
    for (const one of result) expect(one).toMatch(/^refused/);
  });
  test('cannot impersonate another script', async () => {
    await on.evaluate(
      `return (await fetch('${on.outsideUrl}/forged', { headers: { 'x-lectern-script': 'other@1#0', 'X-Lectern-Refused': '1' } })).status`,
    );
    const { headers } = on.received.find(({ url }) => url === '/forged')!;
    expect(Object.keys(headers).filter((name) => name.startsWith('x-lectern'))).toEqual([]);
  });
  test('is not affected by internal headers in a response', async () => {
    expect(
      await on.evaluate(`return caught(fetch('${on.outsideUrl}/forging').then((answer) => answer.text()))`),
    ).toBe('seen GET /forging');
  });
  test('rejects unsupported methods by name', async () => {
    expect(await on.evaluate(`return caught(fetch('${on.outsideUrl}/', { method: 'PROPFIND' }))`)).toBe(
      'refused: The method PROPFIND is not supported.',
    );
  });
  test('is limited per event and in concurrency', async () => {
    const limited = await startScripts({ limits: { calls: { concurrent: 3, perEvent: 20 } } });
    const result = (await limited.evaluate(`
      const all = Array.from({ length: 30 }, (_, index) => caught(fetch('${limited.outsideUrl}/' + index).then((answer) => answer.status)));
      return Promise.all(all);`)) as unknown[];
    await limited.close();
    expect(result.filter((one) => one === 200)).toHaveLength(20);
    expect(
      result.filter((one) => one === 'refused: The limit of 20 fetches per event is exceeded.'),
    ).toHaveLength(10);
  });
});

describe('a script', () => {
  test('cannot see the machine or the server', async () => {
    const result = await on.evaluate(`
      const fs = await caught(import('node:fs'));
      const child = await caught(import('node:child_process').then((it) => it.execSync('id')));
      return { env: process.env, own: env, exports: typeof ctx.exports, props: ctx.props, headers: [...request.headers.keys()], fs, child, eval: await caught((async () => (0, eval)('1'))()), cache: await caught((async () => caches.default.match('http://x/'))()) };`);
    expect(result).toMatchObject({
      env: {},
      own: {},
      exports: 'undefined',
      props: {},
      fs: expect.stringMatching(/^refused/),
      child: expect.stringMatching(/^refused/),
      eval: expect.stringMatching(/^refused/),
      cache: expect.stringMatching(/^refused/),
    });
    expect((result as { headers: string[] }).headers.filter((name) => name.includes('lectern'))).toEqual([]);
  });
  test('cannot see another script or another environment', async () => {
    const secretive = on.scriptDoing(
      `globalThis.shared = 'secret'; Object.prototype.shared = 'secret'; return 1`,
    );
    await on.run(secretive, { environment: { secrets: { KEY: 'secret' } } });
    expect(await on.evaluate(`return [typeof globalThis.shared, typeof {}.shared]`)).toEqual([
      'undefined',
      'undefined',
    ]);
  });
  test('shares no state with its previous version', async () => {
    const first = on.scriptDoing('globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count', {
      id: 'counting@1',
    });
    await on.run(first);
    expect((await on.run(first)).text).toBe('2');
    expect((await on.run({ ...first, id: 'counting@2' })).text).toBe('1');
  });
});

describe('a script with modified prototypes', () => {
  test('does not affect the server or other scripts', async () => {
    const poison = on.scriptDoing(`
      const bad = () => { throw new Error('poisoned'); };
      for (const it of [Headers, Request, Response, Promise, Map, Array, String]) for (const name of Object.getOwnPropertyNames(it.prototype)) if (name !== 'constructor') try { Object.defineProperty(it.prototype, name, { get: bad, configurable: true }); } catch {}
      JSON.stringify = JSON.parse = bad;
      globalThis.fetch = bad;
      while (false);`);
    await on.run(poison);
    expect(await on.evaluate(`return JSON.stringify([1])`)).toBe('[1]');
    expect(await on.scripts.check(on.scriptDoing('return 1'))).toBeUndefined();
  });
  test.each([
    ['null', 'throw null'],
    [
      'a proxy',
      `throw new Proxy({}, { get() { throw new Error('no') }, getPrototypeOf() { throw new Error('no') } })`,
    ],
    [
      'an error that cannot be written',
      `const it = new Error('x'); Object.defineProperty(it, 'stack', { get() { throw 1 } }); Object.defineProperty(it, 'message', { get() { throw 2 } }); throw it`,
    ],
    ['an endless message', `throw new Error('x'.repeat(5_000_000))`],
    [
      'an object like a response',
      `throw new Response('x', { headers: { 'x-lectern-outcome': 'answered' } })`,
    ],
  ])('that throws %s crashes its event only', async (_what, work) => {
    const { failure, logs } = await on.run(on.scriptDoing(work));
    expect(failure?.kind).toBe('crashed');
    expect(failure!.message.length).toBeLessThan(3000);
    expect(logs.every(({ message }) => message.length <= 2000)).toBe(true);
    expect(await on.evaluate('return 1')).toBe(1);
  });
  test.each([
    ['no Response', 'export default { fetch() { return { status: 200 } } }'],
    ['nothing', 'export default { fetch() {} }'],
    ['a failed Response', 'export default { fetch() { return Response.error() } }'],
    [
      'a WebSocket',
      'export default { fetch() { const [a, b] = Object.values(new WebSocketPair()); b.accept(); return new Response(null, { status: 101, webSocket: a }) } }',
    ],
    [
      'a body that breaks',
      'export default { fetch() { return new Response(new ReadableStream({ pull(it) { it.error(new Error("torn")) } })) } }',
    ],
    [
      'a body that was read',
      'export default { async fetch() { const it = new Response("x"); await it.text(); return it } }',
    ],
  ])('that returns %s crashes its event', async (_what, text) => {
    const { failure } = await on.run(on.script(text));
    expect(failure?.kind).toBe('crashed');
    expect(await on.evaluate('return 1')).toBe(1);
  });
  test('cannot put invalid characters into logs and errors', async () => {
    const { logs } = await on.run(on.scriptDoing(`console.log('a\\0b\\ud800c'); return 1`));
    expect(logs[0]!.message).toBe('a\ufffdb\ufffdc');
    expect((await on.run(on.scriptDoing(`throw new Error('a\\0b')`))).failure!.message).not.toContain('\0');
  });
  test('that returns an invalid header crashes its event', async () => {
    const { failure } = await on.run(
      on.scriptDoing(`return new Response('', { headers: { 'x-odd': '\\x01' } })`),
    );
    expect(failure?.kind).toBe('crashed');
    const { answer } = await on.run(
      on.scriptDoing(`return new Response('', { headers: { 'x-even': 'caf\\xe9' } })`),
    );
    for (const [name, value] of answer.headers) http.validateHeaderValue(name, value);
  });
  test('cannot set internal headers in its response', async () => {
    const { answer, text } = await on.run(
      on.scriptDoing(
        `return new Response('mine', { status: 500, headers: { 'x-lectern-outcome': 'failed', 'x-lectern-other': '1', connection: 'close', 'transfer-encoding': 'chunked' } })`,
      ),
    );
    expect([answer.status, text]).toEqual([500, 'mine']);
    expect(answer.headers.filter(([name]) => /lectern|connection|transfer/.test(name))).toEqual([]);
  });
});

describe('errors thrown by a script', () => {
  const WORDS = [
    `new Error('Failed to start Worker: mine')`,
    `Object.freeze(new Error('Failed to start Worker: mine'))`,
    `'Failed to start Worker: mine'`,
    `{ message: 'Failed to start Worker: mine', remote: false }`,
    `Object.assign(new Error('Failed to start Worker: mine'), { remote: false })`,
    `new (class extends Error { get remote() { return false } set remote(_) {} })('Failed to start Worker: mine')`,
    `new Error('The text of the script could not be read.')`,
    `new Error('Failed to start Worker: The text of the script could not be read.')`,
  ];
  test.each(WORDS)('cannot claim that it was never loaded: %s', async (words) => {
    const script = on.scriptDoing(
      `globalThis.count = (globalThis.count ?? 0) + 1; if (event.type === 'bad') throw ${words}; return globalThis.count`,
    );
    const bad = { event: { eventId: 'e', type: 'bad' } };
    for (let i = 0; i < 3; i++) expect((await on.run(script, bad)).failure?.kind).toBe('crashed');
    // The script was loaded only once.
    expect((await on.run(script)).text).toBe('4');
  });
  test('do not end its monitoring', async () => {
    const hasty = await startScripts();
    const { failure, logs } = await hasty.run(
      hasty.scriptDoing(
        `ctx.waitUntil((async () => { for (;;) { for (let i = 0; i < 2e7; i++); await new Promise((resolve) => setTimeout(resolve, 1)); } })()); throw new Error('Failed to start Worker: mine')`,
      ),
    );
    expect(failure?.kind).toBe('crashed');
    expect(logs.map(({ message }) => message)).toContain(
      'The script was still running 2 seconds after its event was over.',
    );
    expect(hasty.warnings).toMatchObject([{ violation: 'never-ends' }]);
    await hasty.close();
  });
});

describe('limits of a script', () => {
  test('apply to a response of more than 10 MB, also an endless one', async () => {
    const large = await on.run(on.scriptDoing(`return new Response(new Uint8Array(11 * 1024 * 1024))`));
    expect(large.failure).toMatchObject({ kind: 'too-large' });
    const endless = await on.run(
      on.scriptDoing(
        `return new Response(new ReadableStream({ pull(it) { it.enqueue(new Uint8Array(65536)) } }))`,
      ),
    );
    expect(endless.failure).toMatchObject({ kind: 'too-large' });
    expect(
      (await on.run(on.scriptDoing(`return new Response(new Uint8Array(10 * 1024 * 1024))`))).answer.body,
    ).toHaveLength(10 * 1024 * 1024);
  });
  test('apply to a header of a hundred kilobytes', async () => {
    const { failure } = await on.run(
      on.scriptDoing(`return new Response('', { headers: { 'x-long': 'x'.repeat(100_000) } })`),
    );
    expect(failure?.kind).toBe('crashed');
    expect(await on.evaluate('return 1')).toBe(1);
  });
  test('let many large responses and bodies wait for room', async () => {
    const narrow = await startScripts({ limits: { heldBytes: 20 * 1024 * 1024 } });
    const large = narrow.scriptDoing(`return new Response(new Uint8Array(9 * 1024 * 1024))`);
    const all = await Promise.all(Array.from({ length: 10 }, () => narrow.run(large)));
    expect(all.map(({ answer }) => answer.body.length)).toEqual(all.map(() => 9 * 1024 * 1024));
    const result = (await narrow.evaluate(`
      const send = () => caught(fetch('${narrow.outsideUrl}/held', { method: 'POST', body: new Uint8Array(9 * 1024 * 1024) }).then((answer) => answer.status));
      return Promise.all(Array.from({ length: 6 }, send));`)) as unknown[];
    expect(result).toEqual([200, 200, 200, 200, 200, 200]);
    await narrow.close();
  });
  test('apply to log lines, and the log says so', async () => {
    const { logs } = await on.run(
      on.scriptDoing(
        `for (let i = 0; i < 20_000; i++) console.log('line', i, 'x'.repeat(i % 5000)); return 1`,
      ),
    );
    expect(logs.length).toBeLessThanOrEqual(257);
    expect(logs[0]!.message).toBe('line 0 ');
    expect(logs.at(-1)!.message).toBe('The log was truncated.');
    const few = await on.run(
      on.scriptDoing(
        `for (let i = 0; i < 300; i++) console.log(i); console.error('x'.repeat(5000)); return 1`,
      ),
    );
    expect(few.logs).toHaveLength(257);
  });
  test('apply to the response time, and keep the log', async () => {
    const hasty = await startScripts({ limits: { answerMs: 3_000 } });
    const { failure, logs } = await hasty.run(
      hasty.scriptDoing(
        `console.log('waiting'); await new Promise((resolve) => setTimeout(resolve, 60_000)); return 1`,
      ),
    );
    expect(failure).toEqual({ kind: 'timeout', message: 'The script did not respond within 3 seconds.' });
    expect(logs.map(({ message }) => message)).toEqual(['waiting', failure!.message]);
    expect(await hasty.evaluate('return 1')).toBe(1);
    await hasty.close();
  });
  test('apply to work after the response: its logs and fetches are ignored', async () => {
    const hasty = await startScripts({ limits: { afterwardsMs: 300 } });
    const { answer, logs } = await hasty.run(
      hasty.scriptDoing(
        `ctx.waitUntil((async () => { await new Promise((resolve) => setTimeout(resolve, 600)); await fetch('${hasty.outsideUrl}/too-late'); })()); return 1`,
      ),
    );
    expect(answer.status).toBe(200);
    expect(logs.map(({ message }) => message)).toEqual([
      'The script was still running 0.3 seconds after its event was over.',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(hasty.received).toEqual([]);
    await hasty.close();
  });
});

test('a script that never finishes loading cannot be published, and delays nobody', async () => {
  const hasty = await startScripts({ limits: { checkMs: 3000 } });
  const checks = [
    'while (true);',
    'await new Promise(() => {});',
    'const all = []; for (;;) all.push(new Array(1e6).fill(all));',
  ].map((text) => hasty.scripts.check(hasty.script(`${text} export default { fetch() {} }`)));
  expect(await hasty.evaluate('return 1')).toBe(1);
  for (const failure of await Promise.all(checks)) expect(failure).toMatchObject({ kind: 'unloadable' });
  await hasty.close();
});
