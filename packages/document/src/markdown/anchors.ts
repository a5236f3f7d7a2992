import type { Block, Document, Fragment, Node } from '../document.ts';
import { BLOCKS, type BlockType, INLINES } from '../node-types.ts';
import { type LineNode, lineText } from './line.ts';

/**
 * The anchor of a title: lower case, without accents of Latin letters, letters and digits of every script joined by single
 * hyphens.
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

type Title = (block: Block) => string | undefined;

const none: Title = () => undefined;
const lineTitle: Title = (block) => lineText(block.nodes as readonly LineNode[]);
const operationTitle: Title = (block) => `${block.data?.method ?? ''} ${block.data?.path ?? ''}`;

/** The title for the anchor of each type of block. */
const titles = {
  paragraph: none,
  'heading-1': lineTitle,
  'heading-2': lineTitle,
  'heading-3': lineTitle,
  blockquote: none,
  divider: none,
  math: none,
  hint: none,
  'list-unordered': none,
  'list-ordered': none,
  'list-tasks': none,
  'list-item': none,
  code: none,
  'code-line': none,
  prompt: none,
  images: none,
  image: none,
  drawing: none,
  file: none,
  embed: none,
  'content-ref': none,
  table: none,
  'table-row': none,
  expandable: (block) => {
    const title = block.fragments?.find((fragment) => fragment.type === 'expandable-title')?.nodes[0] as
      | Block
      | undefined;
    return lineText((title?.nodes ?? []) as readonly LineNode[]);
  },
  tabs: none,
  'tabs-item': (block) => block.data?.title as string | undefined,
  stepper: none,
  'stepper-step': none,
  columns: none,
  column: none,
  updates: none,
  update: none,
  if: none,
  swagger: operationTitle,
  'openapi-operation': operationTitle,
  'openapi-schemas': (block) => (block.data?.schemas as string[] | undefined)?.join(' '),
  'openapi-webhook': (block) => `${block.data?.method ?? ''} ${block.data?.name ?? ''}`,
  integration: none,
  'reusable-content': none,
  conflict: none,
  'conflict-primary': none,
  'conflict-changed': none,
  html: none,
  tag: none,
  definition: none,
} satisfies Record<BlockType, Title>;

/** Adds anchors to all blocks that can be linked to; duplicates get a number. */
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
    if (node.object === 'fragment') return { ...node, nodes: node.nodes.map(anchored) };
    if (node.object !== 'block') return node;
    const title = titles[node.type](node);
    const id = typeof node.data?.id === 'string' ? node.data.id : undefined;
    const anchor =
      title === undefined && id === undefined
        ? {}
        : { meta: { id: claim(id ?? (slug(title ?? '') || 'untitled')) } };
    if (withoutAnchors.has(node.type)) return title === undefined ? node : { ...node, ...anchor };
    return {
      ...node,
      ...(title === undefined ? {} : anchor),
      ...(node.nodes ? { nodes: node.nodes.map(anchored) } : {}),
      ...(node.fragments ? { fragments: node.fragments.map(anchored) } : {}),
    };
  };
  return { ...document, nodes: document.nodes.map(anchored) };
}

/** All anchors of a document; undefined if it includes content with unknown anchors. */
export function anchorsOf(document: Document): readonly string[] | undefined {
  const found: string[] = [];
  const isKnown = (node: Node | Fragment): boolean => {
    if (node.object === 'text') return true;
    if (node.object === 'fragment') return node.nodes.every(isKnown);
    if ((node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type]).isExternal) return false;
    if (node.object === 'block' && typeof node.meta?.id === 'string') found.push(node.meta.id);
    return ((node.nodes ?? []) as readonly Node[]).every(isKnown) && (node.fragments ?? []).every(isKnown);
  };
  return document.nodes.every(isKnown) ? found : undefined;
}

/** Blocks that cannot contain a block with an anchor. */
const withoutAnchors: ReadonlySet<BlockType> = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'code',
  'table',
  'images',
]);
