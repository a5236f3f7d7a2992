import { expect, test } from 'vitest';
import { zipOf } from '../../testing/archives.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { PIXEL } from '../../testing/edit-content.ts';
import { pagesOf, runImport, startImport, uploadImportFile, waitForImport } from '../../testing/imports.ts';
import type { TestOrganization } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

test('a preview reports pages, unknown tags and what is left out, and changes nothing', async () => {
  const space = await createLiveSpace(org);
  const archive = await zipOf({
    'README.md': '# Home\n\n![](p.png)\n',
    'guide/README.md':
      '# Guide\n\n{% carousel speed="2" %}\n\nText with {% sparkle %}.\n\n{% hint style="info" %}\nKnown.\n{% endhint %}\n',
    'guide/start.md': '# Start\n',
    'p.png': PIXEL,
    'note.xyz': 'what is this',
    'more/tips.md': '# Tips\n',
  });
  const source = { type: 'file', files: [await uploadImportFile(org, 'all.zip', archive)] };
  const { id } = await startImport(org, source, { space }, org.admin, { preview: true });
  const run = await waitForImport(org, id, ({ status }) => status === 'completed');
  expect(run).toMatchObject({
    pages: [],
    preview: {
      pages: [
        { title: 'Home', depth: 0 },
        { title: 'Guide', depth: 0 },
        { title: 'Start', depth: 1 },
        { title: 'More', depth: 0, isFolder: true },
        { title: 'Tips', depth: 1 },
      ],
      pageCount: 4,
      fileCount: 1,
    },
  });
  expect(run.report).toEqual([
    { path: 'note.xyz', message: 'is neither a page nor a supported file and was skipped' },
    {
      path: 'guide/README.md',
      message: 'contains the unknown tag {% carousel speed="2" %}, which was kept as text',
    },
    { path: 'guide/README.md', message: 'contains the unknown tag {% sparkle %}, which was kept as text' },
  ]);
  expect(await pagesOf(org, space)).toEqual({});
  const imported = await runImport(org, source, { space });
  expect(imported).not.toHaveProperty('preview');
  expect(imported.report).toEqual(run.report);
  expect(imported.pages).toHaveLength(4);
  expect(Object.keys(await pagesOf(org, space))).toHaveLength(5);
  expect([run.isPreview, imported.isPreview]).toEqual([true, undefined]);
});
