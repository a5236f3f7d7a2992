import type { Block, Document } from '@lectern/document';
import { type CommonBlocks, commonBlocks } from '../../../../document/src/editor/common-blocks.ts';

/** A document as its difference to another one: the blocks that both have at their start and their end are not repeated. */
export interface StoredDocument extends Document, CommonBlocks {}

const texts = new WeakMap<Block, string>();

/** The JSON of a block, made once. */
const textOf = (block: Block): string => {
  const known = texts.get(block);
  if (known !== undefined) return known;
  const text = JSON.stringify(block);
  texts.set(block, text);
  return text;
};

const isSame = (one: Block, other: Block): boolean => one === other || textOf(one) === textOf(other);

/** The blocks of a document as one text: a browser copies it faster than the objects of a long page. */
export const toText = ({ nodes }: Document): string => `[${nodes.map(textOf).join()}]`;

/** The difference of a document to a base. */
export const toStored = (base: Document, document: Document): StoredDocument => {
  const common = commonBlocks(base.nodes, document.nodes, isSame);
  const { start, end } = common;
  return { ...document, ...common, nodes: document.nodes.slice(start, document.nodes.length - end) };
};

/** The document that was stored as a difference to a base. */
export const fromStored = (base: Document, { start, end, nodes, ...document }: StoredDocument): Document => ({
  ...document,
  nodes: [...base.nodes.slice(0, start), ...nodes, ...base.nodes.slice(base.nodes.length - end)],
});
