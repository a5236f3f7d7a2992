import { expect, test } from 'vitest';
import { pageChangesInWords, type RevisionSummary, revisionInWords } from './revision-words.ts';

const changed = (change: string, ...titles: string[]) =>
  titles.map((title) => ({ id: title, title, change }));
const named = (items: object[], count = items.length) => ({ changedPages: { count, items } });
const pages = (...titles: string[]) => named(changed('edited', ...titles));
const merged = { id: 'c', number: 3, subject: 'Mend it' };

test.each([
  ['Edited Install', { type: 'edits', ...pages('Install') }],
  ['Edited A, B and 1 more', { type: 'edits', ...pages('A', 'B', 'C') }],
  ['Created Gone and Story', { type: 'edits', ...named(changed('created', 'Gone', 'Story')) }],
  ['Created A, B and 6 more', { type: 'edits', ...named(changed('created', 'A', 'B', 'C'), 8) }],
  ['Deleted Gone', { type: 'edits', ...named(changed('deleted', 'Gone')) }],
  ['Moved Gone', { type: 'edits', ...named(changed('moved', 'Gone')) }],
  [
    'Renamed A to B',
    { type: 'edits', ...named([{ id: 'b', title: 'B', change: 'renamed', titleBefore: 'A' }]) },
  ],
  [
    'Renamed A to B, edited Guide and B',
    {
      type: 'edits',
      ...named([...changed('edited', 'Guide'), { id: 'b', title: 'B', change: 'edited', titleBefore: 'A' }]),
    },
  ],
  [
    'Created A, deleted B, and 3 more',
    { type: 'edits', ...named([...changed('deleted', 'B'), ...changed('created', 'A')], 5) },
  ],
  ['Restored Story', { type: 'edits', message: 'Restored Story', ...pages('Story') }],
  ['Edited the space', { type: 'edits', ...pages() }],
  ['Edited the space', { type: 'edits' }],
  ['Created the space', { type: 'edits', parents: [], ...pages('Install') }],
  ['Import of docs', { type: 'edits', message: 'Import of docs\n\nMore', ...pages('Install') }],
  ['Merged #3 Mend it', { type: 'merge', mergedFrom: merged, ...pages('Install') }],
  ['Rolled the space back', { type: 'rollback', ...pages('Install') }],
])('%s', (words, revision) => {
  expect(revisionInWords({ parents: ['p'], ...revision } as unknown as RevisionSummary)).toBe(words);
});

const both = named([...changed('edited', 'Install'), ...changed('created', 'Uninstall')]);

test.each([
  ['Created Uninstall, edited Install', { type: 'merge', mergedFrom: merged, ...both }],
  ['Edited Install', { type: 'edits', message: 'Import of docs', ...pages('Install') }],
  ['', { type: 'edits', message: 'Restored Install', ...pages('Install') }],
  ['', { type: 'edits', ...both }],
  ['', { type: 'merge', mergedFrom: merged, ...pages() }],
  ['', { type: 'edits', message: 'Import of docs' }],
])('below the words: %s', (words, revision) => {
  expect(pageChangesInWords({ parents: ['p'], ...revision } as unknown as RevisionSummary)).toBe(words);
});
