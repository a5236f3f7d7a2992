import type { ItemOf } from '../api/operations.ts';

/** A link target with the positions of the links to it. */
export type BrokenLink = ItemOf<'/spaces/{spaceId}/links'>;

/** The position of a link, or its target. */
export type Location = BrokenLink['locationReferences'][number];

/** A page or reusable content with a broken link. */
export interface LinkPosition {
  readonly key: string;
  readonly kind: 'page' | 'reusable-content';
  readonly id: string;
  readonly title: string;
  /** Of a page that can be opened. */
  readonly path?: string;
  /** The key of the block with the link. */
  readonly block?: string;
}

const DELETED: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/spaces\/[^/]+)?\/pages\/[^/]+$/, 'a page that was deleted, or that you cannot see'],
  [/^(?:\/spaces\/[^/]+)?\/files\/[^/]+$/, 'a file that was deleted, or that you cannot see'],
  [/^(?:\/spaces\/[^/]+)?\/reusable-contents\/[^/]+$/, 'a reusable content that was deleted'],
  [/^\/spaces\/[^/]+$/, 'a space that was deleted, or that you cannot see'],
  [/^\/collections\/[^/]+$/, 'a collection that was deleted, or that you cannot see'],
];

/** Where a broken link leads, and why it is broken if its address does not tell. */
export const targetInWords = (
  target: BrokenLink['targetReference'],
): { readonly address?: string; readonly words?: string } => {
  if (!target) return { words: 'no address' };
  if (target.kind === 'page') {
    const anchor =
      target.internalLocation?.type === 'anchor' ? `#${target.internalLocation.anchor}` : undefined;
    const words = `a heading that “${target.page.title}” does not have`;
    return { ...(anchor !== undefined && { address: anchor }), words };
  }
  if (target.kind !== 'url') return { words: 'content that you cannot see' };
  const address = target.url;
  const [page = ''] = address.split('#');
  const words = DELETED.find(([form]) => form.test(page))?.[1];
  return words === undefined ? { address } : { words };
};

const positionOf = (location: Location): LinkPosition[] => {
  if (location.kind === 'page') {
    const { page, internalLocation } = location;
    const block = internalLocation?.type === 'node' ? internalLocation.node : undefined;
    return [
      {
        key: `${page.id} ${block ?? ''}`,
        kind: 'page',
        id: page.id,
        title: page.title || 'Untitled',
        ...(page.type === 'document' && { path: page.path }),
        ...(block !== undefined && { block }),
      },
    ];
  }
  if (location.kind !== 'reusable-content') return [];
  const { id, title } = location.reusableContent;
  return [{ key: id, kind: 'reusable-content', id, title: title || 'Untitled' }];
};

/** The positions of a link, each block once. */
export const positionsOf = (locations: readonly Location[]): readonly LinkPosition[] => [
  ...new Map(locations.flatMap(positionOf).map((position) => [position.key, position])).values(),
];
