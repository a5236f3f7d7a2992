import type { Block, Document, Fragment, Node } from '../document.ts';
import { type LineNode, normalLine } from './line.ts';

/** Moves blanks at the edges of marks outside of them, and removes them at the edges of lines. */
export function withNormalLines<N extends Node | Fragment>(node: N): N {
  if (node.object === 'text') return node;
  const { nodes, fragments } = node as Partial<Block>;
  const children = nodes?.map(withNormalLines);
  const isCodeLine = node.object === 'block' && node.type === 'code-line';
  const isLine = !isCodeLine && children?.some((child) => child.object !== 'block');
  return {
    ...node,
    ...(children && {
      nodes: isLine ? normalLine(children as readonly LineNode[], node.object !== 'inline') : children,
    }),
    ...(fragments && { fragments: fragments.map(withNormalLines) }),
  };
}

/** A document with normalized lines, as it is stored: blanks at the edges of lines and line breaks at their end cannot be printed. */
export const normalizeLines = (document: Document): Document => ({
  ...document,
  nodes: document.nodes.map(withNormalLines),
});
