import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

describe('a site behind its owner’s proxy', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let target: URL;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest = '') => `/orgs/${org.id}/sites/${site.id}${rest}`;
  /** The request of the owner's proxy, without its subdirectory. */
  const proxied = (path: string, headers = {}) =>
    requestFromHost(server, target.host, target.pathname + path, headers);

  beforeEach(async () => {
    const space = await createLiveSpace(org);
    const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } });
    await org.admin.call('POST', `/spaces/${space}/content`, { changes: [page('Start'), page('More')] });
    site = await publishSite(server, org, [{ space }]);
    const origin = `${org.id.toLowerCase()}.example.com/docs/v2`;
    const { status, body } = await org.admin.call('PATCH', at(), { proxy: origin });
    expect([status, body.error]).toEqual([200, undefined]);
    target = new URL(body.proxy.target);
  });

  test('is served at the proxy target with links and URLs of the origin', async () => {
    const { proxy } = (await org.admin.call('GET', at())).body;
    const { status, text } = await proxied('/more');
    expect(status).toBe(200);
    expect(text).toContain('href="/docs/v2"');
    expect(text).toContain(`<link rel="canonical" href="https://${proxy.origin}/more">`);
    expect(text).not.toContain(site.id);
    expect((await proxied('/MORE?a=b')).headers.location).toBe('/docs/v2/more?a=b');
    expect((await proxied('/start')).headers.location).toBe('/docs/v2');
    expect((await proxied('')).status).toBe(200);
    expect((await proxied('/')).status).toBe(200);
    expect((await proxied('?a=b')).status).toBe(200);
    const asset = /href="\/docs\/v2(\/~lectern\/assets\/theme[^"]*)"/.exec(text)![1]!;
    expect((await proxied(asset)).headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await proxied('/robots.txt')).text).toContain(`https://${proxy.origin}/sitemap.xml`);
    expect((await proxied('/nothing/here')).status).toBe(404);
    // At its own host, the site has its own links and the canonical URL of the origin.
    const own = (await site.get('/more')).text;
    expect(own).toContain(`href="${site.base}"`);
    expect(own).toContain(`<link rel="canonical" href="https://${proxy.origin}/more">`);
  });

  test('sets session cookies for the path of the origin', async () => {
    await org.admin.call('PATCH', at(), { adaptiveContent: { enabled: true } });
    const properties = { plan: { type: 'string', description: 'The plan' } };
    const put = await org.admin.call('PUT', at('/adaptive-schema'), {
      jsonSchema: { type: 'object', properties, additionalProperties: false },
    });
    expect([put.status, put.body.error]).toEqual([200, undefined]);
    const said = await proxied('/more?visitor.a=b');
    expect(said.headers.location).toBe('/docs/v2/more');
    expect(said.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gitbook-visitor-public=.*; Path=\/docs\/v2; HttpOnly; Secure; SameSite=None$/),
    ]);
  });

  test('is not found without a proxy, unpublished, or by another id, and does not expose the API', async () => {
    const other = `${target.pathname.slice(0, -1)}${target.pathname.endsWith('a') ? 'b' : 'a'}`;
    for (const path of [
      other,
      '/sites/',
      '/sites/x',
      '/sites/..%2fv1%2fuser',
      `${target.pathname}/..%2f..%2fv1%2fuser`,
      `${target.pathname}/v1/user`,
      `${target.pathname}x/more`,
    ]) {
      const { status, text } = await requestFromHost(server, target.host, path);
      expect([path, status >= 400 && status < 500, text.includes('href=')]).toEqual([
        path,
        true,
        path.endsWith('/v1/user') && !path.includes('..'),
      ]);
    }
    expect((await requestFromHost(server, site.host, `${target.pathname}/more`)).status).toBe(404);
    await org.admin.call('POST', at('/unpublish'));
    expect((await proxied('/more')).status).toBe(404);
    await org.admin.call('POST', at('/publish'));
    expect((await proxied('/more')).status).toBe(200);
    await org.admin.call('PATCH', at(), { proxy: null });
    expect((await proxied('/more')).status).toBe(404);
  });
});
