import { describe, expect, test } from 'vitest';
import {
  assignFilePaths,
  createRepositoryRefs,
  type PageWithPath,
  parseMarkdown,
  printPageFile,
  readPageFile,
  readRepository,
  readReusableFile,
  stableRefs,
  titlesOf,
  writeRepository,
} from '../index.ts';

const read = (files: Readonly<Record<string, string>>, project?: string) =>
  readRepository(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { ...(project === undefined ? {} : { project }) },
  );

describe('a repository', () => {
  test('has the pages, groups, links, computed pages and short titles of its table of contents', () => {
    const { repository, problems } = read({
      'README.md': '# Home',
      'a.md': '# A',
      'b/README.md': '# B',
      'b/c.md': '# C',
      'SUMMARY.md': [
        '# Table of contents',
        '* [Home](README.md "Start")',
        '* [Away](https://x.test/y)',
        '',
        '## The group <a href="#g" id="g"></a>',
        '* [A](a.md)',
        '  * [B](b/)',
        '    * [C](b/c.md#part)',
        '* ```yaml',
        '  type: builtin:openapi',
        '  dependencies:',
        '    spec:',
        '      ref: { kind: openapi, spec: pets }',
        '  ```',
        '* [Again](a.md)',
        '* [Gone](gone.md)',
      ].join('\n'),
    });
    expect(repository.pages).toEqual([
      { type: 'document', path: 'README.md', title: 'Home', linkTitle: 'Start', children: [] },
      { type: 'link', title: 'Away', address: 'https://x.test/y' },
      {
        type: 'group',
        title: 'The group',
        slug: 'g',
        children: [
          {
            type: 'document',
            path: 'a.md',
            title: 'A',
            children: [
              {
                type: 'document',
                path: 'b/README.md',
                title: 'B',
                children: [{ type: 'document', path: 'b/c.md', title: 'C', children: [] }],
              },
            ],
          },
          {
            type: 'computed',
            title: 'pets',
            computed: {
              type: 'builtin:openapi',
              dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
            },
          },
          { type: 'link', title: 'Again', address: 'a.md' },
        ],
      },
    ]);
    expect(problems).toEqual([{ path: 'SUMMARY.md', message: 'lists gone.md, which does not exist' }]);
  });

  test('has a line without a link as a group, or below others as a page without a file, and writes the same line', () => {
    const summary =
      '# Table of contents\n\n* Start here\n* [Home](README.md)\n* Guides\n  * 1\\. More \\[text\\]\n  * \\- Last\n    * [A](a.md)\n';
    const { repository, problems } = read({ 'README.md': '# Home', 'a.md': '# A', 'SUMMARY.md': summary });
    expect(repository.pages).toMatchObject([
      { type: 'group', title: 'Start here', children: [] },
      { type: 'document', path: 'README.md' },
      {
        type: 'group',
        title: 'Guides',
        children: [
          { type: 'document', title: '1. More [text]', isListedAsText: true, children: [] },
          { type: 'document', title: '- Last', children: [{ path: 'a.md' }] },
        ],
      },
    ]);
    expect(problems).toEqual([]);
    expect(writeRepository(repository).get('SUMMARY.md')).toBe(summary);
  });

  test('has the pages of links by reference, and none of front matter in its table of contents', () => {
    const { repository, problems } = read({
      'README.md': '# Home',
      'a.md': '# A',
      'SUMMARY.md':
        '---\ntitle: x\n---\n\n* [Home](README.md)\n* [A][a] and words\n* > A quote\n\n[a]: a.md "Short"\n',
    });
    expect(repository.pages).toMatchObject([
      { type: 'document', path: 'README.md', title: 'Home' },
      { type: 'document', path: 'a.md', title: 'A', linkTitle: 'Short' },
    ]);
    expect(problems).toEqual([{ path: 'SUMMARY.md', message: 'Neither a page nor a title: > A quote' }]);
  });

  test('uses the paths of its project and its configuration', () => {
    const { repository } = read(
      {
        'README.md': '# Not this',
        'docs/.gitbook.yaml':
          'root: ./text\nstructure:\n  readme: INTRO.md\nredirects:\n  old/path: new.md\n',
        'docs/text/INTRO.md': '# Intro\n\n![](../../x.png)',
        'docs/text/new.md': '# New',
        'docs/text/.gitbook/vars.yaml': 'one: 1\nbad-name: 2\n',
        'docs/text/.gitbook/includes/part.md': '---\ntitle: Part\n---\n\n# Kept',
        'x.png': '',
        'y.png': '',
      },
      '/docs/',
    );
    expect(repository.layout).toEqual({
      project: 'docs',
      root: 'docs/text',
      readme: 'docs/text/INTRO.md',
      summary: 'docs/text/SUMMARY.md',
    });
    expect(repository.pages.map((page) => 'path' in page && page.path)).toEqual([
      'docs/text/INTRO.md',
      'docs/text/new.md',
    ]);
    expect(repository.files).toEqual(['x.png']);
    expect(repository.reusables).toEqual(['docs/text/.gitbook/includes/part.md']);
    expect(repository.variables).toEqual({ one: 1 });
    expect(repository.redirects).toEqual({ 'old/path': 'new.md' });
    const { configuration: _, ...anew } = repository;
    expect(writeRepository(anew).get('docs/.gitbook.yaml')).toBe(
      'root: ./text/\nstructure:\n  readme: INTRO.md\nredirects:\n  old/path: new.md\n',
    );
  });

  test('needs no configuration for the default paths', () => {
    const { repository } = read({ 'README.md': '# Home', 'a/b.md': '# B' });
    expect([...writeRepository(repository).keys()].sort()).toEqual(['README.md', 'SUMMARY.md', 'a/b.md']);
  });

  test.each([
    ['root: ../../etc', 'root'],
    ['structure:\n  readme: ../x.md', 'structure.readme'],
    ['- a', 'mapping'],
    ['root: [', 'mapping'],
    ['a: &a [*a]', 'mapping'],
  ])('ignores a configuration with an invalid path: %s', (yaml, named) => {
    const { repository, problems } = read({ 'docs/.gitbook.yaml': yaml, 'docs/README.md': '# Home' }, 'docs');
    expect(repository.layout.root).toBe('docs');
    expect(problems.map(({ message }) => message).join()).toContain(named);
  });

  test.each(['../x.md', '/x.md', 'a//b.md', '.git/config', 'a/.GIT/hooks/x.md', 'a\\b.md', 'a\nb.md'])(
    'has no file at %s',
    (path) => {
      const { repository, problems } = read({ [path]: '# X', 'README.md': '# Home' });
      expect([...repository.texts.keys()]).toEqual(['README.md']);
      expect(problems).toHaveLength(1);
    },
  );

  test('with too many levels is flattened', () => {
    const lines = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}* Level ${depth}`);
    const { repository } = read({ 'SUMMARY.md': lines.join('\n') });
    const depthOf = (pages: readonly { children?: readonly never[] }[]): number =>
      1 + Math.max(0, ...pages.map((page) => (page.children?.length ? depthOf(page.children) : 0)));
    expect(depthOf(repository.pages as never)).toBe(32);
  });
});

describe('links to the README of a folder', () => {
  test.each([
    ['[A](in/README.md), [B](./in/README.md#x) and [C](in/)', 'in/README.md'],
    ['<a href="in/README.md">A</a>', 'in/README.md'],
    ['[A](in/), [B](in/) and [C](in/README.md)', 'in/'],
    ['[A](in)', 'in/'],
  ])('keep the form of most links: %s', (text, wanted) => {
    const { layout } = read({ 'README.md': text, 'in/README.md': '# In' }).repository;
    const targets = { 'README.md': '/pages/home', 'in/README.md': '/pages/in' };
    const refs = createRepositoryRefs({ ...layout, targets });
    expect(refs('README.md').print({ kind: 'page', page: 'in' })).toBe(wanted);
  });
});

describe('references', () => {
  const refs = createRepositoryRefs({
    targets: {
      'docs/README.md': '/pages/home',
      'docs/a b.md': '/pages/ab',
      'docs/in/README.md': '/pages/in',
      'docs/.gitbook/assets/i (1).png': '/files/one',
      'docs/.gitbook/includes/p.md': '/reusable-contents/part',
    },
    readme: 'docs/README.md',
    root: 'docs',
    treeUrl: 'https://git.test/tree/main/',
    others: ['docs/code.ts'],
  })('docs/in/README.md');

  test.each([
    ['../a%20b.md', { kind: 'page', page: 'ab' }, '../a b.md'],
    ['../a%20b.md#x', { kind: 'anchor', anchor: 'x', page: 'ab' }, '../a b.md#x'],
    ['/a b', { kind: 'page', page: 'ab' }, '../a b.md'],
    ['../', { kind: 'page', page: 'home' }, '../'],
    ['../in', { kind: 'page', page: 'in' }, './'],
    ['#x', { kind: 'anchor', anchor: 'x' }, '#x'],
    ['../.gitbook/assets/i (1).png', { kind: 'file', file: 'one' }, '../.gitbook/assets/i (1).png'],
    [
      '../.gitbook/includes/p.md',
      { kind: 'reusable-content', reusableContent: 'part' },
      '../.gitbook/includes/p.md',
    ],
    ['../code.ts#L3', { kind: 'url', url: 'https://git.test/tree/main/docs/code.ts#L3' }, '../code.ts#L3'],
    ['../nothing.md', { kind: 'url', url: '../nothing.md' }, '../nothing.md'],
    ['../../../../x', { kind: 'url', url: '../../../../x' }, '../../../../x'],
    ['/broken/pages/x', { kind: 'page', page: 'x' }, '/broken/pages/x'],
    ['mailto:a@b.test', { kind: 'url', url: 'mailto:a@b.test' }, 'mailto:a@b.test'],
    ['/spaces/s/pages/p', { kind: 'page', page: 'p', space: 's' }, '/spaces/s/pages/p'],
  ])('%s', (address, ref, written) => {
    expect(refs.parse(address, 'link')).toEqual(ref);
    expect(refs.print(ref as never)).toBe(written);
    expect(refs.parse(written, 'link')).toEqual(ref);
  });
});

describe('the file of a page', () => {
  test('has the fields of the page in its front matter, and preserves unknown keys', () => {
    const source = [
      '---',
      'description: About',
      'icon: star',
      'hidden: true',
      'if: visitor.claims.beta',
      'noIndex: true',
      'vars:',
      '  name: x',
      'tags:',
      '  - a',
      'cover: ./i.png',
      'coverY: 12.5',
      'coverHeight: 300',
      'layout:',
      '  width: wide',
      '  tags:',
      '    visible: true',
      '  ribbon:',
      '    visible: true',
      '  cover:',
      '    visible: true',
      '    size: full',
      '  title:',
      '    visible: false',
      'own:',
      '  deep: [1]',
      '---',
      '',
      '# *Title* 1',
      '',
      '# Title',
      '',
      'Body.',
    ].join('\n');
    const page = readPageFile(source, stableRefs);
    expect(page.problems).toEqual([]);
    expect(page.fields).toEqual({
      title: 'Title 1',
      description: 'About',
      icon: 'star',
      hidden: true,
      condition: 'visitor.claims.beta',
      noIndex: true,
      variables: { name: 'x' },
      tags: ['a'],
      cover: { ref: { kind: 'url', url: './i.png' }, yPos: 12.5, height: 300 },
      layout: { width: 'wide', cover: true, coverSize: 'full', title: false, tags: true },
      more: { layout: { ribbon: { visible: true } }, own: { deep: [1] } },
      frontMatter: source.slice(4, source.indexOf('\n---\n')),
    });
    const written = printPageFile(page, stableRefs);
    expect(readPageFile(written, stableRefs)).toEqual(page);
    expect(printPageFile(readPageFile(written, stableRefs), stableRefs)).toBe(written);
  });

  test.each(['hidden: 1', 'if: "a ==="', 'vars: [1]', 'description: 7'])(
    'keeps what a field cannot be: %s',
    (line) => {
      const page = readPageFile(`---\n${line}\n---\n# T\n`, stableRefs);
      expect(page.problems).toHaveLength(1);
      expect(printPageFile(page, stableRefs)).toContain(line.split(':')[0]!);
      expect(page.fields.more).toBeDefined();
    },
  );

  test('may start with a divider if it has no front matter', () => {
    const page = readPageFile('---\n\nJust text.\n\n---\n', stableRefs);
    expect(page.fields).toEqual({});
    expect(page.document.nodes.map(({ type }) => type)).toEqual(['divider', 'paragraph', 'divider']);
  });

  test('defines the title; a different one in the table of contents is the short title', () => {
    expect(titlesOf({ title: 'Short' }, { title: 'Long' })).toEqual({ title: 'Long', linkTitle: 'Short' });
    expect(titlesOf({ title: 'Same' }, { title: 'Same' })).toEqual({ title: 'Same' });
    expect(titlesOf({ title: 'Listed', linkTitle: 'S' }, {})).toEqual({ title: 'Listed', linkTitle: 'S' });
  });

  test('of a reusable content preserves its first heading', () => {
    const { title, document } = readReusableFile('---\nicon: x\n---\n# Heading\n', stableRefs);
    expect(title).toBeUndefined();
    expect(document).toEqual(parseMarkdown('# Heading\n'));
  });
});

test('pages keep valid file paths, and get new ones otherwise', () => {
  const page = (
    id: string,
    slug: string,
    path?: string,
    children: readonly PageWithPath[] = [],
  ): PageWithPath => ({
    id,
    type: 'document',
    slug,
    path,
    children,
  });
  const placed = assignFilePaths(
    {
      pages: [
        page('home', 'welcome'),
        page('kept', 'x-1', 'odd/place/x.md', [page('below', 'y')]),
        page('renamed', 'new-name', 'old-name.md'),
        page('summary', 'summary'),
        {
          id: 'group',
          type: 'group',
          slug: 'g',
          children: [page('parent', 'p', undefined, [page('child', 'c')])],
        },
        page('same', 'New-Name'),
      ],
      files: [
        { id: 'f1', name: 'i.png', path: 'img/i.png' },
        { id: 'f2', name: 'j.png', path: 'img/i.png' },
      ],
      reusables: [{ id: 'r', name: 'My Part' }],
    },
    { project: '', root: '', readme: 'README.md', summary: 'SUMMARY.md' },
  );
  expect(Object.fromEntries(placed)).toEqual({
    home: 'README.md',
    kept: 'odd/place/x.md',
    below: 'odd/place/x/y.md',
    renamed: 'new-name.md',
    summary: 'summary-1.md',
    parent: 'g/p/README.md',
    child: 'g/p/c.md',
    same: 'New-Name-1.md',
    f1: 'img/i.png',
    f2: '.gitbook/assets/j.png',
    r: '.gitbook/includes/my-part.md',
  });
});

describe('Markdown files in the assets folder', () => {
  const files = {
    'README.md': '# Home\n\n{% file src=".gitbook/assets/prompt.md" %}\n',
    '.gitbook/assets/prompt.md': '# A prompt to download',
  };

  test.each([
    ['listed in no table of contents', { 'SUMMARY.md': '* [Home](README.md)' }],
    ['without a table of contents', {}],
  ])('%s are files, not pages', (_, more) => {
    const { repository, problems } = read({ ...files, ...more });
    expect(repository.files).toEqual(['.gitbook/assets/prompt.md']);
    expect(repository.pages.map((page) => page.type === 'document' && page.path)).toEqual(['README.md']);
    expect(problems).toEqual([]);
  });

  test('that the table of contents lists are pages', () => {
    const { repository } = read({
      ...files,
      'SUMMARY.md': '* [Home](README.md)\n* [Prompt](.gitbook/assets/prompt.md)',
    });
    expect(repository.files).toEqual([]);
    expect([...repository.texts.keys()]).toContain('.gitbook/assets/prompt.md');
  });
});

test('front matter that is not valid stays in the page, and in its next export', () => {
  const source = '---\ntitle: [Open\ndescription: Half\n---\n\nText.\n';
  const { fields, document, problems } = readPageFile(source, stableRefs);
  expect(problems).toEqual([expect.stringContaining('not valid YAML')]);
  const exported = printPageFile({ fields, document }, stableRefs);
  for (const line of ['title: [Open', 'description: Half', 'Text.']) expect(exported).toContain(line);
});
