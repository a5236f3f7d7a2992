import type { Block, Document, Fragment, Inline, Node } from '@lectern/document';

type Parent = Document | Node | Fragment;

const childrenOf = (node: Parent): readonly (Node | Fragment)[] =>
  node.object === 'text' ? [] : [...(node.nodes ?? []), ...(('fragments' in node && node.fragments) || [])];

const someNode = (node: Parent, matches: (type: string) => boolean): boolean =>
  ('type' in node && node.type !== undefined && matches(node.type)) ||
  childrenOf(node).some((child) => someNode(child, matches));

const isExpression = (type: string): boolean => type === 'expression';

/** Whether the server computes a part of a document: a value of an expression, or a content that it includes. */
export const isComputed = (document: Document): boolean =>
  someNode(document, (type) => isExpression(type) || type === 'reusable-content');

const shown = (node: Node): Node => {
  if (node.object === 'text' || !someNode(node, isExpression)) return node;
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
