import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Script, ScriptCall } from '../../kernel/integration-scripts.ts';
import { bytesOf } from '../../kernel/script-body.ts';
import { bundleIntegration, type TestIntegration } from '../../testing/integration-scripts.ts';
import { withoutScripts } from './index.ts';
import { environmentOf, startScripts, type TestScripts } from './workerd.fixture.ts';

let on: TestScripts;
beforeAll(async () => {
  on = await startScripts();
});
afterAll(() => on.close());

const integration = async (name: TestIntegration, runtime: 'v1' | 'v2' = 'v2'): Promise<Script> =>
  on.script(await bundleIntegration(name, runtime), { runtime });
const fetching = (url: string, method = 'get', body?: Uint8Array): Partial<ScriptCall> => ({
  event: {
    eventId: 'e1',
    type: 'fetch',
    request: { method, url: `https://docs.example${url}`, headers: { 'x-given': 'yes' } },
  },
  environment: environmentOf('test'),
  ...(body && { body }),
});
const happening = (
  type: string,
  more: object = {},
  environment = environmentOf('test'),
): Partial<ScriptCall> => ({
  event: { eventId: 'e1', type, ...more },
  environment,
});
const messages = (logs: readonly { readonly message: string }[]) => logs.map(({ message }) => message);

describe.each(['v1', 'v2'] as const)('an integration of %s', (runtime) => {
  let echo: Script;
  beforeAll(async () => {
    echo = await integration('echo', runtime);
  });

  test('loads and can be published', async () => {
    expect(await on.scripts.check(echo)).toBeUndefined();
  });
  test('receives the bytes of a request, and responds with bytes and headers', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { answer } = await on.run(echo, fetching('/bytes', 'post', bytes));
    expect(answer.status).toBe(200);
    expect(bytesOf(answer.body)).toEqual(Buffer.from(bytes));
    expect(answer.headers).toContainEqual(['x-given', 'yes']);
  });
  test.each(['get', 'head'])('receives no body with %s, even if one was sent', async (method) => {
    const { answer } = await on.run(echo, fetching('/', method, Buffer.from('x')));
    expect(answer.status).toBe(200);
  });
  test('can redirect, and the redirect is not followed', async () => {
    const { answer } = await on.run(echo, fetching('/redirect'));
    expect([answer.status, new Map(answer.headers).get('location')]).toEqual([
      302,
      'https://elsewhere.example/there',
    ]);
  });
  test('sets several cookies without a body', async () => {
    const { answer } = await on.run(echo, fetching('/cookies'));
    expect([answer.status, answer.body.length]).toEqual([204, 0]);
    expect(answer.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
    ]);
  });
  test('responds with a status of its own, and errors result in 500', async () => {
    const refused = await on.run(echo, fetching('/refused'));
    expect([refused.answer.status, refused.text]).toEqual([403, '{"error":"This is not for you"}']);
    const broken = await on.run(echo, fetching('/broken'));
    expect([broken.answer.status, broken.text]).toEqual([500, '{"error":"Internal server error"}']);
    expect(
      broken.logs
        .filter(({ level }) => level === 'error')
        .map(({ message }) => message)
        .join(),
    ).toContain('a secret reason');
  });
  test('responds with 406 to events that it does not handle', async () => {
    const { answer } = await on.run(echo, happening('space_content_updated'));
    expect(answer.status).toBe(406);
  });
  test('continues after its response, and its logs are complete', async () => {
    const { text, logs } = await on.run(
      echo,
      fetching(`/later?to=${encodeURIComponent(`${on.outsideUrl}/${runtime}`)}`),
    );
    expect(text).toBe('soon');
    expect(messages(logs)).toContain('told later 200');
    expect(on.received.find(({ url }) => url === `/${runtime}`)?.body.toString()).toBe('late');
  });
});

describe('integrations', () => {
  test('log events, and call the API with the token of the installation', async () => {
    const logger = await integration('event-logger');
    const { answer, logs } = await on.run(logger, happening('space_content_updated', { spaceId: 's1' }));
    expect(answer.status).toBe(200);
    expect(messages(logs)).toEqual(
      expect.arrayContaining(['heard space_content_updated e1', 'content of A space']),
    );
    const asked = on.forwarded.at(-1)!;
    expect([asked.method, asked.url.href]).toEqual(['GET', 'https://docs.example/v1/spaces/s1']);
    expect(asked.headers.authorization).toBe('Bearer token-of-installation');
  });
  test('render blocks, handle actions, and reject them', async () => {
    const block = await integration('block');
    const render = (more: object) =>
      on.run(
        block,
        happening('ui_render', {
          componentId: 'counter',
          props: { by: 2 },
          context: { type: 'document' },
          ...more,
        }),
      );
    const first = await render({});
    expect(JSON.parse(first.text)).toMatchObject({
      type: 'element',
      state: { count: 0 },
      element: { type: 'block' },
    });
    expect(new Map(first.answer.headers).get('cache-control')).toBe('max-age=60');
    const next = await render({ state: { count: 3 }, action: { action: 'add' } });
    expect(JSON.parse(next.text).state).toEqual({ count: 5 });
    const refused = await render({ action: { action: 'fail' } });
    expect([refused.answer.status, refused.text]).toEqual([422, '{"error":"It cannot be counted"}']);
    expect((await render({ componentId: 'none' })).answer.status).toBe(404);
  });
  test('add scripts to sites', async () => {
    const one = await integration('site-script');
    const of = (configuration: object) =>
      on.run(
        one,
        happening(
          'fetch_published_script',
          { siteId: 'x' },
          environmentOf('test', { siteInstallation: { site: 'x', configuration } }),
        ),
      );
    expect((await of({})).text).toBe('/** no-op */');
    expect((await of({ key: 'k' })).text).toBe('window.tracked = "k";');
  });
  test('redirect visitors and admit them', async () => {
    const one = await integration('visitor-auth');
    const environment = environmentOf('test', {
      installation: { id: 'i', target: { organization: 'o' } },
      siteInstallation: { site: 'x', urls: { publicEndpoint: 'https://docs.example/x' } },
      signingSecrets: { integration: 's', siteInstallation: 'key' },
    });
    const away = await on.run(
      one,
      happening('fetch_visitor_authentication', { siteId: 'x', location: '/a' }, environment),
    );
    expect(new Map(away.answer.headers).get('location')).toBe(
      'https://identities.example/authorize?redirect_uri=https%3A%2F%2Fdocs.example%2Fx%2Fcallback&state=%2Fa',
    );
  });
  test('start an OAuth flow for an installation', async () => {
    const one = await integration('oauth');
    const environment = environmentOf('test', {
      installation: { id: 'i1' },
      secrets: { CLIENT_ID: 'c', PROVIDER: 'https://id.example' },
    });
    const { answer } = await on.run(one, { ...fetching('/oauth'), environment });
    const to = new URL(new Map(answer.headers).get('location')!);
    expect([to.origin, to.searchParams.get('state')]).toEqual([
      'https://id.example',
      '{"installationId":"i1"}',
    ]);
  });
  test('run tasks, and postpone them with the token of the integration', async () => {
    const one = await integration('tasks');
    const { answer } = await on.run(one, happening('installation_setup', { installationId: 'i1' }));
    expect(answer.status).toBe(200);
    const asked = on.forwarded.at(-1)!;
    expect([asked.method, asked.url.pathname, asked.headers.authorization]).toEqual([
      'POST',
      '/v1/integrations/test/tasks',
      'Bearer token-of-integration',
    ]);
    const { logs } = await on.run(one, happening('task', { task: { type: 'greet', to: 'i1' } }));
    expect(messages(logs)).toContain('greeting i1 for test');
  });
});

describe('fetch', () => {
  test('reaches the internet, with cookies, redirects and the usual limits', async () => {
    const result = await on.evaluate(`
      const followed = await fetch('${on.outsideUrl}/to?' + encodeURIComponent('/there'));
      const kept = await fetch('${on.outsideUrl}/to?/there', { redirect: 'manual' });
      const cookies = await fetch('${on.outsideUrl}/cookies');
      return [await followed.text(), followed.redirected, kept.status, cookies.headers.getSetCookie()];`);
    expect(result).toEqual(['seen GET /there', true, 302, ['a=1', 'b=2']]);
  });
  test('sends bytes and headers unchanged, and no internal headers', async () => {
    await on.evaluate(
      `return (await fetch('${on.outsideUrl}/sent', { method: 'PUT', body: new Uint8Array([0, 200, 255]), headers: { 'x-mine': '1', host: 'other.example' } })).status`,
    );
    const { method, headers, body } = on.received.find(({ url }) => url === '/sent')!;
    expect([method, [...body], headers['x-mine'], headers.host]).toEqual([
      'PUT',
      [0, 200, 255],
      '1',
      `outside.example:${on.port}`,
    ]);
    expect(Object.keys(headers).filter((name) => name.includes('lectern'))).toEqual([]);
  });
  test('aborts a response that is too large', async () => {
    expect(
      await on.evaluate(
        `return caught(fetch('${on.outsideUrl}/large').then((answer) => answer.arrayBuffer()))`,
      ),
    ).toMatch(/^refused: /);
  });
  test('recognizes the API only below its URL', async () => {
    const before = on.forwarded.length;
    const result = await on.evaluate(
      `return Promise.all(['https://docs.example/docs/v1/user?a=1', 'https://docs.example/metrics', 'https://docs.example/docs/../metrics', 'https://docs.example/docs/v1/../../metrics', 'https://docs.example:444/docs/v1/user'].map((url) => caught(fetch(url).then((answer) => answer.status))))`,
    );
    expect(result).toEqual([
      200,
      ...['docs.example', 'docs.example', 'docs.example', 'docs.example:444'].map(
        (host) => `refused: ${host} could not be reached: its name could not be resolved.`,
      ),
    ]);
    expect(on.forwarded.slice(before).map(({ url }) => url.href)).toEqual([
      'https://docs.example/v1/user?a=1',
    ]);
  });
});

test('compressed responses stay compressed and unchanged', async () => {
  const work = (options: string, body: string) =>
    `const bytes = await new Response(new Blob(['hello']).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
    return new Response(${body}, { headers: { 'content-encoding': 'gzip' }${options} });`;
  for (const script of [
    on.scriptDoing(work('', `'hello'`)),
    on.scriptDoing(work(`, encodeBody: 'manual'`, 'bytes')),
  ]) {
    const { answer } = await on.run(script);
    expect(new Map(answer.headers).get('content-encoding')).toBe('gzip');
    expect(gunzipSync(bytesOf(answer.body)).toString()).toBe('hello');
  }
});

describe('checking a script', () => {
  test.each([
    ['a syntax error', 'export default {', 'v2', /SyntaxError/],
    ['a script that throws while loading', 'throw new Error("no way"); export default {}', 'v2', /no way/],
    [
      'no default export',
      'export const a = 1',
      'v2',
      'The script has no default export with a fetch function.',
    ],
    [
      'a default export without fetch',
      'export default {}',
      'v2',
      'The script has no default export with a fetch function.',
    ],
    ['a script without a listener', 'var a = 1', 'v1', 'The script does not listen to fetch events.'],
    ['an import of a missing module', 'import "./else.js"; export default { fetch() {} }', 'v2', /else\.js/],
    ['an empty script', '', 'v2', 'The script has no default export with a fetch function.'],
  ] as const)('rejects %s', async (_what, text, runtime, message) => {
    const failure = await on.scripts.check(on.script(text, { runtime }));
    expect(failure).toEqual({
      kind: 'unloadable',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
  test('runs no handler and fetches nothing', async () => {
    const text = `const seen = await fetch('${on.outsideUrl}/check').catch(() => null); export default { fetch() { while (true); } }`;
    await on.scripts.check(on.script(text));
    expect(on.received.filter(({ url }) => url === '/check')).toEqual([]);
  });
  test('accepts sloppy-mode scripts of v1 and classes of v2', async () => {
    expect(
      await on.scripts.check(
        on.script('undeclared = 1; addEventListener("fetch", () => {})', { runtime: 'v1' }),
      ),
    ).toBeUndefined();
    const text =
      'import { WorkerEntrypoint } from "cloudflare:workers"; export default class extends WorkerEntrypoint { fetch() { return new Response("of a class") } }';
    expect(await on.scripts.check(on.script(text))).toBeUndefined();
    expect((await on.run(on.script(text))).text).toBe('of a class');
  });
});

describe('a script that does not load', () => {
  test('is reported with the reason in its logs', async () => {
    const { failure, logs } = await on.run(on.script('throw new Error("no way")'));
    expect(failure).toMatchObject({ kind: 'unloadable', message: expect.stringContaining('no way') });
    expect(messages(logs).join()).toContain('no way');
  });
  test('is loaded again at the next event', async () => {
    let isThere = false;
    const one = on.scriptDoing('return 1', { id: 'late@1' });
    const late = {
      ...one,
      text: () => (isThere ? one.text() : Promise.reject(new Error('the store is away'))),
    };
    expect((await on.run(late)).failure).toEqual({
      kind: 'unavailable',
      message: 'The text of the script could not be read.',
    });
    isThere = true;
    expect((await on.run(late)).text).toBe('1');
  });
  test('is read once for many events', async () => {
    let reads = 0;
    const one = on.scriptDoing('return 1');
    const counted = {
      ...one,
      text: () => {
        reads++;
        return one.text();
      },
    };
    await Promise.all(Array.from({ length: 30 }, () => on.run(counted)));
    expect(reads).toBe(1);
  });
});

test('an unavailable runtime is reported with the reason', async () => {
  const none = withoutScripts('There is no workerd here.');
  expect(none.unavailableReason).toBe('There is no workerd here.');
  const { outcome, logs } = await none.run({
    script: on.script(''),
    event: { eventId: 'e', type: 't' },
    environment: {},
  });
  expect(outcome).toEqual({ kind: 'unavailable', message: 'There is no workerd here.' });
  expect(messages(await logs)).toEqual(['There is no workerd here.']);
  expect(await none.check(on.script(''))).toEqual(outcome);
});
