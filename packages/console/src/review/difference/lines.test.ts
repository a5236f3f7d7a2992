import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { law } from '../../../../document/src/testing/random.ts';
import { firstStretches, foldUnchanged } from './fold.ts';
import { differenceLines, pairLines } from './lines.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'd e'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));
const normal = (text: string) => text.replace(/\n$/, '');

describe('the difference of two texts', () => {
  test('contains both texts', () => {
    law(fc.tuple(texts, texts), ([before, after]) => {
      const rows = differenceLines(before, after);
      const side = (dropped: string) =>
        rows
          .filter(({ kind }) => kind !== dropped)
          .map(({ text }) => text)
          .join('\n');
      expect(side('removed')).toBe(normal(after));
      expect(side('added')).toBe(normal(before));
      const pairs = pairLines(rows);
      expect(pairs.flatMap((pair) => pair.after?.text ?? []).join('\n')).toBe(normal(after));
      expect(pairs.flatMap((pair) => pair.before?.text ?? []).join('\n')).toBe(normal(before));
    });
  });

  test('numbers the lines of both sides', () => {
    expect(differenceLines('a\nb\n', 'a\nc\n')).toEqual([
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'removed', text: 'b', before: 2 },
      { kind: 'added', text: 'c', after: 2 },
    ]);
  });
});

describe('folding', () => {
  test('covers everything once, in order, and never hides a change', () => {
    law(fc.tuple(fc.array(fc.boolean(), { maxLength: 40 }), fc.nat(4)), ([changed, around]) => {
      const stretches = foldUnchanged(changed, around);
      let next = 0;
      for (const { isFolded, from, to } of stretches) {
        expect(from).toBe(next);
        expect(to).toBeGreaterThan(from);
        if (isFolded) expect(changed.slice(from, to).some(Boolean)).toBe(false);
        next = to;
      }
      expect(next).toBe(changed.length);
    });
  });

  test('begins with the first stretches', () => {
    const stretches = foldUnchanged(
      Array.from({ length: 100 }, (_, at) => at % 20 === 0),
      1,
    );
    expect(firstStretches(stretches, 4)).toEqual([
      { isFolded: false, from: 0, to: 2 },
      { isFolded: true, from: 2, to: 19 },
      { isFolded: false, from: 19, to: 21 },
    ]);
    expect(firstStretches(stretches, 1000)).toEqual(stretches);
    expect(firstStretches([], 4)).toEqual([]);
  });

  test('keeps what is around a change', () => {
    const changed = Array.from({ length: 20 }, (_, at) => at === 10);
    expect(foldUnchanged(changed, 2)).toEqual([
      { isFolded: true, from: 0, to: 8 },
      { isFolded: false, from: 8, to: 13 },
      { isFolded: true, from: 13, to: 20 },
    ]);
  });
});
