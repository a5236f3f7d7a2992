import type { Block, Fragment, Inline, Node, Text } from '@lectern/document';
import { withoutMarks } from './marks.ts';
import { valueInWords } from './notes.ts';

type Words = string | { readonly code: string };

const text = (...parts: readonly Words[]): Text => ({
  object: 'text',
  leaves: parts.map((part) =>
    typeof part === 'string'
      ? { object: 'leaf', text: part, marks: [] }
      : { object: 'leaf', text: part.code, marks: [{ object: 'mark', type: 'code' }] },
  ),
});

const paragraph = (...parts: readonly Words[]): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [text(...parts)],
});

const quote = (label: Block, nodes: readonly Node[] = []): Block => ({
  object: 'block',
  type: 'blockquote',
  nodes: [label, ...nodes],
});

/** Readable content for blocks that a reader sees only after the server has computed them. */
const instead: Readonly<Partial<Record<Block['type'], (block: Block) => Block>>> = {
  if: ({ data, nodes }) =>
    quote(paragraph('If ', { code: String(data?.expression ?? data?.condition ?? '') }), nodes),
  'reusable-content': ({ data }) => quote(paragraph('Reusable content ', { code: valueInWords(data?.ref) })),
  integration: ({ data }) =>
    quote(paragraph('Block of the integration ', { code: String(data?.integration ?? '') })),
  tag: ({ data }) => paragraph({ code: String(data?.source ?? '') }),
  definition: ({ data }) => paragraph({ code: valueInWords(data) }),
  conflict: ({ nodes }) => quote(paragraph('Conflict'), nodes),
  'conflict-primary': ({ nodes }) => quote(paragraph('In the space'), nodes),
  'conflict-changed': ({ nodes }) => quote(paragraph('In the change request'), nodes),
  // Hidden lines could hide a change.
  code: (block) => ({ ...block, data: { ...block.data, expandable: false } }),
};

const inlineOf = (node: Inline): Inline | Text =>
  node.type === 'expression'
    ? text({ code: `{${String(node.data?.expression ?? node.data?.source ?? '')}}` })
    : {
        ...node,
        ...(node.nodes && { nodes: node.nodes.map(nodeOf) as Inline['nodes'] & object }),
        ...(node.fragments && { fragments: node.fragments.map(fragmentOf) }),
      };

const nodeOf = (node: Node): Node => {
  if (node.object === 'text')
    return { ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, text: withoutMarks(leaf.text) })) };
  return node.object === 'inline' ? inlineOf(node) : visibleBlock(node);
};

const fragmentOf = (fragment: Fragment): Fragment => ({ ...fragment, nodes: fragment.nodes.map(nodeOf) });

/** A block in which everything that a reviewer has to see is visible, without characters that serve as marks. */
export const visibleBlock = (block: Block): Block => {
  const inner: Block = {
    ...block,
    ...(block.nodes && { nodes: block.nodes.map(nodeOf) }),
    ...(block.fragments && { fragments: block.fragments.map(fragmentOf) }),
  };
  const replace = instead[block.type];
  return replace ? replace(inner) : inner;
};
