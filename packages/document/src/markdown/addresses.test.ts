import { expect, test } from 'vitest';
import type { Block, ContentRef, Document } from '../document.ts';
import { linksOf, normalizeDocument, parseMarkdown, printMarkdown, stableRefs } from '../index.ts';
import { type LineNode, lineText } from './line.ts';
import { words } from './words.testing.ts';

const dangers = [
  'javascript:alert(1)',
  'JaVaScRiPt:x',
  'vbscript:x',
  'data:text/html,x',
  '\u0001java\tscript:x',
];

const encoded = (url: string): string => url.replace(/[^!-~]/g, (found) => `&#${found.charCodeAt(0)};`);

/** Everything that a page can lead somewhere with. */
const places: readonly ((url: string) => string)[] = [
  (url) => `[text](<${encoded(url)}> "title")`,
  (url) => `[text][r]\n\n[r]: <${encoded(url)}>`,
  (url) => `![alt](<${encoded(url)}>)`,
  (url) => `word ![alt](<${encoded(url)}>)`,
  (url) => `[name](<${encoded(url)}> "mention")`,
  (url) => `<a href="${encoded(url)}" class="button primary">Go</a>`,
  (url) => `<figure><img src="${encoded(url)}" alt="alt"><figcaption><p>words</p></figcaption></figure>`,
  (url) => `<img src="${encoded(url)}" alt="plan" class="gitbook-drawing">`,
  (url) => `{% embed url="${url}" %}`,
  (url) => `{% content-ref url="${url}" %}\n[text](<${encoded(url)}>)\n{% endcontent-ref %}`,
  (url) => `{% file src="${url}" %}`,
  (url) =>
    `<table data-view="cards"><thead><tr><th>T</th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>a</td><td><a href="${encoded(url)}">go</a></td></tr></tbody></table>`,
];

const leads = (document: Document): readonly string[] =>
  linksOf(document).map(({ ref }) => (ref.kind === 'url' ? ref.url : ''));

test('script URLs are disabled, and every word is preserved', () => {
  for (const danger of dangers)
    for (const place of places) {
      const markdown = place(danger);
      const document = parseMarkdown(markdown);
      for (const url of leads(document)) expect(url.replace(/[^!-~]/g, '')).not.toMatch(/^(?:java|vb|data)/i);
      const printed = printMarkdown(document);
      expect(parseMarkdown(printed), markdown).toEqual(document);
      expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
      const kept = words(printed);
      for (const [word] of words(markdown))
        if (word !== 'r') expect([...kept.keys()], markdown).toContain(word);
    }
});

test('safe addresses are unchanged', () => {
  for (const url of ['https://a.b/javascript:x', 'mailto:a@b.c', 'vscode://x', 'data-sheet.md', '#data:x'])
    expect(printMarkdown(parseMarkdown(`[a](${url})\n`))).toBe(`[a](${url})\n`);
  expect(leads(parseMarkdown('![a](data:image/png;base64,AA)'))).toEqual(['data:image/png;base64,AA']);
});

test('script URLs in a document from a client are disabled', () => {
  const link = { object: 'inline', type: 'link', data: { ref: { kind: 'url', url: 'javascript:x' } } };
  const text = { object: 'text', leaves: [{ object: 'leaf', text: 'a', marks: [] }] };
  const block = {
    object: 'block',
    type: 'paragraph',
    nodes: [{ ...link, nodes: [text] }],
  } as unknown as Block;
  const taken = normalizeDocument({ object: 'document', data: {}, nodes: [block] });
  expect('document' in taken && leads(taken.document)).toEqual(['unsafe:javascript:x']);
});

const lineOf = (markdown: string) => {
  const [paragraph] = parseMarkdown(markdown).nodes;
  return (paragraph!.nodes as readonly LineNode[]).map((node) =>
    node.object === 'text'
      ? node.leaves.map(({ text, marks }) => [text, ...marks.map(({ type }) => type)].join(' '))
      : [node.type, stableRefs.print(node.data!.ref as ContentRef), lineText(node.nodes as LineNode[])],
  );
};

test.each([
  [
    'at the end of a line',
    'See https://host.test.&#x20;',
    [['See '], ['link', 'https://host.test', 'https://host.test'], ['.']],
  ],
  [
    'before a word',
    'https://host.test/a&#32;and more',
    [['link', 'https://host.test/a', 'https://host.test/a'], [' and more']],
  ],
  [
    'before marks',
    'www.host.test&#x20;**bold**',
    [
      ['link', 'http://www.host.test', 'www.host.test'],
      [' ', 'bold bold'],
    ],
  ],
  [
    'in marks',
    '**https://host.test.&#x20;** end',
    [
      ['link', 'https://host.test', 'https://host.test'],
      ['. bold', '  end'],
    ],
  ],
  ['in code', '`https://host.test.&#x20;`', [['https://host.test.&#x20; code']]],
  [
    'by name',
    'https://host.test/a&nbsp;and more',
    [['link', 'https://host.test/a', 'https://host.test/a'], ['\u00a0and more']],
  ],
  ['by name in code', '`https://host.test&emsp;a`', [['https://host.test&emsp;a code']]],
])('an address ends before a blank written as a character reference %s', (_, markdown, line) => {
  expect(lineOf(markdown)).toEqual(line);
  const printed = printMarkdown(parseMarkdown(markdown));
  expect(printed).not.toMatch(/\]\([^)]*&#/);
  expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
});

test('blanks as character references are preserved in code, HTML and targets of links', () => {
  const code = '```\nhttps://host.test&#x20;\n```\n';
  expect(printMarkdown(parseMarkdown(code))).toBe(code);
  const [link] = linksOf(parseMarkdown('[a](https://host.test/b&#x20;c)'));
  expect(link!.ref).toEqual({ kind: 'url', url: 'https://host.test/b c' });
  const html = '<video src="https://host.test/a&#x20;b"></video>\n';
  expect(printMarkdown(parseMarkdown(html))).toBe(html);
});

test.each([
  ['https://host.test/?a=1&amp;b=2', 'https://host.test/?a=1&b=2'],
  ['https://host.test/?a=1&#38;b=2', 'https://host.test/?a=1&b=2'],
  ['https://host.test/?a=1&#x26;b=2', 'https://host.test/?a=1&b=2'],
  ['https://host.test/?a=1&amp;amp;b=2', 'https://host.test/?a=1&amp;b=2'],
  ['https://host.test/?a=1&b=2&copy=3', 'https://host.test/?a=1&b=2&copy=3'],
  ['https://host.test/?q=&quot;words&quot;', 'https://host.test/?q="words'],
  ['https://host.test/a&lt;b', 'https://host.test/a<b'],
  ['www.host.test/?a=1&amp;b=2', 'http://www.host.test/?a=1&b=2'],
  ['<https://host.test/?a=1&amp;b=2>', 'https://host.test/?a=1&b=2'],
  ['**https://host.test/?a=1&amp;b=2**', 'https://host.test/?a=1&b=2'],
  ['https://host.test/a\\&amp;b', 'https://host.test/a\\&b'],
])('the character references of the address %s are decoded', (markdown, url) => {
  const document = parseMarkdown(markdown);
  expect(leads(document)).toEqual([url]);
  const printed = printMarkdown(document);
  expect(parseMarkdown(printed)).toEqual(document);
  expect(printMarkdown(parseMarkdown(printed))).toBe(printed);
  // In a list, a quote and a cell as well.
  for (const around of ['* a ADDRESS b\n', '> a ADDRESS\n', '| a |\n| --- |\n| a ADDRESS b |\n'])
    expect(leads(parseMarkdown(around.replace('ADDRESS', () => markdown)))).toEqual([url]);
});
