import { decodeUri } from '../decode-uri.ts';
import type { Block, Document, Fragment, Node } from '../document.ts';
import { BLOCKS, type BlockType, INLINES } from '../node-types.ts';
import { type LineNode, lineText } from './line.ts';

const plain = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '');

const trimmed = (id: string): string => id.replace(/^-+|-+$/g, '');

/** Characters that the hosted service writes as words. */
const named: Readonly<Record<string, string>> = {
  '&': 'and',
  '|': 'or',
  '<': 'less-than',
  '>': 'greater-than',
};

/**
 * The anchor of a title, in the form of the hosted service: lower case, without accents of Latin letters, and letters, digits,
 * dots and underscores joined by single hyphens. It never begins with a digit, which selectors do not allow.
 */
export const slug = (title: string): string =>
  trimmed(
    plain(title)
      .replace(/[&|<>]/g, (character) => `-${named[character]}-`)
      .replace(/[^\p{L}\p{N}\p{M}._]+/gu, '-'),
  ).replace(/^(?=\d)/, 'id-');

/** The anchor of a title with letters, digits and hyphens only, which authors write as well. */
const plainSlug = (title: string): string => trimmed(plain(title).replace(/[^\p{L}\p{N}\p{M}]+/gu, '-'));

/** The anchor of a block with letters, digits and hyphens only, if it differs from its anchor. */
export function plainAnchorOf(block: Block): string | undefined {
  const id = block.meta?.id;
  const title =
    typeof id === 'string' && block.data?.id === undefined ? titles[block.type](block) : undefined;
  if (title === undefined || slug(title) === '' || !(id as string).startsWith(slug(title))) return undefined;
  // With the number of a duplicate.
  const other = plainSlug(title) + (id as string).slice(slug(title).length);
  return other === id || other === '' ? undefined : other;
}

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

/** All anchors of a document, in both forms; undefined if it includes content with unknown anchors. */
export function anchorsOf(document: Document): readonly string[] | undefined {
  const found: string[] = [];
  const isKnown = (node: Node | Fragment): boolean => {
    if (node.object === 'text') return true;
    if (node.object === 'fragment') return node.nodes.every(isKnown);
    if ((node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type]).isExternal) return false;
    if (node.object === 'block' && typeof node.meta?.id === 'string') {
      found.push(node.meta.id);
      const other = plainAnchorOf(node);
      if (other !== undefined) found.push(other);
    }
    if (node.object === 'inline' && node.type === 'anchor') found.push(String(node.data?.id));
    return ((node.nodes ?? []) as readonly Node[]).every(isKnown) && (node.fragments ?? []).every(isKnown);
  };
  return document.nodes.every(isKnown) ? found : undefined;
}

const lettersOf = (anchor: string): string => anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds anchors of a page as links on published sites do: exactly, or by their letters and digits. */
export function anchorFinder(anchors: Iterable<string>): (anchor: string) => boolean {
  const known = new Set(anchors);
  const letters = new Set([...known].map(lettersOf));
  letters.delete('');
  return (anchor) => {
    const wanted = decodeUri(anchor);
    return known.has(anchor) || known.has(wanted) || letters.has(lettersOf(wanted));
  };
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
