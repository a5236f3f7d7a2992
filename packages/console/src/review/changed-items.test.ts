import { describe, expect, test } from 'vitest';
import { type Change, changedItems, changeTree, countActions, itemsInOrder } from './changed-items.ts';

const page = (id: string, path: string) => ({ id, type: 'document' as const, title: id.toUpperCase(), path });
const CHANGES: Change[] = [
  { type: 'page_created', page: page('a', 'guides/a') },
  { type: 'page_edited', page: page('b', 'b'), attributes: { title: { before: 'Old', after: 'B' } } },
  {
    type: 'page_edited',
    page: page('c', 'guides/a/c'),
    attributes: { document: { before: '1', after: '2' } },
  },
  { type: 'page_moved', page: page('c', 'guides/a/c'), parent: { after: page('a', 'guides/a') } },
  { type: 'page_deleted', page: page('d', 'b') },
  { type: 'variables_edited', variables: { limit: { before: 1, after: 2 } } },
];

describe('changed items', () => {
  const items = changedItems(CHANGES);

  test('gather the changes of one page', () => {
    expect(items.map(({ key, actions }) => [key, ...actions])).toEqual([
      ['page:a', 'created'],
      ['page:b', 'renamed'],
      ['page:c', 'moved', 'edited'],
      ['page:d', 'deleted'],
      ['variables:variables', 'edited'],
    ]);
    expect(items[2]!.parent).toEqual({ before: 'the top level', after: 'A' });
  });

  test('are counted by action', () => {
    expect(countActions(items)).toEqual([
      ['created', 1],
      ['deleted', 1],
      ['renamed', 1],
      ['moved', 1],
      ['edited', 2],
    ]);
  });

  test('form a tree by path without losing any', () => {
    const tree = changeTree(items);
    expect(tree.map(({ name, children }) => [name, children.length])).toEqual([
      ['guides', 1],
      ['B', 0],
      ['D', 0],
      ['Variables', 0],
    ]);
    expect(
      itemsInOrder(tree)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(items.map(({ key }) => key).sort());
  });

  test('are in folders with the titles of their pages', () => {
    expect(changeTree(items, new Map([['guides', 'All guides']]))[0]!.name).toBe('All guides');
  });

  test('have another fingerprint once they change again', () => {
    const [first] = changedItems([CHANGES[1]!]);
    const [again] = changedItems([
      { ...CHANGES[1]!, attributes: { title: { before: 'Old', after: 'C' } } } as Change,
    ]);
    expect(first!.fingerprint).not.toBe(again!.fingerprint);
  });
});
