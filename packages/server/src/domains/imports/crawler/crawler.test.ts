import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ThreadLimitError } from '../../../kernel/threads.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { PIXEL } from '../../../testing/edit-content.ts';
import { pagesOf, runImport } from '../../../testing/imports.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { type Shown, startWebsite, type Website } from '../../../testing/website.ts';
import { createCrawlerService } from './crawler.service.ts';

let site: Website;
let server: TestServer;
let org: TestOrganization;

const page = (title: string, body: string) =>
  `<html><head><title>${title} | Docs</title></head><body><nav><a href="/docs/">Docs</a></nav><main><h1>${title}</h1>${body}</main></body></html>`;
const PAGES: Readonly<Record<string, Shown>> = {
  '/docs/': page(
    'Home',
    '<p>See <a href="guide/start">the guide</a>, <a href="http://elsewhere.test/">away</a>, <a href="/blog/">the blog</a>.</p>',
  ),
  '/docs/guide/start': page(
    'Start',
    '<p>Back <a href="../">home</a>, on to <a href="next#part">the next</a>. <img src="/img/p.png" alt="P"> <img src="/img/gone.png" alt="G"></p>',
  ),
  '/docs/guide/next': page(
    'Next',
    '<h2 id="part">Part</h2><p>Words.</p><a href="/docs/secret">secret</a><a href="/docs/gone">gone</a><p>Back <a href="/docs/index.html#top">home</a>.</p>',
  ),
  '/docs/secret': page('Secret', '<p>Not for programs.</p>'),
  '/docs/file.pdf': 'PDF',
  '/blog/': page('Blog', '<p>Elsewhere.</p>'),
  '/img/p.png': PIXEL,
  '/robots.txt': 'User-agent: *\nDisallow: /docs/secret\n',
  '/away': { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
  '/to-docs': { status: 302, headers: { location: '/docs/' } },
  '/empty': '<html><body></body></html>',
  '/loop': { status: 302, headers: { location: '/loop' } },
};

beforeAll(async () => {
  site = await startWebsite((path) => {
    if (path === '/sitemap-a.xml')
      return `<sitemapindex><sitemap><loc>${site.url}/sitemap-b.xml</loc></sitemap></sitemapindex>`;
    if (path === '/sitemap-b.xml')
      return `<urlset><url><loc>${site.url}/docs/guide/start</loc></url><url><loc>${site.url}/blog/</loc></url><url><loc>http://elsewhere.test/x</loc></url></urlset>`;
    const many = /^\/many\/(\d*)$/.exec(path);
    if (many) return page(`Many ${many[1]}`, `<a href="/many/${Number(many[1]) + 1}">more</a>`);
    return PAGES[path];
  });
  server = await startServer({
    roles: ['api', 'worker'],
    config: { egressAllow: site.host, importPages: 5 },
  });
});
afterAll(async () => {
  await server.close();
  await site.close();
});
beforeEach(async () => {
  org = await server.organization();
  site.visits.length = 0;
});

const fromSite = async (path: string) => {
  const space = await createLiveSpace(org);
  return { space, run: await runImport(org, { type: 'website', url: site.url + path }, { space }) };
};
const titlesIn = async (space: string) =>
  Object.values(await pagesOf(org, space))
    .map(({ title }) => title)
    .sort();

test('the URL of a page imports that page, with its pictures', async () => {
  const { space, run } = await fromSite('/docs/guide/start');
  expect(run).toMatchObject({
    status: 'completed',
    pages: [{ sourceURL: `${site.url}/docs/guide/start` }],
    report: [{ path: `${site.url}/img/gone.png`, message: expect.stringContaining('404') }],
  });
  const pages = await pagesOf(org, space);
  expect(await titlesIn(space)).toEqual(['Start']);
  const { markdown } = Object.values(pages)[0]!;
  // What was not brought along is where it was.
  expect(markdown).toContain(`${site.url}/docs/guide/next#part`);
  expect(markdown).toContain(`${site.url}/img/gone.png`);
  const { body } = await org.admin.call('GET', `/spaces/${space}/content/files`);
  expect(body.items).toMatchObject([{ name: 'p.png', contentType: 'image/png', size: PIXEL.length }]);
  expect(markdown).not.toContain(`${site.url}/img/p.png`);
});

test('the URL of a folder imports everything below it, as far as robots.txt allows', async () => {
  const { space, run } = await fromSite('/docs/');
  expect(run.status).toBe('completed');
  expect(await titlesIn(space)).toEqual(['Guide', 'Home', 'Next', 'Start']);
  expect(run.report).toEqual(
    expect.arrayContaining([
      { path: `${site.url}/docs/secret`, message: expect.stringContaining('robots.txt') },
      { path: `${site.url}/docs/gone`, message: expect.stringContaining('404') },
    ]),
  );
  const asked = site.visits.map(({ path }) => path);
  expect(asked).not.toContain('/docs/secret');
  expect(asked).not.toContain('/blog/');
  expect(asked[0]).toBe('/robots.txt');
  expect(new Set(asked).size).toBe(asked.length);
  expect(new Set(site.visits.map(({ agent }) => agent))).toEqual(
    new Set([expect.stringMatching(/^Lectern /)]),
  );
  // Pages lead to each other where they have come to.
  const pages = await pagesOf(org, space);
  const start = Object.values(pages).find(({ title }) => title === 'Start')!;
  expect(start.markdown).not.toContain(`${site.url}/docs`);
  // The page of a folder has the folder's name, and is the same by the name of its file.
  expect(Object.keys(pages).sort()).toEqual(['docs', 'docs/guide', 'docs/guide/next', 'docs/guide/start']);
  expect(pages['docs/guide/next']!.markdown).toContain(`[home](/pages/${pages.docs!.id}#top)`);
  expect(asked).not.toContain('/docs/index.html');
});

test('a sitemap imports its pages of the same host', async () => {
  const { space, run } = await fromSite('/sitemap-a.xml');
  expect(run.status).toBe('completed');
  expect(await titlesIn(space)).toEqual(['Blog', 'Docs', 'Guide', 'Start']);
  expect(run.pages).toHaveLength(2);
  expect(run.report).toEqual(
    expect.arrayContaining([
      { path: 'http://elsewhere.test/x', message: 'is in the sitemap, but on another website' },
    ]),
  );
});

test('a page that takes too long is reported with the reason', async () => {
  const { kernel } = server.app;
  const markdown = async () => {
    throw new ThreadLimitError();
  };
  const crawler = createCrawlerService({ ...kernel, conversion: { ...kernel.conversion, markdown } });
  const url = `${site.url}/docs/guide/next`;
  const context = { signal: new AbortController().signal, progress: () => {} };
  const message = 'was left out: it takes too long to read, or too much memory';
  await expect(crawler.crawl(url, context)).rejects.toMatchObject({
    message: `There is nothing to import: no page at ${url} could be read. ${url} ${message}.`,
    report: [{ path: url, message }],
  });
});

test('the number of pages is limited by the operator, with a warning', async () => {
  const { space, run } = await fromSite('/many/');
  expect(run.status).toBe('completed');
  expect(await titlesIn(space)).toHaveLength(5);
  expect(run.report).toEqual([
    { path: `${site.url}/many/`, message: expect.stringContaining('Only 5 pages were imported') },
  ]);
});

test('a redirect is followed, and its target is imported', async () => {
  const { run } = await fromSite('/to-docs');
  expect(run.pages).toHaveLength(3);
});

test.each([
  ['/away', /not on the public internet/],
  ['/loop', /redirects too many times/],
  ['/none', /status 404/],
  ['/empty', /nothing to import/],
  ['/docs/secret', /robots\.txt/],
  ['/img/p.png', /neither an HTML page/],
])('%s fails with the reason', async (path, reason) => {
  const { run } = await fromSite(path);
  expect(run.status).toBe('failed');
  expect(run.reason).toMatch(reason);
});
