import { describe, expect, test } from 'vitest';
import { splitText, wordsOfPage } from './long-text.ts';

describe('a long text', () => {
  test('is split between words, and nothing is lost', () => {
    const text = Array.from({ length: 12_000 }, (_, n) => `word${n}`).join(' ');
    const pieces = splitText(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(4);
    for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/ $/);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(20_000);
  });

  test('without spaces is split as well', () => {
    const text = 'x'.repeat(50_000);
    expect(splitText(text).join('')).toBe(text);
    expect(splitText('short')).toEqual(['short']);
  });

  test('is indexed as it is, or by its different words, as far as they fit', () => {
    expect(wordsOfPage(['To be', 'or not to be'], 100)).toEqual({
      text: 'To be\nor not to be',
      isPartial: false,
    });
    expect(wordsOfPage(['To be, or not to be.', 'That is (the question): to be?'], 40)).toEqual({
      text: 'to be or not that is the question',
      isPartial: false,
    });
    expect(wordsOfPage(['one two three four', 'five six'], 20)).toEqual({
      text: 'one two three four',
      isPartial: true,
    });
  });
});
