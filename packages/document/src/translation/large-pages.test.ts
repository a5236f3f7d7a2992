import { describe, expect, test } from 'vitest';
import type { Document, Fragment, Node } from '../document.ts';
import { corpora, repositoriesToTest } from '../markdown/corpora.testing.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { words } from '../markdown/words.testing.ts';
import { structureOf } from './structure.ts';
import { translate, upperCaseText } from './upper-case.testing.ts';

const lowered = (markdown: string): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const [word, count] of words(markdown))
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + count);
  return [...counts].sort();
};

/** The words of a document that are no code, each part of a line as one text. */
const proseOf = (node: Node | Fragment | Document): readonly string[] => {
  if (node.object === 'text')
    return node.leaves
      .filter(({ marks }) => !marks.some(({ type }) => type === 'code'))
      .map(({ text }) => text);
  if ('type' in node && /^(?:code|math|inline-math|expression|swagger|openapi.*)$/.test(node.type ?? ''))
    return [];
  const parts = 'fragments' in node ? (node.fragments ?? []) : [];
  return [...((node.nodes ?? []) as readonly Node[]), ...parts].flatMap(proseOf);
};

/** What no engine is given: addresses, names of files and variables, and what stands in angle brackets. */
const noProse =
  /https?:\/\/\S+|\S+@\S+|<[^>]*>|^(?:true|false)$|^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$|^\S+\.(?:md|html?|pdf|png|jpe?g|gif|svg|ya?ml|json|zip)(?:#\S*)?$/g;

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n\n');

/** Pages that are read with care, and what of them must be there in the other language. */
const large: Readonly<Record<string, readonly [source: string, ...found: string[]]>> = {
  'paragraphs with marks': [
    `${many(900, (at) => `Paragraph ${at} with **bold ${at}** text.`)}\n`,
    'PARAGRAPH 7 WITH **BOLD 7** TEXT.',
    'PARAGRAPH 899 WITH **BOLD 899** TEXT.',
  ],
  'delimiters in a paragraph': [
    `before\n\n${'an *old_word '.repeat(3000)}\n\nafter\n`,
    'BEFORE',
    'OLD',
    'AFTER',
  ],
  'escapes in a paragraph': [
    `before\n\n${'an \\*old\\_word '.repeat(3000)}\n\nafter **it**\n`,
    'OLD',
    'AFTER **IT**',
  ],
  'tags in a costly paragraph': [
    `${'an *old_word <BR> '.repeat(2000)}\n\nafter **it**\n`,
    'OLD',
    'AFTER **IT**',
  ],
  'lines of a paragraph': [`${'one line\n'.repeat(3000)}\nafter **it**\n`, 'ONE LINE', 'AFTER **IT**'],
  'breaks in a paragraph': [
    `${'one **line**  \n'.repeat(1200)}${'one line\\\n'.repeat(1200)}end\n\nafter **it**\n`,
    'ONE LINE',
    'AFTER **IT**',
  ],
  'cells in a row': [
    `| ${'one cell | '.repeat(150)}\n|${' - |'.repeat(150)}\n\nafter **it**\n`,
    'ONE CELL',
    'AFTER **IT**',
  ],
  'lists in lists': [
    `${Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- one item\n`).join('')}\nafter **it**\n`,
    'ONE ITEM',
    'AFTER **IT**',
  ],
  'characters that stand in for others': [
    `a\uFDD0b\uFFFEc\uFFFFd\n\n${'an *old_word '.repeat(3000)}\n\nafter **it**\n`,
    'A\uFDD0B\uFFFEC\uFFFFD',
    'AFTER **IT**',
  ],
};

describe('large pages are translated', () => {
  test.each(Object.keys(large))('with many %s', (name) => {
    const [source, ...found] = large[name]!;
    const { markdown, untranslated } = translate(source, upperCaseText);
    expect(untranslated).toEqual([]);
    for (const text of found) expect(markdown).toContain(text);
    expect(structureOf(parseMarkdown(markdown)) === structureOf(parseMarkdown(source))).toBe(true);
    expect(translate(source, (text) => text).markdown === source).toBe(true);
  });
});

const pages = corpora();

test.skipIf(pages.length === 0).each(repositoriesToTest)(
  'every page of %s is translated with the same words',
  (repository) => {
    const own = pages.filter(({ path }) => path.startsWith(`${repository}/`));
    expect(own.length).toBeGreaterThan(0);
    for (const { path, source } of own) {
      const { markdown, untranslated } = translate(source, upperCaseText);
      expect([path, untranslated]).toEqual([path, []]);
      expect([path, lowered(markdown)]).toEqual([path, lowered(source)]);
      const left = proseOf(parseMarkdown(markdown)).filter((text) =>
        /\p{Ll}/u.test(text.replace(noProse, '')),
      );
      expect([path, left]).toEqual([path, []]);
    }
  },
);
