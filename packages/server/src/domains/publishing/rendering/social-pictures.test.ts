import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { createSpaceWith, insertPage } from '../../../testing/showcase.ts';
import { type PublishedSite, publishSite, type SiteResponse } from '../../../testing/sites.ts';

const OTHER_SCRIPTS = 'Привет 日本語 שלום 한국어 🌱 <b>&amp;</b>';

describe('the social picture of a page', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: PublishedSite;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    const space = await createSpaceWith(org, [
      insertPage('Welcome', 'Words', { description: 'How to begin' }),
      insertPage(OTHER_SCRIPTS, 'Words', { description: 'long '.repeat(40), slug: 'scripts' }),
    ]);
    site = await publishSite(server, org, [{ space }]);
  });

  const pictureIn = ({ text }: SiteResponse): string | undefined =>
    /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1];
  const pathOf = (url: string) => url.slice(site.url.length);

  test.each(['', '/scripts'])('is drawn for the page %j', async (path) => {
    const page = await site.get(path);
    expect(page.text).toContain('<meta name="twitter:card" content="summary_large_image"');
    const url = pictureIn(page)!;
    expect(url.startsWith(`${site.url}/`)).toBe(true);
    const picture = await site.get(pathOf(url));
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(picture.bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    // The texts are on it.
    const { channels } = await sharp(picture.bytes).stats();
    expect(channels[0]!.min).toBeLessThan(80);
    const again = await site.get(pathOf(url), { 'if-none-match': String(picture.headers.etag) });
    expect(again.status).toBe(304);
  });

  test.each([
    ['one long word', 'w'.repeat(250), 'd'.repeat(190)],
    ['nothing visible', '\u200b', '\u00ad\u2060'],
    ['no characters', '\ufffe\uffff', '\u{e0001}'],
  ])('is drawn for %s', async (_name, title, description) => {
    const space = await createSpaceWith(org, [insertPage(title, 'Words', { description })]);
    const odd = await publishSite(server, org, [{ space }]);
    const picture = await odd.get(pictureIn(await odd.get())!.slice(odd.url.length));
    const { width, height } = await sharp(picture.bytes).metadata();
    expect([picture.status, width, height]).toEqual([200, 1200, 630]);
  });

  test('is the picture of the site, if there is one', async () => {
    const at = `/orgs/${org.id}/sites/${site.id}/customization`;
    const { body } = await org.admin.call('GET', at);
    await org.admin.call('PUT', at, { ...body, socialPreview: { url: 'https://example.com/s.png' } });
    expect(pictureIn(await site.get())).toBe('https://example.com/s.png');
  });

  test('does not exist for pages that the site does not have', async () => {
    const url = pathOf(pictureIn(await site.get())!);
    for (const other of [
      url.replace(/[^/]*\.png$/, 'nothing.png'),
      url.replace('.png', '.jpg'),
      url.replace('.png', ''),
      `${url}/more`,
      url.replace('/social/', '/social/other-'),
    ])
      expect([other, (await site.get(other.toLowerCase())).status]).toEqual([other, 404]);
  });
});
