import { expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { mergeFavoring } from './document.ts';

const merged = (base: string, ours: string, theirs: string) => {
  const sides = { base: parseMarkdown(base), ours: parseMarkdown(ours), theirs: parseMarkdown(theirs) };
  return (['ours', 'theirs'] as const).map((side) => printMarkdown(mergeFavoring(side, sides)));
};
const page = (...blocks: string[]) => `${blocks.join('\n\n')}\n`;

test('only parts that both sides changed depend on the favored side', () => {
  expect(
    merged(page('One', 'Two', 'Three'), page('Eins', 'Zwei', 'Three'), page('ONE', 'Two', 'THREE')),
  ).toEqual([page('Eins', 'Zwei', 'THREE'), page('ONE', 'Zwei', 'THREE')]);
});

test('words of both sides are not mixed in a line', () => {
  const base = 'one two three four five six seven\n';
  const [ours, theirs] = ['eins two three four five six seven\n', 'one two three four five six sieben\n'];
  expect(merged(base, ours, theirs)).toEqual([ours, theirs]);
});

test('items, cells and contents of tabs are merged one by one', () => {
  expect(merged('* a\n* b\n* c\n', '* A hand\n* B hand\n* c\n', '* a2\n* b\n* c2\n')).toEqual([
    '* A hand\n* B hand\n* c2\n',
    '* a2\n* B hand\n* c2\n',
  ]);
  const table = (...cells: string[]) =>
    `| x | y |\n| - | - |\n| ${cells[0]} | ${cells[1]} |\n| ${cells[2]} | d |\n`;
  const [ours, theirs] = merged(table('a', 'b', 'c'), table('A hand', 'B hand', 'c'), table('a2', 'b', 'c2'));
  expect(ours!.replace(/ +/g, ' ')).toContain('| A hand | B hand |\n| c2 | d |');
  expect(theirs!.replace(/ +/g, ' ')).toContain('| a2 | B hand |\n| c2 | d |');
  const tab = (title: string, text: string) =>
    `{% tabs %}\n{% tab title="${title}" %}\n${text}\n{% endtab %}\n{% endtabs %}\n`;
  expect(merged(tab('t', 'a'), tab('hand', 'A hand'), tab('t2', 'a'))).toEqual([
    tab('hand', 'A hand'),
    tab('t2', 'A hand'),
  ]);
});

test('a block that one side deleted and the other changed depends on the favored side', () => {
  expect(merged(page('One', 'Two'), page('Two'), page('One more', 'Two'))).toEqual([
    page('Two'),
    page('One more', 'Two'),
  ]);
});
