import { describe, expect, test } from 'vitest';
import {
  createRepositoryRefs,
  linksOf,
  mapRefs,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  readPageFile,
  rewriteRefs,
  stableRefs,
} from '../index.ts';

describe('addresses in raw HTML', () => {
  const places = {
    targets: { 'README.md': '/pages/0', 'two.md': '/pages/2', '.gitbook/assets/a b.png': '/files/9' },
    readme: 'README.md',
    root: '',
  };
  const refs = createRepositoryRefs(places);
  const source = [
    '# Page',
    '',
    '<table><tr class="wide"><td><a class="x" href="../two.md#part">Two</a></td>',
    '<td><img src=\'../.gitbook/assets/a%20b.png\'><a href=https://a.test>A</a><a href="gone.md">B</a></td></tr></table>',
    '',
    '<!-- <a href="../two.md">not a link</a> -->',
    '',
  ].join('\n');

  test('are resolved like links, and written as they were', () => {
    const { fields, document } = readPageFile(source, refs('sub/one.md'));
    const stored = printMarkdown(document);
    expect(stored).toContain('href="/pages/2#part"');
    expect(stored).toContain('src="/files/9"');
    expect(stored).toContain('<!-- <a href="../two.md">');
    expect(linksOf(document).map(({ ref, kind }) => [kind, stableRefs.print(ref)])).toEqual([
      ['link', '/pages/2#part'],
      ['image', '/files/9'],
      ['link', 'https://a.test'],
      ['link', 'gone.md'],
    ]);
    expect(parseMarkdown(stored)).toEqual(document);
    const written = printPageFile({ fields, document }, refs('sub/one.md'));
    expect(written).toContain('<a class="x" href="../two.md#part">Two</a>');
    expect(written).toContain('<img src="../.gitbook/assets/a b.png"><a href=https://a.test>A</a>');
    const again = readPageFile(written, refs('sub/one.md')).document;
    expect(again).toEqual(document);
    expect(printPageFile({ fields, document: again }, refs('sub/one.md'))).toBe(written);
  });

  test('follow a page that moves', () => {
    const { document } = readPageFile(source, refs('sub/one.md'));
    const moved = mapRefs(document, (ref) =>
      stableRefs.print(ref) === '/pages/2#part' ? { kind: 'page', page: '3' } : ref,
    );
    expect(printMarkdown(moved)).toContain('<a class="x" href="/pages/3">Two</a>');
  });
});

test.each([
  ...[
    'two.md',
    './two.md',
    'sub/',
    'my%20page.md',
    'a_b.md',
    'gone.md',
    'two.md#part',
    'https://a.test/b_c?d=e&f=g',
  ],
  ...['#here', 'LICENSE', ''],
])('a link block from the older tag page-ref to %s is exported the same way again', (page) => {
  const refs = createRepositoryRefs({
    targets: {
      'README.md': '/pages/0',
      'two.md': '/pages/2',
      'sub/README.md': '/pages/3',
      'my page.md': '/pages/4',
      'a_b.md': '/pages/5',
    },
    readme: 'README.md',
    root: '',
    treeUrl: 'https://git.test/tree/main',
    others: ['LICENSE'],
  });
  const exported = (source: string): string => {
    const { fields, document } = readPageFile(source, refs('one.md'));
    const stored = printMarkdown(document);
    return printPageFile(
      { fields, document: rewriteRefs(stored, refs('one.md')) ?? parseMarkdown(stored) },
      refs('one.md'),
    );
  };
  for (const around of [
    (tag: string) => tag,
    (tag: string) => `* a\n\n  ${tag}`,
    (tag: string) => `{% hint style="info" %}\n${tag}\n{% endhint %}`,
  ]) {
    const first = exported(`# One\n\n${around(`{% page-ref page="${page}" %}`)}\n\nafter\n`);
    expect(first).toContain('{% content-ref url=');
    expect(exported(first)).toBe(first);
  }
});
