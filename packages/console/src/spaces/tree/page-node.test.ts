import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../../tree/tree.ts';
import { childrenOf, type PageNode, pageTree } from './page-node.ts';

const { flatten, placeAfterDrop, placeAfterStep, visibleRows, withMoved } = pageTree;

const page = (id: string, ...pages: PageNode[]): PageNode => ({
  id,
  title: id,
  type: 'document',
  path: id,
  pages,
});
const group = (id: string, ...pages: PageNode[]): PageNode => ({ ...page(id, ...pages), type: 'group' });
const outline = (nodes: readonly PageNode[]): string =>
  nodes
    .map((node) => `${node.id}${childrenOf(node).length ? `(${outline(childrenOf(node))})` : ''}`)
    .join(' ');

const TREE = [page('a'), page('b', page('c'), page('d')), group('g', page('e'))];

test.each([
  ['a', 'b', 'after', 'b(c d) a g(e)'],
  ['a', 'b', 'inside', 'b(c d a) g(e)'],
  ['d', 'c', 'before', 'a b(d c) g(e)'],
  ['d', 'a', 'before', 'd a b(c) g(e)'],
  ['c', 'e', 'after', 'a b(d) g(e c)'],
] as const)('%s is dropped on %s: %s', (id, target, position, expected) => {
  const place = placeAfterDrop(TREE, id, target, position);
  expect(outline(withMoved(TREE, id, place!))).toBe(expected);
});

test.each([
  ['onto itself', 'a', 'a', 'inside'],
  ['below itself', 'b', 'c', 'inside'],
  ['where it is', 'a', 'b', 'before'],
  ['a group below a page', 'g', 'a', 'inside'],
  ['something unknown', 'x', 'a', 'inside'],
] as const)('a drop is ignored: %s', (_, id, target, position) => {
  expect(placeAfterDrop(TREE, id, target, position)).toBeUndefined();
});

test.each([
  ['b', 'up', 'b(c d) a g(e)'],
  ['a', 'down', 'b(c d) a g(e)'],
  ['d', 'in', 'a b(c(d)) g(e)'],
  ['c', 'out', 'a b(d) c g(e)'],
] as const)('%s moves %s by keyboard', (id, step, expected) => {
  expect(outline(withMoved(TREE, id, placeAfterStep(TREE, id, step)!))).toBe(expected);
});

test('a move loses no entry and changes only its place', () => {
  const tree = fc.letrec<{ node: PageNode }>((tie) => ({
    node: fc.record({
      id: fc.uuid(),
      title: fc.string(),
      type: fc.constantFrom('document' as const, 'link' as const),
      path: fc.string(),
      pages: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
    }),
  })).node;
  fc.assert(
    fc.property(
      fc.array(tree, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.constantFrom<Step>('up', 'down', 'in', 'out'),
      (nodes, pick, step) => {
        const all = flatten(nodes);
        const { id } = all[pick % all.length]!;
        const place = placeAfterStep(nodes, id, step);
        const after = flatten(place ? withMoved(nodes, id, place) : nodes);
        expect(after.map((node) => node.id).toSorted()).toEqual(all.map((node) => node.id).toSorted());
      },
    ),
  );
});

test('rows below collapsed entries are not visible', () => {
  const rows = visibleRows(TREE, new Set(['b']));
  expect(rows.map(({ node, level, isExpanded }) => [node.id, level, isExpanded])).toEqual([
    ['a', 1, undefined],
    ['b', 1, false],
    ['g', 1, true],
    ['e', 2, undefined],
  ]);
});
