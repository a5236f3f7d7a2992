import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRepositoryRefs,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  printReusableFile,
  type Repository,
  type RepositoryPage,
  readPageFile,
  readRepository,
  readReusableFile,
  type SourceFile,
  sourceFileOf,
  stableRefs,
  titlesOf,
  writeRepository,
} from '../index.ts';
import {
  repositories as corpora,
  filesOfRepository,
  repositoriesToTest,
} from '../markdown/corpora.testing.ts';
import { runs } from '../testing/deep.ts';

/** What a space would hold of a repository, by ids that paths are given in their order. */
const taken = (files: readonly SourceFile[]) => {
  const { repository } = readRepository(files);
  const ids = [...repository.texts.keys(), ...repository.files];
  const kindOf = (one: string) =>
    repository.files.includes(one)
      ? 'files'
      : repository.reusables.includes(one)
        ? 'reusable-contents'
        : 'pages';
  const targets = Object.fromEntries(ids.map((one, at) => [one, `/${kindOf(one)}/id${at}`]));
  const { readme, root } = repository.layout;
  const refs = createRepositoryRefs({ targets, readme, root });
  const stored = new Map(
    [...repository.texts].map(([one, text]) => {
      const isReusable = repository.reusables.includes(one);
      const { document, ...said } = isReusable
        ? readReusableFile(text, refs(one))
        : readPageFile(text, refs(one));
      // What is kept is the Markdown, with references by id.
      return [one, { ...said, markdown: printMarkdown(document) }];
    }),
  );
  return { repository, stored, refs };
};

type Taken = ReturnType<typeof taken>;

const named = (page: RepositoryPage, { stored }: Taken): RepositoryPage => {
  if (page.type === 'link' || page.type === 'computed') return page;
  const children = page.children.map((child) => named(child, { stored } as Taken));
  if (page.type === 'group' || page.path === undefined) return { ...page, children };
  const { linkTitle: _, ...rest } = page;
  const said = stored.get(page.path)! as { fields: { title?: string } };
  return { ...rest, ...titlesOf(page, said.fields), children };
};

const given = (from: Taken): SourceFile[] => {
  const { repository, stored, refs } = from;
  const pages = repository.pages.map((page) => named(page, from));
  const titles = new Map<string, string>();
  const note = (all: readonly RepositoryPage[]): void => {
    for (const page of all) {
      if (page.type === 'document' && page.path !== undefined) titles.set(page.path, page.title);
      if ('children' in page) note(page.children);
    }
  };
  note(pages);
  const texts = new Map(
    [...stored].map(([one, { markdown, ...said }]) => {
      const document = parseMarkdown(markdown, { refs: stableRefs });
      return [
        one,
        'fields' in said
          ? printPageFile({ fields: { ...said.fields, title: titles.get(one)! }, document }, refs(one))
          : printReusableFile({ ...said, title: said.title ?? 'x' }, document, refs(one)),
      ] as const;
    }),
  );
  const written = writeRepository({ ...repository, pages, texts } as Repository);
  return [
    ...repository.files.map((one) => ({ path: one })),
    ...[...written].map(([one, text]) => ({ path: one, text })),
  ];
};

const expectFixed = (files: readonly SourceFile[]) => {
  const first = given(taken(files));
  const again = taken(first);
  const second = given(again);
  expect(second).toEqual(first);
  const third = taken(second);
  expect(third.repository).toEqual(again.repository);
  expect(third.stored).toEqual(again.stored);
};

const filesOf = (name: string): SourceFile[] =>
  Object.entries(filesOfRepository(name)).map(([at, bytes]) => sourceFileOf(at, bytes));

describe.skipIf(corpora.length === 0)('over real repositories', () => {
  test.each(repositoriesToTest)(
    '%s: what was written is read as the same, and written the same again',
    (name) => {
      const files = filesOf(name);
      const before = taken(files);
      expect(before.repository.texts.size).toBeGreaterThan(runs(100, 30));
      const written = given(before);
      const after = taken(written);
      expect(after.repository.files).toEqual(before.repository.files);
      expect([...after.stored.values()].map(({ markdown }) => markdown)).toEqual(
        [...before.stored.values()].map(({ markdown }) => markdown),
      );
      expect(given(after)).toEqual(written);
    },
  );

  test.each(repositoriesToTest)('%s without a table of contents', (name) => {
    const files = filesOf(name).filter((one) => !/SUMMARY\.md$|\.gitbook\.yaml$/.test(one.path));
    const { repository } = readRepository(files);
    expect(repository.texts.size).toBeGreaterThan(runs(100, 30));
    const written = [...writeRepository(repository)].map(([one, text]) => ({ path: one, text }));
    const again = readRepository([...written, ...repository.files.map((one) => ({ path: one }))]);
    expect(again.repository).toEqual(repository);
  });
});

const word = fc.oneof(
  fc.constantFrom('a', 'Read me', 'x_y*z', '[q]', 'é', 'a"b', ' edge ', '#', '&amp;', '`', '<b>', '\\', '!'),
  fc.string({ maxLength: 8 }),
);
const name = fc.stringMatching(/^[a-zA-Zé0-9 ()%#&'+_-]{1,8}$/).map((text) => text.trim() || 'x');
const file = fc
  .tuple(fc.array(name, { maxLength: 2 }), name)
  .map(([folders, own]) => [...folders, `${own}.md`].join('/'));
const line = fc.record({
  depth: fc.nat(3),
  kind: fc.constantFrom('page', 'page', 'page', 'group', 'link', 'text', 'end', 'computed', 'anchor'),
  title: word,
  short: fc.option(word, { nil: undefined }),
});
const content = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  files: fc.uniqueArray(file, { minLength: 1, maxLength: 8 }),
  texts: fc.array(word, { minLength: 8, maxLength: 8 }),
});

test('any table of contents, any names of files', () => {
  fc.assert(
    fc.property(content, ({ lines, files, texts }) => {
      const summary = lines.map(({ depth, kind, title, short }, at) => {
        const indent = '  '.repeat(depth);
        const target = encodeURI(files[at % files.length]!).replace(/[()#]/g, escape);
        const quoted = short === undefined ? '' : ` ${JSON.stringify(short)}`;
        if (kind === 'group') return `\n## ${title}\n`;
        if (kind === 'end') return '\n##\n';
        if (kind === 'text') return `${indent}* ${title}`;
        if (kind === 'computed')
          return `${indent}* \`\`\`yaml\n${indent}  type: builtin:openapi\n${indent}  \`\`\``;
        if (kind === 'link') return `${indent}* [${title}](https://x.test/${at}${quoted})`;
        return `${indent}* [${title}](${target}${kind === 'anchor' ? '#x' : ''}${quoted})`;
      });
      const pages = files.map((one, at) => ({
        path: one,
        text: `# ${texts[at]}\n\n[to](${encodeURI(files[(at + 1) % files.length]!.split('/').at(-1)!)})\n`,
      }));
      expectFixed([...pages, { path: 'SUMMARY.md', text: summary.join('\n') }]);
    }),
    { numRuns: runs(300, 60) },
  );
});
