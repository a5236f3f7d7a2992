import { expect, test } from 'vitest';
import { readZip } from '../../../kernel/zip.ts';
import { zipOf } from '../../../testing/archives.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { PIXEL } from '../../../testing/edit-content.ts';
import { runImport, uploadImportFile } from '../../../testing/imports.ts';
import { type TestOrganization, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const clock = testClock();
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ org } = fresh);
  },
  { roles: ['api', 'worker'], clock },
);

const FILES = {
  'README.md': '# Home\n\nThe [guide](guide/start.md).\n',
  'guide/start.md': '# Start\n\n![](../.gitbook/assets/p.png)\n',
  '.gitbook/assets/p.png': PIXEL,
};

const importFiles = async (files: Readonly<Record<string, string | Uint8Array>>) => {
  const space = await createLiveSpace(org);
  const upload = await uploadImportFile(org, 'docs.zip', await zipOf(files));
  expect(await runImport(org, { type: 'file', files: [upload] }, { space })).toMatchObject({
    status: 'completed',
  });
  return space;
};

const exportUrl = async (spaceId: string): Promise<string> =>
  (await org.read.request('getSpaceExport', { params: { spaceId } })).body.url;

const unzip = async (archive: Buffer) => {
  const found: Record<string, string> = {};
  for await (const { path, content } of readZip(archive)) {
    const parts = [];
    for await (const part of content) parts.push(part);
    found[path] = Buffer.concat(parts).toString('latin1');
  }
  return found;
};

test('a reader downloads a space as an archive, which an import restores', async () => {
  const space = await importFiles(FILES);
  await org.admin.request('updateSpaceById', { params: { spaceId: space }, body: { title: 'Größe & co' } });
  const response = await fetch(await exportUrl(space));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.zip"/);
  const exported = await unzip(Buffer.from(await response.arrayBuffer()));
  expect(Object.keys(exported).sort()).toEqual([
    '.gitbook/assets/p.png',
    'README.md',
    'SUMMARY.md',
    'guide/start.md',
  ]);
  expect(exported['.gitbook/assets/p.png']).toBe(Buffer.from(PIXEL).toString('latin1'));
  expect(exported['README.md']).toContain('[guide](guide/start.md)');
});

test('an archive is not for those who have lost access, and not for ever', async () => {
  const space = await createLiveSpace(org);
  const url = await exportUrl(space);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url.replace(/[^/]+\.zip$/, 'other.zip'))).status).toBe(404);
  await org.admin.request('updateSpaceById', { params: { spaceId: space }, body: { defaultLevel: null } });
  expect((await fetch(url)).status).toBe(404);
  await org.admin.request('updateSpaceById', {
    params: { spaceId: space },
    body: { defaultLevel: 'inherit' },
  });
  expect((await fetch(url)).status).toBe(200);
  clock.advance(61 * 60_000);
  expect((await fetch(url)).status).toBe(404);
});
