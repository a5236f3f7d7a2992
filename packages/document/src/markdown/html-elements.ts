import { isLineName } from './html.ts';
import type { Syntax } from './syntax.ts';

/** Whether an element has no attributes. */
export const isPlain = (node: Syntax): boolean => Object.keys(node.attributes!).length === 0;

/** Whether nodes belong to a line: texts and inline elements. */
export const inLine = (nodes: readonly Syntax[]): boolean =>
  nodes.every(
    (node) =>
      node.type !== 'element' ||
      node.name === 'picture' ||
      (isLineName(node.name!) && inLine(node.children!)),
  );
