import { createHash } from 'node:crypto';
import { type Block, type Document, type Fragment, isRecord, type Node } from '@lectern/document';
import { nodeText } from '@lectern/site';
import { matchesUnfurlPattern } from '../../integrations/index.ts';

/** An action of a block. */
export type BlockAction = { readonly action: string } & Readonly<Record<string, unknown>>;

/** A reference of a page to a block of an integration. */
export interface BlockReference {
  readonly integration: string;
  readonly block: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** The action that it is first rendered with. */
  readonly action?: BlockAction;
}

/** Code or embeds that an integration shows as a block. */
export interface BlockConversion {
  readonly integration: string;
  readonly block: string;
  /** The syntax of the code, and the property that gets its text. */
  readonly code?: { readonly syntax: string; readonly property: string };
  /** Patterns of the URLs of embeds. */
  readonly urls: readonly string[];
}

// Limit of one page; further blocks are not shown.
const MAX_BLOCKS = 30;

const UNFURL = '@link.unfurl';

/** The reference in the data of a block; undefined if it is incomplete. */
export const blockReferenceIn = (data: Block['data'] = {}): BlockReference | undefined => {
  const { integration, block, props, unfurl } = data;
  if (typeof integration !== 'string' || typeof block !== 'string') return undefined;
  return {
    integration,
    block,
    props: isRecord(props) ? props : {},
    ...(typeof unfurl === 'string' && { action: { action: UNFURL, url: unfurl } }),
  };
};

/** Key of a reference: equal references show the same. */
export const keyOfBlock = (reference: BlockReference): string => JSON.stringify(reference);

/** A short key of a reference, by which pages name it. */
export const idOfBlock = (reference: BlockReference): string =>
  createHash('sha256').update(keyOfBlock(reference)).digest('base64url').slice(0, 22);

const sourceOf = (node: Block): string =>
  (node.nodes ?? []).map((line) => nodeText(line as Block)).join('\n');

/** The block that an integration makes of code or of an embed, as a block of the document. */
const converted = (node: Block, conversions: readonly BlockConversion[]): Block | undefined => {
  const { syntax, url } = node.data ?? {};
  const blockOf = ({ integration, block }: BlockConversion, data: object): Block => ({
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: { integration, block, ...data },
    ...(node.key !== undefined && { key: node.key }),
  });
  if (node.type === 'code' && typeof syntax === 'string') {
    const name = syntax.toLowerCase();
    const found = conversions.find(({ code }) => code?.syntax.toLowerCase() === name);
    return found?.code && blockOf(found, { props: { [found.code.property]: sourceOf(node) } });
  }
  if (node.type === 'embed' && typeof url === 'string') {
    const found = conversions.find(({ urls }) => urls.some((pattern) => matchesUnfurlPattern(url, pattern)));
    return found && blockOf(found, { props: {}, unfurl: url });
  }
  return undefined;
};

/** Whether a document may contain integration blocks, before the integrations are known. */
export const mayHaveBlocks = (document: Document): boolean => {
  const visit = (node: Node | Fragment): boolean => {
    if (node.object === 'text') return false;
    const { type, nodes = [], fragments = [] } = node as Block;
    return ['integration', 'code', 'embed'].includes(type) || nodes.some(visit) || fragments.some(visit);
  };
  return document.nodes.some(visit);
};

/** The references to integration blocks in a document, without duplicates. */
export const blockReferencesIn = (
  document: Document,
  conversions: readonly BlockConversion[],
): readonly BlockReference[] => {
  const found = new Map<string, BlockReference>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const block = node as Block;
    const own = block.type === 'integration' ? block : converted(block, conversions);
    const reference = own && blockReferenceIn(own.data);
    if (reference) found.set(keyOfBlock(reference), reference);
    for (const child of block.nodes ?? []) visit(child);
    for (const part of block.fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...found.values()].slice(0, MAX_BLOCKS);
};

/** The document with code and embeds replaced by the integration blocks that can be shown. */
export const withConvertedBlocks = (
  document: Document,
  conversions: readonly BlockConversion[],
  isShown: (reference: BlockReference) => boolean,
): Document => {
  const convert = <Part extends Node | Fragment>(node: Part): Part => {
    if (node.object === 'text') return node;
    const block = node as Block;
    const own = converted(block, conversions);
    const reference = own && blockReferenceIn(own.data);
    if (reference && isShown(reference)) return own as Part;
    return {
      ...node,
      ...(block.nodes && { nodes: block.nodes.map(convert) }),
      ...(block.fragments && { fragments: block.fragments.map(convert) }),
    };
  };
  return conversions.length === 0 ? document : { ...document, nodes: document.nodes.map(convert) };
};
