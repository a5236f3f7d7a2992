/** An entry of a tree. */
export interface TreeNode {
  readonly id: string;
  readonly title: string;
}

/** The shape of a tree: where the children of an entry are, and which entries can be in which. */
export interface TreeShape<Node extends TreeNode> {
  childrenOf(node: Node): readonly Node[];
  withChildren(node: Node, children: readonly Node[]): Node;
  /** Without a parent: at the top. */
  canHold(parent: Node | undefined, child: Node): boolean;
}

/** A row of a tree. */
export interface TreeRow<Node extends TreeNode> {
  readonly node: Node;
  /** 1 for entries at the top. */
  readonly level: number;
  readonly parent: Node | undefined;
  /** The place among the entries of the parent. */
  readonly index: number;
  readonly siblings: number;
  /** Undefined without children. */
  readonly isExpanded: boolean | undefined;
}

/** Where an entry is dropped, relative to another. */
export type DropPosition = 'before' | 'inside' | 'after';

/** A new place of an entry: its parent, and its place among the entries of the parent without itself. */
export interface Place {
  readonly into: string | null;
  readonly at: number;
}

/** A step by keyboard. `in` is below the entry before, `out` is after the parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

interface Found<Node> {
  readonly parent: Node | undefined;
  readonly siblings: readonly Node[];
  readonly index: number;
}

/** The operations on trees of a shape. */
export const treeOf = <Node extends TreeNode>({ childrenOf, withChildren, canHold }: TreeShape<Node>) => {
  /** All entries of a tree, parents before their children. */
  const flatten = (nodes: readonly Node[]): readonly Node[] =>
    nodes.flatMap((node) => [node, ...flatten(childrenOf(node))]);

  /** The entries from the top to one of them; undefined if it is not there. A drag asks for it at every move. */
  const pathTo = (nodes: readonly Node[], id: string): readonly Node[] | undefined => {
    for (const node of nodes) {
      const below = node.id === id ? [] : pathTo(childrenOf(node), id);
      if (below) return [node, ...below];
    }
    return undefined;
  };

  /** The entries above another, from the top. */
  const ancestorsOf = (nodes: readonly Node[], id: string): readonly Node[] =>
    pathTo(nodes, id)?.slice(0, -1) ?? [];

  /** The rows of a tree, without those below collapsed entries. */
  const visibleRows = (
    nodes: readonly Node[],
    collapsed: ReadonlySet<string>,
    parent?: Node,
    level = 1,
  ): readonly TreeRow<Node>[] =>
    nodes.flatMap((node, index) => {
      const children = childrenOf(node);
      const isExpanded = children.length === 0 ? undefined : !collapsed.has(node.id);
      const row = { node, level, parent, index, siblings: nodes.length, isExpanded };
      return isExpanded ? [row, ...visibleRows(children, collapsed, node, level + 1)] : [row];
    });

  const find = (tree: readonly Node[], id: string): Found<Node> | undefined => {
    const parent = ancestorsOf(tree, id).at(-1);
    const siblings = parent ? childrenOf(parent) : tree;
    const index = siblings.findIndex((node) => node.id === id);
    return index < 0 ? undefined : { parent, siblings, index };
  };

  const isSame = (found: Found<Node>, { into, at }: Place): boolean =>
    (found.parent?.id ?? null) === into && found.index === at;

  /** The place of an entry after a drop; undefined if it is not allowed or changes nothing. */
  const placeAfterDrop = (
    tree: readonly Node[],
    id: string,
    target: string,
    position: DropPosition,
  ): Place | undefined => {
    const moved = find(tree, id);
    const onto = find(tree, target);
    if (!moved || !onto || id === target) return undefined;
    const node = moved.siblings[moved.index]!;
    const targetNode = onto.siblings[onto.index]!;
    if (pathTo(childrenOf(node), target)) return undefined;
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
  const placeAfterStep = (tree: readonly Node[], id: string, step: Step): Place | undefined => {
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

  /** The tree with an entry at a new place. */
  const withMoved = (tree: readonly Node[], id: string, { into, at }: Place): readonly Node[] => {
    const node = flatten(tree).find((each) => each.id === id);
    if (!node) return tree;
    const change = (each: Node, work: (children: readonly Node[]) => readonly Node[]): Node =>
      childrenOf(each).length > 0 ? withChildren(each, work(childrenOf(each))) : each;
    const remove = (nodes: readonly Node[]): readonly Node[] =>
      nodes.filter((each) => each.id !== id).map((each) => change(each, remove));
    const insert = (nodes: readonly Node[]): readonly Node[] => nodes.toSpliced(at, 0, node);
    const place = (nodes: readonly Node[]): readonly Node[] =>
      nodes.map((each) =>
        each.id === into ? withChildren(each, insert(childrenOf(each))) : change(each, place),
      );
    const without = remove(tree);
    return into === null ? insert(without) : place(without);
  };

  return { flatten, ancestorsOf, visibleRows, placeAfterDrop, placeAfterStep, withMoved };
};

/** The operations on trees of a shape. */
export type Tree<Node extends TreeNode> = ReturnType<typeof treeOf<Node>>;
