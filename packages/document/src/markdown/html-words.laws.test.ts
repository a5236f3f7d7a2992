import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';
import { writeHtml } from '../testing/html-in-markdown.ts';
import { createRandom, law } from '../testing/random.ts';

const WORDS = /save|page|name(?!=)|invoice|open(?!=)|settings|YOUR_TOKEN|List|String|Foo|myTag/g;

const wordsOf = (source: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  // The id of a heading may be written as an anchor, with its address.
  for (const [word] of source.replace(/<a href="#\w+" id=/g, '<a id=').matchAll(WORDS))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

test('every word of HTML in Markdown is in the document once, and the document is stable', () => {
  law(
    fc.record({ seed: fc.integer(), size: fc.nat(2) }),
    ({ seed, size }) => {
      const source = writeHtml(createRandom(seed), size);
      const document = parseMarkdown(source);
      const printed = printMarkdown(document);
      expect(wordsOf(printed), `${source}\n=>\n${printed}`).toEqual(wordsOf(source));
      const again = parseMarkdown(printed);
      expect(printMarkdown(again), source).toBe(printed);
      expect(again).toEqual(document);
    },
    6_000,
  );
});
