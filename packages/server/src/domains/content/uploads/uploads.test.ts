import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { PIXEL } from '../../../testing/edit-content.ts';
import { type Answer, startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const MB = 1024 * 1024;
const BOUNDARY = 'boundary';

describe('uploaded files', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(async (fresh) => {
    ({ server, org } = fresh);
    space = await createLiveSpace(org);
  });

  const form = (
    file: { content: string | Buffer; name?: string; type?: string } | undefined,
    fields: Record<string, string> = {},
    order: 'first' | 'last' = 'last',
  ) => {
    const made = new FormData();
    const add = () =>
      file &&
      made.append('file', new Blob([file.content], { type: file.type ?? '' }), file.name ?? 'note.txt');
    if (order === 'first') add();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    if (order === 'last') add();
    return made;
  };
  const upload = (body: FormData, by = org.edit): Promise<Answer> =>
    by.call('POST', `/spaces/${space}/files`, body);
  const get = async (at: string) => (await org.read.call('GET', `/spaces/${space}${at}`)).body;
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.details?.[0]?.path];
  const waiting = () => readdir(path.join(server.dataDir, 'blobs', '.incoming')).catch((): string[] => []);
  const nothingStays = async () => {
    expect((await get('/content/files')).count).toBe(0);
    expect(await waiting()).toEqual([]);
  };

  test('are in the space, and typed by their bytes', async () => {
    const picture = await upload(form({ content: PIXEL, name: 'päth "1".png', type: 'text/html' }));
    expect([picture.status, picture.body]).toEqual([
      201,
      expect.objectContaining({
        name: 'päth "1".png',
        contentType: 'image/png',
        size: PIXEL.length,
        dimensions: { width: 1, height: 1 },
      }),
    ]);
    const table = await upload(form({ content: 'a,b\n', name: 'x', type: 'text/csv' }, { name: 'table' }));
    expect(table.body).toMatchObject({ name: 'table', contentType: 'text/csv' });
    const page = await upload(form({ content: '<html><script>alert(1)</script>', type: 'image/png' }));
    expect(page.body).toMatchObject({ contentType: 'text/html' });
    expect((await get('/content/files')).items).toEqual([picture.body, table.body, page.body]);
    const bytes = Buffer.from(await (await fetch(picture.body.downloadURL)).arrayBuffer());
    expect(bytes.equals(PIXEL)).toBe(true);
    const { revision } = await get('');
    expect((await get(`/revisions/${revision}/changes`)).changes).toMatchObject([
      { type: 'file_created', file: { id: page.body.id } },
    ]);
    expect((await server.eventsOf(space)).map(({ action }) => action)).toContain('space.content-updated');
  });

  test('of a change request are only there, wherever the form names it', async () => {
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'locked' });
    const at = `/change-requests/${request.id}`;
    const one = await upload(form({ content: 'one' }, { changeRequest: request.id }));
    const two = await upload(form({ content: 'two' }, { changeRequest: request.id }, 'first'));
    expect([one.status, two.status, two.body.name]).toEqual([201, 201, 'note-1.txt']);
    expect((await get(`${at}/content/files`)).items).toEqual([one.body, two.body]);
    expect(refusalOf(await upload(form({ content: 'three' })))).toEqual([409, undefined]);
    await org.edit.call('PATCH', `/spaces/${space}${at}`, { status: 'archived' });
    expect((await upload(form({ content: 'four' }, { changeRequest: request.id }))).status).toBe(409);
    await nothingStays();
  });

  test('that are equal are stored once', async () => {
    const content = randomBytes(10 * MB);
    const sizes = [];
    for (const name of ['a.bin', 'b.bin']) sizes.push((await upload(form({ content, name }))).body.size);
    expect(sizes).toEqual([content.length, content.length]);
    const blobs = await readdir(path.join(server.dataDir, 'blobs', org.id), { recursive: true });
    expect(blobs.filter((name) => name.length > 64)).toHaveLength(1);
  });

  test.each<[string, () => FormData, [number, string | undefined]]>([
    ['no file', () => form(undefined, { name: 'x' }), [400, 'body.file']],
    ['a field in its place', () => form(undefined, { file: 'x' }), [400, 'body.file']],
    [
      'an unknown change request',
      () => form({ content: 'x' }, { changeRequest: 'nothing' }),
      [400, 'body.changeRequest'],
    ],
    ['a name that is too long', () => form({ content: 'x' }, { name: 'x'.repeat(257) }), [400, 'body.name']],
    [
      'a name with invalid characters',
      () => form({ content: 'x' }, { name: 'a\0b' }, 'first'),
      [400, 'body.name'],
    ],
    ['a field without end', () => form({ content: 'x' }, { name: 'x'.repeat(20_000) }), [400, 'body.name']],
    [
      'a file elsewhere',
      () => {
        const made = form({ content: 'x' });
        made.append('other', new Blob(['y']), 'y.txt');
        return made;
      },
      [400, undefined],
    ],
    [
      'two files',
      () => {
        const made = form({ content: 'x' });
        made.append('file', new Blob(['y']), 'y.txt');
        return made;
      },
      [400, undefined],
    ],
    [
      'a name that is everywhere',
      () => form({ content: 'x' }, { ['__proto__' as string]: 'x', constructor: 'y' }),
      [400, undefined],
    ],
    [
      'many fields',
      () => form({ content: 'x' }, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x']))),
      [400, undefined],
    ],
    ['too many bytes', () => form({ content: Buffer.alloc(100 * MB + 1) }), [413, undefined]],
  ])('with %s are rejected, and nothing is stored', async (_, make, refusal) => {
    expect(refusalOf(await upload(make()))).toEqual(refusal);
    await nothingStays();
  });

  test('are not read without permission to edit', async () => {
    expect((await upload(form({ content: 'x' }), org.comment)).status).toBe(403);
    expect((await upload(form({ content: 'x' }), org.guest)).status).toBe(404);
    await nothingStays();
  });

  /** Sends bytes of a form by hand, with an end of one's choice. */
  const sendRaw = (
    headers: Record<string, string>,
    write: (request: http.ClientRequest) => void,
  ): Promise<{ status: number; text: string } | Error> =>
    new Promise((resolve) => {
      const request = http.request(`${server.url}/v1/spaces/${space}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.edit.token}`, ...headers },
      });
      request.on('error', resolve);
      request.on('response', (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
        response.on('error', resolve);
      });
      write(request);
    });
  const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const opening = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x.bin"\r\n\r\n`;

  test('without a content length are aborted at the limit', async () => {
    const answer = await sendRaw(multipart, (request) => {
      request.write(opening);
      let sent = 0;
      const more = () => {
        sent += 4;
        if (sent > 120) request.end(`\r\n--${BOUNDARY}--\r\n`);
        else request.write(Buffer.alloc(4 * MB), () => setImmediate(more));
      };
      more();
    });
    expect(answer).toMatchObject({ status: 413, text: expect.stringContaining('100 MB') });
    await nothingStays();
  });

  test('are streamed to the disk, and leave nothing behind when they are aborted', async () => {
    const folder = path.join(server.dataDir, 'blobs', '.incoming');
    const until = async (isSo: () => Promise<boolean>) => {
      for (let i = 0; i < 600 && !(await isSo()); i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await isSo()).toBe(true);
    };
    let request: http.ClientRequest | undefined;
    const ended = sendRaw(multipart, (begun) => {
      request = begun;
      begun.write(opening);
      begun.write(Buffer.alloc(5 * MB));
    });
    await until(async () => {
      const [name] = await waiting();
      return name !== undefined && (await stat(path.join(folder, name))).size > 4 * MB;
    });
    request!.destroy();
    await ended;
    await until(async () => (await waiting()).length === 0);
    await nothingStays();
  });

  test('in progress are completed when the server shuts down', async () => {
    const ending = await startServer();
    const own = await ending.organization();
    const target = await createLiveSpace(own);
    const request = http.request(`${ending.url}/v1/spaces/${target}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.edit.token}`, ...multipart },
    });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) =>
      request.once('response', resolve).once('error', reject),
    );
    request.write(opening);
    request.write(Buffer.alloc(MB));
    const folder = path.join(ending.dataDir, 'blobs', '.incoming');
    await expect
      .poll(async () => (await readdir(folder).catch(() => [])).length, { interval: 50, timeout: 30_000 })
      .toBe(1);
    const closed = ending.app.close();
    await expect.poll(() => ending.app.http.server.listening, { interval: 50 }).toBe(false);
    request.write(Buffer.alloc(MB));
    request.end(`\r\n--${BOUNDARY}--\r\n`);
    const response = await answered;
    expect([response.statusCode, await json(response)]).toEqual([
      201,
      expect.objectContaining({ size: 2 * MB }),
    ]);
    await closed;
    await rm(ending.dataDir, { recursive: true });
  });

  test('that stall do not delay the shutdown of the server', async () => {
    const ending = await startServer();
    const own = await ending.organization();
    const target = await createLiveSpace(own);
    const request = http.request(`${ending.url}/v1/spaces/${target}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.edit.token}`, ...multipart },
    });
    const cut = new Promise((resolve) => request.once('error', resolve));
    request.write(opening);
    request.write(Buffer.alloc(MB));
    const folder = path.join(ending.dataDir, 'blobs', '.incoming');
    while ((await readdir(folder).catch(() => [])).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await ending.app.close();
    expect(await cut).toBeInstanceOf(Error);
    expect(await readdir(folder)).toEqual([]);
    await rm(ending.dataDir, { recursive: true });
  });

  test('without a name, or with a name in any script, are accepted', async () => {
    const part = (head: string) => `--${BOUNDARY}\r\n${head}\r\n\r\nbytes\r\n--${BOUNDARY}--\r\n`;
    const nameless = part(
      'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream',
    );
    expect(await sendRaw(multipart, (request) => request.end(nameless))).toMatchObject({ status: 201 });
    const odd = part('content-disposition: form-data; name="file"; filename="\xff\xfe/..\\\\x"');
    const answer = await sendRaw(multipart, (request) => request.end(odd, 'latin1'));
    expect(answer).toMatchObject({ status: 201 });
    const { items } = await get('/content/files');
    expect(items.map(({ name }: { name: string }) => name.replaceAll(/[^\w]/g, '_'))[0]).toBe('file');
    expect(items[1].name).not.toMatch(/[/\\]/);
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['no end', multipart, `${opening}half`, 400],
    ['no boundary', { 'content-type': 'multipart/form-data' }, `${opening}x`, 400],
    ['nothing in it', multipart, '', 400],
    ['no form in it', multipart, 'just text', 400],
    ['JSON', { 'content-type': 'application/json' }, '{"file":"x"}', 415],
    ['another kind of form', { 'content-type': 'application/x-www-form-urlencoded' }, 'file=x', 415],
    ['no type', {}, '', 415],
  ])('with a body that has %s are rejected', async (_, headers, body, status) => {
    expect(await sendRaw(headers, (request) => request.end(body))).toMatchObject({ status });
    await nothingStays();
  });
});
