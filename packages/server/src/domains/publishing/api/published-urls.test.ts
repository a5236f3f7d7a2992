import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { asRenderer, publishSite } from '../../../testing/sites.ts';

describe('URLs of published sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  let spaces: string[];
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    spaces = [await createLiveSpace(org), await createLiveSpace(org), await createLiveSpace(org)];
  });

  const resolve = async (url: string, visitor: object = {}, redirectOnError = false) =>
    (await server.anonymous('POST', '/urls/published', { url, visitor, redirectOnError })).body;
  const write = (space: string, ...titles: string[]) =>
    org.admin.call('POST', `/spaces/${space}/content`, {
      changes: titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: title } })),
    });

  test.each(['http://', 'https:///', 'http://:80', 'http://a:99999', 'http://xn--'])(
    'refuses %s, which is no address',
    async (url) => {
      const answer = await server.anonymous('GET', `/urls/published?url=${encodeURIComponent(url)}`);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('url');
    },
  );

  test('every prefix of a URL is resolved, and complete where no other section or variant can follow', async () => {
    const site = await publishSite(server, org, [
      { space: spaces[0]!, path: 'a', section: 'Docs' },
      { space: spaces[1]!, path: 'b', section: 'Docs' },
      { space: spaces[2]!, path: 'c', section: 'Api' },
    ]);
    const root = `http://${site.host}${site.base}`;
    const base = `${site.base}/`;
    const at = async (path: string) => {
      const { pathname, basePath, siteBasePath, complete, space, canonicalUrl } = await resolve(root + path);
      expect(siteBasePath).toBe(base);
      return [pathname, basePath, complete, spaces.indexOf(space), canonicalUrl.slice(root.length)];
    };
    expect(await at('')).toEqual(['/', base, false, 0, '/']);
    expect(await at('/page/deep')).toEqual(['/page/deep', base, false, 0, '/page/deep']);
    expect(await at('/api')).toEqual(['/', `${base}api/`, true, 2, '/api']);
    expect(await at('/API/page')).toEqual(['/page', `${base}api/`, false, 2, '/api/page']);
    expect(await at('/docs/b')).toEqual(['/', `${base}docs/b/`, true, 1, '/docs/b']);
    expect(await resolve(`${root}/docs`)).toEqual({ target: 'content', redirect: `${root}/` });
    const answer = await resolve(`${root}/api`);
    expect(answer).toMatchObject({ site: site.id, organization: org.id, siteSection: expect.any(String) });
    const [, payload] = answer.apiToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ site: site.id, organization: org.id });
    expect(claims.exp * 1000).toBeGreaterThan(Date.now() + 120_000);
    // Clients use it as a cache key.
    expect((await resolve(`${root}/page`)).apiToken).toBe(answer.apiToken);
    const got = await server.anonymous('GET', `/urls/published?url=${encodeURIComponent(`${root}/api`)}`);
    expect(got.body).toEqual(answer);
  });

  test('a site of one space is complete at its root; an unknown site is not found', async () => {
    const site = await publishSite(server, org, [{ space: spaces[0]! }]);
    expect(await resolve(`http://${site.host}${site.base}/`)).toMatchObject({
      complete: true,
      pathname: '/',
    });
    const none = [
      `http://${site.host}/`,
      `http://${site.host}/other`,
      'http://nobody.localhost/docs',
      server.url,
      'https://example.com/',
      `http://${site.host}${site.base}/%00`,
      'mailto:a@b.test',
    ];
    for (const url of none)
      expect([url, (await server.anonymous('POST', '/urls/published', { url })).status]).toEqual([url, 404]);
    for (const url of ['', 'x', 5])
      expect((await server.anonymous('POST', '/urls/published', { url })).status).toBe(400);
    const closed = await publishSite(server, org, [{ space: spaces[1]! }], {
      title: 'Closed',
      published: false,
    });
    expect((await resolve(`http://${closed.host}${closed.base}`)).error.code).toBe(404);
  });

  test('only visitor tokens of the owner admit visitors to a site with visitor authentication', async () => {
    const site = await publishSite(server, org, [{ space: spaces[0]! }], { visibility: 'visitor-auth' });
    await org.admin.call('POST', `/spaces/${spaces[0]}/content`, {
      changes: [{ operation: 'insert_page', title: 'Inside', document: { markdown: 'Only for you' } }],
    });
    const auth = `/orgs/${org.id}/sites/${site.id}/publishing/auth`;
    const url = `http://${site.host}${site.base}/inside`;
    // Without a sign-in URL, the site is not found.
    expect((await site.get('/inside')).status).toBe(404);
    expect((await resolve(url)).error.code).toBe(404);
    const { body } = await org.admin.call('PATCH', auth, {
      backend: 'custom',
      fallbackURL: 'https://login.test/in?a=b',
    });
    const login = 'https://login.test/in?a=b&location=%2Finside';
    expect((await site.get('/inside')).headers.location).toBe(login);
    expect(await resolve(url)).toEqual({ target: 'external', site: site.id, redirect: login });
    const signed = (key: string, end = '1h') =>
      new SignJWT({ plan: 'pro' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(end)
        .sign(new TextEncoder().encode(key));
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    for (const token of [
      'x',
      'a.b.c',
      none,
      await signed('another key'),
      await signed(body.privateKey, '-1h'),
    ]) {
      expect((await site.get(`/inside?jwt_token=${token}`)).status).toBe(401);
      expect(await resolve(url, { jwtToken: token }, true)).toEqual({
        target: 'external',
        site: site.id,
        redirect: login,
      });
      expect((await resolve(url, { jwtToken: token })).error.code).toBe(403);
    }
    const token = await signed(body.privateKey);
    const entered = await site.get(`/inside?jwt_token=${token}&visitor.x=1&q=2`);
    expect(entered.headers.location).toBe(`${site.base}/inside?q=2`);
    const [kept] = entered.headers['set-cookie'] as unknown as string[];
    expect(kept).toMatch(/HttpOnly/);
    const cookie = kept!.split(';')[0]!;
    const read = await site.get('', { cookie });
    expect([read.status, read.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(read.text).toContain('Only for you');
    expect((await site.get('/llms-full.txt')).headers.location).toMatch(/^https:\/\/login\.test/);
    expect(await resolve(url, { jwtToken: token })).toMatchObject({ site: site.id, pathname: '/inside' });
    // A new key revokes tokens of the old one.
    await org.admin.call('POST', `${auth}/regenerate`);
    expect((await site.get('', { cookie })).headers.location).toMatch(/^https:\/\/login\.test/);
  });

  test('previous addresses redirect to current ones', async () => {
    const [docs, old, api] = spaces as [string, string, string];
    await write(docs, 'Home', 'Guide');
    await write(old, 'Begin', 'Past');
    await write(api, 'Start', 'Calls', 'Guide');
    const site = await publishSite(server, org, [
      { space: docs, path: 'new', section: 'Docs' },
      { space: old, path: 'old', section: 'Docs' },
      { space: api, path: 'api', section: 'Api' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const change = async (path: string, body: object) =>
      expect((await org.admin.call('PATCH', at + path, body)).status).toBe(200);
    const leads = async (path: string) => {
      const { redirect, target, canonicalUrl } = await resolve(site.url + path);
      expect(target).toBe(redirect && 'content');
      const to = (redirect ?? canonicalUrl).slice(site.url.length);
      const served = await site.get(path);
      // The site itself redirects in the same way.
      if (redirect)
        expect(String(served.headers.location).slice(site.base.length)).toBe(to.replace(/(.)\/$/, '$1'));
      return [to, Boolean(redirect)];
    };
    const {
      items: [first, second],
    } = (await org.admin.call('GET', `${at}/sections`)).body;
    expect(await leads('/api/calls')).toEqual(['/api/calls', false]);
    expect(await leads('/docs/old/past')).toEqual(['/docs/old/past', false]);

    await change(`/sections/${second.id}`, { path: 'reference' });
    expect(await leads('/api')).toEqual(['/reference/', true]);
    expect(await leads('/api/calls')).toEqual(['/reference/calls', true]);
    expect(await leads('/reference/calls')).toEqual(['/reference/calls', false]);
    await change(`/site-spaces/${first.siteSpaces[1].id}`, { path: 'v1' });
    expect(await leads('/docs/old/past')).toEqual(['/docs/v1/past', true]);

    await change('', { defaultSiteSection: second.id });
    expect(await leads('/reference/calls')).toEqual(['/calls', true]);
    expect(await leads('/api/calls')).toEqual(['/calls', true]);
    expect(await leads('/home')).toEqual(['/docs/home', true]);
    // Current pages take precedence over redirects from old paths.
    expect(await leads('/guide')).toEqual(['/guide', false]);
    expect((await leads('/nowhere'))[1]).toBe(false);
    expect((await leads('/~/changes/1/home'))[1]).toBe(false);

    // Clients that cached a complete root look up the redirect instead.
    const { apiToken } = await resolve(site.url);
    const asked = await server.withToken(apiToken)('GET', `${at}/redirect?source=/docs/old/past`);
    expect([asked.status, asked.body.target]).toEqual([200, `${site.url}/docs/v1/past`]);
    await org.admin.call('DELETE', `${at}/site-spaces/${first.siteSpaces[1].id}`);
    expect((await leads('/docs/old/past'))[1]).toBe(false);
  });

  test('every page resolves to its canonical URL, at every address of the site', async () => {
    const [docs, old, api] = spaces as [string, string, string];
    await org.admin.call('POST', `/spaces/${docs}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Über uns', document: { markdown: 'x' } },
        { operation: 'insert_page', title: 'A / B & C?', document: { markdown: 'x' } },
      ],
    });
    await write(old, 'Api', 'Docs', 'V1', 'New');
    await write(api, 'Api', 'Docs', 'Calls');
    const site = await publishSite(server, org, [
      { space: docs, path: 'new', section: 'Docs' },
      { space: old, path: 'v1', section: 'Docs' },
      { space: api, path: 'api', section: 'Api' },
    ]);
    const { call } = await asRenderer(server, site.url);
    const { structure } = (await call('GET', `/orgs/${org.id}/sites/${site.id}/published`)).body;
    let seen = 0;
    for (const section of structure.structure)
      for (const siteSpace of section.siteSpaces) {
        const { id, revision } = (await call('GET', `/spaces/${siteSpace.space.id}`)).body;
        const { pages } = (await call('GET', `/spaces/${id}/revisions/${revision}`)).body;
        for (const [at, { path }] of pages.entries()) {
          const url =
            siteSpace.urls.published + (at === 0 ? '' : path.split('/').map(encodeURIComponent).join('/'));
          const found = await resolve(url);
          expect([url, found.siteSpace, found.siteSection, decodeURIComponent(found.pathname)]).toEqual([
            url,
            siteSpace.id,
            section.id,
            at === 0 ? '/' : `/${path}`,
          ]);
          expect(`${found.canonicalUrl}/`.replace(/\/\/$/, '/')).toBe(`${url}/`.replace(/\/\/$/, '/'));
          // The longest complete prefix gives the same result as the whole URL.
          seen++;
        }
      }
    expect(seen).toBe(9);
  });

  test("a site behind its owner's proxy resolves at its own URL and at the target of the proxy", async () => {
    const site = await publishSite(server, org, [
      { space: spaces[0]!, path: 'a' },
      { space: spaces[1]!, path: 'b' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const target = `${server.url}/sites/${site.id}`;
    expect((await resolve(`${target}/b`)).error.code).toBe(404);
    const origin = `${org.id.toLowerCase()}.acme.test/help/docs`;
    const { body } = await org.admin.call('PATCH', at, { proxy: origin });
    expect(body.proxy).toEqual({ origin, target });
    const told = { site: site.id, pathname: '/x', canonicalUrl: `https://${origin}/b/x` };
    expect(await resolve(`https://${origin.toUpperCase()}/b/x`.replace('HTTPS', 'https'))).toMatchObject({
      ...told,
      siteBasePath: expect.stringMatching(/^\/help\/docs\/$/i),
    });
    expect(await resolve(`${target}/b/x`)).toMatchObject({
      ...told,
      basePath: `/sites/${site.id}/b/`,
      siteBasePath: `/sites/${site.id}/`,
    });
    for (const url of [
      `https://${origin.slice(0, -1)}`,
      `https://acme.test/help/docs`,
      `${server.url}/sites/x`,
    ])
      expect((await resolve(url)).error.code).toBe(404);
    await org.admin.call('POST', `${at}/unpublish`);
    expect((await resolve(`https://${origin}/b/x`)).error.code).toBe(404);
  });

  test('a preview token admits to its own site for an hour, published or not', async () => {
    const site = await publishSite(server, org, [{ space: spaces[0]! }], {
      visibility: 'share-link',
      published: false,
    });
    const other = await publishSite(server, org, [{ space: spaces[1]! }], { published: false });
    const { url } = (await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/publishing/preview`)).body;
    const token = new URL(url).searchParams.get('token');
    const found = await resolve(url);
    expect(found).toMatchObject({ site: site.id, space: spaces[0], pathname: '/', apiToken: token });
    // Later requests send it as the visitor token.
    expect(await resolve(`${site.url}/deep`, { jwtToken: token })).toMatchObject({
      site: site.id,
      pathname: '/deep',
    });
    expect((await resolve(site.url)).error.code).toBe(404);
    const link = await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/share-links`, {
      name: 'Later',
    });
    await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/publish`);
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/share-links`)).body;
    expect(items[0].id).toBe(link.body.id);
    const keyed = await resolve(`${items[0].urls.published}deep?token=${token}`);
    expect(keyed).toMatchObject({ site: site.id, pathname: '/deep', apiToken: token });
    await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/unpublish`);
    expect((await resolve(`${other.url}?token=${token}`)).error.code).toBe(404);
    expect((await resolve(`${site.url}?token=${token}x`)).error.code).toBe(404);
  });

  test('a preview token is revoked with the membership of its owner', async () => {
    const site = await publishSite(server, org, [{ space: spaces[0]! }], { published: false });
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const { url } = (await org.read.call('GET', `${at}/publishing/preview`)).body;
    const { apiToken } = await resolve(url);
    const read = async () => (await server.withToken(apiToken)('GET', `${at}/published`)).status;
    expect(await read()).toBe(200);
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${org.read.id}`);
    expect(await read()).toBe(401);
    expect((await resolve(url)).error.code).toBe(404);
  });
});
