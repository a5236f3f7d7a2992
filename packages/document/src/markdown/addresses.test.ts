import { expect, test } from 'vitest';
import type { Block, Document } from '../document.ts';
import { linksOf, normalizeDocument, parseMarkdown, printMarkdown } from '../index.ts';
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
