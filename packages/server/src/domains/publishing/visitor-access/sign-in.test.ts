import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { publish } from '../../../testing/published-integrations.ts';
import { eventsOf } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { callOrThrow } from '../../../testing/showcase.ts';
import { cookiesOf, type PublishedSite } from '../../../testing/sites.ts';
import {
  answering,
  broughtBack,
  installOnSite,
  closedSite as openClosedSite,
  SCOPES,
} from '../../../testing/visitor-sign-in.ts';

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

const closedSite = (visibility?: 'visitor-auth' | 'public') => openClosedSite(server, org, visibility);
const installed = (site: PublishedSite, text: string, scopes?: string[]) =>
  installOnSite(org, site, text, scopes);

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
