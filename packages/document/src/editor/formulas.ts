import type { Block, Fragment, Inline, Node } from '../document.ts';

type Child = Node | Fragment;

const isFormula = (node: Node): node is Inline => node.object === 'inline' && node.type === 'inline-math';
const isUnwritten = (node: Node): boolean => isFormula(node) && (node.data?.formula ?? '') === '';
const isBlank = (node: Node): boolean =>
  node.object === 'text' && node.leaves.every(({ text }) => text.trim() === '');

/** The block of a formula that is all that a paragraph has. */
const blockOfFormula = ({ type, data = {}, nodes = [] }: Block): Block | undefined => {
  const [only, ...more] = type === 'paragraph' ? nodes.filter((node) => !isBlank(node)) : [];
  if (!only || !isFormula(only) || more.length > 0 || Object.keys(data).length > 0) return undefined;
  return { object: 'block', type: 'math', isVoid: true, data: only.data ?? {} };
};

/** The values converted; the same list if none has changed. */
const mapped = <T extends Child>(values: readonly T[], change: (value: T) => T): readonly T[] => {
  const next = values.map(change);
  return next.every((value, at) => value === values[at]) ? values : next;
};

// Cells, captions and titles are HTML, where a formula stays in its line.
const isMarkdownPart = (part: Fragment): boolean =>
  part.type === 'expandable-body' || part.fragment === 'expandable-body';

const convert = <T extends Child>(node: T, isMarkdown: boolean): T => {
  if (node.object === 'text') return node;
  const { nodes, fragments } = node as Partial<Block>;
  const written = nodes?.some(isUnwritten) ? nodes.filter((child) => !isUnwritten(child)) : nodes;
  const children = written && mapped(written, (child) => convert(child, isMarkdown));
  const parts = fragments && mapped(fragments, (part) => convert(part, isMarkdown && isMarkdownPart(part)));
  const isSame = children === nodes && parts === fragments;
  const made = isSame
    ? node
    : { ...node, ...(children && { nodes: children }), ...(parts && { fragments: parts }) };
  const block = isMarkdown && made.object === 'block' ? blockOfFormula(made as Block) : undefined;
  return (block as T | undefined) ?? made;
};

/** A block with its formulas as Markdown has them: one alone on its line is a block, and one without text is nothing yet. */
export const withStoredFormulas = (block: Block): Block => convert(block, true);
