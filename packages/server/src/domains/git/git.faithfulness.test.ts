import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf } from '../../testing/git-sync.ts';
import { textsOf } from '../../testing/imports.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

let server: TestServer;
let org: TestOrganization;
let repo: TestRepository;
let space: string;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ ask, last, sync, get, pages, revision, markdown, write } = gitSyncOf(server, org, space, repo));
});

let { ask, last, sync, get, pages, revision, markdown, write } = {} as GitSync;

const BOOK = { 'README.md': '# Home\n\nWords.\n', 'new.md': '# New\n\nMore words.\n' };
const LISTED = { ...BOOK, 'SUMMARY.md': '* [Home](README.md)\n* [New](new.md)\n' };

const change = async (...changes: object[]) =>
  expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);

/** Says that an export makes no commit. */
const expectNoCommit = async () => {
  const before = await repo.head();
  expect(await sync('export')).toMatchObject({ state: 'success' });
  expect(await repo.head()).toBe(before);
};

test('names that differ only in case are kept, and an export without changes creates no commit', async () => {
  await repo.commit({
    'README.md': '# Home\n',
    'CASE.md': '# Upper\n',
    'case.md': '# Lower\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Upper](CASE.md)\n* [Lower](case.md)\n',
  });
  await sync('import');
  await expectNoCommit();
  await write('Lower', 'Changed.\n');
  await sync('export');
  expect(await repo.files()).toMatchObject({ 'CASE.md': '# Upper\n', 'case.md': '# Lower\n\nChanged.\n' });
});

test('an export to another repository does not change the space', async () => {
  await repo.commit(LISTED);
  await sync('import');
  const other = await repositories.repository();
  await other.commit({ 'README.md': '# Theirs\n', 'other.md': '# Other\n', LICENSE: 'Mine.\n' });
  expect(await sync('export', { url: other.folder })).toMatchObject({ state: 'success' });
  expect(Object.keys(await pages()).sort()).toEqual(['Home', 'New']);
  expect(await other.files()).toMatchObject({
    LICENSE: 'Mine.\n',
    'other.md': '# Other\n',
    'README.md': expect.stringContaining('# Home'),
  });
  const before = await revision();
  expect(await sync('import', { url: other.folder })).toMatchObject({ state: 'success' });
  expect(await revision()).toBe(before);
});

describe('a repository with missing content', () => {
  test.each([
    ['a root', { '.gitbook.yaml': 'root: ./absent/\n' }, {}, 'absent/SUMMARY.md'],
    ['a project', { 'other.txt': 'x' }, { repoProjectDirectory: 'absent' }, 'absent/SUMMARY.md'],
    ['any page', { 'README.md': null, 'new.md': null, 'other.txt': 'x' }, {}, 'SUMMARY.md'],
  ])('%s does not empty the space', async (_, files, target, told) => {
    await repo.commit(BOOK);
    await sync('import');
    await repo.commit(files);
    const at = await revision();
    for (const more of [{}, { force: true }]) {
      const failed = await sync('import', { ...target, ...more });
      expect(failed).toMatchObject({ state: 'failure', error: expect.stringContaining(told) });
    }
    expect(await revision()).toBe(at);
    expect(Object.keys(await pages())).toEqual(['Home', 'New']);
  });

  test('empties the space if its table of contents is empty', async () => {
    await repo.commit(BOOK);
    await sync('import');
    await repo.commit({ 'SUMMARY.md': '# Table of contents\n' });
    expect(await sync('import')).toMatchObject({ state: 'success' });
    expect(await pages()).toEqual({});
  });
});

test('errors in a configuration are reported, and all of it is kept when it is written', async () => {
  const own = '# Ours\nredirects:\n  old: new.md # moved\n  dead: gone.md\n  /slash: new.md\nmore: 1\n';
  await repo.commit({ ...LISTED, '.gitbook.yaml': own });
  const { problems } = await sync('import');
  expect(problems).toEqual([
    { path: '.gitbook.yaml', message: 'redirects./slash starts with a slash, which is ignored' },
    { path: '.gitbook.yaml', message: 'redirects.dead points to gone.md, which is not a page' },
  ]);
  expect((await get('/content/path/slash')).title).toBe('New');
  await expectNoCommit();
  await change({ operation: 'update_page', page: (await pages()).New!.id, slug: 'newer' });
  await sync('export');
  expect((await repo.files())['.gitbook.yaml']).toBe(own.replaceAll('new.md', 'newer.md'));
  await expectNoCommit();
  // It is also written completely to another repository with any branch, and by the export command afterwards.
  const { imports, spaces } = server.app.services;
  for (const branch of ['main', 'anew']) {
    const anew = await repositories.repository();
    const target = { url: anew.folder, ref: `refs/heads/${branch}` };
    expect(await sync('export', target)).toMatchObject({ state: 'success' });
    expect((await anew.files(branch))['.gitbook.yaml']).toBe(own.replaceAll('new.md', 'newer.md'));
    const texts = await textsOf(imports.exportSpace((await spaces.find(org.admin.id, space))!, {}));
    expect(texts.get('.gitbook.yaml')).toBe(own.replaceAll('new.md', 'newer.md'));
  }
});

test('the export command writes the same files as a Git export', async () => {
  await repo.commit({
    'INTRODUCTION.md': '# Home\n\nWords.\n',
    'new.md': '# New\n\nMore words.\n',
    'SUMMARY.md': '# Table of contents\n\n* [Home](INTRODUCTION.md)\n* [New](new.md)\n',
    '.gitbook.yaml': 'structure:\n  readme: INTRODUCTION.md\nredirects:\n  old: new.md\n  dead: gone.md\n',
  });
  const { imports, spaces } = server.app.services;
  const taken = async () => {
    const texts = await textsOf(imports.exportSpace((await spaces.find(org.admin.id, space))!, {}));
    return Object.fromEntries(texts);
  };
  await sync('import');
  expect(await taken()).toEqual(await repo.files());
  await change({ operation: 'update_page', page: (await pages()).New!.id, slug: 'newer' });
  await sync('export');
  expect((await repo.files())['.gitbook.yaml']).toContain('old: newer.md\n  dead: gone.md\n');
  expect(await taken()).toEqual(await repo.files());
});

test('files that are not UTF-8 are read, and stay unchanged until they are edited', async () => {
  const latin = Buffer.from('# Caf\xe9\n\nD\xe9j\xe0 vu.\n', 'latin1');
  const wide = Buffer.from('\ufeff# Wide\n\nŒuvre.\n', 'utf16le');
  const summary = `${LISTED['SUMMARY.md']}* [Café](cafe.md)\n* [Wide](wide.md)\n`;
  await repo.commit({ ...BOOK, 'SUMMARY.md': summary, 'cafe.md': latin, 'wide.md': wide });
  const { problems } = await sync('import');
  expect(problems).toEqual([
    { path: 'cafe.md', message: 'is not UTF-8 and was read as windows-1252' },
    { path: 'wide.md', message: 'is not UTF-8 and was read as utf-16le' },
  ]);
  expect([await markdown('Café'), await markdown('Wide')]).toEqual(['Déjà vu.\n', 'Œuvre.\n']);
  await expectNoCommit();
  const blob = await repo.git('rev-parse', 'main:cafe.md');
  await write('Wide', 'Changed.\n');
  await sync('export');
  expect(await repo.git('rev-parse', 'main:cafe.md')).toBe(blob);
  expect((await repo.files())['wide.md']).toBe('# Wide\n\nChanged.\n');
});

test('an executable URL is not a page', async () => {
  await repo.commit({ ...BOOK, 'SUMMARY.md': '* [Home](README.md)\n* [Run](javascript:alert)\n' });
  const { problems } = await sync('import');
  expect(problems[0]).toEqual({
    path: 'SUMMARY.md',
    message: 'lists javascript:alert, which is not the address of a page, and was left out',
  });
  expect(Object.keys(await pages())).toEqual(['Home']);
});

describe('a Git operation', () => {
  test('that fails keeps the state of the last successful one', async () => {
    await repo.commit(BOOK);
    await sync('import', { gitInfo: { provider: 'gitlab', url: 'https://git.test/one' } });
    const known = await get('/git/info');
    expect(known).toMatchObject({ installationProvider: 'gitlab', url: 'https://git.test/one' });
    const empty = await repositories.repository();
    const other = { url: empty.folder, gitInfo: { provider: 'github', url: 'https://git.test/two' } };
    expect(await sync('import', other)).toMatchObject({ state: 'failure' });
    expect(await get('/git/info')).toEqual(known);
    expect((await get('')).gitSync).toMatchObject(known);
    expect((await last()).state).toBe('failure');
    await empty.commit(BOOK);
    expect(await sync('import', other)).toMatchObject({ state: 'success' });
    expect(await get('/git/info')).toMatchObject({ url: 'https://git.test/two' });
  });

  test('with conflicts names the pages by title and file', async () => {
    const answer = (number: string) => `The answer is ${number} and nothing else.\n`;
    await repo.commit({ ...BOOK, 'new.md': `# New\n\n${answer('one')}` });
    await sync('import');
    await write('New', answer('two'));
    await repo.commit({ 'new.md': `# New\n\n${answer('three')}` });
    const { error } = await sync('import');
    expect(error).toContain(`page “New” in new.md (body; ${(await pages()).New!.id})`);
  });

  test('of a dead process is restarted after 15 seconds, with its progress', async () => {
    await ask('import');
    const left = (seconds: number) =>
      server.app.kernel.db
        .updateTable('git_operations')
        .set({
          attempt: 1,
          stage: 'finalize',
          dispatched_tasks: 9,
          completed_tasks: 8,
          updated_at: new Date(Date.now() - seconds * 1000),
        })
        .where('space_id', '=', space)
        .execute();
    const run = () => server.app.services.gitOperations.run({ organization_id: org.id, id: space });
    await left(10);
    await run();
    expect(await last()).toMatchObject({ state: 'running', stage: 'finalize', completedTasks: 8 });
    await left(16);
    await run();
    const { error, ...failed } = await last();
    expect(error).toContain('The repository has no ref refs/heads/main');
    expect(failed).toMatchObject({ stage: 'repo_fetch', dispatchedTasks: 0, completedTasks: 0 });
  });

  test('that is queued is not shown as running', async () => {
    await repo.commit(BOOK);
    await ask('import');
    expect(await last()).toMatchObject({ state: 'pending', stage: 'repo_fetch' });
    await server.app.services.gitOperations.run({ organization_id: org.id, id: space });
    expect(await last()).toMatchObject({ state: 'success' });
  });
});

test('of many problems the grave ones are listed, and the number of the others', async () => {
  const links = Array.from({ length: 300 }, (_, n) => `[${n}](gone-${n}.md)`).join(' ');
  await repo.commit({ ...LISTED, 'README.md': `# Home\n\n${links}\n`, 'unlisted.md': '# Unlisted\n' });
  const { problems } = await sync('import');
  expect(problems).toHaveLength(200);
  expect(problems[0]).toMatchObject({ path: 'unlisted.md' });
  expect(problems.at(-1)).toEqual({ path: '', message: '102 more problems are not listed' });
});

describe('a forced operation', () => {
  const idOf = async (title: string) => (await pages())[title]!.id;

  const summary = (...names: string[]) =>
    names.map((name) => `* [${name}](${name.toLowerCase()}.md)\n`).join('');

  const BOTH = (answer: string, first = 'First.', last = 'Last.') =>
    `${first}\n\nThe answer is ${answer} and nothing else.\n\n${last}\n`;

  /** Changes the space and the repository; both change “Both”, and each deletes a page that the other changes. */
  const changeBothSides = async () => {
    await repo.commit({
      'readme.md': '# Readme\n\nHi.\n',
      'a.md': '# A\n\nAa.\n',
      'both.md': `# Both\n\n${BOTH('one')}`,
      'here.md': '# Here\n\nHere.\n',
      'there.md': '# There\n\nThere.\n',
      'SUMMARY.md': summary('Readme', 'A', 'Both', 'Here', 'There'),
    });
    await sync('import');
    await write('A', 'Aa edited in Lectern.\n');
    await write('Both', BOTH('two', 'First of Lectern.'));
    await write('There', 'There, edited in Lectern.\n');
    await change(
      { operation: 'insert_page', title: 'Mine', document: { markdown: 'Words of mine.' } },
      { operation: 'delete_page', page: await idOf('Here') },
    );
    await repo.commit({
      'readme.md': '# Readme\n\nHi from git.\n',
      'both.md': `# Both\n\n${BOTH('three', 'First.', 'Last of git.')}`,
      'here.md': '# Here\n\nHere, edited in git.\n',
      'there.md': null,
      'new.md': '# New\n\nNew in git.\n',
      'SUMMARY.md': summary('Readme', 'A', 'Both', 'Here', 'New'),
    });
  };

  const texts = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(await pages()).map(async (title) => [title, await markdown(title)])),
    );

  const UNDISPUTED = {
    Readme: 'Hi from git.\n',
    A: 'Aa edited in Lectern.\n',
    Mine: 'Words of mine.\n',
    New: 'New in git.\n',
  };

  test('a forced import takes the side of the repository only in conflicts', async () => {
    await changeBothSides();
    expect(await sync('import')).toMatchObject({ state: 'failure' });
    expect(await sync('import', { force: true })).toMatchObject({ state: 'success', problems: [] });
    const merged = {
      ...UNDISPUTED,
      Both: BOTH('three', 'First of Lectern.', 'Last of git.'),
      Here: 'Here, edited in git.\n',
    };
    expect(await texts()).toEqual(merged);
    // The next export has no conflict, and nothing is left to import after it.
    expect(await sync('export')).toMatchObject({ state: 'success', problems: [] });
    expect(await repo.files()).toMatchObject({
      'a.md': '# A\n\nAa edited in Lectern.\n',
      'mine.md': '# Mine\n\nWords of mine.\n',
      'readme.md': '# Readme\n\nHi from git.\n',
    });
    expect(await sync('import', { force: true })).toMatchObject({ state: 'success' });
    expect(await texts()).toEqual(merged);
  });

  test('a forced export takes the side of the space only in conflicts', async () => {
    await changeBothSides();
    expect(await sync('export')).toMatchObject({ state: 'failure' });
    expect(await sync('export', { force: true })).toMatchObject({ state: 'success', problems: [] });
    const both = BOTH('two', 'First of Lectern.', 'Last of git.');
    expect(await texts()).toEqual({ ...UNDISPUTED, Both: both, There: 'There, edited in Lectern.\n' });
    const { 'SUMMARY.md': contents, ...files } = await repo.files();
    expect(files).toEqual({
      'readme.md': '# Readme\n\nHi from git.\n',
      'a.md': '# A\n\nAa edited in Lectern.\n',
      'both.md': `# Both\n\n${both}`,
      'there.md': '# There\n\nThere, edited in Lectern.\n',
      'mine.md': '# Mine\n\nWords of mine.\n',
      'new.md': '# New\n\nNew in git.\n',
    });
    for (const title of Object.keys(await texts())) expect(contents).toContain(`* [${title}](`);
  });

  test('a page that the other side adds below a deleted one is kept', async () => {
    const book = { 'readme.md': '# Readme\n', 'top.md': '# Top\n\nTop.\n', 'top/below.md': '# Below\n' };
    const contents = `${summary('Readme', 'Top')}  * [Below](top/below.md)\n`;
    await repo.commit({ ...book, 'SUMMARY.md': contents });
    await sync('import');
    await change({ operation: 'delete_page', page: await idOf('Top') });
    await repo.commit({
      'top/new.md': '# New\n\nNew.\n',
      'SUMMARY.md': `${contents}  * [New](top/new.md)\n`,
    });
    expect(await sync('export', { force: true })).toMatchObject({ state: 'success' });
    expect(await texts()).toEqual({ Readme: '', New: 'New.\n' });
    expect(await repo.files()).toEqual({
      'readme.md': '# Readme\n',
      'top/new.md': '# New\n\nNew.\n',
      'SUMMARY.md': '# Table of contents\n\n* [Readme](readme.md)\n* [New](top/new.md)\n',
    });
  });

  test('a forced export leaves an unchanged executable file alone', async () => {
    const run = { '.gitbook/assets/run.sh': 'echo\n' };
    await repo.commit({ 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n', ...run });
    await sync('import');
    await write('Home', 'Changed.\n');
    expect(await sync('export', { force: true })).toMatchObject({ state: 'success' });
    expect(await repo.files()).toMatchObject({ 'README.md': '# Home\n\nChanged.\n', ...run });
  });
});
