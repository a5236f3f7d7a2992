import { expect, test } from 'vitest';
import { statusChangesInWords } from './status-words.ts';

const change = (id: string, status: 'open' | 'archived' | 'merged', displayName: string) => ({
  id,
  status,
  changedBy: { displayName } as never,
  changedAt: `2026-01-0${id}T00:00:00Z`,
});

test('changes of status say who opened, archived, reopened and merged, oldest first', () => {
  const newestFirst = [
    change('4', 'merged', 'Ben'),
    change('3', 'open', 'Ann'),
    change('2', 'archived', 'Ben'),
    change('1', 'open', 'Ann'),
  ];
  expect(statusChangesInWords(newestFirst).map(({ who, words }) => `${who} ${words}`)).toEqual([
    'Ann opened it for review',
    'Ben archived it',
    'Ann reopened it',
    'Ben merged it',
  ]);
});
