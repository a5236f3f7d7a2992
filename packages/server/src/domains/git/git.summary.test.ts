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
let { sync, pages, write, change, insert, update, expectExport, expectNoCommit } = {} as GitSync;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ sync, pages, write, change, insert, update, expectExport, expectNoCommit } = gitSyncOf(
    server,
    org,
    space,
    repo,
  ));
});

describe('a repository without a table of contents', () => {
  test('gets one only when its pages change, and a link to a folder leads to its index', async () => {
    await repo.commit({ 'readme.md': '# Home\n\n[Sub](sub/)\n', 'sub/index.md': '# Sub\n\n[Home](../)\n' });
    expect(await sync('import')).toMatchObject({ state: 'success', problems: [] });
    await expectNoCommit();
    await write('Sub', 'Changed.\n');
    await expectExport();
    expect(Object.keys(await repo.files()).sort()).toEqual(['readme.md', 'sub/index.md']);
    await insert('New');
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toContain('* [New](new.md)\n');
  });
});

describe('a table of contents', () => {
  test('keeps its opening and the lines without a file when pages are added', async () => {
    const opening = '# Contents\n\n<!-- keep this -->\n\nText of the authors.\n\n';
    await repo.commit({
      'SUMMARY.md': `${opening}* [Home](README.md)\n* [Soon to come](coming.md)\n* [Later](later.md)\n`,
      'README.md': '# Home\n',
    });
    await sync('import');
    await expectNoCommit();
    await insert('New');
    await insert('Later');
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toBe(
      `${opening}* [Home](README.md)\n* [Soon to come](coming.md)\n* [New](new.md)\n* [Later](later.md)\n`,
    );
    expect(Object.keys(await pages())).toEqual(['Home', 'New', 'Later']);
    await expectNoCommit();
    await change({ operation: 'delete_page', page: (await pages()).New!.id });
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toBe(
      `${opening}* [Home](README.md)\n* [Soon to come](coming.md)\n* [Later](later.md)\n`,
    );
  });

  test('keeps lines without a file when groups are renamed and pages are moved', async () => {
    const summary = [
      '# Table of contents\n\n* [Home](README.md)\n* [Rooted](/missing.md)\n* [A](a.md)\n  * [Soon A](soon-a.md)\n',
      '* ```yaml\n  type: [broken\n  ```\n\n## Guides\n\n* [B](b.md)\n* [Soon](soon.md)\n',
      '\n## Other\n\n* [C](c.md)\n  * [Soon C](soon-c.md)\n* [D](d.md)\n',
    ].join('');
    const pageOf = (title: string) => `# ${title}\n`;
    await repo.commit({
      'SUMMARY.md': summary,
      'README.md': pageOf('Home'),
      ...Object.fromEntries(
        ['A', 'B', 'C', 'D'].map((title) => [`${title.toLowerCase()}.md`, pageOf(title)]),
      ),
    });
    await sync('import');
    await expectNoCommit();
    await update('Guides', { title: 'Handbook' });
    await update('C', { into: (await pages()).A!.id });
    await expectExport();
    const lines = (await repo.files())['SUMMARY.md']!;
    expect(lines).toContain(
      '* [Home](README.md)\n* [Rooted](/missing.md)\n* [A](a.md)\n  * [Soon A](soon-a.md)\n',
    );
    expect(lines).toContain('  * [C](c.md)\n    * [Soon C](soon-c.md)\n* ```yaml\n  type: [broken\n  ```\n');
    expect(lines).toContain('\n* [B](b.md)\n* [Soon](soon.md)\n');
    await expectNoCommit();
  });
});

describe('lines of a table of contents', () => {
  test('to files that are no Markdown stay where they are, and are named as such', async () => {
    const others = {
      'guide.rst': '# Guide\n',
      'ref.html': '<h1>Ref</h1>\n',
      'manual.pdf': '%PDF-1.4\n',
      'nb.ipynb': '{}\n',
      '.gitbook/includes/part.md': 'Shared.\n',
    };
    const summary =
      '# Contents\n\n* [Home](README.md)\n* [Guide](guide.rst)\n* [Reference](ref.html)\n* [Manual](manual.pdf)\n* [Notebook](nb.ipynb)\n* [Part](.gitbook/includes/part.md)\n* [Soon](soon.md)\n* [A](a.md)\n';
    await repo.commit({ ...others, 'README.md': '# Home\n', 'a.md': '# A\n', 'SUMMARY.md': summary });
    const noMarkdown = (path: string) => ({
      path: 'SUMMARY.md',
      message: `lists ${path}, which is not a Markdown file, and was left out`,
    });
    expect((await sync('import')).problems).toEqual([
      ...['guide.rst', 'ref.html', 'manual.pdf', 'nb.ipynb'].map(noMarkdown),
      {
        path: 'SUMMARY.md',
        message: 'lists .gitbook/includes/part.md, which cannot be a page, and was left out',
      },
      { path: 'SUMMARY.md', message: 'lists soon.md, which does not exist' },
    ]);
    await insert('New');
    await expectExport();
    expect(await repo.files()).toMatchObject({ ...others, 'SUMMARY.md': `${summary}* [New](new.md)\n` });
    await expectNoCommit();
  });

  test('keep the address of a missing file if there are pages below', async () => {
    const summary =
      '# Contents\n\n* [Home](README.md)\n* [Guide](guide.rst)\n  * [A](a.md)\n* [Soon](soon.md)\n  * [B](b.md)\n';
    await repo.commit({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'guide.rst': '# Guide\n',
      'SUMMARY.md': summary,
    });
    await sync('import');
    await insert('New');
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toBe(`${summary}* [New](new.md)\n`);
    await expectNoCommit();
  });

  test('keep rules, comments and text between them', async () => {
    const [first, second] = [
      '# Contents\n\n---\n\n* [Home](README.md)\n\n---\n\n* [Site](https://site.example)\n\n<!-- ours -->\n\n',
      '## Guides\n\nRead these first.\n\n* [A](a.md)\n\n# Part two\n\n* [B](b.md)\n',
    ];
    await repo.commit({
      'README.md': '# Home\n',
      'a.md': '# A\n',
      'b.md': '# B\n',
      'SUMMARY.md': first + second,
    });
    await sync('import');
    await expectNoCommit();
    await insert('New', { into: (await pages()).B!.id });
    await expectExport();
    expect((await repo.files())['SUMMARY.md']).toBe(`${first}${second}  * [New](b/new.md)\n`);
    await expectNoCommit();
  });
});
