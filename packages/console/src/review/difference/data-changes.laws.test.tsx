import { type Block, type Document, type Inline, type Node, parseMarkdown } from '@lectern/document';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { anyDocument } from '../../../../document/src/testing/any-document.ts';
import { law } from '../../../../document/src/testing/random.ts';
import { DifferenceRows } from '../difference-rows.tsx';
import { settingInWords } from './notes.ts';
import { differenceRows } from './rows.ts';
import { valueInWords } from './words.ts';

const context = {
  language: 'en',
  hrefOf: () => undefined,
  fileOf: () => undefined,
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

/** What a reviewer reads: the text without elements. */
const textOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/g, (found) => ENTITIES[found]!);

const rendered = (before: Document, after: Document, layout: 'unified' | 'split' = 'unified'): string =>
  renderToStaticMarkup(
    <DifferenceRows rows={differenceRows(before, after)} layout={layout} context={context} />,
  );

type Path = readonly (string | number)[];

// Identifiers, and values whose meaning depends on others: another one makes another document, not another value.
const NOT_VALUES = new Set(['kind', 'type', 'unit', 'orderIndex', 'columns', 'id', 'cellMerges', 'anchor']);

/** The places of the values in the data of all nodes. */
const placesOf = (value: unknown, path: Path, isInData: boolean): Path[] => {
  if (value === null || typeof value !== 'object') return isInData ? [path] : [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (isInData ? NOT_VALUES.has(name) || /Definition/.test(name) : ['key', 'meta'].includes(name))
      return [];
    // A text cell is a fragment, and its value the name of that.
    if (isInData && name === 'values')
      return Object.entries(field as object).flatMap(([column, cell]) =>
        typeof cell === 'string' && /^r\d-c\d$/.test(cell)
          ? []
          : placesOf(cell, [...path, name, column], true),
      );
    return placesOf(
      field,
      [...path, Array.isArray(value) ? Number(name) : name],
      isInData || name === 'data',
    );
  });
};

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner: unknown, name) => (inner as Record<string, unknown>)[name], value);

const withValue = (value: unknown, [name, ...rest]: Path, now: unknown): unknown => {
  if (name === undefined) return now;
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? withValue(item, rest, now) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [name]: withValue(fields[name], rest, now) };
};

const another = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}zq7` : 'zq7';
};

const changed = fc
  .tuple(anyDocument, fc.nat())
  .map(([before, seed]) => ({ before, seed, places: placesOf(before.nodes, ['nodes'], false) }))
  .filter(({ places }) => places.length > 0)
  .map(({ before, seed, places }) => {
    const place = places[seed % places.length]!;
    const was = valueAt(before, place);
    const is = another(was);
    return { before, after: withValue(before, place, is) as Document, place, was, is };
  });

// JSON escapes these characters in a value inside of a list.
const isWritten = (words: string): boolean => !/["\\\p{Cc}\uFDD0-\uFDEF]/u.test(words);

/** The words of a value at a place: in the words of the settings, if it is one of their choices. */
const wordsFor = (document: Document, place: Path, value: unknown): string => {
  const at = place.lastIndexOf('data');
  const node = valueAt(document, place.slice(0, at)) as Block | Inline | undefined;
  const path = place.slice(at + 1).map(String);
  const isNode = node?.object === 'block' || node?.object === 'inline';
  return valueInWords(isNode ? settingInWords(node, path, value) : value);
};

describe('a changed value in the data of a node', () => {
  test('is said in words, in one and in two columns', () => {
    law(changed, ({ before, after, place, was, is }) => {
      const said = rendered(before, after);
      expect(said, String(place)).not.toBe(rendered(after, after));
      for (const html of [said, rendered(before, after, 'split')])
        for (const words of [was, is].map((value) => wordsFor(before, place, value)).filter(isWritten))
          expect(textOf(html), String(place)).toContain(words);
    });
  });
});

const notes = (before: string, after: string): string[] =>
  [
    ...rendered(parseMarkdown(before), parseMarkdown(after)).matchAll(
      /<li class="[^"]*note[^"]*">(.*?)<\/li>/g,
    ),
  ].map(([, note]) => textOf(note!));

describe('the notes below a changed block', () => {
  test('name the addresses of links and buttons', () => {
    expect(notes('A [safe link](https://example.com/a).', 'A [safe link](https://evil.example/a).')).toEqual([
      'Link “safe link”: https://example.com/a → https://evil.example/a',
    ]);
    const button = (url: string) => `<a href="${url}" class="button primary">Go</a>`;
    expect(notes(button('https://example.com'), button('https://evil.example'))).toEqual([
      'Button “Go”, target: https://example.com → https://evil.example',
    ]);
  });

  test('name the target of a link that is new in a line', () => {
    expect(notes('Read it.', 'Read [it](https://evil.example).')).toEqual([
      'Link “it”: https://evil.example',
    ]);
  });

  test('name the targets of links in blocks that are new as a whole, or gone', () => {
    const list = '* Read [it](https://evil.example)';
    expect(notes('One.', `One.\n\n${list}`)).toEqual(['Link “it”: https://evil.example']);
    expect(notes(`One.\n\n${list}`, 'One.')).toEqual(['Link “it”: https://evil.example']);
    expect(notes('* One', `* One\n${list}`)).toEqual(['Link “it”: https://evil.example']);
  });

  test('have the words of the settings', () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nWords.\n{% endhint %}`;
    expect(notes(hint('info'), hint('warning'))).toEqual(['Style: Info → Warning']);
    const code = (options: string) => `{% code${options} %}\n\`\`\`js\nx\n\`\`\`\n{% endcode %}`;
    expect(notes(code(''), code(' overflow="wrap" lineNumbers="true"')).sort()).toEqual([
      'Line numbers: no → yes',
      'Long lines: Scroll → Wrap',
    ]);
  });

  test('name the properties of a block of an integration', () => {
    const block = (content: string) => `{% @unknown/thing content="${content}" %}`;
    expect(notes(block('x'), block('y'))).toEqual(['content: x → y']);
  });

  test('name the address of an embed, without its frame', () => {
    const embed = (id: string) => `{% embed url="https://www.youtube.com/watch?v=${id}" %}`;
    expect(notes(embed('aaaaaaaa'), embed('bbbbbbbb'))).toEqual([
      'Address: https://www.youtube.com/watch?v=aaaaaaaa → https://www.youtube.com/watch?v=bbbbbbbb',
    ]);
    expect(rendered(parseMarkdown(embed('aaaaaaaa')), parseMarkdown(embed('bbbbbbbb')))).not.toContain(
      '<iframe',
    );
  });

  test('show of long texts the part that differs', () => {
    const source = (word: string) =>
      `{% @mermaid/diagram content="${'a --> b '.repeat(40)}${word}${' c --> d'.repeat(40)}" %}`;
    const [note] = notes(source('first'), source('second'));
    expect(note).toMatch(/^content: ….*first.*… → ….*second.*…$/);
    expect(note!.length).toBeLessThan(200);
  });

  test('tell two targets with one title apart', () => {
    const link = (page: string): Document => {
      const text: Node = { object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] };
      const data = { ref: { kind: 'page', page } };
      const paragraph: Block = {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'inline', type: 'link', data, nodes: [text] }],
      };
      return { object: 'document', data: {}, nodes: [paragraph] };
    };
    const titled = { ...context, hrefOf: () => ({ href: '/', title: 'Overview' }) };
    const html = renderToStaticMarkup(
      <DifferenceRows rows={differenceRows(link('one'), link('two'))} layout="unified" context={titled} />,
    );
    expect(textOf(html)).toContain('Link “there”: page one → page two');
  });
});
