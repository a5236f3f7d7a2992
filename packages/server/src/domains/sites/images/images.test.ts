import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { PIXEL } from '../../../testing/edit-content.ts';
import { fileForm } from '../../../testing/file-form.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { publishSite } from '../../../testing/sites.ts';
import { DEFAULT_CUSTOMIZATION } from '../customization/merge-customization.ts';

const DAY = 24 * 60 * 60 * 1000;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><script>alert(1)</script></svg>';

describe('images of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    site = await org.site();
  });

  const at = (siteId = site) => `/orgs/${org.id}/sites/${siteId}`;
  const upload = (content: string | Buffer) => org.admin.call('POST', `${at()}/images`, fileForm(content));

  test('have a public URL that lasts, the same for the same bytes', async () => {
    const { status, body } = await upload(PIXEL);
    expect([status, body]).toEqual([
      201,
      {
        object: 'site-image',
        url: expect.stringMatching(/\/site-images\/\w+\/[0-9a-f]{64}\.png$/),
        contentType: 'image/png',
        size: PIXEL.length,
      },
    ]);
    const answer = await fetch(body.url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL);
    const told = (await server.eventsOf(site)).length;
    expect((await upload(PIXEL)).body.url).toBe(body.url);
    expect(await server.eventsOf(site)).toHaveLength(told);
    const other = await org.site();
    for (const url of [
      body.url.replace('.png', '.svg'),
      body.url.replace('.png', ''),
      body.url.replace(site, other),
    ])
      expect((await fetch(url)).status).toBe(404);
  });

  test('may be vectors, whose scripts do not run', async () => {
    const { url, contentType } = (await upload(SVG)).body;
    expect([contentType, url.endsWith('.svg')]).toEqual(['image/svg+xml', true]);
    expect((await fetch(url)).headers.get('content-security-policy')).toContain('sandbox');
  });

  test.each([
    ['a text', 'Just text'],
    ['a page', '<html><script>alert(1)</script></html>'],
    ['half an image', PIXEL.subarray(0, 18)],
    ['nothing', ''],
  ])('are not %s', async (_, content) => {
    const { status, body } = await upload(content);
    expect([status, body.error.details[0].path]).toEqual([400, 'body.file']);
  });

  test('are at most 2 MB', async () => {
    const padded = (size: number) => Buffer.concat([PIXEL, Buffer.alloc(size - PIXEL.length)]);
    expect((await upload(padded(2 * 1024 * 1024))).status).toBe(201);
    expect((await upload(padded(2 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test('outlast garbage collection, and go with their site', async () => {
    const { db, clock } = server.app.kernel;
    const collect = async () => {
      const old = new Date(clock.now().getTime() - 8 * DAY);
      await db.updateTable('blobs').set({ touched_at: old }).where('organization_id', '=', org.id).execute();
      await server.app.services.garbageCollection.collect(org.id);
    };
    const { url } = (await upload(PIXEL)).body;
    await collect();
    expect((await fetch(url)).status).toBe(200);
    await org.admin.call('DELETE', at());
    expect((await fetch(url)).status).toBe(404);
    await collect();
    const hash = /[0-9a-f]{64}/.exec(url)![0];
    expect(await server.app.kernel.blobs.sizeOf(org.id, hash)).toBeUndefined();
  });

  test('are shown by the published site under the current public URL', async () => {
    const space = await createLiveSpace(org);
    const change = { operation: 'insert_page', title: 'Start', document: { markdown: 'Hello' } };
    await org.edit.call('POST', `/spaces/${space}/content?compat=false`, { changes: [change] });
    const published = await publishSite(server, org, [{ space }]);
    const path = `${at(published.id)}/customization`;
    const { url } = (await org.admin.call('POST', `${at(published.id)}/images`, fileForm(SVG))).body;
    // As stored when the server had another public URL.
    const before = url.replace(server.url, 'https://old.example.com/docs');
    const image = (light: string) => ({ light, dark: light });
    await org.admin.call('PUT', path, {
      ...DEFAULT_CUSTOMIZATION,
      header: { ...DEFAULT_CUSTOMIZATION.header, logo: image(before) },
      favicon: { icon: image(before) },
      socialPreview: { url: 'https://old.example.com/site-images/other/logo.png' },
    });
    const settings = (await org.read.call('GET', path)).body;
    expect([settings.header.logo, settings.favicon.icon]).toEqual([image(url), image(url)]);
    expect(settings.socialPreview.url).toBe('https://old.example.com/site-images/other/logo.png');
    const page = await published.get('');
    expect(page.text).toContain(`<img src="${url}"`);
    expect(page.text).toContain(`<link rel="icon" href="${url}"`);
    expect(page.headers['content-security-policy']).toMatch(
      new RegExp(`img-src [^;]*${server.url.replaceAll('.', '\\.')}`),
    );
  });
});
