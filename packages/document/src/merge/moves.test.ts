import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { resolveConflict } from './conflict.ts';
import { mergeDocuments } from './document.ts';

const [A, P, C] = ['The first paragraph.', 'The words in the middle of it.', 'The last paragraph.'];
const EDITED = 'The words in the center of it.';
const EXTENDED = 'The words in the middle of it, and more.';
const [INSERTED, OTHER] = ['Inserted here.', 'Something else entirely'];

const page = (...blocks: readonly string[]) => `${blocks.join('\n\n')}\n`;
const conflict = (primary: readonly string[], changed: readonly string[]) => {
  const side = (name: string, blocks: readonly string[]) =>
    [`{% ${name} %}`, ...(blocks.length > 0 ? [blocks.join('\n\n')] : []), `{% end${name} %}`].join('\n');
  return `{% conflict %}\n${side('primary', primary)}\n\n${side('changed', changed)}\n{% endconflict %}`;
};
const merge = (base: readonly string[], ours: readonly string[], theirs: readonly string[]) => {
  const [was, mine, others] = [base, ours, theirs].map((blocks) => parseMarkdown(page(...blocks)));
  return mergeDocuments(was!, mine!, others!);
};
const expectMerged = (ours: readonly string[], theirs: readonly string[], expected: readonly string[]) => {
  const merged = merge([A, P, C], ours, theirs);
  // Compared as documents: how Markdown writes a conflict is not the subject.
  expect(printMarkdown(merged.document)).toBe(printMarkdown(parseMarkdown(page(...expected))));
  return merged;
};

describe('a block that one side moved', () => {
  test('takes the edit of the other side along', () => {
    expectMerged([A, C, P], [A, EDITED, C], [A, C, EDITED]);
    expectMerged([P, A, C], [A, OTHER, C], [OTHER, A, C]);
    expectMerged([A, EDITED, C], [A, C, P], [A, C, EDITED]);
  });

  test('takes the edit of the other side along if it was edited too', () => {
    expectMerged([A, C, EDITED], [A, EXTENDED, C], [A, C, 'The words in the center of it, and more.']);
    expectMerged(
      [A, C, 'The words in the green middle of it.'],
      [A, EDITED, C],
      [A, C, conflict(['The words in the green middle of it.'], [EDITED])],
    );
  });

  test('is a conflict in its new place if the other side rewrote it and added a block', () => {
    const { conflicts } = expectMerged(
      [A, INSERTED, OTHER, C],
      [A, C, P],
      [A, C, conflict([INSERTED, OTHER], [P])],
    );
    expect(conflicts).toMatchObject([{ kind: 'edited' }]);
    expectMerged([A, C, P], [A, OTHER, INSERTED, C], [A, C, conflict([P], [OTHER, INSERTED])]);
  });

  test('is a conflict in its new place if the other side deleted it', () => {
    expect(expectMerged([A, C, P], [A, C], [A, C, conflict([P], [])]).conflicts).toMatchObject([
      { kind: 'deleted-in-changed' },
    ]);
    expect(expectMerged([A, C], [A, C, P], [A, C, conflict([], [P])]).conflicts).toMatchObject([
      { kind: 'deleted-in-primary' },
    ]);
    expectMerged([A, C], [EDITED, A, C], [conflict([], [EDITED]), A, C]);
  });

  test('and its neighbor change places: the deletion of one of them leaves the other', () => {
    // Either of them can be the moved one.
    expectMerged([A, C], [P, A, C], [A, C]);
    expectMerged([P, A, C], [A, OTHER, INSERTED, C], [OTHER, INSERTED, A, C]);
  });

  test('goes to our place if both moved it, with the edits of both', () => {
    expectMerged([A, C, P], [P, A, C], [A, C, P]);
    expectMerged([A, C, EDITED], [P, A, C], [A, C, EDITED]);
    expectMerged([A, C, EDITED], [EXTENDED, A, C], [A, C, 'The words in the center of it, and more.']);
    expectMerged([A, C, EDITED], [EDITED, A, C], [A, C, EDITED]);
  });
});

test('a list in which one side nested an item that the other one edited is in conflict as a whole', () => {
  const was = '* one item here\n* two item here\n* three item here';
  const nested = '* one item here\n* three item here\n  * two item here';
  const edited = '* one item here\n* two item edited here\n* three item here';
  const print = (...blocks: string[]) => printMarkdown(parseMarkdown(page(...blocks)));
  for (const [ours, theirs] of [
    [nested, edited],
    [edited, nested],
  ] as const) {
    const { document, conflicts } = merge([A, was, C], [A, ours, C], [A, theirs, C]);
    expect(conflicts).toHaveLength(1);
    expect(printMarkdown(document)).toBe(print(A, conflict([ours], [theirs]), C));
    for (const [side, list] of [
      ['primary', ours],
      ['changed', theirs],
    ] as const)
      expect(printMarkdown(resolveConflict(document, 0, side))).toBe(print(A, list, C));
  }
});

describe('a conflict over replaced blocks', () => {
  test('has the whole replacement, and leaves no version of a side outside', () => {
    expectMerged([A, INSERTED, OTHER, C], [A, EDITED, C], [A, conflict([INSERTED, OTHER], [EDITED]), C]);
    expectMerged([A, EDITED, C], [A, INSERTED, OTHER, C], [A, conflict([EDITED], [INSERTED, OTHER]), C]);
    expectMerged(
      [A, INSERTED, OTHER, C],
      [A, 'New words', 'Added by them', C],
      [A, conflict([INSERTED, OTHER], ['New words', 'Added by them']), C],
    );
  });

  test('keeps unchanged neighbors of the replaced block on the side that has them', () => {
    const [base, ours, theirs] = [
      [A, P, 'A neighbor.', C],
      [A, INSERTED, OTHER, 'Red, green and blue', C],
      [A, EDITED, 'Between them', 'A neighbor.', C],
    ] as const;
    expect(printMarkdown(merge(base, ours, theirs).document)).toBe(
      printMarkdown(
        parseMarkdown(page(A, conflict(ours.slice(1, 4), [EDITED, 'Between them', 'A neighbor.']), C)),
      ),
    );
  });

  test('has all parts of a block that was split, and all blocks that were joined', () => {
    const halves = ['The words in the', 'middle of it.'];
    expectMerged([A, ...halves, C], [A, EDITED, C], [A, conflict(halves, [EDITED]), C]);
    expectMerged([A, ...halves, C], [A, C], [A, conflict(halves, []), C]);
    expectMerged([A, ...halves, C], [A, P, `${C} More.`], [A, ...halves, `${C} More.`]);
    expectMerged([A, ...halves, C], [A, ...halves, C], [A, ...halves, C]);
    expectMerged([A, `${P} ${C}`], [A, EDITED, C], [A, conflict([`${P} ${C}`], [EDITED, C])]);
    expectMerged([A, P], [A, `${P} ${C}`], [A, conflict([P], [`${P} ${C}`])]);
  });

  test('has the blocks around a text that was moved into another block, if both sides changed it', () => {
    const hint = (...blocks: readonly string[]) =>
      `{% hint style="info" %}\n${blocks.join('\n\n')}\n{% endhint %}`;
    const [note, other] = ['A note', 'Another one'];
    const expectHints = (ours: readonly string[], theirs: readonly string[], expected: readonly string[]) =>
      expect(printMarkdown(merge([A, P, C, hint(note), hint(other)], ours, theirs).document)).toBe(
        printMarkdown(parseMarkdown(page(...expected))),
      );
    const inFirst = [hint(note, P), hint(other)];
    const inSecond = [hint(note), hint(other, P)];
    expectHints([A, C, ...inFirst], [A, C, ...inSecond], [A, C, conflict(inFirst, inSecond)]);
    expectHints(
      [A, EDITED, C, hint(note), hint(other)],
      [A, C, ...inFirst],
      // With the block between them, so that either side can be taken as it is.
      [A, conflict([EDITED, C, hint(note)], [C, hint(note, P)]), hint(other)],
    );
    expectHints(
      [A, C, hint(note), hint(other)],
      [A, C, ...inFirst],
      [A, C, conflict([hint(note)], [hint(note, P)]), hint(other)],
    );
    expectHints(
      [A, P, C, hint('A longer note'), hint(other)],
      [A, C, ...inFirst],
      [A, C, hint('A longer note', P), hint(other)],
    );
  });

  test('stays one conflict when its primary side changes again', () => {
    const open = [A, conflict([INSERTED, OTHER], [EDITED]), C];
    const again = (now: readonly string[], expected: readonly string[]) =>
      expect(printMarkdown(merge([A, INSERTED, OTHER, C], now, open).document)).toBe(
        printMarkdown(parseMarkdown(page(...expected))),
      );
    again([A, INSERTED, OTHER, C, 'More.'], [...open, 'More.']);
    again([A, INSERTED, `${OTHER} now`, C], [A, conflict([INSERTED, `${OTHER} now`], [EDITED]), C]);
    again([A, INSERTED, 'Between.', OTHER, C], [A, conflict([INSERTED, 'Between.', OTHER], [EDITED]), C]);
    again([A, 'Two', 'new', 'paragraphs', C], [A, conflict(['Two', 'new', 'paragraphs'], [EDITED]), C]);
    again([A, C], [A, conflict([], [EDITED]), C]);
    again([INSERTED, OTHER, A, C], [conflict([INSERTED, OTHER], [EDITED]), A, C]);
    again([A, EDITED, C], [A, EDITED, C]);
  });
});

test('moved lines of code and words are in the result once, or in a conflict', () => {
  const code = (...lines: readonly string[]) => ['```', ...lines, '```'].join('\n');
  const lines = ['one()', 'two()', 'three()', 'four()', 'five()'];
  const [first, last] = [
    code('three()', 'one()', 'two()', 'four()', 'five()'),
    code('one()', 'two()', 'four()', 'five()', 'three()'),
  ];
  expect(merge([code(...lines)], [first], [last]).conflicts).toHaveLength(1);
  expect(
    merge([code(...lines)], [first], [code('one()', 'two()', 'four()', 'five()')]).conflicts,
  ).toHaveLength(1);
  expect(merge([code(...lines)], [first], [first]).conflicts).toEqual([]);
  const words = 'one two three four five six seven eight';
  expect(
    merge([words], ['four one two three five six seven eight'], ['one two three five six seven eight four'])
      .conflicts,
  ).toHaveLength(1);
});
