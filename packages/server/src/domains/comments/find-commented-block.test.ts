import { compareTextWithBlocks, type Document, parseMarkdown, withKeys } from '@lectern/document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anchorOf as anchorIn,
  blocksOf,
  findBlockAgain,
  findByWords,
  type Outline,
  outlineOf,
} from './find-commented-block.ts';

const outlineIn = (document: Document) => outlineOf(blocksOf(document).map((block) => block.key!));

/** The anchor of a block by its place among others, without its words. */
const anchorOf = (outline: Outline, at: number) => {
  const empty = parseMarkdown('x').nodes[0]!;
  return anchorIn(
    outline,
    outline.keys.map(() => empty),
    at,
  );
};

/** The outline of a page with a paragraph for each of these texts. */
const outline = (texts: readonly string[]) =>
  outlineIn(
    withKeys({
      object: 'document',
      data: {},
      nodes: texts.map((text) => ({
        object: 'block',
        type: 'paragraph',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
      })),
    }),
  );

/** Where the block at a position of one page is in another; undefined when it has gone. */
const follow = (then: readonly string[], at: number, now: readonly string[]) => {
  const found = findBlockAgain(anchorOf(outline(then), at), outline(now));
  return 'at' in found ? found.at : undefined;
};

// Few texts, so that many paragraphs are equal.
const page = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });

/** A page with equal paragraphs between different ones, and what becomes of each: `same` between `p0`, `p1` and so on. */
const between = fc.array(fc.record({ edited: fc.boolean(), inserted: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

describe('a commented block among equal ones', () => {
  test('is the same in an unchanged page', () => {
    fc.assert(
      fc.property(page, (texts) => {
        for (const at of texts.keys()) expect(follow(texts, at, texts)).toBe(at);
      }),
    );
  });

  test('is never confused with another one, nor missing while all equal ones remain', () => {
    fc.assert(
      fc.property(page, page, (then, now) => {
        for (const [at, text] of then.entries()) {
          const found = follow(then, at, now);
          if (found !== undefined && now[found] !== text) expect(then).not.toContain(now[found]);
          const count = (texts: readonly string[]) => texts.filter((one) => one === text).length;
          if (count(now) >= count(then)) expect(found).toBeDefined();
        }
      }),
    );
  });

  test('stays the same when its neighbors are edited or blocks are inserted', () => {
    fc.assert(
      fc.property(between, (changes) => {
        const then = changes.flatMap((_, n) => [`p${n}`, 'same']);
        const now = changes.flatMap(({ edited, inserted }, n) => [
          ...(inserted ? [`new${n}`] : []),
          edited ? `edited${n}` : `p${n}`,
          'same',
        ]);
        for (const n of changes.keys()) {
          const expected = now.flatMap((text, at) => (text === 'same' ? at : []))[n];
          expect(follow(then, 2 * n + 1, now)).toBe(expected);
        }
      }),
    );
  });

  test('is missing when it was deleted, and the others are not', () => {
    fc.assert(
      fc.property(between, fc.nat(), (all, which) => {
        const gone = which % all.length;
        const then = ['start', ...all.flatMap((_, n) => ['same', `p${n}`])];
        const now = then.toSpliced(2 * gone + 1, 1);
        for (const n of all.keys()) {
          const at = 2 * n + 1;
          const expected = n < gone ? at : at - 1;
          expect(follow(then, at, now)).toBe(n === gone ? undefined : expected);
        }
        const found = findBlockAgain(anchorOf(outline(then), 2 * gone + 1), outline(now));
        expect(found).toEqual({ place: { after: outline(now).keys[2 * gone], index: 2 * gone + 1 } });
      }),
    );
  });

  test('is the block in its position after an edit, also with edited neighbors', () => {
    fc.assert(
      fc.property(between, fc.nat(), (changes, which) => {
        const edited = which % changes.length;
        const then = ['start', ...changes.flatMap((_, n) => ['same', `p${n}`]), 'end'];
        const now = then.with(2 * edited + 1, 'mended').toSpliced(0, 0, 'new');
        expect(follow(then, 2 * edited + 1, now)).toBe(2 * edited + 2);
      }),
    );
    expect(follow(['a', 'tpyo', 'c', 'd'], 1, ['x', 'typo', 'y', 'd'])).toBe(1);
    expect(follow(['tpyo'], 0, ['typo'])).toBe(0);
    expect(follow(['a', 'b'], 0, ['c', 'd'])).toBeUndefined();
    expect(follow(['a', 'b', 'c'], 1, ['a', 'x', 'y', 'c'])).toBeUndefined();
  });

  test('is found at its new position after a move', () => {
    const then = ['a', 'same', 'b', 'c', 'd'];
    expect(follow(then, 1, ['a', 'b', 'c', 'd', 'same'])).toBe(4);
    expect(follow(['same', ...then], 2, ['same', 'a', 'b', 'c', 'd', 'same'])).toBe(5);
  });

  test('is found in a list, where its parents are equal too', () => {
    const list = (...items: string[]) =>
      outlineIn(parseMarkdown(items.map((item) => `* ${item}`).join('\n')));
    const [then, now] = [list('a', 'x', 'b', 'x', 'c'), list('a', 'b', 'x', 'c')];
    const [first, second] = [...then.alike.values()].findLast(({ places }) => places.length === 2)!.places;
    expect(findBlockAgain(anchorOf(then, first!), now)).toHaveProperty('place');
    expect(findBlockAgain(anchorOf(then, second!), now)).toEqual({
      at: now.keys.indexOf(then.keys[first!]!),
    });
  });

  test('keeps its approximate position in a long page of equal blocks', () => {
    const many = (count: number) =>
      outlineOf(Array.from({ length: count }, (_, n) => (n === 0 ? 'x' : `x-${(n + 1).toString(36)}`)));
    const [then, longer, shorter] = [many(20_000), many(20_001), many(19_000)];
    for (let at = 0; at < 20_000; at += 500) {
      expect(findBlockAgain(anchorOf(then, at), longer)).toEqual({ at });
      expect(findBlockAgain(anchorOf(then, at), shorter)).toEqual({ place: { index: Math.min(at, 19_000) } });
    }
  });
});

describe('a block that was edited together with its neighbors', () => {
  const page = (markdown: string) => {
    const blocks = blocksOf(withKeys(parseMarkdown(markdown)));
    return { blocks, outline: outlineOf(blocks.map((block) => block.key!)) };
  };
  const follow = (before: string, at: number, after: string) => {
    const [then, now] = [page(before), page(after)];
    const anchor = anchorIn(then.outline, then.blocks, at);
    const found = findBlockAgain(anchor, now.outline);
    if ('at' in found) return found.at;
    return findByWords(anchor, now.outline, now.blocks, found.place.index, compareTextWithBlocks());
  };
  const words = 'Install with npm and run the server. Then open the browser.';
  const edited = words.replace('npm and run', 'npm and start');

  test.each([
    ['with both neighbors', `# One\n\n${words}\n\nEnd.`, 1, `# Two\n\n${edited}\n\nThe end.`, 1],
    ['beside a new block', `One.\n\n${words}\n\nEnd.`, 1, `One.\n\nNew.\n\n${edited}\n\nEnd.`, 2],
    ['in a list', `* ${words}\n* One`, 2, `* New\n* ${edited}\n* Two`, 4],
    ['into other words', `One.\n\n${words}`, 1, 'Two.\n\nNothing of it is left here.', undefined],
    ['beside one that was there', `${words}\n\n${edited}`, 0, `New.\n\nMore.\n\n${edited}`, undefined],
  ] as const)('is found by its words: %s', (_, before, at, after, expected) => {
    expect(follow(before, at, after)).toBe(expected);
  });
});
