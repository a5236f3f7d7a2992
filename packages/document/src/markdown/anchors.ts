import type { Block, Document, Fragment, Node } from '../document.ts';
import { type LineNode, lineText } from './line.ts';

/**
 * The anchor of a title: lower case, accents of Latin letters dropped, letters and digits of every script kept, and what
 * stands between them is one hyphen.
 */
export const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** What an anchor is made of, for each type of block that has one. */
const titles: Readonly<Record<string, (block: Block) => string | undefined>> = {
  'heading-1': (block) => lineText(block.nodes as readonly LineNode[]),
  'heading-2': (block) => lineText(block.nodes as readonly LineNode[]),
  'heading-3': (block) => lineText(block.nodes as readonly LineNode[]),
  'tabs-item': (block) => block.data?.title as string | undefined,
  expandable: (block) => {
    const title = block.fragments?.find((fragment) => fragment.type === 'expandable-title')?.nodes[0] as
      | Block
      | undefined;
    return lineText((title?.nodes ?? []) as readonly LineNode[]);
  },
  swagger: operationTitle,
  'openapi-operation': operationTitle,
  'openapi-schemas': (block) => (block.data?.schemas as string[] | undefined)?.join(' '),
  'openapi-webhook': (block) => `${block.data?.method ?? ''} ${block.data?.name ?? ''}`,
};

function operationTitle(block: Block): string {
  return `${block.data?.method ?? ''} ${block.data?.path ?? ''}`;
}

/** The same document with an anchor on everything that can be linked to; equal ones get a number. */
export function withAnchors(document: Document): Document {
  const taken = new Map<string, number>();
  const claim = (id: string): string => {
    for (let count = taken.get(id) ?? 0; ; count++) {
      const unique = count === 0 ? id : `${id}-${count}`;
      if (count > 0 && taken.has(unique)) continue;
      taken.set(id, count + 1);
      if (count > 0) taken.set(unique, 1);
      return unique;
    }
  };
  const anchored = <N extends Node | Fragment>(node: N): N => {
    if (node.object !== 'block' && node.object !== 'fragment') return node;
    const block = node as unknown as Block;
    const title = titles[block.type]?.(block);
    const id = typeof block.data?.id === 'string' ? block.data.id : undefined;
    const anchor =
      title === undefined && id === undefined
        ? {}
        : { meta: { id: claim(id ?? (slug(title ?? '') || 'untitled')) } };
    if (leafTypes.has(block.type))
      return title === undefined ? node : ({ ...block, ...anchor } as unknown as N);
    return {
      ...block,
      ...(title === undefined ? {} : anchor),
      ...(block.nodes ? { nodes: block.nodes.map(anchored) } : {}),
      ...(block.fragments ? { fragments: block.fragments.map(anchored) } : {}),
    } as unknown as N;
  };
  return { ...document, nodes: document.nodes.map(anchored) };
}

// Blocks and inlines that bring content from elsewhere, or markup of their own.
const foreign = new Set([
  'reusable-content',
  'integration',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'html',
]);

/** Every anchor of a document; none is known where it brings in content whose anchors are not its own. */
export function anchorsOf(document: Document): readonly string[] | undefined {
  const found: string[] = [];
  const isKnown = (node: Node | Fragment): boolean => {
    if (node.object === 'text') return true;
    if ('type' in node && foreign.has(node.type as string)) return false;
    const block = node as Block;
    if (typeof block.meta?.id === 'string') found.push(block.meta.id);
    return (block.nodes ?? []).every(isKnown) && (block.fragments ?? []).every(isKnown);
  };
  return document.nodes.every(isKnown) ? found : undefined;
}

/** Blocks whose content is lines, where no anchor can be. */
const leafTypes = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code', 'table', 'images']);
