import type { Block, ContentRef, Fragment, Inline, Node, Text } from '@lectern/document';
import { type Targets, valueInWords } from './words.ts';

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

const codeBlock = (lines: readonly string[]): Block => ({
  object: 'block',
  type: 'code',
  nodes: lines.map((line) => ({ object: 'block', type: 'code-line', nodes: [text(line)] })),
});

const isEmpty = (value: unknown): boolean => value === undefined || Object.keys(value as object).length === 0;

/** The properties of a block of an integration, each as a line, or as lines. */
const propertiesOf = (props: unknown): Block[] =>
  isEmpty(props)
    ? []
    : [
        codeBlock(
          Object.entries(props as object).flatMap(([name, value]) =>
            `${name}: ${valueInWords(value)}`.split('\n'),
          ),
        ),
      ];

const captionOf = ({ fragments = [] }: Block): Node[] => fragments.flatMap(({ nodes }) => nodes);

type Replacement = (block: Block, targets: Targets | undefined) => Block;

const reusableContent: Replacement = ({ data }, targets) => {
  const ref = data?.ref as ContentRef | undefined;
  const title = ref && targets?.hrefOf(ref)?.title;
  return quote(title ? paragraph('Reusable content ', { code: title }) : paragraph('Reusable content'));
};

/** Readable content for blocks that a reader sees only after the server has computed them, or that are large. */
const instead: Readonly<Partial<Record<Block['type'], Replacement>>> = {
  if: ({ data, nodes }) =>
    quote(paragraph('If ', { code: String(data?.expression ?? data?.condition ?? '') }), nodes),
  'reusable-content': reusableContent,
  integration: ({ data }) =>
    quote(
      paragraph('Block of the integration ', { code: String(data?.integration ?? '') }),
      propertiesOf(data?.props),
    ),
  embed: (block) => quote(paragraph('Embed ', { code: String(block.data?.url ?? '') }), captionOf(block)),
  tag: ({ data }) => paragraph({ code: String(data?.source ?? '') }),
  definition: ({ data }) => paragraph({ code: valueInWords(data) }),
  conflict: ({ nodes }) => quote(paragraph('Conflict'), nodes),
  'conflict-primary': ({ nodes }) => quote(paragraph('In the space'), nodes),
  'conflict-changed': ({ nodes }) => quote(paragraph('In the change request'), nodes),
  // Hidden lines could hide a change.
  code: (block) => ({ ...block, data: { ...block.data, expandable: false } }),
};

const inlineOf = (node: Inline, targets: Targets | undefined): Inline | Text =>
  node.type === 'expression'
    ? text({ code: `{${String(node.data?.expression ?? node.data?.source ?? '')}}` })
    : {
        ...node,
        ...(node.nodes && {
          nodes: node.nodes.map((inner) => nodeOf(inner, targets)) as Inline['nodes'] & object,
        }),
        ...(node.fragments && { fragments: node.fragments.map((part) => fragmentOf(part, targets)) }),
      };

const nodeOf = (node: Node, targets: Targets | undefined): Node => {
  if (node.object === 'text') return node;
  return node.object === 'inline' ? inlineOf(node, targets) : visibleBlock(node, targets);
};

const fragmentOf = (fragment: Fragment, targets: Targets | undefined): Fragment => ({
  ...fragment,
  nodes: fragment.nodes.map((node) => nodeOf(node, targets)),
});

/** A block in which everything that a reviewer has to see is visible. */
export const visibleBlock = (block: Block, targets?: Targets): Block => {
  const inner: Block = {
    ...block,
    ...(block.nodes && { nodes: block.nodes.map((node) => nodeOf(node, targets)) }),
    ...(block.fragments && { fragments: block.fragments.map((part) => fragmentOf(part, targets)) }),
  };
  const replace = instead[block.type];
  return replace ? replace(inner, targets) : inner;
};
