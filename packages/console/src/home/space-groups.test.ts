import { expect, test } from 'vitest';
import { groupSpaces } from './space-groups.ts';

const space = (id: string, parent?: string) => ({ id, ...(parent && { parent }) });

test('spaces without a collection come first, then each collection with its path', () => {
  const collections = [
    { id: 'b', title: 'Beta' },
    { id: 'a', title: 'Alpha' },
    { id: 'c', title: 'Inner', parent: 'a' },
    { id: 'empty', title: 'Empty' },
  ];
  expect(groupSpaces([space('1', 'b'), space('2'), space('3', 'c'), space('4', 'b')], collections)).toEqual([
    { id: undefined, path: [], spaces: [space('2')] },
    { id: 'c', path: ['Alpha', 'Inner'], spaces: [space('3', 'c')] },
    { id: 'b', path: ['Beta'], spaces: [space('1', 'b'), space('4', 'b')] },
  ]);
});

test('a space in a collection that the user cannot see has no group', () => {
  expect(groupSpaces([space('1', 'hidden')], [])).toEqual([
    { id: undefined, path: [], spaces: [space('1', 'hidden')] },
  ]);
});

test('collections in a circle do not recurse forever', () => {
  const collections = [
    { id: 'a', title: 'A', parent: 'b' },
    { id: 'b', title: 'B', parent: 'a' },
  ];
  expect(groupSpaces([space('1', 'a')], collections)[0]!.path).toEqual(['B', 'A']);
});
