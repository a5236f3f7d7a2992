import { expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { runImport, uploadImportFile } from '../../../testing/imports.ts';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, roles: ['api', 'worker'] },
);

const ask = (by: Person, file: object = {}) =>
  by.call('POST', `/orgs/${org.id}/storage/upload`, {
    file: { name: 'guide.md', type: 'text/markdown', size: 5, ...file },
    kind: 'import_file',
  });
const prepared = async (file: object = {}) =>
  (await ask(org.admin, file)).body as {
    url: string;
    key: string;
    error?: { details: { path: string }[] };
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

test('a file is uploaded to its signed URL, with any media type', async () => {
  for (const type of ['text/markdown', 'application/json', 'multipart/form-data; boundary=x', '']) {
    const { url, key } = await prepared();
    expect(await put(url, Buffer.from('words'), type ? { 'content-type': type } : {})).toBe(204);
    expect(await blobOf(key)).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('a file must have the announced size', async () => {
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

test('a file is accepted only at its URL, and only for an hour', async () => {
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

test('files that are too large or of an unknown type are rejected', async () => {
  expect((await prepared({ size: 101 * 1024 * 1024 })).error?.details[0]?.path).toBe('body.file.size');
  const { status } = await org.admin.call('POST', `/orgs/${org.id}/storage/upload`, {
    file: { name: 'a', type: 'b', size: 1 },
    kind: 'unknown',
  });
  expect(status).toBe(400);
});

test('users without any permission to edit cannot upload, users with one can', async () => {
  expect((await ask(org.comment)).status).toBe(403);
  const space = await org.space();
  // Who comments opens change requests, which take imports.
  expect((await ask(org.comment)).status).toBe(201);
  const refused = await ask(org.read);
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'You do not have permission to edit any space of this organization',
  ]);
  expect((await ask(org.guest)).status).toBe(403);
  await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'edit', users: [org.guest.id] });
  expect((await ask(org.guest)).status).toBe(201);
});

const LARGE = 100 * 1024 * 1024;

test('pending uploads of a user are limited in bytes', async () => {
  const announce = async (name: string) => (await ask(org.create, { name, size: LARGE })).status;
  for (let n = 0; n < 5; n++) expect(await announce(`${n}.zip`)).toBe(201);
  const refused = await ask(org.create, { name: 'last.zip', size: LARGE });
  expect([refused.status, refused.body.error.message]).toEqual([413, expect.stringContaining('512 MB')]);
  // One that was announced before and never sent is replaced; others have room of their own.
  expect(await announce('4.zip')).toBe(201);
  expect((await ask(org.admin, { size: LARGE })).status).toBe(201);
  clock.advance(61 * 60 * 1000);
  expect(await announce('last.zip')).toBe(201);
});

test('pending uploads of a user are limited in number, until an import has used them', async () => {
  const space = await createLiveSpace(org);
  const key = await uploadImportFile(org, 'used.md', '# Used\n\nWords.\n', org.create);
  const many = await Promise.all(Array.from({ length: 104 }, (_, n) => ask(org.create, { name: `${n}.md` })));
  expect(many.filter(({ status }) => status === 201)).toHaveLength(99);
  const refused = many.find(({ status }) => status !== 201)!;
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('100 files')]);
  const run = await runImport(org, { type: 'file', files: [key] }, { space }, org.create);
  expect(run.status).toBe('completed');
  expect((await ask(org.create, { name: 'one-more.md' })).status).toBe(201);
  expect((await ask(org.create, { name: 'another.md' })).status).toBe(409);
});

test('a URL accepts one file: the same bytes again, but no others', async () => {
  const { url, key } = await prepared();
  expect(await put(url, 'words')).toBe(204);
  const blob = await blobOf(key);
  expect(await put(url, 'words')).toBe(204);
  expect(await put(url, 'spots')).toBe(409);
  expect(await blobOf(key)).toBe(blob);
});
