import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const DAY = 24 * 60 * 60 * 1000;

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0ffee' } });

/** A PNG of some hundred bytes that says to be 60,000 pixels wide and high. */
const bomb = (): Buffer => {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) =>
    (bytes.reduce((c, byte) => (crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8)) >>> 0, 0xffffffff) ^ 0xffffffff) >>>
    0;
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('thumbnails', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(
    async (fresh) => {
      ({ server, org } = fresh);
      space = await createLiveSpace(org);
    },
    { clock },
  );

  const upload = async (content: Buffer | string, name = 'picture.png') => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return (await org.edit.call('POST', `/spaces/${space}/files`, form)).body;
  };
  const measure = async (answer: Response) => {
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [answer.status, answer.headers.get('content-type'), format, width, height];
  };
  const rows = () =>
    server.app.kernel.db
      .selectFrom('thumbnails')
      .select(['width', 'hash'])
      .where('organization_id', '=', org.id)
      .orderBy('width')
      .execute();

  test('are generated once, never enlarged, and sent like any file', async () => {
    const { downloadURL: url } = await upload(await paint(1000, 500).png().toBuffer(), 'wide "1".png');
    expect(await measure(await fetch(`${url}?width=320`))).toEqual([200, 'image/webp', 'webp', 320, 160]);
    expect(await measure(await fetch(`${url}?width=1920`))).toEqual([200, 'image/webp', 'webp', 1000, 500]);
    expect(await measure(await fetch(url))).toEqual([200, 'image/png', 'png', 1000, 500]);
    const made = await rows();
    expect(made.map(({ width }) => width)).toEqual([320, 1920]);
    const again = await fetch(`${url}?width=320`);
    expect(again.headers.get('etag')).toBe(`"${made[0]!.hash}"`);
    expect(again.headers.get('content-disposition')).toContain(`filename*=UTF-8''wide%20%221%22.webp`);
    expect(again.headers.get('content-security-policy')).toContain('sandbox');
    const etag = again.headers.get('etag')!;
    expect((await fetch(`${url}?width=320`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(`${url}?width=320`, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect(await rows()).toEqual(made);
  });

  test.each(['jpeg', 'webp', 'gif', 'avif'] as const)('are also generated for %s', async (format) => {
    const { downloadURL: url } = await upload(
      await paint(400, 400).toFormat(format).toBuffer(),
      `x.${format}`,
    );
    expect((await measure(await fetch(`${url}?width=64`))).slice(2)).toEqual(['webp', 64, 64]);
  });

  test('apply the orientation, and contain no location', async () => {
    const turned = await paint(400, 200)
      .jpeg()
      .withExif({ IFD0: { Orientation: '6', Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { downloadURL: url } = await upload(turned, 'photo.jpg');
    const answer = await fetch(`${url}?width=64`);
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([64, 128, undefined]);
  });

  test('requested concurrently are generated once', async () => {
    const { downloadURL: url } = await upload(await paint(2000, 1000).png().toBuffer());
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}?width=640`)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag')}`)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test.each<[string, () => Promise<string | Buffer> | string | Buffer, string]>([
    ['an unsupported size', () => paint(10, 10).png().toBuffer(), '321'],
    ['a size that is not a number', () => paint(10, 10).png().toBuffer(), 'x'],
    ['a file that is not a picture', () => 'text', '320'],
    ['a vector graphic', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', '320'],
    ['what ends too early', async () => (await paint(900, 900).jpeg().toBuffer()).subarray(0, 400), '320'],
    ['what only begins like a picture', () => Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), '320'],
    ['more pixels than fit into memory', bomb, '320'],
  ])('with %s are rejected with a reason', async (_, make, width) => {
    const { downloadURL: url } = await upload(await make());
    const answer = await fetch(`${url}?width=${width}`);
    const { error } = (await answer.json()) as { error: { details: { path: string }[] } };
    expect([answer.status, error.details[0]!.path]).toEqual([400, 'query.width']);
    expect((await fetch(url)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  test('are deleted after a day without use and with their picture, and generated again on request', async () => {
    const { downloadURL: old } = await upload(await paint(500, 500).png().toBuffer());
    await fetch(`${old}?width=64`);
    const remove = () => server.app.services.garbageCollection.collect(org.id);
    const url = async () =>
      (await org.read.call('GET', `/spaces/${space}/content/files`)).body.items[0].downloadURL;
    clock.advance(0.8 * DAY);
    expect((await fetch(`${await url()}?width=64`)).status).toBe(200);
    clock.advance(0.8 * DAY);
    expect((await remove()).blobs).toBe(0);
    clock.advance(DAY);
    expect((await remove()).blobs).toBe(1);
    expect(await rows()).toEqual([]);
    expect((await measure(await fetch(`${await url()}?width=64`))).slice(3)).toEqual([64, 64]);
  });
});
