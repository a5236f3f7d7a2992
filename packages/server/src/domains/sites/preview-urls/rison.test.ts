import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRison } from './rison.ts';

const PLAIN = /^[^-0-9 '!:(),*@$][^ '!:(),*@$]*$/;
const text = (value: string) =>
  PLAIN.test(value) ? value : `'${value.replace(/[!']/g, (character) => `!${character}`)}'`;
const write = (value: unknown): string => {
  if (value === null) return '!n';
  if (typeof value === 'boolean') return value ? '!t' : '!f';
  if (typeof value === 'number') return String(value).replace('+', '');
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `!(${value.map(write).join(',')})`;
  return `(${Object.entries(value as object)
    .map(([name, inner]) => `${text(name)}:${write(inner)}`)
    .join(',')})`;
};

describe('rison', () => {
  test.each<[string, unknown]>([
    [
      '(plan:pro,beta:!t,seats:12,off:!f,none:!n)',
      { plan: 'pro', beta: true, seats: 12, off: false, none: null },
    ],
    ["(a:!(1,'two words',!(),()),'a b':'it!'s !!')", { a: [1, 'two words', [], {}], 'a b': "it's !" }],
    ['()', {}],
    ['-1.5e-3', -0.0015],
    ["''", ''],
    ['a-b/c', 'a-b/c'],
  ])('%s', (source, value) => {
    expect(parseRison(source)).toEqual({ ok: true, value });
  });

  test('is parsed as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(parseRison(write(plain))).toEqual({ ok: true, value: plain });
      }),
    );
  });

  test.each([
    ['', 0],
    ['(', 1],
    ['(a)', 2],
    ['(a:1', 4],
    ['(a:1,)', 5],
    ['!x', 1],
    ['!', 1],
    ["'open", 0],
    ["'a!b'", 0],
    ['1 2', 1],
    ['{"a":1}', 4],
    ['-', 0],
    ['01', 1],
  ])('%s is invalid', (source, offset) => {
    expect(parseRison(source)).toEqual({ ok: false, offset });
  });

  test('is parsed or rejected, for any text, in time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."(!:,)'a1-t ") }), (source) => {
        expect(typeof parseRison(source).ok).toBe('boolean');
      }),
    );
    expect(parseRison('!('.repeat(10_000)).ok).toBe(false);
    expect(parseRison(`'${'!!'.repeat(10_000)}`).ok).toBe(false);
  });
});
