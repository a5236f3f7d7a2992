import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../testing/sites.ts';

describe('published sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let site: PublishedSite;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const write = async (spaceId: string, changes: readonly object[]) => {
    const { status, body } = await org.admin.call('POST', `/spaces/${spaceId}/content`, { changes });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const page = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });

  beforeEach(async () => {
    space = await createLiveSpace(org);
    await write(space, [
      page('Welcome', 'Hello **reader**.', { ref: 'welcome' }),
      page('Guides', '', { ref: 'guides' }),
      page('Install', '## First steps\n\nRun `npm start`.\n\n```js\nconst a = 1;\n```', { into: 'guides' }),
    ]);
    site = await publishSite(server, org, [{ space }]);
  });

  test('a page is served on its host, with content and security headers', async () => {
    const { status, headers, text } = await site.get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Hello <strong>reader</strong>');
    expect(text).toContain('<title>Welcome | Docs</title>');
    expect(text).toContain(`href="${site.base}/guides/install"`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('public, no-cache');
    expect((await site.get()).text).toBe(text);
  });

  test('unchanged pages are answered with 304, changes are visible at once', async () => {
    const first = await site.get('/guides/install');
    const etag = String(first.headers.etag);
    expect(await site.get('/guides/install', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      text: '',
    });
    expect((await site.get('/guides/install', { 'if-none-match': '"other"' })).status).toBe(200);
    await write(space, [page('New', 'Something new')]);
    const second = await site.get('/guides/install', { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(second.text).toContain('/new"');
  });

  test('the parts of a page: navigation, outline, neighbours, breadcrumbs, coloured code', async () => {
    const { text } = await site.get('/guides/install');
    expect(text).toContain('aria-current="page"');
    expect(text).toContain('#first-steps');
    expect(text).toMatch(/class="breadcrumbs"[\s\S]*Guides/);
    expect(text).toContain('class="t-keyword"');
    const { text: guides } = await site.get('/guides');
    expect(guides).toContain('Install');
  });

  test('sidebar, breadcrumbs and links to neighbours show the same title of a page', async () => {
    const named = await createLiveSpace(org);
    await write(named, [
      page('Welcome', 'Hello.'),
      page('How to install the program', 'Text.', { linkTitle: 'Installing', slug: 'set-up', ref: 'i' }),
      page('On Linux', 'Text.', { into: 'i' }),
    ]);
    const shown = await publishSite(server, org, [{ space: named }]);
    const { text } = await shown.get();
    expect(text).toMatch(/rel="next"[\s\S]*?Installing/);
    expect(text).not.toContain('How to install');
    const below = (await shown.get('/set-up/on-linux')).text;
    expect(below).toMatch(/class="breadcrumbs"[\s\S]*?Installing/);
    expect(below).toMatch(/rel="prev"[\s\S]*?Installing/);
    expect(below).not.toContain('How to install');
  });

  test('sections have the title of the language of the reader', async () => {
    const [english, german] = [await createLiveSpace(org), await createLiveSpace(org)];
    for (const id of [english, german]) await write(id, [page('Welcome', 'Hello.'), page('Second', 'Text.')]);
    await org.admin.call('PATCH', `/spaces/${german}`, { language: 'de' });
    const shown = await publishSite(server, org, [
      { space: english, section: 'Guides' },
      { space: german, section: 'Guides', path: 'de' },
      { space, section: 'Reference' },
    ]);
    const sections = `/orgs/${org.id}/sites/${shown.id}/sections`;
    const { items } = (await org.admin.call('GET', sections)).body;
    const localizedTitle = { de: 'Anleitungen' };
    const { status } = await org.admin.call('PATCH', `${sections}/${items[0].id}`, { localizedTitle });
    expect(status).toBe(200);
    const textAt = async (path: string) => (await shown.get(path)).text;
    expect(await textAt('/second')).toContain('Guides');
    expect(await textAt('/second')).not.toContain('Anleitungen');
    const spaces = (await org.admin.call('GET', `/orgs/${org.id}/sites/${shown.id}/site-spaces`)).body.items;
    const published = spaces.find((one: { path: string }) => one.path === 'de').urls.published;
    const translated = await textAt(`${published.slice(shown.url.length).replace(/\/$/, '')}/second`);
    expect(translated).toMatch(/class="breadcrumbs"[\s\S]*?Anleitungen/);
    expect(translated).toMatch(/class="section-link"[\s\S]*?Anleitungen/);
  });

  test('every page has one canonical URL; others redirect to it', async () => {
    const to = async (path: string) => {
      const { status, headers } = await site.get(path);
      return [status, headers.location];
    };
    expect(await to('/welcome')).toEqual([307, site.base]);
    expect(await to('/GUIDES/Install')).toEqual([307, `${site.base}/guides/install`]);
    expect(await to('/guides/install/')).toEqual([307, `${site.base}/guides/install`]);
    expect(await to('//guides//install')).toEqual([307, `${site.base}/guides/install`]);
    expect(await to('/guides/%69nstall?a=b')).toEqual([307, `${site.base}/guides/install?a=b`]);
    expect(await to('/space-0/guides')).toEqual([307, `${site.base}/guides`]);
    expect(await to('/guides/gone?fallback=true')).toEqual([307, site.base]);
  });

  test('the old path of a moved page redirects to it', async () => {
    const { pages } = (await org.admin.call('GET', `/spaces/${space}/content/pages`)).body;
    await write(space, [{ operation: 'update_page', page: pages[1].pages[0].id, slug: 'set-up' }]);
    expect((await site.get('/guides/install')).headers.location).toBe(`${site.base}/guides/set-up`);
    expect((await site.get('/guides/set-up')).status).toBe(200);
  });

  test('a missing page is a 404 with suggestions', async () => {
    const { status, text, headers } = await site.get('/guides/instal');
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/class="tile"[^>]*href="[^"]*\/guides\/install/);
    for (const path of [
      '/../../etc/passwd',
      '/%2e%2e/x',
      '/%252525',
      '/a%00b',
      '/%zz',
      `/${'a'.repeat(3000)}`,
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 400]);
  });

  test('names of style sheets and the script contain their hash and are cached for ever', async () => {
    const { text } = await site.get('/');
    const assets = [...text.matchAll(/(?:href|src)="([^"]*~lectern\/assets\/[^"]*)"/g)].map(
      ([, href]) => href!,
    );
    expect(assets).toHaveLength(4);
    for (const asset of assets) {
      const { status, headers } = await requestFromHost(server, site.host, asset);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toMatch(/^(?:text\/(?:css|javascript)|font\/woff2)/);
    }
    expect((await site.get('/~lectern/assets/theme.0.css')).status).toBe(404);
  });

  test('hosts of sites and of the API are separate', async () => {
    const port = new URL(server.url).port;
    const ask = (host: string, path: string, headers = {}, method?: string) =>
      requestFromHost(server, host, path, headers, method);
    // A site's host never reaches the API, with or without a token.
    const authorization = `Bearer ${org.admin.token}`;
    for (const path of [
      '/v1/user',
      '/healthz',
      '/metrics',
      '/openapi.json',
      '/docs/api',
      '/~site',
      '/files/a/b',
    ])
      expect([path, (await ask(site.host, path, { authorization })).status]).toEqual([path, 404]);
    expect((await ask(site.host, '/v1/orgs', { authorization }, 'POST')).status).toBe(404);
    // The API's host never reaches a site.
    for (const host of [`127.0.0.1:${port}`, 'localhost', 'evil.example', '', 'localhost.evil.example'])
      expect([host, (await ask(host, '/~site')).status]).toEqual([host, 404]);
    expect((await ask('anything.example', '/healthz')).text).toBe('ok\n');
    // Unknown names.
    for (const host of ['nobody.localhost', 'a.b.localhost', '-.localhost', '.localhost', `x${site.host}`])
      for (const path of ['/', site.base, '/v1/user', '/healthz'])
        expect([host, path, await ask(host, path)]).toMatchObject([
          host,
          path,
          { status: 404, text: 'Not found.\n' },
        ]);
    expect((await ask(site.host, '/')).status).toBe(404);
    expect((await ask(site.host.toUpperCase(), `${site.base}/`)).status).toBe(200);
    expect((await ask(site.host.replace(/:.*/, '.'), `${site.base}/`)).status).toBe(200);
    // `X-Forwarded-Host` of untrusted clients is ignored.
    expect((await ask('localhost', `${site.base}/`, { 'x-forwarded-host': site.host })).status).toBe(404);
  });

  test('a custom hostname serves its site as soon and as long as it is set', async () => {
    const { db } = server.app.kernel;
    const give = (hostname: string | null) =>
      db.updateTable('sites').set({ hostname }).where('id', '=', site.id).execute();
    const answer = () => requestFromHost(server, 'docs.example.org', '/guides/install');
    await give('docs.example.org');
    // Hostnames are loaded by a notification of the database.
    await expect.poll(async () => (await answer()).status).toBe(200);
    expect((await answer()).text).toContain('href="/guides"');
    expect((await requestFromHost(server, 'docs.example.org', '/v1/user')).status).toBe(404);
    await give(null);
    await expect.poll(async () => (await answer()).text).toContain('No operation at');
  });

  test('only published sites are served, by their visibility', async () => {
    const { db } = server.app.kernel;
    const set = (change: object) => db.updateTable('sites').set(change).where('id', '=', site.id).execute();
    const statusAfter = async (change: object) => {
      await set(change);
      return (await site.get('/')).status;
    };
    expect(await statusAfter({ published: false })).toBe(404);
    expect(await statusAfter({ published: true, visibility: 'share-link' })).toBe(404);
    expect(await statusAfter({ visibility: 'visitor-auth' })).toBe(404);
    for (const path of [
      '/robots.txt',
      '/llms-full.txt',
      '/sitemap.xml',
      '/~lectern/search.json?q=hello',
      '/welcome.md',
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
    expect(await statusAfter({ visibility: 'unlisted' })).toBe(200);
    const { headers, text } = await site.get('/');
    expect(text).toContain('noindex');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await site.get('/robots.txt')).text).toContain('Disallow: /');
    expect((await site.get('/sitemap.xml')).status).toBe(404);
  });

  test('a deleted space disappears from its sites at once', async () => {
    expect((await site.get('/')).status).toBe(200);
    expect((await org.admin.call('DELETE', `/spaces/${space}`)).status).toBe(204);
    expect((await site.get('/')).status).toBe(404);
  });

  test('search finds visible pages, as a page and as JSON', async () => {
    const other = await createLiveSpace(org);
    await write(other, [page('Secret npm notes', 'Run `npm` secretly.')]);
    const { headers, text } = await site.get('/~lectern/search.json?q=npm');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual({
      items: [
        {
          title: 'Install',
          href: `${site.base}/guides/install#first-steps`,
          place: 'Guides',
          heading: 'First steps',
          headingMatches: [],
          excerpt: expect.stringContaining('npm start'),
          matches: [[4, 7]],
        },
      ],
    });
    const found = await site.get('/~lectern/search?q=npm');
    expect(found.text).toContain('Install');
    expect(found.text).toContain('noindex');
    expect((await site.get('/~lectern/search')).status).toBe(200);
    const hostile = await site.get(`/~lectern/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile.text).not.toContain('<script>alert');
  });

  test('machine files', async () => {
    await write(space, [
      page('Hidden', 'Not in the navigation', { hidden: true, slug: 'hidden' }),
      page(
        'Changes',
        '{% updates %}\n{% update date="2026-01-02" %}\n## First\n\nNews.\n{% endupdate %}\n{% endupdates %}',
      ),
    ]);
    const url = `http://${site.host}${site.base}`;
    expect((await site.get('/robots.txt')).text).toContain(`Sitemap: ${url}/sitemap.xml`);
    expect((await site.get('/sitemap.xml')).text).toContain(`<loc>${url}/sitemap-pages.xml</loc>`);
    const pages = (await site.get('/sitemap-pages.xml')).text;
    for (const path of ['', '/guides', '/guides/install', '/changes', '/hidden'])
      expect(pages).toContain(`<loc>${url}${path}</loc>`);
    const llms = await site.get('/llms.txt');
    expect(llms.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(llms.text).toContain(`[Install](${url}/guides/install.md)`);
    const full = (await site.get('/llms-full.txt')).text;
    expect(full).toContain('Run `npm start`');
    expect((await site.get('/llms-full.txt/1')).status).toBe(404);
    const markdown = await site.get('/guides/install.md');
    expect(markdown.text).toMatch(/^# Install\n/);
    expect((await site.get('/welcome.md')).text).toContain('Hello **reader**');
    expect((await site.get('/guides/install', { accept: 'text/markdown, text/html' })).text).toBe(
      markdown.text,
    );
    expect((await site.get('/guides/install', { accept: 'text/html' })).text).toContain('<!doctype html>');
    const feed = await site.get('/changes/rss.xml');
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(feed.text).toContain('<title>First</title>');
    expect((await site.get('/guides/install/rss.xml')).status).toBe(404);
  });
});
