import type { Block, Document, Fragment, Inline, Node } from '@lectern/document';

/** Whether a node or one inside of it is an expression or a condition. */
const isComputed = (node: Node | Fragment): boolean => {
  if (node.object === 'text') return false;
  if (node.object !== 'fragment' && (node.type === 'expression' || node.type === 'if')) return true;
  return [...(node.nodes ?? []), ...(('fragments' in node && node.fragments) || [])].some(isComputed);
};

/** Whether a document has expressions or conditions. */
export const hasExpressions = (document: Document | undefined): boolean =>
  document?.nodes.some(isComputed) ?? false;

const shown = (node: Node): Node => {
  if (node.object === 'text' || !isComputed(node)) return node;
  if (node.object === 'inline' && node.type === 'expression')
    return {
      object: 'text',
      leaves: [
        {
          object: 'leaf',
          text: String(node.data?.expression ?? ''),
          marks: [{ object: 'mark', type: 'code' }],
        },
      ],
    };
  return {
    ...node,
    ...(node.nodes && { nodes: node.nodes.map(shown) }),
    ...('fragments' in node &&
      node.fragments && {
        fragments: node.fragments.map((part) => ({ ...part, nodes: part.nodes.map(shown) })),
      }),
  } as Block | Inline;
};

/** Shows the source of expressions that have a value on published sites only, such as those about the visitor. */
export const withShownExpressions = (document: Document): Document => ({
  ...document,
  nodes: document.nodes.map(shown) as readonly Block[],
});
