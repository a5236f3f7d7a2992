import { expect, test } from 'vitest';
import { findQuote, quoteOf } from './find-quote.ts';

const TEXT = 'to be or not to be';

test('quotes are found again', () => {
  for (let from = 0; from < TEXT.length; from++)
    for (let to = from + 1; to <= TEXT.length; to++) {
      const quote = quoteOf(TEXT, from, to);
      if (quote === undefined) expect(TEXT.slice(from, to).trim()).toBe('');
      else {
        const at = findQuote(TEXT, quote)!;
        expect([quote, at >= from, at + quote.text.length <= to]).toEqual([quote, true, true]);
      }
    }
});

test('quotes are found in an edited text, or not at all', () => {
  expect(quoteOf(TEXT, 13, 18)).toEqual({ text: 'to be', occurrence: 1 });
  expect(findQuote('or not to be', { text: 'to be', occurrence: 1 })).toBe(7);
  expect(findQuote('something else', { text: 'to be', occurrence: 1 })).toBeUndefined();
});
