import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type PublishedSite, publishSite } from '../../../testing/sites.ts';

const READER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', accept: 'text/html' };

describe('what readers of a site looked for and did not find', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );
  beforeEach(async () => {
    const space = await createLiveSpace(org);
    const changes = [{ operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello.' } }];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    site = await publishSite(server, org, [{ space }]);
  });

  const params = () => ({ organizationId: org.id, siteId: site.id });
  const missed = async (kind: 'path' | 'search', query: { limit?: number; page?: string } = {}) =>
    (await org.edit.request('listSiteMisses', { params: params(), query: { kind, ...query } })).body;
  const counts = async (kind: 'path' | 'search') =>
    Object.fromEntries((await missed(kind)).items.map(({ text, count }) => [text, count]));
  const open = (path: string, headers: Record<string, string> = {}) =>
    site.get(path, { ...READER, ...headers });
  const search = (text: string, name = 'search.json') =>
    open(`/~lectern/${name}?q=${encodeURIComponent(text)}`);

  test('paths are counted, for pages that people open', async () => {
    for (const path of ['/instal', '/old/page.html', '/instal', '/%C3%BCber', '/'])
      expect([200, 404]).toContain((await open(path)).status);
    expect(await counts('path')).toEqual({ '/instal': 2, '/old/page.html': 1, '/%C3%BCber': 1 });
    const [first] = (await missed('path')).items;
    expect(first).toEqual({
      object: 'site-miss',
      kind: 'path',
      text: '/instal',
      count: 2,
      lastAt: expect.any(String),
    });
    for (const [path, headers] of [
      ['/wp-login.php', {}],
      ['/.env', {}],
      ['/script.js', {}],
      ['/crawled', { 'user-agent': 'SomeBot/1.0' }],
      ['/private', { dnt: '1' }],
      ['/data', { accept: 'application/json' }],
    ] as const)
      await open(path, headers);
    expect(Object.keys(await counts('path'))).toHaveLength(3);
  });

  test('searches without a result are counted, once their text is complete', async () => {
    for (const text of ['kub', 'kube', 'kuber', 'Kubernetes ']) await search(text);
    expect((await search('welcome')).text).toContain('Welcome');
    await search('kubernetes', 'search');
    expect(await counts('search')).toEqual({ kubernetes: 2 });
    // Another reader, later, looks for the beginning only.
    clock.advance(120_000);
    await search('kub');
    clock.advance(120_000);
    await search('kubernetes');
    expect(await counts('search')).toEqual({ kubernetes: 3, kub: 1 });
  });

  test('are listed in pages by frequency, and removed', async () => {
    for (const path of ['/b', '/a', '/c', '/c', '/d', '/c']) await open(path);
    const first = await missed('path', { limit: 2 });
    expect(first.items.map(({ text }) => text)).toEqual(['/c', '/a']);
    const rest = await missed('path', { limit: 2, page: first.next!.page });
    expect(rest.items.map(({ text }) => text)).toEqual(['/b', '/d']);
    const body = { kind: 'path' as const, text: '/c' };
    for (let i = 0; i < 2; i++)
      expect((await org.edit.request('dismissSiteMiss', { params: params(), body })).status).toBe(204);
    expect(await counts('path')).toEqual({ '/a': 1, '/b': 1, '/d': 1 });
  });

  test('a reader who asks too often gets the page all the same', async () => {
    for (let i = 0; i < 70; i++) expect((await open(`/missing-${i}`)).status).toBe(404);
  });
});
