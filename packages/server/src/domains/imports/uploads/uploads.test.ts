import { expect, test } from 'vitest';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock },
);

const prepared = async (file: object = {}) => {
  const { body } = await org.admin.call('POST', `/orgs/${org.id}/storage/upload`, {
    file: { name: 'guide.md', type: 'text/markdown', size: 5, ...file },
    kind: 'import_file',
  });
  return body as { url: string; key: string; error?: { details: { path: string }[] } };
};
const put = async (url: string, body: string | Uint8Array | undefined, headers = {}) =>
  (await fetch(url, { method: 'PUT', headers, ...(body !== undefined && { body }) })).status;
const blobOf = async (key: string) =>
  (
    await server.app.kernel.db
      .selectFrom('uploads')
      .select('blob')
      .where('id', '=', key)
      .executeTakeFirstOrThrow()
  ).blob;

test('a file is sent to the address that was made for it, whatever its type is called', async () => {
  for (const type of ['text/markdown', 'application/json', 'multipart/form-data; boundary=x', '']) {
    const { url, key } = await prepared();
    expect(await put(url, Buffer.from('words'), type ? { 'content-type': type } : {})).toBe(204);
    expect(await blobOf(key)).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('no more and no less than was announced', async () => {
  const { url, key } = await prepared();
  expect(await put(url, 'words too many')).toBe(413);
  expect(await put(url, 'few')).toBe(400);
  expect(await put(url, undefined)).toBe(400);
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
  });
  const told = await fetch(url, { method: 'PUT', body: endless, duplex: 'half' } as RequestInit).then(
    ({ status }) => status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(told);
  expect(await blobOf(key)).toBeNull();
  expect(await put((await prepared({ size: 0 })).url, undefined)).toBe(204);
});

test('only at that address, and only for an hour', async () => {
  const { url } = await prepared();
  for (const other of [
    `${url}x`,
    url.slice(0, -1),
    url.replace(/[^/]+$/, 'none'),
    url.replace(/[^/]+$/, '%00'),
  ])
    expect(await put(other, 'words')).toBeGreaterThanOrEqual(400);
  expect(await put(url.slice(0, -1), 'words')).toBe(404);
  clock.advance(61 * 60 * 1000);
  expect(await put(url, 'words')).toBe(404);
});

test('what is too large or of another kind is not announced', async () => {
  expect((await prepared({ size: 101 * 1024 * 1024 })).error?.details[0]?.path).toBe('body.file.size');
  const { status } = await org.admin.call('POST', `/orgs/${org.id}/storage/upload`, {
    file: { name: 'a', type: 'b', size: 1 },
    kind: 'customization_font',
  });
  expect(status).toBe(400);
});
