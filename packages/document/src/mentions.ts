import type { Block, ContentRef, Document, Fragment, Inline, Node } from './document.ts';

/** The change of a mention: another label, or text in its place; undefined for none. */
export type MentionChange = { readonly label: string } | { readonly text: string } | undefined;

/** Renames the mentions of a document, or replaces them by text. */
export function mapMentions(
  document: Document,
  change: (ref: ContentRef, label: string | undefined) => MentionChange,
): Document {
  const mention = (node: Inline): Node => {
    const { ref, label } = node.data as { ref: ContentRef; label?: string };
    const next = change(ref, label);
    if (next === undefined) return node;
    return 'text' in next
      ? { object: 'text', leaves: [{ object: 'leaf', text: next.text, marks: [] }] }
      : { ...node, data: { ...node.data, label: next.label } };
  };
  const mapped = <N extends Node | Fragment>(node: N): N => {
    if (node.object === 'text') return node;
    if (node.object === 'inline' && node.type === 'mention') return mention(node) as N;
    const { nodes, fragments }: Pick<Block, 'nodes' | 'fragments'> = node;
    return {
      ...node,
      ...(nodes ? { nodes: nodes.map(mapped) } : {}),
      ...(fragments ? { fragments: fragments.map(mapped) } : {}),
    };
  };
  return { ...document, nodes: document.nodes.map(mapped) };
}
