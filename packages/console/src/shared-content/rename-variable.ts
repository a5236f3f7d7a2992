import type { Document } from '@lectern/document';

/** An expression that uses another name of a variable of the space. */
export const renamedIn = (expression: string, from: string, to: string): string =>
  expression
    .replaceAll(new RegExp(`(\\bspace\\s*\\??\\.\\s*vars\\s*\\??\\.\\s*)${from}(?!\\w)`, 'g'), `$1${to}`)
    .replaceAll(
      new RegExp(`(\\bspace\\s*\\??\\.\\s*vars\\s*(?:\\?\\.)?\\[\\s*)(["'])${from}\\2`, 'g'),
      `$1$2${to}$2`,
    );

interface AnyNode {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly nodes?: readonly AnyNode[];
  readonly fragments?: readonly AnyNode[];
}

const renamed = <Node extends AnyNode>(node: Node, from: string, to: string): Node => {
  const expression = node.data?.expression;
  return {
    ...node,
    ...(typeof expression === 'string' && {
      data: { ...node.data, expression: renamedIn(expression, from, to) },
    }),
    ...(node.nodes && { nodes: node.nodes.map((child) => renamed(child, from, to)) }),
    ...(node.fragments && { fragments: node.fragments.map((part) => renamed(part, from, to)) }),
  };
};

/** A document whose expressions use another name of a variable of the space. */
export const renameVariable = (document: Document, from: string, to: string): Document =>
  renamed(document as AnyNode, from, to) as Document;
