import { expect, test } from 'vitest';
import { addressAtEnd, addressesIn, wholeAddress } from './typed-address.ts';

const wordsOf = (text: string) => addressesIn(text).map(({ from, to }) => text.slice(from, to));

test('addresses in a text, without the signs of the sentence around them', () => {
  expect(wordsOf('See https://example.com/page, and (www.example.com).')).toEqual([
    'https://example.com/page',
    'www.example.com',
  ]);
  expect(wordsOf('https://en.wikipedia.org/wiki/Key_(lock)')).toEqual([
    'https://en.wikipedia.org/wiki/Key_(lock)',
  ]);
  expect(wordsOf('“http://localhost:4620/a?b=c#d”')).toEqual(['http://localhost:4620/a?b=c#d']);
});

test('what is no address', () => {
  for (const text of [
    'index.ts',
    'e.g. this',
    'https://',
    'xhttps://example.com',
    'www.',
    'javascript:alert(1)',
  ])
    expect(addressesIn(text)).toEqual([]);
});

test('the address at the end of what was typed', () => {
  expect(addressAtEnd('See www.example.com.')).toEqual({ from: 4, to: 19, url: 'https://www.example.com' });
  expect(addressAtEnd('https://example.com/ and more')).toBeUndefined();
});

test('a text that is an address as a whole', () => {
  expect(wholeAddress(' https://example.com/a \n')).toBe('https://example.com/a');
  expect(wholeAddress('mailto:ann@example.com')).toBe('mailto:ann@example.com');
  for (const text of ['readme.txt', 'https://example.com and more', ''])
    expect(wholeAddress(text)).toBeUndefined();
});
