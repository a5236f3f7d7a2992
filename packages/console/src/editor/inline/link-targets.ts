import {
  type Block,
  type ContentRef,
  type Document,
  isSafeUrl,
  type Node,
  plainText,
  withAnchors,
} from '@lectern/document';
import { BLOCKS } from '../../../../document/src/node-types.ts';
import { ancestorsOf, flatten, type PageNode } from '../../spaces/tree/page-node.ts';

/** Something that a link can lead to. */
export interface LinkChoice {
  readonly id: string;
  readonly title: string;
  /** Where it is. */
  readonly detail: string;
  readonly emoji?: string;
  readonly ref: ContentRef;
}

const normal = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** How well a title matches: 0 if it does not, more for the start of it and of its words. */
export const rank = (title: string, query: string): number => {
  const [words, wanted] = [normal(title), normal(query.trim())];
  if (wanted === '') return 1;
  if (words.startsWith(wanted)) return 3;
  const at = words.indexOf(wanted);
  if (at < 0) return 0;
  return /[\p{L}\p{N}]/u.test(words[at - 1]!) ? 1 : 2;
};

/** The best matches of a query, in their own order where they match equally. */
export const best = <T>(
  items: readonly T[],
  query: string,
  titleOf: (item: T) => string,
  limit: number,
): readonly T[] =>
  items
    .map((item) => ({ item, score: rank(titleOf(item), query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);

/** The pages of a space that match a query. */
export const pageChoices = (pages: readonly PageNode[], query: string, limit = 8): readonly LinkChoice[] =>
  best(
    flatten(pages).filter(({ type }) => type === 'document'),
    query,
    ({ title }) => title,
    limit,
  ).map((node) => ({
    id: node.id,
    title: node.title,
    detail: ancestorsOf(pages, node.id)
      .map(({ title }) => title)
      .join(' / '),
    ...(node.emoji !== undefined && { emoji: node.emoji }),
    ref: { kind: 'page', page: node.id },
  }));

const headingBlocks = (nodes: readonly Node[]): readonly Block[] =>
  nodes.flatMap((node) => {
    if (node.object !== 'block') return [];
    return BLOCKS[node.type]?.headingLevel !== undefined ? [node] : headingBlocks(node.nodes ?? []);
  });

/** The headings of a document, as targets of links on this page, or on another one. */
export const headingChoices = (
  document: Document,
  page: string | undefined,
  query: string,
  limit = 8,
): readonly LinkChoice[] => {
  const headings = headingBlocks(withAnchors(document).nodes).flatMap((block): readonly LinkChoice[] => {
    const anchor = block.meta?.id;
    if (typeof anchor !== 'string') return [];
    const title = plainText({ object: 'document', data: {}, nodes: [block] }).trim();
    return [
      {
        id: `#${anchor}`,
        title: title || anchor,
        detail: `#${anchor}`,
        ref: { kind: 'anchor', anchor, ...(page !== undefined && { page }) },
      },
    ];
  });
  return best(headings, query.replace(/^#/, ''), ({ title }) => title, limit);
};

/** The address that a text is, with the scheme that people leave out; undefined if it is none. */
export const addressOf = (text: string): string | undefined => {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || trimmed === '') return undefined;
  if (/^(?:https?:\/\/|mailto:|tel:)./i.test(trimmed)) return isSafeUrl(trimmed) ? trimmed : undefined;
  if (/^[^@\s/]+@[^@\s/]+\.[a-z]{2,}$/i.test(trimmed)) return `mailto:${trimmed}`;
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#].*)?$/i.test(trimmed)
    ? `https://${trimmed}`
    : undefined;
};

/** The page of the console at an address of this server, as a reference. */
export const refOfAddress = (
  address: string,
  origin: string,
  pages: readonly PageNode[],
  spaceId: string,
): ContentRef => {
  const prefix = `${origin}/app/s/${spaceId}/`;
  if (address.startsWith(prefix)) {
    const [path = '', anchor] = address.slice(prefix.length).split('#');
    const page = flatten(pages).find((node) => node.path === decodeURI(path.split('?')[0]!))?.id;
    if (page !== undefined) return anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page };
  }
  return { kind: 'url', url: address };
};
