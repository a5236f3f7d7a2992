import { type Block, type Document, mergeDocuments, parseMarkdown, printMarkdown } from '@lectern/document';

/** Whether two documents are stored as the same Markdown. */
export const isSameText = (a: Document, b: Document): boolean =>
  a === b || printMarkdown(a) === printMarkdown(b);

/** A document as the server stores it, so that white space that it removes is not taken for an edit. */
export const asStored = (document: Document): Document => parseMarkdown(printMarkdown(document));

// Both versions stay: a person deletes the one that is not wanted.
const keepBoth = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.type === 'conflict'
      ? (block.nodes ?? []).flatMap((side) =>
          'nodes' in side ? ((side.nodes ?? []) as readonly Block[]) : [],
        )
      : [{ ...block, ...(block.nodes && { nodes: keepBothIn(block.nodes) }) } as Block],
  );

const keepBothIn = (nodes: NonNullable<Block['nodes']>): NonNullable<Block['nodes']> =>
  nodes.every((node): node is Block => node.object === 'block') ? keepBoth(nodes) : nodes;

/** Merges the text in the editor with a newer version on the server; where both changed a line, both lines stay. */
export const mergeVersions = (base: Document, server: Document, editor: Document): Document => {
  const { document } = mergeDocuments(asStored(base), server, asStored(editor));
  return { ...document, nodes: keepBoth(document.nodes) };
};
