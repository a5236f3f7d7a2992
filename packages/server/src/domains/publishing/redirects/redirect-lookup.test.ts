import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';

describe('redirects on a published site', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  let [guides, api] = ['', ''];
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const write = async (space: string, changes: readonly object[]) =>
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
  const page = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } });
  const pageIn = async (space: string, at: number): Promise<string> =>
    (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body.pages[at].id;
  const siteSpaces = async () =>
    (await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/site-spaces`)).body.items;
  const siteSpaceOf = async (space: string): Promise<string> =>
    (await siteSpaces()).find((one: { space: { id: string } }) => one.space.id === space).id;
  const redirect = async (source: string, destination: object) => {
    const { status, body } = await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/redirects`, {
      source,
      destination,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.id as string;
  };
  const to = async (path: string) => {
    const { status, headers } = await site.get(path);
    return status === 307 ? String(headers.location).slice(site.base.length) : status;
  };

  beforeEach(async () => {
    guides = await createLiveSpace(org);
    api = await createLiveSpace(org);
    await write(guides, [page('Start'), page('More')]);
    await write(api, [page('Calls'), page('Limits')]);
    site = await publishSite(server, org, [
      { space: guides, section: 'Docs' },
      { space: api, section: 'Reference' },
    ]);
  });

  test('lead to a section, a space and a page, whatever the case and encoding, with the query', async () => {
    const siteSpaceId = await siteSpaceOf(api);
    const [, reference] = (await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/sections`)).body
      .items;
    await redirect('/ref', { kind: 'site-section', siteSectionId: reference.id });
    await redirect('/old/api', { kind: 'site-space', siteSpaceId });
    await redirect('/old/caf%C3%A9%21', {
      kind: 'site-page',
      siteSpaceId,
      pageId: await pageIn(api, 1),
    });
    expect(await to('/ref')).toBe('/reference');
    expect(await to('/old/api?a=b')).toBe('/reference?a=b');
    expect(await to('/old/caf%C3%A9!')).toBe('/reference/limits');
    expect(await to('/OLD/Api')).toBe('/old/api');
    expect(await to('/old')).toBe(404);
  });

  test('lead to other sites and from prefixes, permanently if set', async () => {
    const at = `/orgs/${org.id}/sites/${site.id}/redirects`;
    await org.admin.call('POST', at, {
      source: '/blog/*',
      captureWildcard: true,
      permanent: true,
      destination: { kind: 'external', url: 'https://blog.test/all?a=1' },
    });
    const siteSpaceId = await siteSpaceOf(api);
    await org.admin.call('POST', at, {
      source: '/v1/*',
      captureWildcard: true,
      destination: { kind: 'site-space', siteSpaceId },
    });
    for (const path of ['/blog/x/y?b=2', '/blog/x/y.md?b=2']) {
      const { status, headers } = await site.get(path);
      expect([status, headers.location]).toEqual([308, 'https://blog.test/all/x/y?a=1&b=2']);
    }
    expect(await to('/v1/limits')).toBe('/reference/limits');
    expect((await site.get('/blog')).headers.location).toBe('https://blog.test/all?a=1');
    expect(await to('/blogs')).toBe(404);
  });

  test('current pages take precedence over redirects for the path in the site, for the path in the space, and previous paths', async () => {
    const siteSpaceId = await siteSpaceOf(guides);
    const start = { kind: 'site-page', siteSpaceId, pageId: await pageIn(guides, 0) };
    const more = { kind: 'site-page', siteSpaceId, pageId: await pageIn(guides, 1) };
    await redirect('/more', start);
    expect(await to('/more')).toBe(200);
    // Within the space of the section.
    await redirect('/gone', start);
    expect(await to('/reference/gone')).toBe('');
    await redirect('/reference/gone', more);
    expect(await to('/reference/gone')).toBe('/more');
    // A previous path leads to its page, unless a redirect is configured for it.
    await write(api, [{ operation: 'update_page', page: await pageIn(api, 1), slug: 'quotas' }]);
    expect(await to('/reference/limits')).toBe('/reference/quotas');
    await redirect('/reference/limits', more);
    expect(await to('/reference/limits')).toBe('/more');
  });

  test('deleted redirects, and those to deleted or hidden content, stop working at once', async () => {
    const siteSpaceId = await siteSpaceOf(api);
    const id = await redirect('/a', { kind: 'site-space', siteSpaceId });
    await redirect('/b', { kind: 'site-page', siteSpaceId, pageId: await pageIn(api, 1) });
    expect([await to('/a'), await to('/b')]).toEqual(['/reference', '/reference/limits']);
    await org.admin.call('DELETE', `/orgs/${org.id}/sites/${site.id}/redirects/${id}`);
    await write(api, [{ operation: 'delete_page', page: await pageIn(api, 1) }]);
    expect([await to('/a'), await to('/b')]).toEqual([404, 404]);
    await redirect('/c', { kind: 'site-space', siteSpaceId });
    expect(await to('/c')).toBe('/reference');
    const path = `/orgs/${org.id}/sites/${site.id}/site-spaces/${siteSpaceId}`;
    expect((await org.admin.call('PATCH', path, { condition: 'visitor.claims.beta' })).status).toBe(200);
    expect(await to('/c')).toBe(404);
  });
});
