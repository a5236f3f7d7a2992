import { expect, it } from 'vitest';
import { parseMarkdown } from '../markdown/parse.ts';
import { printMarkdown } from '../markdown/print.ts';
import { resolveConflicts } from './conflict.ts';
import { mergeDocuments } from './document.ts';

const SIDES = ['primary', 'changed'] as const;

/** The conflicts of a merge, and its text with each side of them. */
const merged = (base: string, ours: string, theirs: string) => {
  const [before, our, their] = [base, ours, theirs].map((text) => parseMarkdown(text));
  const { document, conflicts } = mergeDocuments(before!, our!, their!);
  const [primary, changed] = SIDES.map((side) =>
    printMarkdown(resolveConflicts(document, ({ type }) => type === 'conflict', side)),
  );
  return { conflicts: conflicts.length, primary, changed };
};

const table = (rows: readonly string[]) =>
  `| Name | Use |\n| --- | --- |\n${rows.map((row) => `| ${row} | Words about ${row} |\n`).join('')}\n`;
const tables = (...all: readonly string[]) =>
  all.map((rows, at) => `## Part ${at}\n\n${table(rows.split(' '))}`).join('');

const HINT = '{% hint style="info" %}\n';

// What one side did can only be had without what the other did, so each side of the conflict is that side's page.
it.each([
  {
    name: 'a row that both moved, each into another table',
    base: tables('a x b', 'c d', 'e f'),
    ours: tables('a b', 'c x d', 'e f'),
    theirs: tables('a b', 'c d', 'e x f'),
  },
  {
    name: 'a row that both moved to different places of a table',
    base: tables('a x b', 'c d', 'e f'),
    ours: tables('a b', 'c x d', 'e f'),
    theirs: tables('a b', 'c d x', 'e f'),
  },
  {
    name: 'a row that one moved into another table and the other edited',
    base: tables('a x b', 'c d', 'e f'),
    ours: tables('a b', 'c x d', 'e f'),
    theirs: tables('a x b', 'c d', 'e f').replace('Words about x', 'Another thing'),
  },
  {
    name: 'a paragraph that one moved into a hint that the other unwrapped and edited',
    base: `Top.\n\nAlpha beta.\n\n${HINT}Note one.\n\nSecond two.\n{% endhint %}\n\nEnd.\n`,
    ours: `Top.\n\n${HINT}Alpha beta.\n\nNote one.\n\nSecond two.\n{% endhint %}\n\nEnd.\n`,
    theirs: 'Top.\n\nAlpha beta.\n\nNote one!\n\nSecond two.\n\nEnd.\n',
  },
])('$name is in one conflict, with everything between', ({ base, ours, theirs }) => {
  const [our, their] = [ours, theirs].map((text) => printMarkdown(parseMarkdown(text)));
  expect(merged(base, ours, theirs)).toEqual({ conflicts: 1, primary: our, changed: their });
  expect(merged(base, theirs, ours)).toEqual({ conflicts: 1, primary: their, changed: our });
});
