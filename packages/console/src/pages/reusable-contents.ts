import type { Block, ContentRef, Document, Node } from '@lectern/document';

/** Finds the document of a reusable content; undefined while it is being loaded. */
export type ReusableOf = (ref: ContentRef) => Document | undefined;

// A content that includes itself ends somewhere.
const MAX_DEPTH = 5;

// Keys belong to the blocks of the page itself.
const withoutKeys = (node: Node): Node => {
  if (node.object !== 'block') return node;
  const { key: _, ...block } = node;
  return { ...block, ...(block.nodes && { nodes: block.nodes.map(withoutKeys) }) } as Block;
};

const expand = (nodes: readonly Node[], reusableOf: ReusableOf, depth: number): readonly Node[] =>
  nodes.flatMap((node): readonly Node[] => {
    if (node.object !== 'block') return [node];
    const found =
      node.type === 'reusable-content' && depth < MAX_DEPTH
        ? reusableOf(node.data?.ref as ContentRef)
        : undefined;
    if (found) return expand(found.nodes.map(withoutKeys), reusableOf, depth + 1);
    return [
      {
        ...node,
        ...(node.nodes && { nodes: expand(node.nodes, reusableOf, depth) }),
        ...(node.fragments && {
          fragments: node.fragments.map((part) => ({
            ...part,
            nodes: expand(part.nodes, reusableOf, depth),
          })),
        }),
      } as Block,
    ];
  });

const keysIn = (nodes: readonly Node[], keys = new Set<string>()): ReadonlySet<string> => {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.key !== undefined) keys.add(node.key);
    keysIn(node.nodes ?? [], keys);
    for (const part of node.fragments ?? []) keysIn(part.nodes, keys);
  }
  return keys;
};

/** A document in which only blocks of the stored one have keys: comments are made on these, not on included contents. */
export const withKeysOf = (stored: Document, document: Document): Document => {
  const known = keysIn(stored.nodes);
  const keep = (node: Node): Node => {
    if (node.object !== 'block') return node;
    const { key, ...block } = node;
    return {
      ...block,
      ...(key !== undefined && known.has(key) && { key }),
      ...(block.nodes && { nodes: block.nodes.map(keep) }),
      ...(block.fragments && {
        fragments: block.fragments.map((part) => ({ ...part, nodes: part.nodes.map(keep) })),
      }),
    } as Block;
  };
  return { ...document, nodes: document.nodes.map(keep) as readonly Block[] };
};

/** A document with its reusable contents in place; one that is not there stays a reference. */
export const withReusableContents = (document: Document, reusableOf: ReusableOf): Document => ({
  ...document,
  nodes: expand(document.nodes, reusableOf, 0) as readonly Block[],
});
