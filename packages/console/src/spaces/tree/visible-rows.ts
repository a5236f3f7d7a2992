import { childrenOf, type PageNode } from './page-node.ts';

/** A row of the page tree. */
export interface TreeRow {
  readonly node: PageNode;
  /** 1 for entries at the top. */
  readonly level: number;
  readonly parent: PageNode | undefined;
  /** The place among the entries of the parent. */
  readonly index: number;
  readonly siblings: number;
  /** Undefined without children. */
  readonly isExpanded: boolean | undefined;
}

/** The rows of a tree, without those below collapsed entries. */
export const visibleRows = (
  nodes: readonly PageNode[],
  collapsed: ReadonlySet<string>,
  parent?: PageNode,
  level = 1,
): readonly TreeRow[] =>
  nodes.flatMap((node, index) => {
    const children = childrenOf(node);
    const isExpanded = children.length === 0 ? undefined : !collapsed.has(node.id);
    const row = { node, level, parent, index, siblings: nodes.length, isExpanded };
    return isExpanded ? [row, ...visibleRows(children, collapsed, node, level + 1)] : [row];
  });
