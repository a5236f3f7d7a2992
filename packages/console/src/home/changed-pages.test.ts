import { expect, test } from 'vitest';
import { changedPagesOf, titlesInWords } from './changed-pages.ts';

const page = (id: string) => ({ id, title: id.toUpperCase(), path: `guides/${id}` });

test('every page is named once, and deleted pages have no path', () => {
  const changes = [
    { type: 'page_edited', page: page('a') },
    { type: 'page_moved', page: page('a') },
    { type: 'file_created', file: {} },
    { type: 'page_deleted', page: page('b') },
  ];
  expect(changedPagesOf(changes)).toEqual([
    { id: 'a', title: 'A', path: 'guides/a' },
    { id: 'b', title: 'B' },
  ]);
});

test.each([
  [[], ''],
  [['a'], 'A'],
  [['a', 'b'], 'A and B'],
  [['a', 'b', 'c', 'd'], 'A, B and 2 more'],
])('%o are “%s”', (ids, words) => {
  expect(titlesInWords(ids.map(page))).toBe(words);
});
