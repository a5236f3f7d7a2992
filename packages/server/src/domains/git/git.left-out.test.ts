import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

let server: TestServer;
let org: TestOrganization;
let repo: TestRepository;
let space: string;
let { sync, get, pages, revision, write, change, insert, update, expectExport, expectNoCommit } =
  {} as GitSync;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ sync, get, pages, revision, write, change, insert, update, expectExport, expectNoCommit } = gitSyncOf(
    server,
    org,
    space,
    repo,
  ));
});

describe('files that an import left out', () => {
  test('are never exported over, neither by new pages nor by new files', async () => {
    const others = {
      'docs/unlisted.md': '# Unlisted\n\nKeep me.\n',
      'docs/Upper.MD': '# Upper\n',
      'docs/home.md/part.txt': 'In a folder with the name of a page.\n',
    };
    await repo.commit({
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md': '* [Home](README.md)\n',
      'docs/README.md': '# Home\n',
      'docs/link.md': { link: 'README.md' },
      ...others,
    });
    const { problems } = await sync('import');
    expect(problems.map(({ path }: { path: string }) => path).sort()).toEqual([
      'docs/Upper.MD',
      'docs/link.md',
      'docs/unlisted.md',
    ]);
    for (const title of ['Unlisted', 'upper', 'Link', 'Home.md']) await insert(title);
    await expectExport();
    const files = await repo.files();
    expect(files).toMatchObject(others);
    expect(files['docs/unlisted-1.md']).toBe('# Unlisted\n\nNew.\n');
    expect(await repo.git('ls-tree', 'main', 'docs/link.md')).toMatch(/^120000/);
    await expectNoCommit();
    // The pages keep these paths, also in an export that takes the side of the space.
    await write('Unlisted', 'Changed.\n');
    expect(await sync('export', { force: true })).toMatchObject({ state: 'success' });
    const forced = await repo.files();
    expect(forced).toMatchObject({ ...others, 'docs/unlisted-1.md': '# Unlisted\n\nChanged.\n' });
    expect(Object.keys(forced).sort()).toEqual(Object.keys(files).sort());
  });

  test('fail an export by name if a folder is needed in their place', async () => {
    await repo.commit({ 'SUMMARY.md': '* [Home](README.md)\n', 'README.md': '# Home\n', guide: 'A file.\n' });
    await sync('import');
    await insert('Guide', { type: 'group', document: undefined });
    await insert('Below', { into: (await pages()).Guide!.id });
    expect(await sync('export')).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('guide/below.md cannot be written, because guide is not a folder'),
    });
    expect((await repo.files()).guide).toBe('A file.\n');
  });

  test('fail an export by name if the table of contents is a symbolic link', async () => {
    await repo.commit({
      'README.md': '# Home\n',
      'shared.md': '* [Home](README.md)\n',
      'SUMMARY.md': { link: 'shared.md' },
    });
    await sync('import');
    const commit = await repo.git('rev-parse', 'main');
    await insert('New');
    for (const force of [false, true])
      expect(await sync('export', { force })).toMatchObject({
        state: 'failure',
        error: expect.stringContaining('SUMMARY.md cannot be written, because it is a symbolic link'),
      });
    expect(await repo.git('rev-parse', 'main')).toBe(commit);
  });
});

describe('a file outside of the project', () => {
  const target = { repoProjectDirectory: 'docs' };
  const OUTSIDE = { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'README.md': '# Code\n' };
  const project = async () => {
    await repo.commit({
      ...OUTSIDE,
      'docs/SUMMARY.md': '* [Home](README.md)\n',
      'docs/README.md': '# Home\n\n![](../logo.svg)\n',
    });
    expect(await sync('import', target)).toMatchObject({ state: 'success', problems: [] });
    return (await get('/content/files')).items[0].id as string;
  };

  test.each([
    ['deleted', { operation: 'delete_file' }],
    ['renamed', { operation: 'update_file', name: 'other.svg' }],
    [
      'replaced',
      {
        operation: 'update_file',
        base64: Buffer.from('<svg/>').toString('base64'),
        contentType: 'image/svg+xml',
      },
    ],
  ])('stays as it is when it is %s in Lectern', async (_, edit) => {
    await change({ ...edit, file: await project() });
    expect(await sync('export', target)).toMatchObject({ state: 'success' });
    const files = await repo.files();
    expect(files).toMatchObject(OUTSIDE);
    const added = Object.keys(files).filter((path) => path.startsWith('docs/.gitbook/assets/'));
    expect(added).toHaveLength(edit.operation === 'delete_file' ? 0 : 1);
    if (added[0]) expect(files['docs/README.md']).toContain(added[0].replace('docs/', ''));
  });

  test('is linked to where it is, and is written inside of the project elsewhere', async () => {
    await project();
    await write('Home', (await get(`/content/page/${(await pages()).Home!.id}?format=markdown`)).markdown);
    await insert('New');
    expect(await sync('export', target)).toMatchObject({ state: 'success' });
    expect((await repo.files())['docs/README.md']).toBe('# Home\n\n![](../logo.svg)\n');
    const other = await repositories.repository();
    await other.commit({ 'logo.svg': 'Another logo\n' });
    expect(await sync('export', { ...target, url: other.folder })).toMatchObject({ state: 'success' });
    expect(await other.files()).toMatchObject({
      'logo.svg': 'Another logo\n',
      'docs/.gitbook/assets/logo.svg': OUTSIDE['logo.svg'],
      'docs/README.md': expect.stringContaining('.gitbook/assets/logo.svg'),
    });
  });
});

describe('a file that is edited in Lectern', () => {
  test('keeps its line ends', async () => {
    const page = '---\r\ndescription: d\r\n---\r\n\r\n# Crlf\r\n\r\nBody.\r\n';
    await repo.commit({
      'SUMMARY.md': '# Contents\r\n\r\n* [Home](README.md)\r\n* [Crlf](crlf.md)\r\n',
      'README.md': '# Home\n',
      'crlf.md': page,
      '.gitattributes': '* -text\n',
    });
    await sync('import');
    await write('Crlf', 'Body.\n\nMore.\n');
    await write('Home', 'Text.\n');
    await insert('New');
    await expectExport();
    const files = await repo.files();
    expect(files).toMatchObject({
      'README.md': '# Home\n\nText.\n',
      'crlf.md': `${page}\r\nMore.\r\n`,
      'new.md': '# New\n\nNew.\n',
      'SUMMARY.md': '# Contents\r\n\r\n* [Home](README.md)\r\n* [Crlf](crlf.md)\r\n* [New](new.md)\r\n',
    });
    await expectNoCommit();
  });

  test('is listed twice as before', async () => {
    const summary =
      '# Table of contents\n\n* [Before](dup.md#)\n* [Home](README.md)\n* [Dup](dup.md)\n* [Dup again](dup.md)\n';
    await repo.commit({ 'SUMMARY.md': summary, 'README.md': '# Home\n', 'dup.md': '# Dup\n' });
    await sync('import');
    await insert('New');
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toBe(`${summary}* [New](new.md)\n`);
    await expectNoCommit();
  });
});

describe('the file of variables', () => {
  const VARIABLES = `# The variables\nname: Acme # ours\nversion: 1.10\nlist:\n  - a\n  - b\nlong: "${'y'.repeat(300)}"\nwith-dash: 'z'\n`;
  const BOOK = { 'SUMMARY.md': '* [Home](README.md)\n', 'README.md': '# Home\n' };
  const variablesIn = async () => (await repo.files())['.gitbook/vars.yaml'];

  test('keeps its comments and the entries that were left out', async () => {
    await repo.commit({ ...BOOK, '.gitbook/vars.yaml': VARIABLES });
    expect((await sync('import')).problems).toHaveLength(3);
    await expectNoCommit();
    await change({ operation: 'set_variables', variables: { other: 'one' } });
    await expectExport();
    expect(await variablesIn()).toBe(`${VARIABLES}other: one\n`);
    await change({ operation: 'set_variables', variables: { name: 'New', version: null, other: null } });
    await expectExport();
    expect(await variablesIn()).toBe(
      VARIABLES.replace('name: Acme # ours\nversion: 1.10', 'name: New\n# ours'),
    );
    await change({ operation: 'set_variables', variables: { name: null } });
    await expectExport();
    expect(await variablesIn()).toContain(VARIABLES.slice(VARIABLES.indexOf('list:')));
    await expectNoCommit();
  });

  test('is removed with the last variable', async () => {
    await repo.commit({ ...BOOK, '.gitbook/vars.yaml': 'name: Acme\n' });
    await sync('import');
    await change({ operation: 'set_variables', variables: { name: null } });
    await expectExport();
    expect(await variablesIn()).toBeUndefined();
  });

  test('stays as it is if it could not be read', async () => {
    await repo.commit({ ...BOOK, '.gitbook/vars.yaml': '- one\n- two\n' });
    expect((await sync('import')).problems).toHaveLength(1);
    await change({ operation: 'set_variables', variables: { other: 'one' } });
    const message = 'is not a YAML mapping: the variables were not exported';
    await expectExport([{ path: '.gitbook/vars.yaml', message }]);
    expect(await variablesIn()).toBe('- one\n- two\n');
  });
});

describe('front matter', () => {
  test('gets the fields that are set in Lectern in place of empty and invalid values', async () => {
    const invalid = `description: 5\nhidden: "yes"\nif: "((("\nicon: ${'x'.repeat(60)}\nlayout:\n  width: huge\nown: 0x1F # kept\n`;
    await repo.commit({
      'README.md': '# Home\n',
      'null.md': '---\ndescription:\nhidden: false\n---\n\n# Null\n\nBody.\n',
      'bad.md': `---\n${invalid}---\n\n# Bad\n\nBody.\n`,
    });
    await sync('import');
    await update('Null', { description: 'Written in Lectern' });
    const fixed = { description: 'Fixed', hidden: true, icon: 'star', condition: 'true' };
    await update('Bad', { ...fixed, layout: { width: 'wide' } });
    await expectExport();
    const files = await repo.files();
    expect(files['null.md']).toBe(
      '---\ndescription: Written in Lectern\nhidden: false\n---\n\n# Null\n\nBody.\n',
    );
    expect(files['bad.md']).toBe(
      '---\ndescription: Fixed\nhidden: true\nif: "true"\nicon: star\nlayout:\n  width: wide\nown: 0x1F # kept\n---\n\n# Bad\n\nBody.\n',
    );
    // What git changes afterwards does not bring the old values back, nor does removing a field.
    await repo.commit({ 'null.md': files['null.md']!.replace('Body.', 'Body changed in git.') });
    await sync('import');
    expect((await pages()).Null).toMatchObject({ description: 'Written in Lectern' });
    await update('Bad', { description: '', icon: '' });
    await expectExport();
    expect((await repo.files())['bad.md']).not.toMatch(/description|icon/);
  });

  test('keeps the lines of its author where nothing was edited', async () => {
    const own =
      '# a comment\ndescription: "Some" # beside\nversion: 1.10\nsha: 0123456\nid: 12345678901234567890\nbig: 1e3\nhex: 0x1F\nwhen: 2024-01-01\non: yes\nnothing: ~\n';
    const year = '---\ntitle: 2024\nversion: 1.10\n---\n\nBody of the year.\n';
    await repo.commit({
      'README.md': '# Home\n',
      'front.md': `---\n${own}---\n\n# Front\n\nBody.\n`,
      'number.md': year,
      'cover.md': '---\ncover: "./.gitbook/assets/a%20b.png"\n---\n\n# Cover\n\nBody.\n',
      '.gitbook/assets/a b.png': 'Not really a picture',
    });
    await sync('import');
    expect(Object.keys(await pages())).toContain('2024');
    for (const title of ['Front', '2024', 'Cover']) await write(title, 'Changed.\n');
    await expectExport();
    expect(await repo.files()).toMatchObject({
      'front.md': `---\n${own}---\n\n# Front\n\nChanged.\n`,
      'number.md': year.replace('Body of the year.', 'Changed.'),
      'cover.md': '---\ncover: "./.gitbook/assets/a%20b.png"\n---\n\n# Cover\n\nChanged.\n',
    });
    await update('Front', { description: 'Other' });
    await update('2024', { title: '2025' });
    await expectExport();
    expect(await repo.files()).toMatchObject({
      'front.md': `---\n${own.replace('"Some" # beside', 'Other\n# beside')}---\n\n# Front\n\nChanged.\n`,
      'number.md': '---\ntitle: "2025"\nversion: 1.10\n---\n\nChanged.\n',
    });
  });

  test('of a reusable content keeps its other keys', async () => {
    const part = '---\n# ours\ntitle: Part\ndescription: kept\nversion: 1.10\n---\n\nShared text.\n';
    await repo.commit({
      'SUMMARY.md': '* [Home](README.md)\n',
      'README.md': '# Home\n\n{% include ".gitbook/includes/part.md" %}\n',
      '.gitbook/includes/part.md': part,
    });
    await sync('import');
    await expectNoCommit();
    const [{ id: reusableContent }] = (await get('/content')).reusableContents;
    const document = { markdown: 'Shared text two.' };
    await change({ operation: 'update_reusable_content', reusableContent, document });
    await expectExport();
    const changed = part.replace('text.', 'text two.');
    expect((await repo.files())['.gitbook/includes/part.md']).toBe(changed);
    await change({ operation: 'update_reusable_content', reusableContent, title: 'Other' });
    await expectExport();
    expect((await repo.files())['.gitbook/includes/part.md']).toBe(
      changed.replace('title: Part', 'title: Other'),
    );
  });
});

describe('a long title', () => {
  test('is not cut', async () => {
    const title = 'Very long title '.repeat(25).trim();
    const listed = 'Long group '.repeat(40).trim();
    await repo.commit({
      'SUMMARY.md': `* [Home](README.md)\n\n## ${listed}\n\n* [${title} too](long.md)\n`,
      'README.md': '# Home\n',
      'long.md': `# ${title}\n\nBody.\n`,
    });
    expect(await sync('import')).toMatchObject({ state: 'success', problems: [] });
    await write(title, 'Body changed.\n');
    await insert('New');
    await expectExport();
    const files = await repo.files();
    expect(files['long.md']).toBe(`# ${title}\n\nBody changed.\n`);
    expect(files['SUMMARY.md']).toContain(`## ${listed}\n`);
    expect(files['SUMMARY.md']).toContain(`"${title} too"`);
  });

  test.each([
    ['a page', { 'README.md': `# ${'x'.repeat(5001)}\n` }, 'README.md'],
    ['a table of contents', { 'SUMMARY.md': `* [${'x'.repeat(5001)}](README.md)\n` }, 'SUMMARY.md'],
  ])('beyond the limit of %s is refused by name, and nothing is imported', async (_, files, path) => {
    await repo.commit({ 'README.md': '# Home\n' });
    await sync('import');
    const before = await revision();
    await repo.commit(files);
    expect(await sync('import')).toMatchObject({
      state: 'failure',
      error: expect.stringMatching(new RegExp(`^${path}.* 5001 characters.*Nothing was imported`)),
    });
    expect(await revision()).toBe(before);
  });
});
