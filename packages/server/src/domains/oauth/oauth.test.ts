import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BrowserClient, newBrowser, signedInBrowser } from '../../testing/browser-client.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { isRegistered, parseRedirectUri } from './redirect-uris.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
let browser: BrowserClient;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, config: { rateLimit: 3000 } },
);
beforeEach(async () => {
  // Resets the limit of registrations.
  clock.advance(61_000);
  browser = await signedInBrowser(server, org.edit);
});

const AUTHORIZE = '/oauth/authorize';
const CALLBACK = 'http://127.0.0.1:4567/callback';
const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const post = async (path: string, headers: Record<string, string>, body: string | URLSearchParams) => {
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
};
const register = async (redirect_uris: unknown = [CALLBACK], more: object = {}) => {
  const body = JSON.stringify({ client_name: 'GitBook CLI', redirect_uris, ...more });
  const answer = await post('/oauth/register', { 'content-type': 'application/json' }, body);
  return answer as { status: number; body: Record<string, string> };
};
const exchange = async (fields: Record<string, string>) => {
  const answer = await post(
    '/oauth/token',
    {},
    new URLSearchParams({ grant_type: 'authorization_code', ...fields }),
  );
  return answer as { status: number; headers: Headers; body: Record<string, string> };
};
const pathOf = (fields: Record<string, string>) => `${AUTHORIZE}?${new URLSearchParams(fields)}`;

/** A program that has registered itself, and its request. */
const startProgram = async (redirectUri = CALLBACK, scope = 'read write') => {
  const { body } = await register([redirectUri]);
  const verifier = newVerifier();
  const client = { client_id: body.client_id!, redirect_uri: redirectUri };
  const request = {
    response_type: 'code',
    ...client,
    state: 'opaque~state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(scope && { scope }),
  };
  return { request, client, verifier };
};
/** Lets the user agree; returns the parameters that the program gets. */
const agree = async (request: Record<string, string>, fields: Record<string, string> = {}) => {
  const page = await browser.open(pathOf(request));
  const led = await browser.submit(page, AUTHORIZE, { decision: 'allow', ...fields });
  expect(led.status).toBe(303);
  const { searchParams, origin, pathname } = new URL(led.location!);
  expect(origin + pathname).toBe(request.redirect_uri);
  return Object.fromEntries(searchParams);
};
const authorized = async (fields: Record<string, string> = {}, scope?: string) => {
  const program = await startProgram(CALLBACK, scope);
  const { code } = await agree(program.request, fields);
  return { ...program, grant: { ...program.client, code: code!, code_verifier: program.verifier } };
};
const whoIs = async (token: string) => (await server.withToken(token)('GET', '/user')).status;

describe('a program', () => {
  test('finds the addresses of the server', async () => {
    const response = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['read', 'write'],
    });
  });

  test('is led back to an editor that opens addresses of its own', async () => {
    const callback = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const { request } = await startProgram(callback);
    const page = await browser.open(pathOf(request));
    expect(page.text).toContain('It runs on this computer');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' cursor:;");
    const led = await browser.submit(page, '/oauth/authorize', { decision: 'allow' });
    expect(led.location).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/);
  });

  test('gets a token of the user, which the account page lists and revokes', async () => {
    const { request, client, verifier } = await startProgram();
    const page = await browser.open(pathOf(request));
    expect(page.text).toContain('<strong>GitBook CLI</strong> asks for access');
    expect(page.text).toContain(org.edit.email);
    expect(page.text).toContain('It runs on this computer');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:4567;",
    );
    const { code, ...others } = await agree(request, { days: '7' });
    expect(others).toEqual({ state: 'opaque~state', iss: server.url });
    const { status, headers, body } = await exchange({ ...client, code: code!, code_verifier: verifier });
    expect([status, headers.get('cache-control'), body.token_type, body.scope]).toEqual([
      200,
      'no-store',
      'Bearer',
      'read write',
    ]);
    expect(Number(body.expires_in)).toBeGreaterThan(6.9 * 86_400);
    const token = server.withToken(body.access_token!);
    expect((await token('GET', '/user')).body.email).toBe(org.edit.email);
    const [listed] = (await org.edit.call('GET', '/user/tokens')).body.items;
    expect(listed).toMatchObject({ label: 'GitBook CLI', expiresAt: expect.any(String) });
    expect(listed.scopes).toBeUndefined();
    await org.edit.call('DELETE', `/user/tokens/${listed.id}`);
    expect(await whoIs(body.access_token!)).toBe(401);
  });

  test('gets less if the user allows less, or if it asks for less', async () => {
    const tokenOf = async ({ grant }: Awaited<ReturnType<typeof authorized>>) => (await exchange(grant)).body;
    const spaceOf = (token: string) =>
      server.withToken(token)('POST', `/orgs/${org.id}/spaces`, { title: 'New' });
    for (const reading of [await authorized({ access: 'read' }), await authorized({}, 'read')]) {
      const { access_token, scope } = await tokenOf(reading);
      expect(await whoIs(access_token!)).toBe(200);
      expect((await spaceOf(access_token!)).status).toBe(403);
      expect(scope!.split(' ').every((name) => name.endsWith(':read'))).toBe(true);
    }
    const { access_token, scope } = await tokenOf(await authorized({}, 'space:read'));
    expect(scope).toBe('space:read');
    expect(await whoIs(access_token!)).toBe(403);
    const all = await tokenOf(await authorized({}, ''));
    expect(all.scope).toBe('read write');
    const page = await browser.open(pathOf((await startProgram(CALLBACK, 'space:read')).request));
    expect(page.text).toContain('<code>space:read</code>');
  });

  test('can use another port on the computer of the user than it registered', async () => {
    const { request } = await startProgram('http://127.0.0.1/callback');
    expect(await agree({ ...request, redirect_uri: 'http://127.0.0.1:9/callback' })).toHaveProperty('code');
  });

  test('is told that the user refused, and what is wrong with its request', async () => {
    const { request } = await startProgram();
    expect(await agree(request, { decision: 'deny' })).toMatchObject({
      error: 'access_denied',
      state: 'opaque~state',
    });
    for (const [fields, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'everything' }, 'invalid_scope'],
    ] as const) {
      const page = await browser.open(pathOf({ ...request, ...fields }));
      expect([page.status, new URL(page.location!).searchParams.get('error')]).toEqual([303, error]);
    }
  });
});

describe('registration', () => {
  test.each([
    [['https://tools.example/callback'], true],
    [['http://[::1]:1/'], true],
    [['http://localhost:3000/cb?x=1'], true],
    [['cursor://anysphere.cursor-mcp/oauth/callback'], true],
    [['vscode://tools.example/callback'], true],
    [['ms-msdt://tools.example/callback'], false],
    [['file:///etc/passwd'], false],
    [['http://tools.example/callback'], false],
    [['http://127.0.0.1.tools.example/'], false],
    [['https://user:secret@tools.example/'], false],
    [['https://tools.example/#part'], false],
    [['javascript:alert(1)'], false],
    [['data:text/html,x'], false],
    [['com.example.tool:/callback'], false],
    [['no url'], false],
    [['http://127.0.0.1/a b'], false],
    [['https://tools.example/ä'], false],
    [[], false],
  ])('of the addresses %j: %s', async (addresses, isTaken) => {
    const { status, body } = await register(addresses as never);
    expect([status, body.error]).toEqual(isTaken ? [201, undefined] : [400, 'invalid_redirect_uri']);
  });

  test('shortens names, and leaves out characters that could deceive', async () => {
    const { body } = await register([CALLBACK], { client_name: `\u202eevil\u0007\n${'x'.repeat(200)}` });
    expect(body.client_name).toMatch(/^evil x{50,60}$/);
    expect((await register([CALLBACK], { client_name: ' ' })).body.client_name).toBe(
      'A program without a name',
    );
    for (const client_name of [5, 'a\u0000b', 'x'.repeat(2000)])
      expect((await register([CALLBACK], { client_name })).status).toBe(400);
    expect((await register([CALLBACK], { redirect_uris: undefined })).body.error).toBe(
      'invalid_redirect_uri',
    );
  });

  test('is limited for each address', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n++) statuses.add((await register()).status);
    expect([...statuses]).toEqual([201, 429]);
  });
});

describe('the authorization page', () => {
  test('requires sign-in, and returns to the request after that', async () => {
    const { request } = await startProgram();
    const { status, location } = await newBrowser(server).open(pathOf(request));
    expect([status, location]).toEqual([303, `/login?to=${encodeURIComponent(pathOf(request))}`]);
  });

  test('never sends anybody to an address that is not registered', async () => {
    const { request } = await startProgram();
    const attempts: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'http://127.0.0.1:4567/other' },
      { redirect_uri: 'http://localhost:4567/callback' },
      { redirect_uri: '' },
      { client_id: 'nobody' },
      { client_id: '' },
      { client_id: 'a b' },
      { redirect_uri: ' http://127.0.0.1:4567/callback' },
      { redirect_uri: 'http://127.0.0.1:4567/call\tback' },
    ];
    for (const fields of attempts) {
      const page = await browser.open(pathOf({ ...request, ...fields }));
      expect([page.status, page.location]).toEqual([400, undefined]);
      const good = await browser.open(pathOf(request));
      const sent = await browser.submit(good, AUTHORIZE, { decision: 'allow', ...fields });
      expect([sent.status, sent.location]).toEqual([400, undefined]);
    }
  });

  test('refuses characters that no database can store', async () => {
    const { request } = await startProgram();
    for (const fields of [{ client_id: 'a\u0000' }, { redirect_uri: `\u0000${CALLBACK}` }] as object[])
      expect((await browser.open(pathOf({ ...request, ...fields }))).status).toBe(400);
    expect((await browser.open(pathOf({ ...request, scope: '\u0000', state: '\u0000' }))).status).toBe(303);
  });

  test('names the host that a program is answered at', async () => {
    const { request } = await startProgram('https://tools.example/callback');
    const page = await browser.open(pathOf(request));
    expect(page.text).toContain('Your browser will be sent to <strong>tools.example</strong>');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://tools.example;",
    );
  });

  test('cannot be used by API tokens, by pages of other hosts, or without its form', async () => {
    const { request } = await startProgram();
    const headers = { authorization: `Bearer ${org.admin.token}` };
    const asToken = await fetch(server.url + pathOf(request), { headers });
    expect(asToken.status).toBe(400);
    const form = new URLSearchParams({ ...request, decision: 'allow' });
    expect((await fetch(server.url + AUTHORIZE, { method: 'POST', headers, body: form })).status).toBe(400);
    const { seal: _, ...fields } = { seal: '', ...request, decision: 'allow' };
    expect((await browser.send(AUTHORIZE, fields)).status).toBe(403);
    expect((await browser.send(AUTHORIZE, { ...fields, seal: 'forged' })).status).toBe(403);
    const other = await signedInBrowser(server, org.admin);
    const page = await browser.open(pathOf(request));
    const seal = /name="seal" value="([^"]*)"/.exec(page.text)![1]!;
    expect((await other.send(AUTHORIZE, { ...fields, seal })).status).toBe(403);
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await browser.send(AUTHORIZE, { ...fields, seal }, evil)).status).toBe(403);
  });

  test('names the invalid field', async () => {
    const { request } = await startProgram();
    const page = await browser.open(pathOf(request));
    for (const days of ['0', '-1', '1000', 'x'])
      expect((await browser.submit(page, AUTHORIZE, { decision: 'allow', days })).status).toBe(400);
  });
});

describe('a code', () => {
  test('can be used once; a second use revokes its token', async () => {
    const { grant } = await authorized();
    const { body } = await exchange(grant);
    expect(await whoIs(body.access_token!)).toBe(200);
    expect(await exchange(grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await whoIs(body.access_token!)).toBe(401);
  });

  test('that is used twice at the same time gives one token at most', async () => {
    const { grant } = await authorized();
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(grant)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  test.each([
    ['another verifier', () => ({ code_verifier: newVerifier() })],
    ['no verifier', () => ({ code_verifier: '' })],
    [
      'its challenge as the verifier',
      (grant: Record<string, string>) => ({ code_verifier: challengeOf(grant.code_verifier!) }),
    ],
    ['another address', () => ({ redirect_uri: 'http://127.0.0.1:4567/other' })],
    ['another port', () => ({ redirect_uri: 'http://127.0.0.1:4568/callback' })],
    ['no address', () => ({ redirect_uri: '' })],
    ['no client', () => ({ client_id: '' })],
  ])('is refused with %s, and used up', async (_what, change) => {
    const { grant } = await authorized();
    const before = (await org.edit.call('GET', '/user/tokens')).body.count;
    for (const fields of [{ ...grant, ...change(grant) }, grant])
      expect(await exchange(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await org.edit.call('GET', '/user/tokens')).body.count).toBe(before);
  });

  test('is refused to another program, also one with the same address', async () => {
    const { grant } = await authorized();
    const { client } = await startProgram();
    expect(await exchange({ ...grant, ...client })).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('expires after five minutes, and with the session of the user', async () => {
    const late = await authorized();
    clock.advance(5 * 60_000 + 1);
    expect(await exchange(late.grant)).toMatchObject({ body: { error_description: 'The code has expired' } });
    const ended = await authorized();
    await browser.submit(await browser.open('/account'), '/logout');
    expect(await exchange(ended.grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is refused without its type or with another grant', async () => {
    const { grant } = await authorized();
    for (const grant_type of ['', 'password', 'refresh_token', 'client_credentials'])
      expect(await exchange({ ...grant, grant_type })).toMatchObject({
        status: 400,
        body: { error: 'unsupported_grant_type' },
      });
    expect((await exchange(grant)).status).toBe(200);
  });

  test('and unused programs are deleted after a while', async () => {
    const { request } = await startProgram();
    const used = await authorized();
    clock.advance(25 * 60 * 60_000);
    await server.app.services.oauth.deleteUnused();
    browser = await signedInBrowser(server, org.edit);
    expect((await browser.open(pathOf(request))).status).toBe(400);
    expect((await browser.open(pathOf(used.request))).status).toBe(200);
  });
});

describe('redirect URIs', () => {
  test('are compared exactly, except the port of the own computer', () => {
    const registered = ['http://127.0.0.1/cb', 'https://a.example/cb'];
    for (const [uri, isThere] of [
      ['http://127.0.0.1/cb', true],
      ['http://127.0.0.1:80/cb', true],
      ['http://127.0.0.1:5000/cb', true],
      ['http://127.0.0.1:5000/cb/', false],
      ['http://127.0.0.1:5000/cb?x', false],
      ['http://[::1]:5000/cb', false],
      ['https://a.example/cb', true],
      ['https://a.example:444/cb', false],
      ['https://a.example/cb#x', false],
      ['https://A.example/cb', false],
    ] as const)
      expect([uri, isRegistered(registered, uri)]).toEqual([uri, isThere]);
    expect(parseRedirectUri(`https://a.example/${'x'.repeat(2000)}`)).toBeUndefined();
  });
});
