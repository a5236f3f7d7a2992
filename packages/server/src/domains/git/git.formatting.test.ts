import { afterAll, beforeEach, expect, test } from 'vitest';
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
let sync: GitSync['sync'];
let pages: GitSync['pages'];
let markdown: GitSync['markdown'];
let write: GitSync['write'];
let update: GitSync['update'];
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ sync, pages, markdown, write, update } = gitSyncOf(server, org, space, repo));
});

/** Sources in the form of other tools, with a paragraph to edit. */
const files = {
  'docusaurus.md':
    '---\nid: a\nsidebar_position: 2\n---\n\n# Docusaurus {#top}\n\n:::note Title\nText of\nthe note\n:::\n\nEdit me.\n\n- one\n- two\n',
  'mkdocs.md':
    'MkDocs\n======\n\n!!! note "Title"\n    Body\n    second\n\n    - a list\n\n=== "Tab A"\n\n    Text\n\nEdit me.\n',
  'hugo.md':
    '# Hugo\n\n{{% notice warning %}}\nCare\nful\n{{% /notice %}}\n{{< figure src="a.png" >}}\n\nEdit me.\n',
  'jekyll.md':
    '# Jekyll\n\n{% highlight ruby %}\ndef x\n  1\nend\n{% endhighlight %}\n\nA note\n{: .note }\n\nEdit me.\n',
  'myst.md': '# MyST\n\n```{admonition} Title\n:class: tip\nText\n```\n\n(target)=\n## Part\n\nEdit me.\n',
  'obsidian.md': '# Obsidian\n\n> [!warning]- Folded\n> body\n\n[[Link|as]] ==mark== ^id\n\nEdit me.\n',
  'code.md': '# Using `npm` <a href="#x" id="x"></a>\n\n* a\n\n  b\n* c\n\nEdit me.',
  'comment.md': '<!-- Licence -->\n\n# The *big* [one](code.md)\n\nEdit me.\n',
  'mdx.mdx':
    "---\ntitle: MDX\n---\nimport A from '@theme/A';\n\n<A\n  b={1}\n/>\n\n:::tip[Title]\nText\n:::\n\nexport const c = 1;\n\nEdit me.\n",
  'untitled.md': 'Text\nin lines.\n\nEdit me.\n',
} as const;
const names = Object.keys(files) as (keyof typeof files)[];
const summary = `${names.map((name) => `* [${name.replace(/\.mdx?$/, '')}](${name})`).join('\n')}\n`;

const edited = async (title: string) => {
  const before = await markdown(title);
  expect(before).toContain('Edit me.');
  await write(title, before.replace('Edit me.', 'I was edited.'));
};

test('an edit of a paragraph changes its lines alone, in the files of any tool', async () => {
  await repo.commit({ ...files, 'SUMMARY.md': summary });
  expect(await sync('import')).toMatchObject({ state: 'success' });
  for (const title of Object.keys(await pages())) await edited(title);
  expect(await sync('export')).toMatchObject({ state: 'success' });
  const exported = await repo.files();
  for (const name of names)
    expect([name, exported[name]]).toEqual([name, files[name].replace('Edit me.', 'I was edited.')]);
});

test('a first export and an export to a folder leave files as they are that nobody edited', async () => {
  await repo.commit({ ...files, 'SUMMARY.md': summary });
  await sync('import');
  const other = await repositories.repository();
  await other.commit({ ...files, 'SUMMARY.md': summary, LICENSE: 'Ours.' });
  await sync('export', { url: other.folder });
  expect(await other.files()).toMatchObject(files);
  const { imports, spaces } = server.app.services;
  const texts: Record<string, string> = { ...files, 'SUMMARY.md': summary };
  const folder = { files: Object.keys(texts), others: [], textAt: async (path: string) => texts[path] };
  const subject = (await spaces.find(org.admin.id, space))!;
  expect(Object.fromEntries(await textsOf(imports.exportSpace(subject, { folder })))).toMatchObject(files);
});

test('a moved page keeps its formatting', async () => {
  await repo.commit({ ...files, 'SUMMARY.md': summary });
  await sync('import');
  await update('MyST', { slug: 'moved' });
  expect(await sync('export')).toMatchObject({ state: 'success' });
  expect((await repo.files())['moved.md']).toBe(files['myst.md']);
});
