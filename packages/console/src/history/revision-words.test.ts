import { expect, test } from 'vitest';
import { type RevisionSummary, revisionInWords } from './revision-words.ts';

const pages = (...titles: string[]) => ({
  changedPages: { count: titles.length, items: titles.map((title) => ({ id: title, title })) },
});
const merged = { id: 'c', number: 3, subject: 'Mend it' };

test.each([
  ['Edited Install', { type: 'edits', ...pages('Install') }],
  ['Edited A, B and 1 more', { type: 'edits', ...pages('A', 'B', 'C') }],
  ['Edited the space', { type: 'edits', ...pages() }],
  ['Edited the space', { type: 'edits' }],
  ['Created the space', { type: 'edits', parents: [], ...pages('Install') }],
  ['Import of docs', { type: 'edits', message: 'Import of docs\n\nMore', ...pages('Install') }],
  ['Merged #3 Mend it', { type: 'merge', mergedFrom: merged, ...pages('Install') }],
  ['Rolled the space back', { type: 'rollback', ...pages('Install') }],
])('%s', (words, revision) => {
  expect(revisionInWords({ parents: ['p'], ...revision } as unknown as RevisionSummary)).toBe(words);
});
