import { describe, expect, test } from 'vitest';
import {
  assignFilePaths,
  createRepositoryRefs,
  linksOf,
  type PageWithPath,
  printPageFile,
  readPageFile,
  readRepository,
  sourceFileOf,
  stableRefs,
  writeRepository,
} from '../index.ts';
import { isDeep } from '../testing/deep.ts';

const read = (files: Readonly<Record<string, string | Uint8Array>>) =>
  readRepository(
    Object.entries(files).map(([path, content]) => sourceFileOf(path, Buffer.from(content as Uint8Array))),
  );

const HOME = { 'README.md': '# Home\n', 'new.md': '# New\n' };

describe('names that differ only in case', () => {
  const layout = { project: '', root: '', readme: 'README.md', summary: 'SUMMARY.md' };
  const page = (id: string, slug: string, path?: string): PageWithPath => ({
    id,
    type: 'document',
    slug,
    path,
    children: [],
  });
  const placed = (...pages: PageWithPath[]) => [
    ...assignFilePaths({ pages, files: [], reusables: [] }, layout).values(),
  ];

  test('are preserved, and a new file gets another name', () => {
    expect(placed(page('a', 'case', 'CASE.md'), page('b', 'case-1', 'case.md'))).toEqual([
      'CASE.md',
      'case.md',
    ]);
    expect(placed(page('h', 'x', 'README.md'), page('a', 'case', 'CASE.md'), page('b', 'case'))).toEqual([
      'README.md',
      'CASE.md',
      'case-1.md',
    ]);
    expect(placed(page('a', 'case', 'case.md'), page('b', 'case', 'case.md'))).not.toEqual([
      'case.md',
      'case.md',
    ]);
  });
});

describe('a configuration', () => {
  test.each([
    ['structure: 3', 'structure is not a mapping'],
    ['redirects: [a]', 'redirects is not a mapping'],
    ['root: 3', 'root is not a path inside the project'],
    ['structure:\n  readme: []', 'structure.readme is not a path inside the project'],
    ['root: ./absent/', 'root is absent, which contains no files'],
    ['structure:\n  summary: TOC.md', 'structure.summary is TOC.md, which does not exist'],
    ['structure:\n  readme: START.md', 'structure.readme is START.md, which does not exist'],
    ['redirects:\n  old: gone.md', 'redirects.old points to gone.md, which is not a page'],
    ['redirects:\n  old: https://x.test/', 'redirects.old points to https://x.test/, which is not a page'],
    ['redirects:\n  /old: new.md', 'redirects./old starts with a slash, which is ignored'],
    ['redirects:\n  old: /new.md', 'redirects.old points to /new.md, whose leading slash is ignored'],
  ])('%s is reported', (text, message) => {
    const { problems } = read({ ...HOME, '.gitbook.yaml': text });
    expect(problems.filter(({ path }) => path === '.gitbook.yaml')).toEqual([
      { path: '.gitbook.yaml', message },
    ]);
  });

  test.each(['new.md', 'new', './new.md', 'new.md#part'])('that leads to %s is none to report', (to) => {
    expect(read({ ...HOME, '.gitbook.yaml': `redirects:\n  old: ${to}\n` }).problems).toEqual([]);
  });

  const OWN =
    '# Ours\nroot: ./\n\nredirects:\n  # first\n  old: new\n  dead: gone.md\n  /slash: new.md\nother: 1\n';

  test('is unchanged if nothing differs', () => {
    const { repository } = read({ ...HOME, '.gitbook.yaml': OWN });
    const written = (redirects: Record<string, string>, layout = repository.layout) =>
      writeRepository({ ...repository, redirects, layout }).get('.gitbook.yaml');
    expect(written({ old: 'new.md', '/slash': 'new.md' })).toBe(OWN);
    expect(written({})).toBe(OWN);
    expect(written({ old: 'moved.md', '/slash': 'new.md', more: 'new.md' })).toBe(
      OWN.replace('old: new', 'old: moved.md').replace('other:', '  more: new.md\nother:'),
    );
    expect(written({}, { ...repository.layout, readme: 'HOME.md' })).toBe(
      `${OWN}structure:\n  readme: HOME.md\n`,
    );
  });

  test.each([
    ['base: &b\n  readme: README.md\nstructure: *b\n', 'HOME.md'],
    ['structure: &s\n  readme: README.md\nother: *s\n', 'HOME.md'],
    ['structure: 3\n', 'HOME.md'],
    ['# nothing yet\n', 'HOME.md'],
    ['', 'HOME.md'],
  ])('%j is updated', (text, readme) => {
    const { repository } = read({ ...HOME, '.gitbook.yaml': text });
    const layout = { ...repository.layout, readme };
    const written = writeRepository({ ...repository, layout, redirects: { old: 'new.md' } });
    const again = read({ ...HOME, '.gitbook.yaml': written.get('.gitbook.yaml')! }).repository;
    expect([again.layout.readme, again.redirects]).toEqual([readme, { old: 'new.md' }]);
  });

  test('that is invalid is replaced', () => {
    const { repository } = read({ ...HOME, '.gitbook.yaml': 'a: [' });
    expect(writeRepository(repository).has('.gitbook.yaml')).toBe(false);
    expect(writeRepository({ ...repository, redirects: { old: 'new.md' } }).get('.gitbook.yaml')).toBe(
      'redirects:\n  old: new.md\n',
    );
  });
});

describe('texts', () => {
  const accents = 'Œuvre café “quoted” €5';
  const latin = Buffer.from([
    0x8c,
    ...Buffer.from('uvre caf'),
    0xe9,
    0x20,
    0x93,
    ...Buffer.from('quoted'),
    0x94,
    0x20,
    0x80,
    0x35,
  ]);
  const big = Buffer.from(`\ufeff${accents}`, 'utf16le').swap16();
  test.each([
    ['windows-1252', latin],
    ['utf-16le', Buffer.from(`\ufeff${accents}`, 'utf16le')],
    ['utf-16be', big],
  ])('in %s are decoded, and reported', (encoding, bytes) => {
    const { repository, problems } = read({ ...HOME, 'new.md': bytes });
    expect(repository.texts.get('new.md')).toBe(accents);
    expect(problems).toEqual([{ path: 'new.md', message: `is not UTF-8 and was read as ${encoding}` }]);
  });

  test('with a few damaged bytes are decoded as UTF-8', () => {
    const harmed = Buffer.concat([Buffer.from('日本語 '), Buffer.from([0xe9]), Buffer.from(' 語')]);
    const { repository, problems } = read({ ...HOME, 'new.md': harmed });
    expect(repository.texts.get('new.md')).toBe('日本語 \ufffd 語');
    expect(problems).toEqual([
      { path: 'new.md', message: 'is not valid UTF-8: invalid bytes are shown as \ufffd' },
    ]);
    // Somebody may have written that character.
    expect(read({ ...HOME, 'new.md': 'a \ufffd' }).problems).toEqual([]);
  });

  test('with a byte order mark in UTF-8 are not reported', () => {
    const { repository, problems } = read({ ...HOME, 'new.md': `\ufeff${accents}` });
    expect([repository.texts.get('new.md'), problems]).toEqual([accents, []]);
  });
});

test.each(['javascript:alert(1)', 'JavaScript:alert(1)', ' java\tscript:x', 'vbscript:x'])(
  'a line of the table of contents with %s is left out, and reported',
  (address) => {
    const { repository, problems } = read({
      ...HOME,
      'SUMMARY.md': `* [Home](README.md)\n* [Run](<${address}>)\n  * [New](new.md)\n`,
    });
    expect(repository.pages).toMatchObject([{ path: 'README.md' }, { path: 'new.md' }]);
    expect(problems).toEqual([
      {
        path: 'SUMMARY.md',
        message: `lists ${address}, which is not the address of a page, and was left out`,
      },
    ]);
  },
);

test.each(['', 'docs'])(
  'a path with a leading slash in a table of contents is relative to the root %s',
  (root) => {
    const at = (path: string) => (root === '' ? path : `${root}/${path}`);
    const { repository, problems } = readRepository(
      Object.entries({
        '.gitbook.yaml': `root: ./${root}\n`,
        [at('SUMMARY.md')]: '* [Abs](/a/abs.md)\n* [Gone](/a/gone.md)\n* [Site](/path/on/site)\n',
        [at('a/abs.md')]: '# Abs\n',
      }).map(([path, text]) => ({ path, text })),
    );
    expect(repository.pages).toEqual([
      { type: 'document', path: at('a/abs.md'), title: 'Abs', children: [] },
      { type: 'link', title: 'Site', address: '/path/on/site' },
    ]);
    expect(problems).toEqual([{ path: at('SUMMARY.md'), message: 'lists /a/gone.md, which does not exist' }]);
  },
);

test('without a table of contents, a page beside a folder of its name is the page of the folder', () => {
  const { repository } = read({
    'a.md': '# A\n',
    'a/b.md': '# B\n',
    'c.md': '# C\n',
    'c/README.md': '# D\n',
  });
  expect(repository.pages).toMatchObject([
    { path: 'a.md', children: [{ path: 'a/b.md' }] },
    { path: 'c/README.md', children: [] },
    { path: 'c.md', children: [] },
  ]);
});

test('without a table of contents, an `_index.md` is the page of its folder', () => {
  const { repository } = read({
    'docs/_index.md': '# Docs\n',
    'docs/a/_index.md': '# A\n',
    'docs/a/b.md': '# B\n',
  });
  expect(repository.pages).toMatchObject([
    { path: 'docs/_index.md', children: [{ path: 'docs/a/_index.md', children: [{ path: 'docs/a/b.md' }] }] },
  ]);
});

test('a new page that is named like the page of a folder gets a file of its own, which it keeps', () => {
  const layout = { project: '', root: '', readme: 'README.md', summary: 'SUMMARY.md' };
  const pageOf = (id: string, slug: string, path?: string, children: readonly PageWithPath[] = []) =>
    ({ id, type: 'document', slug, path, children }) as const;
  const tree = (paths: ReadonlyMap<string, string>) => [
    pageOf('home', 'home', paths.get('home')),
    pageOf('top', 'top', paths.get('top'), [
      pageOf('a', 'index', paths.get('a')),
      pageOf('b', 'readme', paths.get('b')),
    ]),
  ];
  const content = (paths: ReadonlyMap<string, string>) => ({ pages: tree(paths), files: [], reusables: [] });
  const first = assignFilePaths(content(new Map()), layout);
  expect(Object.fromEntries(first)).toEqual({
    home: 'README.md',
    top: 'top/README.md',
    a: 'top/index-1.md',
    b: 'top/readme-1.md',
  });
  expect(assignFilePaths(content(first), layout, (path) => [...first.values()].includes(path))).toEqual(
    first,
  );
});

// Regular expressions and the library of YAML that took quadratic time would not end here.
test.each([
  ['blank lines', (n: number) => `# A\n${'\n'.repeat(n)}b\n`],
  [
    'many fields',
    (n: number) => `---\n${Array.from({ length: n / 8 }, (_, at) => `k${at}: v\n`).join('')}---\n`,
  ],
  ['nested lists of fields', (n: number) => `---\na: ${'['.repeat(n)}\n---\n`],
  ['nested blocks of colons', (n: number) => `${'  :::a\n'.repeat(n / 8)}x\n${':::\n'.repeat(n / 8)}`],
  [
    'blocks of colons that do not match',
    (n: number) => `${'::::note\n'.repeat(n / 8)}${':::\n'.repeat(n / 8)}`,
  ],
])('a file with very many %s is read', (_, write) => {
  const text = write(isDeep ? 1_000_000 : 200_000);
  const { repository } = read({ 'README.md': text });
  expect(repository.pages).toMatchObject([{ path: 'README.md' }]);
  expect(readPageFile(text, stableRefs).document.object).toBe('document');
});

describe('a folder of Docusaurus', () => {
  const files = {
    'docs/intro.md': '# Intro\n\n[Install](./install.mdx), [again](install)\n\n![Logo](/img/logo.png)\n',
    'docs/install.mdx': "import A from '@theme/A';\n\n# Install\n\n<A />\n",
    'docs/api/index.mdx': '# API\n',
    'static/img/logo.png': 'png',
    'static/img/unused.png': 'png',
  };

  test('has pages of .mdx files, and files in its static folder', () => {
    const { repository, problems } = read(files);
    expect([[...repository.texts.keys()].sort(), repository.files, problems]).toEqual([
      ['docs/api/index.mdx', 'docs/install.mdx', 'docs/intro.md'],
      ['static/img/logo.png'],
      [],
    ]);
    expect(repository.pages).toMatchObject([
      { children: [{ path: 'docs/api/index.mdx' }, { path: 'docs/install.mdx' }, { path: 'docs/intro.md' }] },
    ]);
  });

  test('has links to them', () => {
    const refs = createRepositoryRefs({
      targets: { 'docs/install.mdx': '/pages/i', 'static/img/logo.png': '/files/l' },
      readme: 'README.md',
      root: '',
    })('docs/intro.md');
    const { document } = readPageFile(files['docs/intro.md'], refs);
    expect(linksOf(document).map(({ ref }) => ref)).toEqual([
      { kind: 'page', page: 'i' },
      { kind: 'page', page: 'i' },
      { kind: 'file', file: 'l' },
    ]);
    expect(printPageFile({ fields: {}, document }, refs)).toContain('(install.mdx)');
  });
});
