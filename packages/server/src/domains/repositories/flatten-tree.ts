import type { PageNode } from '@lectern/document';

/** All pages of a tree in depth-first order. */
export const flattenTree = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...flattenTree(node.children)]);
