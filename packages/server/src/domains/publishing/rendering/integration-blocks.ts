import type { Block, Document, Fragment, Node } from '@lectern/document';

/** A block of an integration that a page has. */
export interface WantedBlock {
  readonly integration: string;
  readonly block: string;
  readonly props: Readonly<Record<string, unknown>>;
}

// More than anybody puts on a page; what comes after them is not shown.
const MOST_BLOCKS = 30;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the data of a block asks for; undefined where it names nothing. */
export const wantedIn = (data: Block['data'] = {}): WantedBlock | undefined => {
  const { integration, block, props } = data;
  if (typeof integration !== 'string' || typeof block !== 'string') return undefined;
  return { integration, block, props: isObject(props) ? props : {} };
};

/** Names what a block shows: those that are asked for the same show the same. */
export const nameOf = (wanted: WantedBlock): string => JSON.stringify(wanted);

/** The blocks of integrations in a document, each once. */
export const blocksOf = (document: Document): readonly WantedBlock[] => {
  const found = new Map<string, WantedBlock>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const { type, data, nodes = [], fragments = [] } = node as Block;
    const wanted = type === 'integration' ? wantedIn(data) : undefined;
    if (wanted) found.set(nameOf(wanted), wanted);
    for (const child of nodes) visit(child);
    for (const part of fragments) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...found.values()].slice(0, MOST_BLOCKS);
};
