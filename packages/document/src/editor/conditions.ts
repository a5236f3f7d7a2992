import type { Block, Fragment, Node } from '../document.ts';
import { isOneTag } from '../markdown/tags.ts';

const isWritable = (expression: string): boolean =>
  isOneTag(`{% if ${expression.replaceAll('\n', ' ')} %}`) && expression.trim() === expression;

/** An expression as a tag can have it: with its last quote closed. One that no tag can have is empty, and hides the content. */
const writable = (expression: string): string => {
  if (isWritable(expression)) return expression;
  const trimmed = expression.trim();
  const apart = trimmed.replaceAll('%}', '% }').replaceAll('{%', '{ %');
  const forms = [trimmed, `${trimmed}"`, `${trimmed}'`, apart, `${apart}"`, `${apart}'`];
  return forms.find(isWritable) ?? '';
};

const convert = <T extends Node | Fragment>(node: T): T => {
  if (node.object === 'text') return node;
  const { nodes, fragments } = node as Partial<Block>;
  const children = nodes?.map(convert);
  const parts = fragments?.map(convert);
  const isChanged =
    children?.some((child, at) => child !== nodes![at]) || parts?.some((part, at) => part !== fragments![at]);
  const made = isChanged
    ? { ...node, ...(children && { nodes: children }), ...(parts && { fragments: parts }) }
    : node;
  if (made.object !== 'block' || made.type !== 'if') return made;
  const source = String(made.data?.expression ?? '');
  const expression = writable(source);
  return expression === source ? made : { ...made, data: { ...made.data, expression } };
};

/** A block whose conditions are expressions that a tag can have: otherwise their content would be outside of them, for all readers. */
export const withStoredConditions = (block: Block): Block => convert(block);
