import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { liveSpace } from '../../../testing/contents.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { publishSite } from '../../../testing/sites.ts';

describe('addresses of published sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  let spaces: string[];
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    spaces = [await liveSpace(org), await liveSpace(org), await liveSpace(org)];
  });

  const resolve = async (url: string, visitor: object = {}) =>
    (await server.anonymous('POST', '/urls/published', { url, visitor, redirectOnError: false })).body;

  test('every prefix of an address is answered, and complete where nothing of the site can follow', async () => {
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
    // Clients keep what they read under it.
    expect((await resolve(`${root}/page`)).apiToken).toBe(answer.apiToken);
    const got = await server.anonymous('GET', `/urls/published?url=${encodeURIComponent(`${root}/api`)}`);
    expect(got.body).toEqual(answer);
  });

  test('a site of one space is complete at its root; what is no site is not found', async () => {
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

  test('visitors of a closed site are let in by tokens of its owner, and by nothing else', async () => {
    const site = await publishSite(server, org, [{ space: spaces[0]! }], { visibility: 'visitor-auth' });
    await org.admin.call('POST', `/spaces/${spaces[0]}/content`, {
      changes: [{ operation: 'insert_page', title: 'Inside', document: { markdown: 'Only for you' } }],
    });
    const auth = `/orgs/${org.id}/sites/${site.id}/publishing/auth`;
    const url = `http://${site.host}${site.base}/inside`;
    // Nobody knows of it while there is no way in.
    expect((await site.get('/inside')).status).toBe(404);
    expect((await resolve(url)).error.code).toBe(404);
    const { body } = await org.admin.call('PATCH', auth, {
      backend: 'custom',
      fallbackURL: 'https://login.test/in?a=b',
    });
    const login = 'https://login.test/in?a=b&location=%2Finside';
    expect((await site.get('/inside')).headers.location).toBe(login);
    expect(await resolve(url)).toEqual({ target: 'external', redirect: login });
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
      expect(await resolve(url, { jwtToken: token })).toEqual({ target: 'external', redirect: login });
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
    // A new key ends what the old one let in.
    await org.admin.call('POST', `${auth}/regenerate`);
    expect((await site.get('', { cookie })).headers.location).toMatch(/^https:\/\/login\.test/);
  });
});
