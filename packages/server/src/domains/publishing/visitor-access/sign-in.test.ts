import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import { eventsOf } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow, createSpaceWith, insertPage } from '../../../testing/showcase.ts';
import { cookiesOf, type PublishedSite, publishSite } from '../../../testing/sites.ts';

import { visitorCookie } from './visitor-session.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { scripts: { processes: 2, seconds: 5, memoryMegabytes: 128 } } },
);

let script: string;
beforeAll(async () => {
  script = await bundleIntegration('visitor-auth');
});

const SCOPES = ['site:visitor:auth', 'site:metadata:read'];
const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'The plan', enum: ['silver', 'gold'] },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const answering = (code: string) => `export default { fetch: async () => { ${code} } }`;

/** A site whose visitors are signed in by integrations. */
const closedSite = async (
  visibility: 'visitor-auth' | 'public' = 'visitor-auth',
): Promise<PublishedSite & { at: string }> => {
  const space = await createSpaceWith(org, [
    insertPage('Welcome', 'A secret.\n\n{% if visitor.claims.plan === "gold" %}\nFor gold.\n{% endif %}'),
    insertPage('Second page', 'Another secret.'),
  ]);
  const site = await publishSite(server, org, [{ space }], { visibility });
  const at = `/orgs/${org.id}/sites/${site.id}`;
  await callOrThrow(org, 'PATCH', at, { adaptiveContent: { enabled: true } });
  await callOrThrow(org, 'PUT', `${at}/adaptive-schema`, { jsonSchema: SCHEMA });
  await callOrThrow(org, 'PATCH', `${at}/publishing/auth`, { backend: 'integration' });
  return { ...site, at };
};

const installed = async (site: PublishedSite, text: string, scopes = SCOPES) => {
  const name = await publish(org, { script: text, scopes, target: 'site' });
  const { at, id } = await install(org, name);
  await callOrThrow(org, 'POST', `${at}/sites`, { siteId: site.id });
  return { name, at, id };
};

/** Follows the redirect, signs in, and returns to the site with the token in the query. */
const broughtBack = async (location: unknown): Promise<URL> => {
  const provider = new URL(String(location));
  expect(provider.origin + provider.pathname).toBe('https://identities.example/authorize');
  const back = new URL(provider.searchParams.get('redirect_uri')!);
  back.searchParams.set('state', provider.searchParams.get('state')!);
  const answer = await fetch(back, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location')!);
};

const pathIn = (site: PublishedSite, { pathname, search }: URL) => pathname.slice(site.base.length) + search;
const tokenIn = (url: URL) => url.searchParams.get('jwt_token')!;

describe('a site with sign-in by an integration', () => {
  test('sends visitors to the integration, admits them with its token, and shows content by its claims', async () => {
    const site = await closedSite();
    const { name, id } = await installed(site, script);
    const asked = await site.get('/second-page');
    expect([asked.status, asked.headers['cache-control'], asked.text]).toEqual([302, 'no-store', '']);
    const back = await broughtBack(asked.headers.location);
    expect(`${back.origin}${back.pathname}`).toBe(`${site.url}/second-page`);
    const entered = await site.get(pathIn(site, back));
    expect(entered.headers.location).toBe(`${site.base}/second-page`);
    const cookie = cookiesOf(entered);
    expect((await site.get('/second-page', { cookie })).text).toContain('Another secret.');
    expect((await site.get('', { cookie })).text).toContain('For gold.');
    // Other visitors are not admitted.
    expect((await site.get('')).status).toBe(302);
    await expect
      .poll(async () => (await eventsOf(org, name)).map(({ payload }) => payload))
      .toContainEqual(
        expect.objectContaining({
          type: 'fetch_visitor_authentication',
          installationId: id,
          siteId: site.id,
          location: '/second-page',
        }),
      );
  });

  test('returns visitors to the requested URL, without credentials', async () => {
    const site = await closedSite();
    await installed(site, script);
    const wanted = '/second-page?x=1&y=%C3%BC&visitor.plan=gold';
    const login = (location: string) => `/~gitbook/auth/login?location=${encodeURIComponent(location)}`;
    for (const address of [
      wanted,
      `${wanted}&token=abc`,
      login(wanted),
      login(`${wanted}&jwt_token=a.b.c`),
      login(`${wanted}&access_token=abc`),
    ]) {
      const back = await broughtBack((await site.get(address)).headers.location);
      const { searchParams } = back;
      expect([...searchParams.keys()]).toEqual(['x', 'y', 'visitor.plan', 'jwt_token']);
      const entered = await site.get(pathIn(site, back));
      expect(entered.headers.location).toBe(`${site.base}/second-page?x=1&y=%C3%BC`);
    }
    const { body } = await server.anonymous('POST', '/urls/published', {
      url: `${site.url}/second-page?x=1&jwt_token=a.b.c`,
    });
    expect([...(await broughtBack(body.redirect)).searchParams.keys()]).toEqual(['x', 'jwt_token']);
  });

  test('sets the cookies of the integration at the host of its endpoint, as PKCE needs', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      answering(`return new Response(null, { status: 302, headers: [
        ['location', 'https://identities.example/authorize?redirect_uri=x'],
        ['set-cookie', 'verifier=abc; HttpOnly; Path=/; Domain=evil.example'],
        ['set-cookie', '__Host-state=abc; Secure; Path=/'],
        ['set-cookie', 'lectern_session=stolen; Path=/'],
      ] })`),
    );
    const path = `/~integrations/${name}`;
    const endpoint = `${server.url}${path}/visitors/${org.id}/${site.id}/sign-in?location=`;
    for (const [asked, location] of [
      ['/second-page?x=1&token=abc', '/second-page?x=1'],
      ['/~gitbook/auth/login?location=%2F', '/'],
    ]) {
      const { status, headers } = await site.get(asked);
      expect([status, headers.location, headers['set-cookie']]).toEqual([
        302,
        endpoint + encodeURIComponent(location!),
        undefined,
      ]);
      const { body } = await server.anonymous('POST', '/urls/published', { url: `${site.url}${location}` });
      expect(body.redirect).toBe(headers.location);
      const answer = await fetch(String(headers.location), { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        302,
        'https://identities.example/authorize?redirect_uri=x',
        'no-store',
      ]);
      expect(answer.headers.getSetCookie()).toEqual([
        `verifier=abc; HttpOnly; Path=${path}`,
        // Browsers refuse the prefix __Host- with a path.
        `__Secure-Host-state=abc; Secure; Path=${path}`,
      ]);
    }
  });

  test('passes cookies with the prefix __Host- on under their own name', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      `export default { fetch: async (request) => {
        const { request: { headers } } = JSON.parse((await request.formData()).get('event'));
        return new Response(headers.cookie);
      } }`,
    );
    const answer = await fetch(`${server.url}/~integrations/${name}/integration`, {
      headers: { cookie: 'a=1; __Secure-Host-state=abc' },
    });
    expect(await answer.text()).toBe('a=1; __Host-state=abc');
  });

  test('signs visitors in only at the integration of the site, and returns them only to the site', async () => {
    const [site, open] = [await closedSite(), await closedSite()];
    const { name } = await installed(site, script);
    const { name: other } = await installed(open, script);
    await callOrThrow(org, 'PATCH', `${open.at}/publishing/auth`, { backend: 'custom' });
    const ask = (integration: string, siteId: string, more: string, organization = org.id) =>
      fetch(`${server.url}/~integrations/${integration}/visitors/${organization}/${siteId}/${more}`, {
        redirect: 'manual',
      });
    for (const action of ['sign-in', 'sign-out']) {
      for (const [integration, siteId, organization] of [
        [other, site.id],
        ['none', site.id],
        [name, open.id],
        [other, open.id],
        [name, 'none'],
        [name, site.id, 'none'],
      ] as const)
        expect([integration, siteId, (await ask(integration, siteId, action, organization)).status]).toEqual([
          integration,
          siteId,
          404,
        ]);
    }
    for (const location of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%zz', '/../up']) {
      const { headers } = await ask(name, site.id, `sign-in?location=${encodeURIComponent(location)}`);
      expect((await broughtBack(headers.get('location'))).origin).toBe(new URL(site.url).origin);
    }
    await callOrThrow(org, 'POST', `${site.at}/unpublish`);
    expect((await ask(name, site.id, 'sign-in')).status).toBe(404);
  });

  /** Follows the sign-out of a visitor to the endpoint of the integration. */
  const signedOut = async (site: PublishedSite, name: string, cookie = '') => {
    const left = await site.get('/~gitbook/auth/logout', { cookie: `${visitorCookie(site.base)}=abc` });
    const endpoint = `${server.url}/~integrations/${name}/visitors/${org.id}/${site.id}/sign-out`;
    expect([left.status, left.headers.location]).toEqual([307, endpoint]);
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
    const { status, headers } = await fetch(endpoint, { redirect: 'manual', headers: { cookie } });
    return { status, location: headers.get('location'), cookies: headers.getSetCookie() };
  };

  test('signs visitors out at the integration, too, and deletes its cookies', async () => {
    const site = await closedSite();
    const { name } = await installed(
      site,
      answering(`return new Response(null, { status: 302, headers: [
        ['location', 'https://identities.example/logout?returnTo=x'],
        ['set-cookie', 'left=yes; Path=/'],
      ] })`),
    );
    const path = `/~integrations/${name}`;
    const cookie = 'verifier=abc; __Secure-Host-state=abc; lectern_session=mine';
    expect(await signedOut(site, name, cookie)).toEqual({
      status: 302,
      location: 'https://identities.example/logout?returnTo=x',
      cookies: [
        `verifier=; Path=${path}; Max-Age=0`,
        `__Secure-Host-state=; Path=${path}; Max-Age=0; Secure`,
        `left=yes; Path=${path}`,
      ],
    });
    await expect
      .poll(async () => (await eventsOf(org, name)).map(({ payload }) => payload))
      .toContainEqual(
        expect.objectContaining({ type: 'fetch_visitor_authentication', action: 'logout', location: '/' }),
      );
    // Without a session, nobody is signed out.
    expect((await site.get('/~gitbook/auth/logout')).headers.location).toBe(site.base || '/');
  });

  test.each([
    [
      'does not know sign-out',
      `return Response.redirect('https://identities.example/authorize?response_type=code', 302)`,
    ],
    ['fails', `throw new Error('no')`],
  ])('signs visitors out of the site if the integration %s', async (_, code) => {
    const site = await closedSite();
    const { name } = await installed(site, answering(code));
    expect(await signedOut(site, name, 'verifier=abc')).toEqual({
      status: 302,
      location: site.url,
      cookies: [`verifier=; Path=/~integrations/${name}; Max-Age=0`],
    });
  });

  test('returns visitors to the path alone if the query is too long', async () => {
    const site = await closedSite();
    await installed(site, script);
    const { headers } = await site.get(`/second-page?x=${'a'.repeat(3000)}`);
    expect([...(await broughtBack(headers.location)).searchParams.keys()]).toEqual(['jwt_token']);
  });

  test('returns the sign-in URL to other renderers', async () => {
    const site = await closedSite();
    await installed(site, script);
    const resolve = async (visitor: object = {}) =>
      (await server.anonymous('POST', '/urls/published', { url: `${site.url}/second-page`, visitor })).body;
    const { target, redirect } = await resolve();
    expect(target).toBe('external');
    const token = tokenIn(await broughtBack(redirect));
    expect(await resolve({ jwtToken: token })).toMatchObject({ site: site.id, pathname: '/second-page' });
  });

  test('signs in visitors of a public site on request', async () => {
    const site = await closedSite('public');
    await installed(site, script);
    expect((await site.get('')).text).not.toContain('For gold.');
    const asked = await site.get('/~gitbook/auth/login?location=%2Fsecond-page');
    const back = await broughtBack(asked.headers.location);
    const cookie = cookiesOf(await site.get(pathIn(site, back)));
    expect((await site.get('', { cookie })).text).toContain('For gold.');
  });

  test('rejects tokens that are invalid, expired, or of another site, without a redirect', async () => {
    const [site, other] = [await closedSite(), await closedSite()];
    await installed(site, script);
    await installed(other, script);
    const foreign = tokenIn(await broughtBack((await other.get('')).headers.location));
    const { privateKey } = await callOrThrow(org, 'GET', `${site.at}/publishing/auth`);
    const ended = await new SignJWT({ plan: 'gold' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 3600)
      .sign(new TextEncoder().encode(privateKey));
    for (const token of [foreign, ended, 'x', `${foreign}x`]) {
      const refused = await site.get(`?jwt_token=${token}`);
      expect([refused.status, refused.text.includes('secret')]).toEqual([401, false]);
      expect(refused.text).toContain(`Sign in again at ${site.url}`);
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    // An expired token in a cookie leads to sign-in.
    const stale = await site.get('', { cookie: `gitbook-visitor-token=${ended}` });
    expect(stale.status).toBe(302);
  });

  test('passes only paths of the site to the integration', async () => {
    const site = await closedSite();
    await installed(site, script);
    for (const location of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%0d%0aset-cookie:a=1',
      '/../../up',
    ]) {
      const asked = await site.get(`/~gitbook/auth/login?location=${encodeURIComponent(location)}`);
      expect([location, asked.status]).toEqual([location, 302]);
      expect((await broughtBack(asked.headers.location)).origin).toBe(new URL(site.url).origin);
    }
  });

  test.each([
    ['breaks', 'throw new Error("inner secret")', 502],
    ['shows something instead', 'return new Response("<script>alert(1)</script>")', 502],
    ['refuses', 'return Response.json({ error: "no" }, { status: 403 })', 502],
    ['leads nowhere', 'return new Response(null, { status: 302, headers: { location: "/relative" } })', 502],
    [
      'leads to a program',
      'return new Response(null, { status: 302, headers: { location: "javascript:1" } })',
      502,
    ],
    ['is slow', 'await new Promise((resolve) => setTimeout(resolve, 20_000))', 504],
  ])(
    'shows an error and no content if the script %s',
    async (_, code, status) => {
      const site = await closedSite();
      await installed(site, answering(code));
      for (const path of ['', '/~gitbook/auth/login']) {
        const answer = await site.get(path);
        expect([answer.status, answer.headers['content-type']]).toEqual([
          status,
          'text/plain; charset=utf-8',
        ]);
        expect(answer.text).toMatch(/^Sign-in /);
        expect(answer.text).not.toContain('secret');
        expect(answer.headers.location).toBeUndefined();
      }
      const resolved = await server.anonymous('POST', '/urls/published', { url: site.url });
      expect([resolved.status, resolved.body.target]).toEqual([status, undefined]);
    },
    30_000,
  );

  test('does not redirect visitors in a loop', async () => {
    const site = await closedSite();
    const to = (address: string) => answering(`return Response.redirect(${JSON.stringify(address)}, 302)`);
    const { name } = await installed(site, to(`${site.url}/second-page`));
    expect((await site.get('/second-page')).status).toBe(502);
    await publish(org, { script: to(`${site.url}/?jwt_token=x`), scopes: SCOPES, target: 'site' }, name);
    const once = new URL(String((await site.get('')).headers.location));
    expect((await site.get(pathIn(site, once))).status).toBe(401);
  });

  test('is closed, with a message, if no integration can sign visitors in', async () => {
    const site = await closedSite();
    const isClosed = async () => {
      const answer = await site.get('');
      expect([answer.status, answer.text.includes('secret')]).toEqual([503, false]);
      expect(answer.text).toContain('no active integration signs visitors in');
    };
    await isClosed();
    await installed(site, script, ['site:metadata:read']);
    await isClosed();
    const { at } = await installed(site, script);
    expect((await site.get('')).status).toBe(302);
    await callOrThrow(org, 'PATCH', at, { status: 'paused' });
    await isClosed();
    await callOrThrow(org, 'PATCH', at, { status: 'active' });
    expect((await site.get('')).status).toBe(302);
    await callOrThrow(org, 'DELETE', at);
    await isClosed();
    // Agents get a 401 instead of a redirect.
    expect((await site.get('/~gitbook/mcp')).status).toBe(401);
    expect((await site.post('/~gitbook/mcp', '{}', { 'content-type': 'application/json' })).status).toBe(401);
  });
});
