import { expect, test } from 'vitest';
import {
  createEdit,
  createMerkleMap,
  type DesiredPage,
  decodeNode,
  EMPTY_ROOT,
  type MerkleNode,
  type PageNode,
  readTree,
  replacePages,
  viewOf,
} from '../index.ts';

const nodes = new Map<string, MerkleNode>();
const map = createMerkleMap({
  load: async (hashes) =>
    new Map(hashes.flatMap((hash) => (nodes.has(hash) ? [[hash, nodes.get(hash)!]] : []))),
});
let count = 0;
const make = { newId: () => `id${String(++count).padStart(6, '0')}`, now: () => `time ${count}` };

const page = (id: string, title = id, children: readonly DesiredPage[] = [], slug?: string): DesiredPage => ({
  id,
  fields: { type: 'document', title },
  slug,
  children,
});

const replaced = async (root: string, wanted: readonly DesiredPage[]) => {
  const edit = createEdit(map, root, make);
  const replacement = replacePages(await readTree(viewOf(map, root)), wanted, make);
  edit.replacePages(replacement);
  const made = await map.change(root, await edit.changes());
  for (const [hash, { text }] of made.nodes) nodes.set(hash, decodeNode(text));
  return { root: made.root, tree: await readTree(viewOf(map, made.root)), ...replacement };
};

const shape = (tree: readonly PageNode[]): unknown[] =>
  tree.map(({ id, path, children }) => [id, path, ...(children.length > 0 ? [shape(children)] : [])]);

test('pages are replaced by the desired ones, and unchanged ones are not written', async () => {
  const first = await replaced(EMPTY_ROOT, [
    page('a', 'A', [page('b'), page('c')]),
    page('d', 'D', [], 'own'),
  ]);
  expect(shape(first.tree)).toEqual([
    [
      'a',
      'a',
      [
        ['b', 'a/b'],
        ['c', 'a/c'],
      ],
    ],
    ['d', 'own'],
  ]);
  const same = await replaced(first.root, [
    page('a', 'A', [page('b'), page('c')]),
    page('d', 'D', [], 'own'),
  ]);
  expect(same.root).toBe(first.root);
  expect(same.placed.size).toBe(0);
  // One is moved out and before the others, one goes, one comes, and a title is taken twice.
  const next = await replaced(first.root, [
    page('c', 'C'),
    page('a', 'A', [page('e', 'B')]),
    page('x', 'Own'),
    page('d', 'D', [], 'own'),
  ]);
  expect(shape(next.tree)).toEqual([
    ['c', 'c'],
    ['a', 'a', [['e', 'a/b']]],
    ['x', 'own-1'],
    ['d', 'own'],
  ]);
  expect([...next.placed.keys()].sort()).toEqual(['c', 'e', 'x']);
  const back = await replaced(next.root, [
    page('a', 'A', [page('b'), page('c', 'C')]),
    page('d', 'D', [], 'own'),
  ]);
  expect(shape(back.tree)).toEqual([
    [
      'a',
      'a',
      [
        ['b', 'a/b'],
        ['c', 'a/c'],
      ],
    ],
    ['d', 'own'],
  ]);
});

test('any order can be changed to any other', async () => {
  let root = EMPTY_ROOT;
  const ids = Array.from({ length: 40 }, (_, at) => `p${at}`);
  for (let round = 1; round < 12; round++) {
    const order = [...ids]
      .sort((a, b) => ((Number(a.slice(1)) * round * 7) % 41) - ((Number(b.slice(1)) * round * 7) % 41))
      .slice(round);
    const made = await replaced(
      root,
      order.map((id) => page(id)),
    );
    expect(made.tree.map(({ id }) => id)).toEqual(order);
    root = made.root;
  }
});
