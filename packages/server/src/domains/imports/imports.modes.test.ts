import { expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { callerOf, pagesOf, textsOf } from '../../testing/imports.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

/** Imports texts into a space through the command line. */
const importTexts = (space: string, mode: 'add' | 'replace', texts: Readonly<Record<string, string>>) => {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const course = { signal: new AbortController().signal, progress: () => {} };
  return server.app.services.imports.write(callerOf(org), { space }, files, mode, course);
};

test('an import that replaces a space replaces edits of its pages, too', async () => {
  const space = await createLiveSpace(org);
  const include = '{% include ".gitbook/includes/part.md" %}';
  const files = {
    'README.md': '# Home\n\nFirst text.\n',
    // Not as Lectern writes it.
    'two.md': `# Two\n\n- Second text.\n\n${include}\n`,
    '.gitbook/includes/part.md': '---\ntitle: part\n---\n\nShared text.\n',
  };
  await importTexts(space, 'replace', files);
  expect((await importTexts(space, 'replace', files)).revision).toBeUndefined();
  const textOf = async (title: string) =>
    Object.values(await pagesOf(org, space)).find((page) => page.title === title)!;
  const { id, markdown } = await textOf('Two');
  const edit = (page: string, text: string) =>
    org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'update_page', page, title: 'Three', document: { markdown: text } }],
    });
  expect((await edit(id, 'Local words.')).status).toBe(200);
  expect((await importTexts(space, 'replace', files)).revision).toBeDefined();
  expect(await textOf('Two')).toMatchObject({ id, markdown });
  expect((await importTexts(space, 'replace', files)).revision).toBeUndefined();
});

test('an import that adds pages keeps the variables of the space, and reports others of the same name', async () => {
  const space = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'set_variables', variables: { name: 'Acme', year: '2026' } }],
  });
  const { report } = await importTexts(space, 'add', {
    'README.md': '# Theirs\n',
    '.gitbook/vars.yaml': 'name: Other\nyear: "2026"\ncity: Oslo\n',
  });
  const { variables } = (await org.admin.call('GET', `/spaces/${space}/content`)).body;
  expect(variables).toEqual({ name: 'Acme', year: '2026', city: 'Oslo' });
  expect(report).toEqual([
    {
      path: '.gitbook/vars.yaml',
      message: 'defines the variable name, which was left out: the space has another value for it',
    },
  ]);
});

test('a space is exported into an existing folder as into a repository', async () => {
  const space = await createLiveSpace(org);
  const { imports, spaces } = server.app.services;
  const course = { signal: new AbortController().signal, progress: () => {} };
  let folder: Record<string, string> = {
    'README.md': '# Home\n',
    'SUMMARY.md': '# Our contents\n\n* [Home](README.md)\n* [Soon](soon.md)\n',
    'new-page.md': '# Unlisted\n\nPrecious words.\n',
    '.gitbook/vars.yaml': '# Ours\nname: Acme\nwith-dash: x\n',
  };
  const exportInto = async (others: readonly string[] = []) => {
    const existing = {
      files: Object.keys(folder),
      others,
      textAt: async (at: string) => folder[at],
    };
    const subject = (await spaces.find(org.admin.id, space))!;
    const written = await textsOf(imports.exportSpace(subject, { folder: existing }));
    folder = { ...folder, ...Object.fromEntries(written) };
  };
  const given = Object.entries(folder).map(([at, text]) => ({ path: at, bytes: Buffer.from(text) }));
  await imports.write(callerOf(org), { space }, given, 'replace', course);
  const before = folder;
  await exportInto();
  expect(folder).toEqual(before);
  const changes = [{ operation: 'insert_page', title: 'New page', document: { markdown: 'Fresh.' } }];
  await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  await exportInto();
  const after = {
    ...before,
    'new-page-1.md': '# New page\n\nFresh.\n',
    'SUMMARY.md': `${before['SUMMARY.md']}* [New page](new-page-1.md)\n`,
  };
  expect(folder).toEqual(after);
  // Again, the new page is at the same path.
  await exportInto();
  expect(folder).toEqual(after);
  await expect(exportInto(['README.md'])).rejects.toThrow('README.md is not a regular file');
});
