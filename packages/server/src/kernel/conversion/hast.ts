import type { Element, Nodes } from 'hast';

/** The text of a node. */
export const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

/** The classes of an element. */
export const classesOf = ({ properties }: Element): string => [properties.className ?? []].flat().join(' ');
