import { expect, test } from 'vitest';
import {
  createRepositoryRefs,
  linksOf,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  readPageFile,
  rewriteRefs,
} from '../index.ts';

test.each([
  [
    'a folder',
    '{% content-ref url="sub/" %}\n[sub](sub/)\n{% endcontent-ref %}',
    'content-ref',
    { kind: 'page', page: '2' },
  ],
  [
    'a page without its extension',
    '{% content-ref url="sub/b" %}\n[b](sub/b)\n{% endcontent-ref %}',
    'content-ref',
    { kind: 'page', page: '3' },
  ],
  ['a file with spaces', '{% file src="a (1).pdf" %}', 'file', { kind: 'file', file: 'f' }],
  ['an encoded file', '{% file src="a%20%281%29.pdf" %}', 'file', { kind: 'file', file: 'f' }],
  [
    'a specification',
    '{% openapi src="./api.json" path="/a" method="get" %}\n[api.json](./api.json)\n{% endopenapi %}',
    'swagger',
    { kind: 'file', file: 'g' },
  ],
])('the address of %s in a tag is resolved like a link', (_, markdown, type, ref) => {
  const targets = {
    'README.md': '/pages/1',
    'sub/README.md': '/pages/2',
    'sub/b.md': '/pages/3',
    'a (1).pdf': '/files/f',
    'api.json': '/files/g',
  };
  const refs = createRepositoryRefs({ targets, readme: 'README.md', root: '' })('README.md');
  const document = parseMarkdown(markdown, { refs });
  expect(document.nodes).toMatchObject([{ type, data: { ref } }]);
  const printed = printMarkdown(document, { refs });
  expect(parseMarkdown(printed, { refs })).toEqual(document);
});

test.each([
  ['a folder', '[sub](sub/) and [part](sub/#part)\n'],
  ['the same folder', '[home](./) and [part](./#part)\n'],
  ['a page', '[b](sub/b.md#part)\n'],
  ['a file with spaces', '[a](<a (1).pdf>)\n\n{% file src="a (1).pdf" %}\n'],
  ['a file with parentheses', '![](a(2).png) and words\n'],
  ['a file with a quote', `<figure><img src="it's.png" alt=""><figcaption></figcaption></figure>\n`],
  ['a file in raw HTML', '<video src="a (1).pdf"></video>\n\n<source srcset="a (1).pdf">\n'],
  ['a folder in a tag', '{% content-ref url="sub/" %}\n[sub](sub/)\n{% endcontent-ref %}\n'],
])('the address of %s is written as it was', (_, markdown) => {
  const targets = {
    'README.md': '/pages/1',
    'sub/README.md': '/pages/2',
    'sub/b.md': '/pages/3',
    'a (1).pdf': '/files/f',
    'a(2).png': '/files/g',
    "it's.png": '/files/h',
  };
  const refs = createRepositoryRefs({ targets, readme: 'README.md', root: '' })('README.md');
  const document = parseMarkdown(markdown, { refs });
  expect(linksOf(document).every(({ ref }) => ref.kind !== 'url')).toBe(true);
  expect(printMarkdown(document, { refs })).toBe(markdown);
  const stored = printMarkdown(document);
  expect(printMarkdown(parseMarkdown(stored), { refs })).toBe(markdown);
  expect(rewriteRefs(stored, refs) ?? markdown).toBe(markdown);
});

test('a README beside a page with the name of its folder is addressed by its file', () => {
  const targets = { 'README.md': '/pages/1', 'sub.md': '/pages/2', 'sub/README.md': '/pages/3' };
  const refs = createRepositoryRefs({ targets, readme: 'README.md', root: '' })('README.md');
  expect(refs.print({ kind: 'page', page: '3' })).toBe('sub/README.md');
  expect(refs.print({ kind: 'page', page: '2' })).toBe('sub.md');
});

test('the position of a cover is written only if it was there', () => {
  const refs = createRepositoryRefs({ targets: {}, readme: 'README.md', root: '' })('README.md');
  for (const position of ['', 'coverY: 0\n', 'coverY: 12.5\n']) {
    const source = `---\ncover: https://x.test/a.png\n${position}---\n\n# A\n`;
    expect(printPageFile(readPageFile(source, refs), refs)).toBe(source);
  }
});
