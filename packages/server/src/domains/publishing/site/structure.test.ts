import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { publishSite } from '../../../testing/sites.ts';

describe('the structure of published sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const spaceOf = async (
    title: string,
    pages: readonly string[],
    language?: 'fr' | 'de',
  ): Promise<string> => {
    const space = await createLiveSpace(org, { title, ...(language && { language }) });
    const changes = pages.map((page) => ({
      operation: 'insert_page',
      title: page,
      document: { markdown: `This is ${page} of ${title}.` },
    }));
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    return space;
  };
  let [guides, old, api] = ['', '', ''];
  beforeEach(async () => {
    guides = await spaceOf('Guides', ['Start', 'More']);
    old = await spaceOf('Guides 1', ['Start', 'Gone']);
    api = await spaceOf('API', ['Calls', 'Limits']);
  });

  const readerOf = (site: Awaited<ReturnType<typeof publishSite>>) => async (path: string) => {
    const { status, headers, text } = await site.get(path);
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1];
    return status === 307 ? String(headers.location).slice(site.base.length) : `${status} ${title}`;
  };

  test('a flat site: the first variant has no path, the others have theirs', async () => {
    const site = await publishSite(server, org, [
      { space: guides, path: 'v2' },
      { space: old, path: 'v1' },
    ]);
    const read = readerOf(site);
    expect(await read('')).toBe('200 Start | Docs');
    expect(await read('/more')).toBe('200 More | Docs');
    expect(await read('/v1')).toBe('200 Start | Guides 1 | Docs');
    expect(await read('/v1/gone')).toBe('200 Gone | Guides 1 | Docs');
    expect(await read('/V1/Gone')).toBe('/v1/gone');
    expect(await read('/v1/start')).toBe('/v1');
    expect(await read('/v2')).toBe('');
    expect(await read('/v2/more')).toBe('/more');
    expect(await read('/v1/more?fallback=true')).toBe('/v1');
    expect(await read('/v1/more')).toMatch(/^404/);
    const { text } = await site.get('/more');
    expect(text).toContain(`href="${site.base}/v1/more?fallback=true"`);
  });

  test('sections: the default one has no path, and a variant that is not the default has both', async () => {
    const site = await publishSite(server, org, [
      { space: guides, path: 'v2', section: 'Docs' },
      { space: old, path: 'v1', section: 'Docs' },
      { space: api, path: 'api', section: 'Reference' },
    ]);
    const read = readerOf(site);
    expect(await read('')).toBe('200 Start | Docs');
    expect(await read('/docs')).toBe('');
    expect(await read('/docs/more')).toBe('/more');
    expect(await read('/docs/v1/gone')).toBe('200 Gone | Guides 1 | Docs');
    expect(await read('/v1')).toMatch(/^404/);
    expect(await read('/reference')).toBe('200 Calls | Reference | Docs');
    expect(await read('/reference/limits')).toBe('200 Limits | Reference | Docs');
    expect(await read('/reference/api/limits')).toBe('/reference/limits');
    const { text } = await site.get('/reference/limits');
    expect(text).toContain(`href="${site.base}/reference"`);
    expect((await site.get('/sitemap.xml')).text.match(/<loc>[^<]*<\/loc>/g)).toHaveLength(3);
    expect((await site.get('/reference/sitemap-pages.xml')).text).toContain('/reference/limits</loc>');
    expect((await site.get('/llms.txt')).text).toMatch(
      /## Docs[\s\S]*## Docs \/ Guides 1[\s\S]*## Reference/,
    );
  });

  test('content hidden by a condition is neither listed nor served nor found', async () => {
    const site = await publishSite(server, org, [
      { space: guides, path: 'v2' },
      { space: api, path: 'api', condition: 'visitor.claims.unsigned.beta' },
    ]);
    const read = readerOf(site);
    expect(await read('/api')).toMatch(/^404/);
    expect(await read('/api/limits')).toMatch(/^404/);
    for (const path of ['', '/llms-full.txt', '/llms.txt', '/sitemap.xml', '/~lectern/search.json?q=limits'])
      expect((await site.get(path)).text).not.toMatch(/limits|\/api/i);
  });

  test('pages link to other spaces of the site, and not to content that it does not show', async () => {
    const { pages } = (await org.admin.call('GET', `/spaces/${api}/content/pages`)).body;
    const hidden = (await org.admin.call('GET', `/spaces/${old}/content/pages`)).body.pages;
    const markdown = `[limits](/spaces/${api}/pages/${pages[1].id}) and [gone](/spaces/${old}/pages/${hidden[1].id})`;
    await org.admin.call('POST', `/spaces/${guides}/content`, {
      changes: [{ operation: 'insert_page', title: 'Links', document: { markdown } }],
    });
    const site = await publishSite(server, org, [
      { space: guides, path: 'a' },
      { space: api, path: 'api' },
    ]);
    const { text } = await site.get('/links');
    expect(text).toContain(`href="${site.base}/api/limits"`);
    expect(text).not.toContain(hidden[1].id);
    expect(text).not.toContain('/gone"');
    for (const path of ['/links.md', '/llms-full.txt']) {
      const read = (await site.get(path)).text;
      expect(read).toContain(`](${site.url}/api/limits)`);
      expect(read).toContain(' and gone');
      expect(read).not.toContain(hidden[1].id);
      expect(read).not.toContain(old);
    }
  });

  test('switching the language stays on the page', async () => {
    const french = await spaceOf('Guides en français', ['Start', 'More'], 'fr');
    const site = await publishSite(server, org, [
      { space: guides, path: 'en' },
      { space: french, path: 'fr' },
    ]);
    const { text } = await site.get('/fr/more');
    expect(text).toContain('<html lang="fr"');
    expect(text).toContain(`href="${site.base}/more?fallback=true"`);
    expect(text).toContain('Rechercher');
  });

  test('a search is limited to the language of the reader', async () => {
    const english = await spaceOf('Animals', ['Start', 'Wombats']);
    const french = await spaceOf('Animaux', ['Start', 'Wombats'], 'fr');
    const site = await publishSite(server, org, [
      { space: english, path: 'en' },
      { space: french, path: 'fr' },
    ]);
    const foundFrom = async (path: string, query = 'wombats') => {
      const { text } = await site.get(path);
      const endpoint = /data-endpoint="([^"]+)"/.exec(text)![1]!.slice(site.base.length);
      const { items } = JSON.parse((await site.get(`${endpoint}?q=${query}`)).text);
      return items.map(({ href }: { href: string }) => href.split('#')[0]);
    };
    expect(await foundFrom('/fr')).toEqual([`${site.base}/fr/wombats`]);
    expect(await foundFrom('/')).toEqual([`${site.base}/wombats`]);
    // By the French stem of a word that is only in the text.
    expect(await foundFrom('/fr', 'animal')).toContain(`${site.base}/fr/wombats`);
    const page = /action="([^"]*search[^"]*)"/
      .exec((await site.get('/fr')).text)![1]!
      .slice(site.base.length);
    expect((await site.get(`${page}?q=wombats`)).text).toContain('<html lang="fr"');
  });

  test('misspelt URLs get suggestions and old URLs redirect, as Markdown, too', async () => {
    const space = await spaceOf('Slips', ['Start', 'Kitchen sink', 'Other']);
    const site = await publishSite(server, org, [{ space }]);
    const suggestions = async (path: string) =>
      [...(await site.get(path)).text.matchAll(/<main[\s\S]*<\/main>/g)][0]![0];
    for (const path of ['/ktchen', '/kitchn-snk', '/a/kichen-sink'])
      expect([path, await suggestions(path)]).toEqual([path, expect.stringContaining('Kitchen sink')]);
    expect(await suggestions('/strat')).toContain('>Start<');
    // Half of the words suffice.
    expect(await suggestions('/nope/kitchen-tabel')).toContain('Kitchen sink');
    expect(await suggestions('/zzzzzz')).not.toContain('Kitchen sink');
    const { pages } = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body;
    const changes = [{ operation: 'update_page', page: pages[1].id, slug: 'bathroom' }];
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    expect((await site.get('/kitchen-sink.md')).headers.location).toBe(`${site.base}/bathroom.md`);
    expect((await site.get('/bathroom.md')).text).toContain('# Kitchen sink');
  });

  test('a share link admits visitors with its key, at all URLs, until it is revoked', async () => {
    const site = await publishSite(server, org, [{ space: guides }], { visibility: 'share-link' });
    const links = `/orgs/${org.id}/sites/${site.id}/share-links`;
    const link = (await org.admin.call('POST', links, { name: 'Partners' })).body;
    const key = new URL(link.urls?.published ?? link.url ?? '').pathname.split('/').filter(Boolean)[1]!;
    const { status, text, headers } = await site.get(`/${key}/more`);
    expect(status).toBe(200);
    expect(text).toContain(`href="${site.base}/${key}"`);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(text).not.toMatch(/chatgpt|claude/);
    expect((await (await publishSite(server, org, [{ space: guides }])).get('/more')).text).toContain(
      'claude.ai',
    );
    const assets = [...text.matchAll(/(?:href|src)="([^"]*~lectern[^"]*)"/g)].map(([, href]) => href);
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) expect(asset).toContain(`/${key}/`);
    for (const path of [
      '',
      '/more',
      `/${key}x/more`,
      `/${key.toUpperCase()}Z`,
      '/llms-full.txt',
      `/~lectern/search.json?q=more`,
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
    expect((await org.admin.call('PATCH', `${links}/${link.id}`, { active: false })).status).toBe(200);
    expect((await site.get(`/${key}/more`)).status).toBe(404);
  });

  test('settings apply at once, and scripts in settings or content are not executed', async () => {
    const evil = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';
    const space = await createLiveSpace(org);
    const site = await publishSite(server, org, [{ space, path: 'x' }], { title: evil.slice(0, 128) });
    await org.admin.call('PATCH', `/spaces/${space}`, { title: evil.slice(0, 50) });
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [
        {
          operation: 'insert_page',
          title: evil,
          description: evil,
          document: { markdown: `${evil}\n\n[x](javascript:alert(1))` },
        },
      ],
    });
    const look = `/orgs/${org.id}/sites/${site.id}/customization`;
    const before = (await org.admin.call('GET', look)).body;
    const customized = {
      ...before,
      title: evil.slice(0, 60),
      styling: { ...before.styling, primaryColor: { light: '#ff0000', dark: '#00ff00' } },
      announcement: { enabled: true, message: evil, style: 'info' },
      footer: { groups: [{ title: evil.slice(0, 60), links: [] }], copyright: evil },
    };
    const first = await site.get('/');
    expect((await org.admin.call('PUT', look, customized)).status).toBe(200);
    const { text } = await site.get('/');
    expect(text).not.toBe(first.text);
    expect(text).toContain('class="announcement');
    for (const body of [
      text,
      (await site.get('/nowhere')).text,
      (await site.get('/~lectern/search?q=a')).text,
    ]) {
      expect(body).not.toMatch(/<script>|<img[^>]*onerror|<[^>]*javascript:/i);
      expect(body.match(/<script/g)!.length).toBeLessThanOrEqual(2);
    }
    const css = /href="([^"]*custom[^"]*\.css)"/.exec(text)![1]!;
    expect(/href="([^"]*custom[^"]*\.css)"/.exec(first.text)![1]).not.toBe(css);
    expect((await site.get(css.slice(site.base.length))).text).toMatch(/ff0000|#f00|oklch|rgb/i);
  });

  test('breadcrumbs contain the group and the section of a page', async () => {
    const site = await publishSite(server, org, [
      { space: guides, section: 'Guides' },
      { space: api, section: 'API' },
    ]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    const { body: sections } = await org.admin.call('GET', `${at}/sections`);
    const { id } = sections.items.find(({ title }: { title: string }) => title === 'API');
    const group = await org.admin.call('POST', `${at}/section-groups`, {
      title: 'Developers',
      sections: [id],
    });
    expect(group.status).toBeLessThan(300);
    const crumbs = async (path: string) => {
      const [, list = ''] =
        /<nav class="breadcrumbs".*?<ol>(.*?)<\/ol>/s.exec((await site.get(path)).text) ?? [];
      return list.replaceAll(/<\/li>/g, ' > ').replaceAll(/<(?!a )[^>]*>/g, '');
    };
    expect(await crumbs('/more')).toBe(`<a href="${site.base}">Guides > `.replace('href=""', 'href="/"'));
    expect(await crumbs('/api/limits')).toBe(`Developers > <a href="${site.base}/api">API > `);
  });
});
