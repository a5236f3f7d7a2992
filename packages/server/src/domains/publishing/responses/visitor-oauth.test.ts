import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { cookiesOf, type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

const CALLBACK = 'http://127.0.0.1:4567/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('programs that read a protected site as a visitor', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let key: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest: string) => `/orgs/${org.id}/sites/${site.id}${rest}`;
  /** Subdomains of localhost are not resolved here. */
  const fetchAnywhere: typeof fetch = async (asked, init) => {
    const { host, pathname, search } = new URL(String(asked));
    if (host !== site.host) return fetch(asked, init);
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = init?.body as string | undefined;
    const answer = await requestFromHost(server, host, pathname + search, headers, init?.method, body);
    return new Response([202, 204].includes(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    });
  };
  const tokenOf = (claims: Record<string, unknown> = {}, expires = '1h') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(key));
  /** The cookies of a visitor who has signed in. */
  const signIn = async (): Promise<string> => cookiesOf(await site.get(`/?jwt_token=${await tokenOf()}`));
  const register = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Assistant <b>', redirect_uris: [CALLBACK] }),
    });
    return ((await answer.json()) as { client_id: string }).client_id;
  };
  const VERIFIER = 'v'.repeat(43);
  const CHALLENGE = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM';
  const askedBy = (client: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: CALLBACK,
      state: 'the state',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...more,
    });
  /** The path of the page on which visitors decide, below the site. */
  const pathOf = async (query: URLSearchParams): Promise<string> => {
    const { status, headers } = await site.get(`/~gitbook/oauth/authorize?${query}`);
    expect(status).toBe(307);
    return `/~gitbook/oauth/${headers.location}`;
  };
  const decide = (path: string, cookie: string, decision = 'allow', more = {}) =>
    site.post(path, new URLSearchParams({ decision }).toString(), {
      ...FORM,
      cookie,
      'sec-fetch-site': 'same-origin',
      ...more,
    });
  const exchange = async (fields: Record<string, string>, siteId = site.id) => {
    const answer = await fetch(`${server.url}/oauth/sites/${org.id}/${siteId}/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const grantOf = (code: string, client: string) => ({
    grant_type: 'authorization_code',
    code,
    client_id: client,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  });
  const codeIn = (location: unknown) => new URL(String(location)).searchParams.get('code')!;

  beforeEach(async () => {
    const space = await createLiveSpace(org);
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: 'The **installer**.' } }],
    });
    site = await publishSite(server, org, [{ space }], { title: 'Handbook' });
    await org.admin.call('PATCH', at(''), { visibility: 'visitor-auth' });
    await org.admin.call('PATCH', at('/publishing/auth'), { fallbackURL: 'https://sso.test/login' });
    key = (await org.admin.call('GET', at('/publishing/auth'))).body.privateKey;
  });

  test('the official MCP client finds the way, and reads with the token of the visitor', async () => {
    const saved = new Map<string, unknown>();
    const provider = {
      redirectUrl: CALLBACK,
      clientMetadata: { client_name: 'Assistant', redirect_uris: [CALLBACK] },
      clientInformation: () => saved.get('client'),
      saveClientInformation: (client: unknown) => saved.set('client', client),
      tokens: () => saved.get('tokens'),
      saveTokens: (tokens: unknown) => saved.set('tokens', tokens),
      codeVerifier: () => saved.get('verifier'),
      saveCodeVerifier: (verifier: string) => saved.set('verifier', verifier),
      redirectToAuthorization: (to: URL) => saved.set('asked', to),
    } as unknown as OAuthClientProvider;
    const connect = () =>
      new StreamableHTTPClientTransport(new URL(`${site.url}/~gitbook/mcp`), {
        authProvider: provider,
        fetch: fetchAnywhere,
      });
    const transport = connect();
    const client = new Client({ name: 'Assistant', version: '1' });
    await expect(client.connect(transport as never)).rejects.toThrow(UnauthorizedError);
    const path = await pathOf((saved.get('asked') as URL).searchParams);
    // Whoever is not signed in comes back to this path.
    const away = await site.get(path);
    const target = new URL(String(away.headers.location));
    expect([target.host, target.searchParams.get('location')]).toEqual(['sso.test', path]);
    const signedIn = await site.get(`${path}?jwt_token=${await tokenOf()}`);
    const cookie = cookiesOf(signedIn);
    expect([signedIn.status, signedIn.headers.location]).toEqual([307, site.base + path]);
    const page = await site.get(path, { cookie });
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('“Assistant” asks to read Handbook as you.'),
    ]);
    expect(page.headers['content-security-policy']).toContain(
      `form-action 'self' ${new URL(CALLBACK).origin}`,
    );
    expect(page.headers['cache-control']).toContain('no-store');
    const led = await decide(path, cookie);
    await transport.finishAuth(codeIn(led.headers.location));
    const reader = new Client({ name: 'Assistant', version: '1' });
    await reader.connect(connect() as never);
    const { content } = await reader.callTool({ name: 'getPage', arguments: { url: '/install' } });
    expect(JSON.stringify(content)).toContain('installer');
    await reader.close();
  });

  test('clients that look at the host of the site find the same metadata, and only of such sites', async () => {
    const [, first] = await Promise.all([
      fetch(`${server.url}/.well-known/oauth-protected-resource/sites/${org.id}/none`),
      fetch(`${server.url}/.well-known/oauth-protected-resource/sites/${org.id}/${site.id}`),
    ]);
    const resource = await first.json();
    const read = (path: string) => requestFromHost(server, site.host, path);
    const same = await read(`/.well-known/oauth-protected-resource${site.base}/~gitbook/mcp`);
    expect([JSON.parse(same.text), resource]).toEqual([resource, JSON.parse(same.text)]);
    expect(resource).toMatchObject({ resource: `${site.url}/~gitbook/mcp`, resource_name: 'Handbook' });
    const metadata = await read(`/.well-known/oauth-authorization-server${site.base}`);
    expect(JSON.parse(metadata.text)).toMatchObject({
      issuer: (resource as { authorization_servers: string[] }).authorization_servers[0],
      authorization_endpoint: `${site.url}/~gitbook/oauth/authorize`,
    });
    for (const changed of [{ visibility: 'share-link' }, { visibility: 'public' }]) {
      await org.admin.call('PATCH', at(''), changed);
      expect((await read(`/.well-known/oauth-protected-resource${site.base}`)).status).toBe(404);
      const answer = await fetch(
        `${server.url}/.well-known/oauth-authorization-server/sites/${org.id}/${site.id}`,
      );
      expect(answer.status).toBe(404);
    }
  });

  test('a code works once, for its program, address, verifier and site', async () => {
    const [client, other, cookie] = await Promise.all([register(), register(), signIn()]);
    const path = await pathOf(askedBy(client));
    const code = async () => codeIn((await decide(path, cookie)).headers.location);
    const second = await publishSite(server, org, [{ space: await createLiveSpace(org) }]);
    const good = await code();
    const tries = [
      ['another program', { client_id: other }],
      ['another address', { redirect_uri: `${CALLBACK}/other` }],
      ['another verifier', { code_verifier: 'w'.repeat(43) }],
      ['no verifier', { code_verifier: '' }],
    ] as const;
    for (const [name, wrong] of tries) {
      const used = await code();
      const refused = await exchange({ ...grantOf(used, client), ...wrong });
      expect([name, refused.status, refused.body.error]).toEqual([name, 400, 'invalid_grant']);
      // Any attempt uses it up.
      expect((await exchange(grantOf(used, client))).status).toBe(400);
    }
    expect((await exchange(grantOf(good, client), second.id)).status).toBe(400);
    const granted = await exchange(grantOf(good, client));
    expect(granted).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect(Number(granted.body.expires_in)).toBeGreaterThan(3_000);
    expect((await exchange(grantOf(good, client))).status).toBe(400);
    expect((await exchange({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
    const { rows } = await server.app.kernel.db
      .selectFrom('visitor_codes')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('site_id', '=', site.id)
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBe(0);
  });

  test('nobody is led elsewhere, and nobody else decides for the visitor', async () => {
    const [client, cookie] = await Promise.all([register(), signIn()]);
    const bad = [
      [{ client_id: 'unknown' }, 'not registered'],
      [{ redirect_uri: 'https://evil.test/' }, 'address that it has not registered'],
    ] as const;
    for (const [wrong, message] of bad) {
      const shown = await site.get(await pathOf(askedBy(client, wrong)), { cookie });
      expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(message)]);
    }
    const plain = await site.get(await pathOf(askedBy(client, { code_challenge_method: 'plain' })), {
      cookie,
    });
    expect(String(plain.headers.location)).toContain(`${CALLBACK}?error=invalid_request`);
    const path = await pathOf(askedBy(client));
    const denied = new URL(String((await decide(path, cookie, 'deny')).headers.location));
    expect([denied.searchParams.get('error'), denied.searchParams.get('state')]).toEqual([
      'access_denied',
      'the state',
    ]);
    for (const from of ['cross-site', 'same-site', 'none'])
      expect([from, (await decide(path, cookie, 'allow', { 'sec-fetch-site': from })).status]).toEqual([
        from,
        403,
      ]);
    expect((await decide(path, '')).status).toBe(401);
    const { text } = await site.get(path, { cookie });
    expect(text).not.toContain('<b>');
    for (const broken of ['/~gitbook/oauth/authorize', '/~gitbook/oauth/authorize/!', '/~gitbook/oauth/x'])
      expect([broken, (await site.get(broken, { cookie })).status]).toEqual([broken, 404]);
    await org.admin.call('PATCH', at(''), { visibility: 'public' });
    expect((await site.get(path, { cookie })).status).toBe(404);
  });
});
