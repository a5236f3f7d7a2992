import { type Block, type Document, type Fragment, isRecord, type Node } from '@lectern/document';

/** A reference of a page to a block of an integration. */
export interface BlockReference {
  readonly integration: string;
  readonly block: string;
  readonly props: Readonly<Record<string, unknown>>;
}

// Limit of one page; further blocks are not shown.
const MAX_BLOCKS = 30;

/** The reference in the data of a block; undefined if it is incomplete. */
export const blockReferenceIn = (data: Block['data'] = {}): BlockReference | undefined => {
  const { integration, block, props } = data;
  if (typeof integration !== 'string' || typeof block !== 'string') return undefined;
  return { integration, block, props: isRecord(props) ? props : {} };
};

/** Key of a reference: equal references show the same. */
export const keyOfBlock = (reference: BlockReference): string => JSON.stringify(reference);

/** The references to integration blocks in a document, without duplicates. */
export const blockReferencesIn = (document: Document): readonly BlockReference[] => {
  const found = new Map<string, BlockReference>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const { type, data, nodes = [], fragments = [] } = node as Block;
    const reference = type === 'integration' ? blockReferenceIn(data) : undefined;
    if (reference) found.set(keyOfBlock(reference), reference);
    for (const child of nodes) visit(child);
    for (const part of fragments) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...found.values()].slice(0, MAX_BLOCKS);
};
