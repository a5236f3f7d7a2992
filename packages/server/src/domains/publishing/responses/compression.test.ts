import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { acceptedEncoding } from '../../../kernel/accepted-encoding.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { startServer } from '../../../testing/server.ts';
import { type PublishedSite, publishSite, requestFromHost } from '../../../testing/sites.ts';

const PAGES = 50;
const BROWSER = 'gzip, deflate, br, zstd';

describe('compressed responses', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let site: PublishedSite;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    space = await createLiveSpace(org);
    const changes = Array.from({ length: PAGES }, (_, at) => ({
      operation: 'insert_page',
      title: `A page with quite a long title, which is number ${at}`,
      document: { markdown: `What page ${at} says.` },
    }));
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    site = await publishSite(server, org, [{ space }]);
    return () => server.close();
  });

  const get = (path: string, encoding?: string, more: Readonly<Record<string, string>> = {}) =>
    site.get(path, { ...(encoding && { 'accept-encoding': encoding }), ...more });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('clients that accept %s get the same content in fewer bytes', async (encoding, unpack) => {
    const plain = await get('');
    for (const _ of ['made', 'kept']) {
      const packed = await get('', encoding);
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.bytes.length),
        'content-type': 'text/html; charset=utf-8',
        vary: 'accept, accept-encoding, user-agent',
      });
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(unpack(packed.bytes).toString()).toBe(plain.text);
    }
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe('accept, accept-encoding, user-agent');
  });

  test('each encoding has its own ETag', async () => {
    const names = new Map<string, string>();
    for (const encoding of ['identity', 'gzip', 'br'])
      names.set(encoding, String((await get('', encoding)).headers.etag));
    expect(new Set(names.values()).size).toBe(3);
    for (const [encoding, etag] of names) {
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await get('', encoding, { 'if-none-match': known });
        expect([again.status, again.headers.etag, again.text]).toEqual([304, etag, '']);
        expect(again.headers).not.toHaveProperty('content-encoding');
      }
      for (const [other, wanted] of names)
        expect((await get('', other, { 'if-none-match': etag })).status).toBe(wanted === etag ? 304 : 200);
    }
  });

  test('HEAD has the size of GET, and a range request gets the whole response', async () => {
    const whole = await get('', BROWSER);
    const head = await requestFromHost(server, site.host, site.base, { 'accept-encoding': BROWSER }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-encoding', 'etag', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    const part = await get('', BROWSER, { range: 'bytes=0-9' });
    expect([part.status, part.bytes]).toEqual([200, whole.bytes]);
  });

  test('style sheets, the script and machine files are compressed; tiny responses are not', async () => {
    const { text } = await get('');
    const assets = [...text.matchAll(/"([^"]*~lectern\/assets\/[^"]*\.(?:css|js))"/g)].map(([, href]) =>
      href!.slice(site.base.length),
    );
    expect(assets).toHaveLength(3);
    for (const path of [...assets, '/llms.txt', '/llms-full.txt', '/sitemap-pages.xml']) {
      const [plain, packed] = [await get(path), await get(path, BROWSER)];
      expect([path, packed.headers['content-encoding']]).toEqual([path, 'br']);
      expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.text);
    }
    for (const path of assets) expect((await get(path)).headers.vary).toBe('accept-encoding');
    for (const path of ['/robots.txt', '/~gitbook/visitor'])
      expect((await get(path, BROWSER)).headers).not.toHaveProperty('content-encoding');
  });

  test('uncached responses are compressed if they are large', async () => {
    for (const [path, status] of [
      ['/nothing/here', 404],
      ['/~lectern/search?q=page', 200],
    ] as const) {
      const [plain, packed] = [await get(path), await get(path, BROWSER)];
      expect([path, packed.status, packed.headers['content-encoding']]).toEqual([path, status, 'br']);
      expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.text);
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    }
  });

  test('responses that repeat the query beside private content are never compressed', async () => {
    const closed = await publishSite(server, org, [{ space }], { visibility: 'share-link' });
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/sites/${closed.id}/share-links`, {
      name: 'Key',
    });
    const key = new URL(body.urls.published).pathname.split('/').filter(Boolean).at(-1)!;
    const headers = { 'accept-encoding': BROWSER };
    const found = await closed.get(`/${key}/~lectern/search?q=page`, headers);
    expect(found.status).toBe(200);
    expect(found.text).toContain('value="page"');
    expect(found.headers).not.toHaveProperty('content-encoding');
    expect(found.headers['cache-control']).toBe('private, no-store, no-transform');
    // Pages do not repeat the query.
    expect((await closed.get(`/${key}`, headers)).headers['content-encoding']).toBe('br');
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    [BROWSER, 'br'],
    ['GZIP, BR', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=x', undefined],
    [',;,=;q', undefined],
    ['deflate, zstd', undefined],
  ])('%j is parsed as %j', (accepted, encoding) => {
    expect(acceptedEncoding(accepted)).toBe(encoding);
  });
});
