import { expect, test } from 'vitest';
import { positionBetween } from '../../../document/src/positions.ts';
import { type ContentNode, contentsOf, contentTreeFor, destinationOf, neighborsOf } from './content-node.ts';

const space = (id: string, position: string, parent?: string) => ({
  id,
  title: id,
  emoji: '📘',
  position,
  ...(parent && { parent }),
  permissions: { admin: true },
});
const collection = (id: string, position: string, parent?: string, create = true) => ({
  ...space(id, position, parent),
  permissions: { admin: true, create },
});
const outline = (nodes: readonly ContentNode[]): string =>
  nodes.map(({ id, children }) => (children.length > 0 ? `${id}(${outline(children)})` : id)).join(' ');

const TREE = contentsOf(
  [space('s3', 'c', 'A'), space('s1', 'b'), space('s2', 'a', 'A'), space('s4', 'd', 'hidden')],
  [collection('B', 'b', 'A'), collection('A', 'a'), collection('C', 'e', undefined, false)],
);

test('spaces and collections are sorted by position, those of hidden collections at the top', () => {
  expect(outline(TREE)).toBe('A(s2 B s3) s1 s4 C');
});

test('collections in a circle do not recurse forever', () => {
  expect(contentsOf([], [collection('a', 'a', 'b'), collection('b', 'b', 'a')])).toEqual([]);
});

test.each([
  ['into a collection, at the end', 's1', { into: 'B', at: 0 }, { parent: 'B' }],
  [
    'before a space',
    's1',
    { into: 'A', at: 0 },
    { parent: 'A', position: { before: { type: 'space', space: 's2' } } },
  ],
  [
    'before a collection, without itself',
    's2',
    { into: 'A', at: 0 },
    { parent: 'A', position: { before: { type: 'collection', collection: 'B' } } },
  ],
  ['to the end of the top', 's2', { into: null, at: 4 }, { parent: null }],
] as const)('%s', (_, id, place, destination) => {
  expect(destinationOf(TREE, id, place)).toEqual(destination);
});

test('the new position is between the neighbors', () => {
  const { before, after } = neighborsOf(TREE, 's1', { into: 'A', at: 1 });
  const position = positionBetween(before, after);
  expect([before < position, position < after!]).toEqual([true, true]);
});

test('a move needs the permission to create at the destination, but not to sort', () => {
  const tree = contentTreeFor(false);
  expect(tree.placeAfterDrop(TREE, 's1', 'C', 'inside')).toBeUndefined();
  expect(tree.placeAfterDrop(TREE, 's2', 's1', 'before')).toBeUndefined();
  expect(tree.placeAfterDrop(TREE, 's1', 'A', 'before')).toEqual({ into: null, at: 0 });
  expect(tree.placeAfterDrop(TREE, 's1', 's2', 'inside')).toBeUndefined();
  expect(contentTreeFor(true).placeAfterDrop(TREE, 's2', 's1', 'before')).toEqual({ into: null, at: 1 });
});
