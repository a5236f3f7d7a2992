import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { PIXEL } from '../../../testing/edit-content.ts';
import { type Answer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const DAY = 24 * 60 * 60 * 1000;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"><script>alert(1)</script></svg>';

describe('files', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  let origin: http.Server;
  let address: string;
  let asked: string[];
  beforeAll(async () => {
    origin = http.createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/pixel.png') response.end(PIXEL);
      else if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half', () => response.destroy());
      } else if (request.url === '/endless') {
        const more = () => {
          if (!response.destroyed) response.write(Buffer.alloc(4 * 1024 * 1024), more);
        };
        more();
      } else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  });
  afterAll(() => origin.close());
  withOrganization(
    async (fresh) => {
      ({ server, org } = fresh);
      asked = [];
      space = await createLiveSpace(org);
    },
    { clock, config: { egressAllow: '127.0.0.1' } },
  );

  const inline = (content: string | Buffer, name = 'note.txt', more: object = {}) => ({
    name,
    base64: Buffer.from(content as string).toString('base64'),
    contentType: 'application/octet-stream',
    ...more,
  });
  const edit = (...changes: object[]): Promise<Answer> =>
    org.edit.call('POST', `/spaces/${space}/content?compat=false`, { changes });
  const insert = async (...files: object[]) => {
    const { status, body } = await edit({ operation: 'insert_files', files });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.insertedFiles;
  };
  const get = async (at: string) => (await org.read.call('GET', `/spaces/${space}${at}`)).body;
  const download = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url, { headers, method });
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.details?.[0]?.path];

  test('are uploaded by URL and by base64, and typed by their bytes', async () => {
    const [pixel, note, lie] = await insert(
      { name: 'pixel.png', url: `${address}/pixel.png` },
      inline('a,b\n', 'table.csv'),
      inline(SVG, 'photo.jpg', { contentType: 'image/jpeg' }),
    );
    expect(pixel).toMatchObject({
      name: 'pixel.png',
      contentType: 'image/png',
      size: PIXEL.length,
      dimensions: { width: 1, height: 1 },
    });
    expect(note).toMatchObject({ name: 'table.csv', contentType: 'text/csv', size: 4 });
    expect(note.dimensions).toBeUndefined();
    expect(lie).toMatchObject({ contentType: 'image/svg+xml', dimensions: { width: 3, height: 4 } });
    expect((await get('/content/files')).items).toEqual([pixel, note, lie]);
    expect(await get(`/content/files/${note.id}`)).toEqual(note);
    const { revision } = await get('');
    expect((await get(`/revisions/${revision}/files`)).items).toEqual([pixel, note, lie]);
    expect(await get(`/revisions/${revision}/files/${pixel.id}`)).toEqual(pixel);
    const answer = await download(pixel.downloadURL);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PIXEL)).toBe(true);
  });

  test('of a change request are only there until it is merged', async () => {
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const at = `/change-requests/${request.id}`;
    const change = { operation: 'insert_files', files: [inline('one'), inline('two', 'two.txt')] };
    const { body } = await org.edit.call('POST', `/spaces/${space}${at}/content?compat=false`, {
      changes: [change],
    });
    expect(body.changeRequest.id).toBe(request.id);
    const [one, two] = body.insertedFiles;
    expect((await get(`${at}/content/files`)).items).toEqual([one, two]);
    expect(await get(`${at}/content/files/${one.id}`)).toEqual(one);
    expect((await get('/content/files')).count).toBe(0);
    expect((await get(`${at}/changes`)).changes).toMatchObject([
      { type: 'file_created', file: { id: one.id, name: 'note.txt', contentType: 'text/plain' } },
      { type: 'file_created', file: { id: two.id } },
    ]);
    await org.review.call('POST', `/spaces/${space}${at}/merge`);
    expect((await get('/content/files')).items).toEqual([one, two]);
  });

  test('are edited with a response of the space, or of the result of each change on request', async () => {
    const changes = [
      { operation: 'insert_page', title: 'One', ref: 'one' },
      { operation: 'insert_page', title: 'Two', into: 'one' },
      { operation: 'insert_page', title: 'Gone', ref: 'gone' },
      { operation: 'delete_page', page: 'gone' },
    ];
    const { body } = await edit(...changes);
    const [one, two] = body.changes;
    expect(body.changes).toMatchObject([
      { object: 'created_page', ref: 'one', page: { object: 'page' } },
      { object: 'created_page' },
    ]);
    expect(body.insertedFiles).toEqual([]);
    const found = await fetch(two.page.urls.location, {
      headers: { authorization: `Bearer ${org.read.token}` },
    });
    expect(((await found.json()) as { title: string }).title).toBe('Two');
    const again = await edit(
      { operation: 'update_page', page: two.page.id, title: 'Too' },
      { operation: 'delete_page', page: one.page.id },
    );
    expect(again.body.changes).toEqual([
      { object: 'deleted_page', page: two.page.id },
      { object: 'deleted_page', page: one.page.id },
    ]);
    const plain = await org.edit.call('POST', `/spaces/${space}/content`, { changes: changes.slice(0, 1) });
    expect(plain.body).toMatchObject({ object: 'space', id: space });
  });

  test('are referred to by their ref, in any order of changes', async () => {
    const { body } = await edit(
      {
        operation: 'insert_page',
        title: 'Before',
        document: { markdown: '![Plan](./plan%201.png) and [it](./plan%201.png), not [that](./other.md)' },
        cover: { ref: { kind: 'file', file: 'plan 1.png' }, yPos: 0 },
      },
      { operation: 'insert_files', files: [inline(PIXEL, 'plan.png', { ref: 'plan 1.png' })] },
      {
        operation: 'insert_page',
        title: 'After',
        document: { markdown: '{% file src="./plan 1.png" %}\n' },
      },
    );
    const [{ id }] = body.insertedFiles;
    const [before, after] = body.changes.map((change: { page: { id: string } }) => change.page.id);
    const page = await get(`/content/page/${before}?format=markdown`);
    expect(page.markdown.trim()).toBe(`![Plan](/files/${id}) and [it](/files/${id}), not [that](./other.md)`);
    expect(page.cover.ref).toEqual({ kind: 'file', file: id });
    const uses = await get(`/content/files/${id}/backlinks`);
    expect(new Set(uses.items.map((item: { page: { id: string } }) => item.page.id))).toEqual(
      new Set([before, after]),
    );
  });

  test('have unique refs', async () => {
    await edit({ operation: 'insert_page', title: 'Guide' });
    const twice = [inline('a', 'a', { ref: 'x' }), inline('b', 'b', { ref: 'x' })];
    expect(refusalOf(await edit({ operation: 'insert_files', files: twice }))).toEqual([
      400,
      'body.changes.0.files.1.ref',
    ]);
    const asPage = await edit(
      { operation: 'insert_page', title: 'X', ref: 'x' },
      { operation: 'insert_files', files: twice.slice(1) },
    );
    expect(refusalOf(asPage)).toEqual([400, 'body.changes.1.files.0.ref']);
    const asPath = await edit({ operation: 'insert_files', files: [inline('a', 'a', { ref: 'guide' })] });
    expect(refusalOf(asPath)).toEqual([400, 'body.changes.0.files.0.ref']);
    expect((await get('/content/files')).count).toBe(0);
  });

  test('have valid and unique names', async () => {
    const names = async (...wanted: string[]) =>
      (await insert(...wanted.map((name) => inline('x', name)))).map((file: { name: string }) => file.name);
    expect(await names('a.png', 'A.png', '../../etc/passwd', '..', '\u202egnp.exe', 'a\\b\nc')).toEqual([
      'a.png',
      'A-1.png',
      '-..-etc-passwd',
      'file',
      '-gnp.exe',
      'a-b-c',
    ]);
    expect(await names('a.png')).toEqual(['a-2.png']);
    const [long, longer] = await names(`${'ü'.repeat(250)}.png`, `${'ü'.repeat(250)}.png`);
    for (const name of [long, longer]) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(long).toMatch(/ü\.png$/);
    expect(longer).toMatch(/ü-1\.png$/);
  });

  test.each([
    ['an address that leads nowhere', () => ({ url: `${address}/gone` }), '.url'],
    ['an address inside the network', () => ({ url: 'http://10.0.0.1/x' }), '.url'],
    ['an unknown host name', () => ({ url: 'https://nowhere.test/x' }), '.url'],
    ['an answer that is cut', () => ({ url: `${address}/cut` }), '.url'],
    ['an endless response', () => ({ url: `${address}/endless` }), '.url'],
    ['another scheme', () => ({ url: 'file:///etc/passwd' }), '.url'],
    ['no base64', () => ({ base64: 'a b', contentType: 'x' }), '.base64'],
    ['base64 without a type', () => ({ base64: 'YQ==' }), '.contentType'],
    [
      'more than a megabyte',
      () => ({ base64: Buffer.alloc(1024 * 1024 + 1).toString('base64'), contentType: 'x' }),
      '.base64',
    ],
    ['neither address nor bytes', () => ({}), ''],
    ['both', () => ({ url: `${address}/pixel.png`, base64: 'YQ==', contentType: 'x' }), ''],
  ])('with %s are rejected, and nothing is stored', async (_, source, field) => {
    const refused = await edit(
      { operation: 'insert_page', title: 'Never' },
      { operation: 'insert_files', files: [inline('good'), { name: 'bad', ...source() }] },
    );
    expect(refusalOf(refused)).toEqual([400, `body.changes.1.files.1${field}`]);
    expect(await get('/content/pages')).toEqual({ pages: [] });
    const folder = path.join(server.dataDir, 'blobs', '.incoming');
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });

  test('are not fetched without permission to edit', async () => {
    const body = {
      changes: [{ operation: 'insert_files', files: [{ name: 'x', url: `${address}/pixel.png` }] }],
    };
    expect((await org.read.call('POST', `/spaces/${space}/content`, body)).status).toBe(403);
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'locked' });
    expect((await org.edit.call('POST', `/spaces/${space}/content`, body)).status).toBe(409);
    expect(asked).toEqual([]);
  });

  test('keep their references when replaced, and break them when deleted', async () => {
    const [file] = await insert(inline(PIXEL, 'logo.png'));
    await edit({ operation: 'insert_page', title: 'P', document: { markdown: `![](/files/${file.id})` } });
    const replaced = await edit({ operation: 'update_file', file: file.id, ...inline(SVG), name: undefined });
    expect(replaced.status).toBe(200);
    const now = await get(`/content/files/${file.id}`);
    expect(now).toMatchObject({
      id: file.id,
      name: 'logo.png',
      contentType: 'image/svg+xml',
      size: SVG.length,
    });
    expect(await (await download(now.downloadURL)).text()).toBe(SVG);
    const { revision } = await get('');
    expect((await get(`/revisions/${revision}/changes`)).changes).toMatchObject([
      {
        type: 'file_edited',
        file: { id: file.id },
        attributes: {
          size: { before: PIXEL.length, after: SVG.length },
          contentType: { before: 'image/png', after: 'image/svg+xml' },
          dimensions: { after: { width: 3, height: 4 } },
          downloadURL: { before: file.downloadURL, after: now.downloadURL },
        },
      },
    ]);
    expect(Buffer.from(await (await download(file.downloadURL)).arrayBuffer()).equals(PIXEL)).toBe(true);
    await edit({ operation: 'update_file', file: file.id, name: 'sign.svg' });
    expect(await get(`/content/files/${file.id}`)).toMatchObject({
      name: 'sign.svg',
      dimensions: { width: 3, height: 4 },
    });
    expect((await get('/links')).stats).toEqual({ total: 1, broken: { total: 0 } });
    expect((await edit({ operation: 'delete_file', file: file.id })).status).toBe(200);
    expect((await get('/links')).stats).toEqual({ total: 1, broken: { total: 1 } });
    expect(refusalOf(await edit({ operation: 'delete_file', file: file.id }))).toEqual([
      404,
      'body.changes.0.file',
    ]);
    expect((await org.read.call('GET', `/spaces/${space}/content/files/${file.id}`)).status).toBe(404);
  });

  describe('downloads', () => {
    test('have their media type, and execute nothing', async () => {
      const files = await insert(
        inline(PIXEL, 'päth "1".png'),
        inline(SVG, 'x.svg'),
        inline('<html><script>alert(1)</script>', 'x.html'),
        inline('text', 'x.txt'),
        inline(randomBytes(10), 'x.bin'),
      );
      const shown = await Promise.all(
        files.map(async (file: { downloadURL: string }) => {
          const { status, headers } = await download(file.downloadURL);
          expect(status).toBe(200);
          expect(headers.get('x-content-type-options')).toBe('nosniff');
          expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
          expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
          expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
          return [headers.get('content-type'), headers.get('content-disposition')];
        }),
      );
      expect(shown).toEqual([
        ['image/png', `inline; filename="p_th _1_.png"; filename*=UTF-8''p%C3%A4th%20%221%22.png`],
        ['image/svg+xml', `inline; filename="x.svg"; filename*=UTF-8''x.svg`],
        ['text/html; charset=utf-8', `attachment; filename="x.html"; filename*=UTF-8''x.html`],
        ['text/plain; charset=utf-8', `inline; filename="x.txt"; filename*=UTF-8''x.txt`],
        ['application/octet-stream', `attachment; filename="x.bin"; filename*=UTF-8''x.bin`],
      ]);
    });

    test('support ranges and conditional requests', async () => {
      const [{ downloadURL: url }] = await insert(inline('0123456789'));
      const part = async (range: string, more: Record<string, string> = {}) => {
        const answer = await download(url, { range, ...more });
        return [answer.status, answer.headers.get('content-range'), await answer.text()];
      };
      expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
      expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
      expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
      expect(await part('bytes=-30')).toEqual([206, 'bytes 0-9/10', '0123456789']);
      expect(await part('bytes=8-1000')).toEqual([206, 'bytes 8-9/10', '89']);
      for (const odd of ['bytes=4-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=x'])
        expect(await part(odd)).toEqual([200, null, '0123456789']);
      for (const outside of ['bytes=10-', 'bytes=-0', `bytes=${'9'.repeat(30)}-`])
        expect((await part(outside)).slice(0, 2)).toEqual([416, 'bytes */10']);
      const etag = (await download(url)).headers.get('etag')!;
      expect(await part('bytes=2-4', { 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234']);
      expect(await part('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const answer = await download(url, { 'if-none-match': known });
        expect([answer.status, await answer.text()]).toEqual([304, '']);
      }
      expect((await download(url, { 'if-none-match': '"x"' })).status).toBe(200);
      const head = await download(url, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
        200,
        '10',
        etag,
      ]);
    });

    test('require a signed URL that is still valid', async () => {
      const [{ downloadURL: url }] = await insert(inline('secret', 'secret.txt'));
      const [, seal] = /files\/([^/]+)/.exec(url)!;
      const changed = seal!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const readable = Buffer.from(seal!.slice(0, -12), 'base64url').toString();
      const forged = Buffer.from(readable.replace(space, org.id)).toString('base64url') + seal!.slice(-12);
      for (const bad of [
        url.replace('secret.txt', 'other.txt'),
        url.replace(seal!, changed),
        url.replace(seal!, forged),
        url.replace(seal!, 'x'),
        url.replace(seal!, '%00'),
      ])
        expect([bad, [400, 404].includes((await download(bad)).status)]).toEqual([bad, true]);
      expect((await download(url)).status).toBe(200);
      clock.advance(DAY - 1000);
      expect((await download(url)).status).toBe(200);
      clock.advance(DAY + 1000);
      expect((await download(url)).status).toBe(404);
      const [{ downloadURL: fresh }] = (await get('/content/files')).items;
      expect((await download(fresh)).status).toBe(200);
      await org.admin.call('DELETE', `/spaces/${space}`);
      expect((await download(fresh)).status).toBe(404);
    });

    test('have the same URL all day, for caching', async () => {
      const [file] = await insert(inline('x'));
      expect((await get(`/content/files/${file.id}`)).downloadURL).toBe(file.downloadURL);
    });

    test('work from a copy, and after a transfer to another organization', async () => {
      const [file] = await insert(inline('kept'));
      const { body: copy } = await org.admin.call('POST', `/spaces/${space}/duplicate`);
      const [copied] = (await org.admin.call('GET', `/spaces/${copy.id}/content/files`)).body.items;
      expect(await (await download(copied.downloadURL)).text()).toBe('kept');
      const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
      await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
      expect(await (await download(file.downloadURL)).text()).toBe('kept');
      const [handed] = (await org.admin.call('GET', `/spaces/${space}/content/files`)).body.items;
      expect(await (await download(handed.downloadURL)).text()).toBe('kept');
    });
  });
});
