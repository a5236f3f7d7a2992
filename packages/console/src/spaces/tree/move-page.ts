import { ancestorsOf, childrenOf, flatten, type PageNode } from './page-node.ts';

/** Where an entry is dropped, relative to another. */
export type DropPosition = 'before' | 'inside' | 'after';

/** A new place of an entry: its parent, and its place among the entries of the parent without itself. */
export interface Place {
  readonly into: string | null;
  readonly at: number;
}

/** A step by keyboard. `in` is below the entry before, `out` is after the parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

interface Found {
  readonly parent: PageNode | undefined;
  readonly siblings: readonly PageNode[];
  readonly index: number;
}

const find = (tree: readonly PageNode[], id: string): Found | undefined => {
  const parent = ancestorsOf(tree, id).at(-1);
  const siblings = parent ? childrenOf(parent) : tree;
  const index = siblings.findIndex((node) => node.id === id);
  return index < 0 ? undefined : { parent, siblings, index };
};

// Links cannot have entries below them, and groups are at the top only.
const canHold = (parent: PageNode | undefined, child: PageNode): boolean =>
  parent === undefined || (parent.type !== 'link' && child.type !== 'group');

const isSame = (found: Found, { into, at }: Place): boolean =>
  (found.parent?.id ?? null) === into && found.index === at;

/** The place of an entry after a drop; undefined if it is not allowed or changes nothing. */
export const placeAfterDrop = (
  tree: readonly PageNode[],
  id: string,
  target: string,
  position: DropPosition,
): Place | undefined => {
  const moved = find(tree, id);
  const onto = find(tree, target);
  if (!moved || !onto || id === target) return undefined;
  const node = moved.siblings[moved.index]!;
  const targetNode = onto.siblings[onto.index]!;
  if (flatten(childrenOf(node)).some((each) => each.id === target)) return undefined;
  const parent = position === 'inside' ? targetNode : onto.parent;
  if (!canHold(parent, node)) return undefined;
  const others = (parent ? childrenOf(parent) : tree).filter((each) => each.id !== id);
  const at =
    position === 'inside'
      ? others.length
      : others.findIndex((each) => each.id === target) + (position === 'after' ? 1 : 0);
  const place = { into: parent?.id ?? null, at };
  return isSame(moved, place) ? undefined : place;
};

/** The place of an entry after a step by keyboard; undefined if there is nowhere to go. */
export const placeAfterStep = (tree: readonly PageNode[], id: string, step: Step): Place | undefined => {
  const found = find(tree, id);
  if (!found) return undefined;
  const { parent, siblings, index } = found;
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  if (step === 'up') return before && placeAfterDrop(tree, id, before.id, 'before');
  if (step === 'down') return after && placeAfterDrop(tree, id, after.id, 'after');
  if (step === 'in') return before && placeAfterDrop(tree, id, before.id, 'inside');
  return parent && placeAfterDrop(tree, id, parent.id, 'after');
};

/** The tree after a move, to show it before the server has answered. */
export const withMoved = (
  tree: readonly PageNode[],
  id: string,
  { into, at }: Place,
): readonly PageNode[] => {
  const node = flatten(tree).find((each) => each.id === id);
  if (!node) return tree;
  const remove = (nodes: readonly PageNode[]): readonly PageNode[] =>
    nodes
      .filter((each) => each.id !== id)
      .map((each) => (each.pages ? { ...each, pages: remove(each.pages) } : each));
  const insert = (nodes: readonly PageNode[]): readonly PageNode[] => nodes.toSpliced(at, 0, node);
  const place = (nodes: readonly PageNode[]): readonly PageNode[] =>
    nodes.map((each) =>
      each.id === into
        ? { ...each, pages: insert(childrenOf(each)) }
        : each.pages
          ? { ...each, pages: place(each.pages) }
          : each,
    );
  const without = remove(tree);
  return into === null ? insert(without) : place(without);
};
