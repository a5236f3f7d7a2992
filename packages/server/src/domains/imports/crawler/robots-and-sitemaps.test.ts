import { describe, expect, test } from 'vitest';
import { commonFolder, filePathOf, isPageBelow } from './page-urls.ts';
import { parseRobotsTxt } from './robots-txt.ts';
import { parseSitemap } from './sitemap.ts';

describe('robots.txt', () => {
  test.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/c', false],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /a*b*c', '/a1c2b3', true],
    ['User-agent: lectern\nDisallow: /a\n\nUser-agent: *\nDisallow: /', '/b', true],
    ['User-agent: x\nUser-agent: Lectern\nDisallow: /a', '/a', false],
    ['Disallow: /', '/a', true],
    ['user-AGENT : * # everybody\r\ndisallow : /a # this', '/a', false],
  ])('%j for %s: %s', (text, path, allowed) => {
    expect(parseRobotsTxt(text).allows(path)).toBe(allowed);
  });

  test('contains the crawl delay, within limits, and the sitemaps', () => {
    expect(parseRobotsTxt('Sitemap: http://a.test/s.xml\nUser-agent: *\nCrawl-delay: 2\n')).toMatchObject({
      delayMs: 2000,
      sitemaps: ['http://a.test/s.xml'],
    });
    expect(parseRobotsTxt('User-agent: *\nCrawl-delay: 99999').delayMs).toBe(10_000);
    expect(parseRobotsTxt('User-agent: *\nCrawl-delay: soon').delayMs).toBe(0);
  });

  test('is parsed in linear time', () => {
    const robots = parseRobotsTxt(`User-agent: *\n${`Disallow: /${'*a'.repeat(500)}$\n`.repeat(2000)}`);
    const before = process.cpuUsage();
    robots.allows(`/${'a'.repeat(2000)}b`);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

test('sitemaps list URLs or other sitemaps', () => {
  expect(
    parseSitemap(
      '<?xml version="1.0"?><urlset xmlns="x"><url><loc> http://a.test/?a=1&amp;b=2 </loc></url><url><loc><![CDATA[http://a.test/c]]></loc></url></urlset>',
    ),
  ).toEqual({ isIndex: false, urls: ['http://a.test/?a=1&b=2', 'http://a.test/c'] });
  expect(
    parseSitemap('<sitemapindex><sitemap><loc>http://a.test/1.xml</loc></sitemap></sitemapindex>'),
  ).toEqual({
    isIndex: true,
    urls: ['http://a.test/1.xml'],
  });
  expect(parseSitemap('<html></html>')).toBeUndefined();
});

test.each([
  ['http://a.test/', '/', 'README.md'],
  ['http://a.test/docs/', '/docs/', 'README.md'],
  ['http://a.test/docs/guide.html', '/docs/', 'guide.md'],
  ['http://a.test/docs/guide/', '/docs/', 'guide/README.md'],
  ['http://a.test/docs/index.php?page=2', '/docs/', 'index-page=2.md'],
  ['http://a.test/docs/%2e%2e%2fetc/passwd', '/docs/', '-etc/passwd.md'],
  ['http://a.test/docs/%E2%98%83', '/docs/', '☃.md'],
  ['http://a.test/docs/%FF', '/docs/', '%FF.md'],
])('%s below %s is stored at %s', (address, folder, path) => {
  expect(filePathOf(new URL(address), folder)).toBe(path);
});

test('pages below a folder are those of the same host, without files', () => {
  const base = new URL('http://a.test/docs/');
  for (const [address, isBelow] of [
    ['http://a.test/docs/x', true],
    ['http://a.test/docs/v1.2', true],
    ['http://a.test/docs/x.html', true],
    ['http://a.test/docs/x.pdf', false],
    ['http://a.test/docs/x?print=1', false],
    ['http://a.test/other', false],
    ['http://b.test/docs/x', false],
    ['https://a.test/docs/x', false],
  ] as const)
    expect([address, isPageBelow(new URL(address), base)]).toEqual([address, isBelow]);
  expect(commonFolder(['/a/b/', '/a/b/c'].map((path) => new URL(path, base)))).toBe('/a/');
  expect(commonFolder(['/a/b/index.html', '/a/b/c'].map((path) => new URL(path, base)))).toBe('/a/');
  expect(commonFolder(['/', '/a/b/c'].map((path) => new URL(path, base)))).toBe('/');
  expect(commonFolder(['/a/b/c', '/a/b/d/', '/a/e'].map((path) => new URL(path, base)))).toBe('/a/');
});
