import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { publishSite } from '../../../testing/sites.ts';

describe('URLs of content', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const find = async (url: string, by: Person = org.read) =>
    (await by.call('GET', `/urls/content?url=${encodeURIComponent(url)}`)).body;
  const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } });

  test('resolve to collections, spaces, pages and change requests, in the app and on sites', async () => {
    const [space, other] = [await createLiveSpace(org), await createLiveSpace(org)];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes: [insert('Home'), insert('Deep')] });
    const collection = await org.collection('Shelf');
    const appOf = async (path: string) => (await org.read.call('GET', path)).body.urls.app;
    expect((await find(await appOf(`/collections/${collection}`))).collection.id).toBe(collection);
    const app = await appOf(`/spaces/${space}`);
    expect(await find(app)).toEqual({ space: (await org.read.call('GET', `/spaces/${space}`)).body });
    const page = await find(`${app}/deep`);
    expect(page).toMatchObject({ space: { id: space }, page: { title: 'Deep', path: 'deep' } });
    const { pages } = (await org.read.call('GET', `/spaces/${space}/content/pages`)).body;
    expect(await find(pages[1].urls.app)).toEqual(page);

    const requests = `/spaces/${space}/change-requests`;
    const request = (await org.admin.call('POST', requests, { subject: 'Next' })).body;
    await org.admin.call('POST', `${requests}/${request.id}/content`, { changes: [insert('Draft')] });
    expect(await find(`${request.urls.app}/draft`)).toMatchObject({
      changeRequest: { id: request.id },
      page: { title: 'Draft' },
    });
    expect((await find(`${app}/draft`)).error.code).toBe(404);
    expect(await find(`${app}/~/revisions/${request.revisionInitial}/deep`)).toMatchObject({
      page: { title: 'Deep' },
    });

    const site = await publishSite(
      server,
      org,
      [
        { space, path: 'a', section: 'Docs' },
        { space: other, path: 'b', section: 'Docs', condition: 'visitor.claims.pro' },
      ],
      { visibility: 'share-link' },
    );
    expect(await find(`${site.url}/deep`)).toMatchObject({ page: { title: 'Deep' } });
    expect(await find(`${site.url}/~/changes/${request.id}/draft`)).toMatchObject({
      changeRequest: { id: request.id },
      page: { title: 'Draft' },
    });
    expect(await find(`${site.url}/docs/b`)).toMatchObject({ space: { id: other } });
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const link = (await org.admin.call('POST', `${at}/share-links`, { name: 'One' })).body;
    expect(await find(`${link.urls.published}deep`)).toMatchObject({ page: { title: 'Deep' } });
  });

  test('are not found without access to the content', async () => {
    const space = await createLiveSpace(org);
    const collection = await org.collection();
    const site = await publishSite(server, org, [{ space }]);
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    await org.admin.call('PATCH', `/collections/${collection}`, { defaultLevel: null });
    const app = `${server.url}/app`;
    const urls = [`${app}/s/${space}`, `${app}/c/${collection}`, site.url, `${app}/s/${space}/x`];
    for (const url of urls) {
      expect([url, (await find(url)).error?.code]).toEqual([url, 404]);
      expect([url, (await find(url, (await server.organization()).admin)).error?.code]).toEqual([url, 404]);
    }
    expect((await find(site.url, org.admin)).space.id).toBe(space);
    const none = [
      `${app}/s/${space}/~/changes/9`,
      app,
      `${app}/x/y`,
      'https://example.com/a',
      'mailto:a@b.test',
    ];
    for (const url of none) expect([url, (await find(url, org.admin)).error?.code]).toEqual([url, 404]);
    for (const url of ['', 'x', `${app}/s/${'a'.repeat(2048)}`])
      expect([url.length, (await find(url)).error.code]).toEqual([url.length, 400]);
  });
});
