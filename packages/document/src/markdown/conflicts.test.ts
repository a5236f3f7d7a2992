import { describe, expect, it } from 'vitest';
import { conflictsOf, resolveConflict } from '../merge/conflict.ts';
import { mergeDocuments } from '../merge/document.ts';
import { parseMarkdown } from './parse.ts';
import { printMarkdown } from './print.ts';

const merged = (base: string, ours: string, theirs: string) =>
  printMarkdown(mergeDocuments(parseMarkdown(base), parseMarkdown(ours), parseMarkdown(theirs)).document);

describe('conflicts in Markdown', () => {
  const cases = {
    edited: ['It is red.\n\nEnd.', 'It is green.\n\nEnd.', 'It is blue.\n\nEnd.'],
    'deleted-in-changed': ['It is red.\n\nEnd.', 'It is green.\n\nEnd.', 'End.'],
    'deleted-in-primary': ['It is red.\n\nEnd.', 'End.', 'It is green.\n\nEnd.'],
  } as const;

  it.each(Object.entries(cases))(
    'one that is %s is read back as it was written',
    (kind, [base, ours, theirs]) => {
      const printed = merged(base, ours, theirs);
      const back = parseMarkdown(printed);
      expect(printMarkdown(back)).toBe(printed);
      expect(conflictsOf(back).map((conflict) => conflict.kind)).toEqual([kind]);
      expect(printMarkdown(resolveConflict(back, 0, 'primary')).trim()).toBe(ours);
      expect(printMarkdown(resolveConflict(back, 0, 'changed')).trim()).toBe(theirs);
    },
  );

  it.each([
    '{% hint style="info" %}\nIt is X.\n{% endhint %}',
    '* It is X.\n* Other',
    '> It is X.',
    '```\nIt is X.\n```',
    '| a | b |\n| - | - |\n| It is X. | c |',
    '{% tabs %}\n{% tab title="T" %}\nIt is X.\n{% endtab %}\n{% endtabs %}',
  ])('a conflict inside of another block is preserved: %s', (text) => {
    const [base, ours, theirs] = ['red', 'green', 'blue'].map((word) => text.replace('X', word));
    const printed = merged(base!, ours!, theirs!);
    const back = parseMarkdown(printed);
    expect(printMarkdown(back)).toBe(printed);
    expect(conflictsOf(back)).toHaveLength(1);
    expect(printed).toContain('green');
    expect(printed).toContain('blue');
  });

  it('a tag that is no whole conflict stays as it is written', () => {
    const text = '{% conflict %}\nText\n{% endconflict %}\n';
    const back = parseMarkdown(text);
    expect(conflictsOf(back)).toEqual([]);
    expect(parseMarkdown(printMarkdown(back))).toEqual(back);
  });
});
