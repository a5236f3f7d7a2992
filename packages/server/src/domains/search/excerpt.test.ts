import { describe, expect, test } from 'vitest';
import { excerptOf, partMatches, wordMatches } from './excerpt.ts';

/** The excerpt of a text around words. */
const around = (text: string, ...words: string[]) => {
  const matchesIn = (part: string) =>
    words.flatMap((word) => partMatches(part, word)).sort((a, b) => a[0] - b[0]);
  return excerptOf(text, matchesIn(text)[0], matchesIn);
};
const shown = ({ text, matches }: ReturnType<typeof excerptOf>) =>
  matches().map(([start, end]) => text.slice(start, end));

const LONG = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');

describe('excerpts', () => {
  test('are whole sentences where these are short', () => {
    const excerpt = around(
      `First things come first. Trees need water in summer, and ${'more '.repeat(6)}of it. ${LONG}`,
      'water',
    );
    expect(excerpt.text).toBe(`Trees need water in summer, and ${'more '.repeat(6)}of it.`);
    expect(shown(excerpt)).toEqual(['water']);
  });

  test('of long sentences begin and end with whole words', () => {
    const excerpt = around(`${LONG} water ${LONG}`, 'water');
    expect(excerpt.text).toMatch(/^…word\d+ (word\d+ )+water (word\d+ )*word\d+ ?…$/);
    for (const word of excerpt.text.replaceAll('…', '').trim().split(' '))
      expect(`${LONG} water`.split(' ')).toContain(word);
    expect(excerpt.text.length).toBeLessThan(260);
    expect(shown(excerpt)).toEqual(['water']);
  });

  test('of short texts are the whole text, with every match', () => {
    const excerpt = around('Two trees\nbecome one tree.', 'tree');
    expect(excerpt.text).toBe('Two trees become one tree.');
    expect(shown(excerpt)).toEqual(['tree', 'tree']);
  });

  test('without a match begin with the text', () => {
    expect(around('About nothing.').text).toBe('About nothing.');
    expect(shown(around('About nothing.'))).toEqual([]);
    expect(around('').text).toBe('');
  });

  test('of scripts without spaces are cut at sentences', () => {
    const text = `${'前の文です。'.repeat(20)}果樹園の木を植える。${'後の文です。'.repeat(60)}`;
    const excerpt = around(text, '果樹園');
    expect(excerpt.text.startsWith('果樹園の木を植える。')).toBe(true);
    expect(excerpt.text.endsWith('。')).toBe(true);
    expect(shown(excerpt)).toEqual(['果樹園']);
  });

  test('words of a query are found at the beginning of words', () => {
    const text = 'Merge rules, and what merging is (not submerging)';
    const at = (words: readonly string[]) => wordMatches(text, words).map(([a, b]) => text.slice(a, b));
    expect(at(['merg'])).toEqual(['Merg', 'merg']);
    expect(at(['rules', 'merge'])).toEqual(['Merge', 'rules']);
    expect(at(['.*', '('])).toEqual(['(']);
    expect(wordMatches('果樹園', ['樹園'], true)).toEqual([[1, 3]]);
  });
});
