import { afterAll, beforeEach, expect, test } from 'vitest';
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
let syncing: GitSync;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  syncing = gitSyncOf(server, org, await createLiveSpace(org), repo);
});

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';

/** A page every other line of which leads to another page, and every other to a picture. */
const linking = (title: string, topic: string, to: string, picture: string) =>
  `# ${title}\n\n${Array.from(
    { length: 10 },
    (_, n) => `Words ${n} about ${topic}, see [there](${to}).\n\n![Picture ${n} of ${topic}](${picture})\n`,
  ).join('\n')}`;

const summary = (...lines: [title: string, path: string][]) =>
  `# Summary\n\n${lines.map(([title, path]) => `* [${title}](${path})\n`).join('')}`;

test('a page with links and pictures keeps its id when its file is renamed and changed', async () => {
  const one = linking('One', 'one', 'two.md', 'img/p.svg');
  await repo.commit({
    'one.md': one,
    'two.md': '# Two\n\nBack to [one](one.md).\n',
    'img/p.svg': PICTURE,
    'SUMMARY.md': summary(['One', 'one.md'], ['Two', 'two.md']),
  });
  expect(await syncing.sync('import')).toMatchObject({ state: 'success', problems: [] });
  const before = await syncing.pages();
  await repo.commit({
    'one.md': null,
    'eins.md': one.replace('Words 4', 'Phrases 4'),
    'two.md': '# Two\n\nBack to [one](eins.md).\n',
    'SUMMARY.md': summary(['One', 'eins.md'], ['Two', 'two.md']),
    '.gitbook.yaml': 'redirects:\n  uno: eins.md\n',
  });
  expect(await syncing.sync('import')).toMatchObject({ state: 'success', problems: [] });
  const after = await syncing.pages();
  expect(after.One).toMatchObject({ id: before.One!.id, path: 'eins', git: { path: 'eins.md' } });
  expect(await syncing.markdown('Two')).toBe(`Back to [one](/pages/${before.One!.id}).\n`);
  expect(await syncing.markdown('One')).toContain('Phrases 4');
  for (const former of ['one', 'uno'])
    expect(await syncing.get(`/content/path/${former}`)).toMatchObject({ id: before.One!.id });
});

test('pages that link to each other keep their ids when all of their files and pictures move at once', async () => {
  const topics = ['fish', 'bread', 'salt'];
  const book = (folder: string, stem: string) => ({
    ...Object.fromEntries(
      topics.map((topic, n) => [
        `${folder}${stem}${topic}.md`,
        linking(topic, topic, `${stem}${topics[(n + 1) % topics.length]}.md`, 'p.svg'),
      ]),
    ),
    [`${folder}p.svg`]: PICTURE,
    'SUMMARY.md': summary(...topics.map((topic): [string, string] => [topic, `${folder}${stem}${topic}.md`])),
  });
  const old = book('', '');
  await repo.commit(old);
  await syncing.sync('import');
  const before = await syncing.pages();
  await repo.commit({
    ...Object.fromEntries(Object.keys(old).map((path) => [path, null])),
    ...Object.fromEntries(
      Object.entries(book('food/', 'new-')).map(([path, text]) => [path, text.replace('Words 7', 'Lines 7')]),
    ),
  });
  await syncing.sync('import');
  const after = await syncing.pages();
  for (const topic of topics)
    expect(after[topic]).toMatchObject({ id: before[topic]!.id, git: { path: `food/new-${topic}.md` } });
});

test('a file with other content is another page', async () => {
  await repo.commit({
    'one.md': linking('One', 'one', 'two.md', 'p.svg'),
    'two.md': '# Two\n',
    'p.svg': PICTURE,
  });
  await syncing.sync('import');
  const before = await syncing.pages();
  await repo.commit({ 'one.md': null, 'eins.md': linking('One', 'something else', 'two.md', 'p.svg') });
  await syncing.sync('import');
  expect((await syncing.pages()).One!.id).not.toBe(before.One!.id);
});
