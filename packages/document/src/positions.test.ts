import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionAtEnd, positionBetween } from './positions.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Byte by byte, as the database compares them.
const inOrder = (positions: readonly string[]) =>
  positions.every((position, i) => i === 0 || positions[i - 1]! < position);

const position = fc
  .tuple(fc.array(fc.constantFrom(...'01UVyz'), { maxLength: 6 }), fc.constantFrom(...DIGITS.slice(1)))
  .map(([start, last]) => start.join('') + last);
const twoPositions = fc
  .uniqueArray(position, { minLength: 2, maxLength: 2 })
  .map((two) => [...two].sort((a, b) => (a < b ? -1 : 1)) as [string, string]);

const isPosition = (text: string) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(text);

describe('positions', () => {
  test('there is always one between two others, with space on both sides', () => {
    fc.assert(
      fc.property(twoPositions, ([before, after]) => {
        const between = positionBetween(before, after);
        expect([before, between, after]).toSatisfy(inOrder);
        expect(between).toSatisfy(isPosition);
      }),
      { numRuns: 2000 },
    );
  });

  test('there is always one before the first and one after the last', () => {
    fc.assert(
      fc.property(position, (only) => {
        const first = positionBetween('', only);
        const last = positionBetween(only, undefined);
        expect([first, only, last]).toSatisfy(inOrder);
        expect([first, last].every(isPosition)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(positionBetween('', undefined)).toSatisfy(isPosition);
  });

  test('random insertions result in a sorted list', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 120 }), (places) => {
        const list: string[] = [];
        for (const place of places) {
          const at = place % (list.length + 1);
          list.splice(at, 0, positionBetween(list[at - 1] ?? '', list[at]));
        }
        expect(list).toSatisfy(inOrder);
        expect(list.every(isPosition)).toBe(true);
      }),
    );
  });

  test.each(['after the first', 'before the second'])(
    'a thousand squeezed in %s of two stay in order and grow slowly',
    (side) => {
      let [low, high] = [positionAtEnd('0V000000aaaa'), positionAtEnd('0V000001bbbb')];
      const start = low.length;
      for (let i = 0; i < 1000; i++) {
        const between = positionBetween(low, high);
        expect([low, between, high]).toSatisfy(inOrder);
        if (side === 'after the first') high = between;
        else low = between;
      }
      // A digit holds at least four halvings.
      expect(Math.max(low.length, high.length)).toBeLessThan(start + 1000 / 4);
    },
  );

  test('a position at the end sorts after all earlier ones', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat()), { minLength: 1, maxLength: 60 }), (steps) => {
        let count = 0;
        const newId = () => `0Vz${String(count++).padStart(8, '0')}x7`;
        const list: string[] = [positionAtEnd(newId())];
        for (const step of steps) {
          if (step === null) list.push(positionAtEnd(newId()));
          else {
            const at = step % list.length;
            list.splice(at, 0, positionBetween(list[at - 1] ?? '', list[at]));
          }
        }
        expect(list).toSatisfy(inOrder);
      }),
    );
  });
});
