import type { Block, ContentRef, Document, Fragment, Node, ReusableRecord } from '@lectern/document';
import { keys } from '@lectern/document';
import type { ContentService, Snapshot } from './content.service.ts';

const MAX_DEPTH = 8;
// Characters of JSON: contents that include each other twice would otherwise double at every level.
const MAX_INCLUDED = 2 * 1024 * 1024;
// The least size that an inclusion counts for: even an empty one takes time.
const MIN_SIZE = 1000;

interface ReusableBlocks {
  readonly nodes: readonly Block[];
  readonly size: number;
}

/**
 * Replaces the blocks of a document that include reusable contents by the blocks of these contents. Returns the same document
 * if it includes none.
 */
export const includeReusableContents = async (
  content: ContentService,
  from: Snapshot,
  document: Document,
): Promise<Document> => {
  const contents = new Map<string, ReusableBlocks | undefined>();
  let remaining = MAX_INCLUDED;

  const expand = async (nodes: readonly Block[], parents: readonly string[]): Promise<readonly Block[]> => {
    await loadIncluded(content, from, nodes, contents);
    const replace = async (node: Node): Promise<readonly Node[]> => {
      const id = includedIdOf(node, from.space.id);
      const found = id === undefined || parents.includes(id) ? undefined : contents.get(id);
      if (!found || parents.length === MAX_DEPTH || found.size > remaining) return [await expandInside(node)];
      remaining -= found.size;
      const inner = await expand(found.nodes, [...parents, id!]);
      return inner.map((block) => prefixKeys((node as Block).key, block));
    };
    const replaceAll = async (list: readonly Node[]): Promise<readonly Node[]> => {
      const result: Node[] = [];
      for (const node of list) result.push(...(await replace(node)));
      return result;
    };
    const expandInside = async <N extends Node | Fragment>(node: N): Promise<N> => {
      if (!hasIncludes(node)) return node;
      const { nodes: children, fragments } = node as Node | Fragment as Partial<Block>;
      return {
        ...node,
        ...(children && { nodes: await replaceAll(children) }),
        ...(fragments && { fragments: await Promise.all(fragments.map(expandInside)) }),
      };
    };
    return (await replaceAll(nodes)) as readonly Block[];
  };

  const hasNone = !document.nodes.some((node) => isInclude(node) || hasIncludes(node));
  return hasNone ? document : { ...document, nodes: await expand(document.nodes, []) };
};

/** The id of the reusable content of this space that a block includes. */
const includedIdOf = (node: Node | Fragment, spaceId: string): string | undefined => {
  if (node.object !== 'block' || node.type !== 'reusable-content') return undefined;
  const ref = node.data?.ref as ContentRef | undefined;
  if (ref?.kind !== 'reusable-content') return undefined;
  return ref.space === undefined || ref.space === spaceId ? ref.reusableContent : undefined;
};

const childrenOf = (node: Node | Fragment): readonly (Node | Fragment)[] =>
  node.object === 'text'
    ? []
    : [...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])];

/** Loads the reusable contents that blocks include and that are not loaded yet. */
const loadIncluded = async (
  content: ContentService,
  from: Snapshot,
  nodes: readonly Block[],
  contents: Map<string, ReusableBlocks | undefined>,
): Promise<void> => {
  const ids = new Set<string>();
  const collectIds = (node: Node | Fragment): void => {
    const id = includedIdOf(node, from.space.id);
    if (id !== undefined && !contents.has(id)) ids.add(id);
    for (const child of childrenOf(node)) collectIds(child);
  };
  for (const node of nodes) collectIds(node);
  if (ids.size === 0) return;
  const records = await from.view.getMany([...ids].map(keys.reusable));
  for (const id of ids) {
    const record = records.get(keys.reusable(id)) as ReusableRecord | undefined;
    const text = record && (await content.document(from, record.body));
    contents.set(
      id,
      text === undefined
        ? undefined
        : { nodes: (JSON.parse(text) as Document).nodes, size: Math.max(text.length, MIN_SIZE) },
    );
  }
};

const isInclude = (node: Node | Fragment): boolean =>
  node.object === 'block' && node.type === 'reusable-content';

const hasIncludes = (node: Node | Fragment): boolean =>
  childrenOf(node).some((child) => isInclude(child) || hasIncludes(child));

// A content that is included twice would have the same keys twice: the key of the including block is prepended.
const prefixKeys = <N extends Node | Fragment>(prefix: string | undefined, node: N): N => {
  if (prefix === undefined || node.object === 'text') return node;
  const { nodes, fragments } = node as Node | Fragment as Partial<Block>;
  return {
    ...node,
    ...(node.key !== undefined && { key: `${prefix}-${node.key}` }),
    ...(nodes && { nodes: nodes.map((inner) => prefixKeys(prefix, inner)) }),
    ...(fragments && { fragments: fragments.map((inner) => prefixKeys(prefix, inner)) }),
  };
};
