import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { revertBlocks } from './revert.ts';

const revert = (before: string, now: string, ...keys: (string | undefined)[]) =>
  printMarkdown(revertBlocks(parseMarkdown(before), parseMarkdown(now), keys as string[]).document).trim();
const keyOf = (markdown: string, at: number) => parseMarkdown(markdown).nodes[at]!.key;

describe('reverting blocks', () => {
  const before = 'One thing.\n\nTwo things.\n\nThree things.';

  test('removes added blocks', () => {
    const now = `${before}\n\nSomething quite new.`;
    expect(revert(before, now, keyOf(now, 3))).toBe(before);
  });

  test('restores removed blocks at their place', () => {
    expect(revert(before, 'One thing.\n\nThree things.', keyOf(before, 1))).toBe(before);
  });

  test('reverts a changed block by its old or new key only', () => {
    const now = 'One thing more.\n\nTwo things more.\n\nThree things.';
    const expected = 'One thing more.\n\nTwo things.\n\nThree things.';
    expect(revert(before, now, keyOf(now, 1))).toBe(expected);
    expect(revert(before, now, keyOf(before, 1))).toBe(expected);
  });

  test('moves blocks back', () => {
    const now = 'Three things.\n\nOne thing.\n\nTwo things.';
    expect(revert(before, now, keyOf(now, 0))).toBe(before);
  });

  test('reverts nested blocks', () => {
    const hint = (text: string) => `{% hint style="info" %}\nStays.\n\n${text}\n{% endhint %}`;
    const now = hint('It says something else now.');
    const inner = parseMarkdown(now).nodes[0]!.nodes![1] as { key: string };
    expect(revert(hint('It said something before.'), now, inner.key)).toBe(hint('It said something before.'));
  });

  test('returns unknown keys', () => {
    expect(revertBlocks(parseMarkdown(before), parseMarkdown(before), ['none']).unknown).toEqual(['none']);
  });

  const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8} [a-z]{3,8}$/), { maxLength: 6 });
  test('of all keys is the previous document, of none the current one', () => {
    fc.assert(
      fc.property(lines, lines, (was, is) => {
        const [first, second] = [was.join('\n\n'), is.join('\n\n')];
        const keys = [first, second].flatMap((text) => parseMarkdown(text).nodes.map(({ key }) => key));
        expect(revert(first, second, ...keys)).toBe(first);
        expect(revert(first, second)).toBe(second);
      }),
    );
  });
});
