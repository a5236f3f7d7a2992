import { type Block, type Document, type Fragment, isBlock, type Node } from '../document.ts';

/** A side of a conflict: the content merged into, or the change. */
export type ConflictSide = 'primary' | 'changed';

/** The reason of a conflict: both sides edited a block, or one deleted a block that the other edited. */
export type ConflictKind = 'edited' | 'deleted-in-primary' | 'deleted-in-changed';

/** A path in a document: field names and indexes. */
export type Path = readonly (string | number)[];

/** A conflict in a document. */
export interface DocumentConflict {
  readonly path: Path;
  readonly key?: string;
  readonly kind: ConflictKind;
  readonly primary: readonly Block[];
  readonly changed: readonly Block[];
}

/**
 * The block of a conflict with both sides unchanged, for people and programs to resolve. In Markdown it is `{% conflict %}{% primary %}…{% endprimary %}{% changed %}…{% endchanged %}{% endconflict %}`.
 * It has no data: its kind follows from the side that is empty.
 */
export const conflictBlock = (primary: readonly Block[], changed: readonly Block[]): Block => ({
  object: 'block',
  type: 'conflict',
  data: {},
  nodes: [sideBlock('primary', primary), sideBlock('changed', changed)],
});

const sideBlock = (side: ConflictSide, nodes: readonly Block[]): Block => ({
  object: 'block',
  type: `conflict-${side}`,
  data: {},
  nodes,
});

/** The blocks of one side of a conflict. */
export const sideOf = (conflict: Block, side: ConflictSide): readonly Block[] =>
  (conflict.nodes ?? [])
    .filter((node) => isBlock(node) && node.type === `conflict-${side}`)
    .flatMap((node) => ('nodes' in node ? (node.nodes ?? []) : []))
    .filter(isBlock);

const kindOf = (primary: readonly Block[], changed: readonly Block[]): ConflictKind => {
  if (primary.length === 0 && changed.length > 0) return 'deleted-in-primary';
  return changed.length === 0 && primary.length > 0 ? 'deleted-in-changed' : 'edited';
};

/** Describes a conflict's block. */
export const describeConflict = (block: Block, path: Path): DocumentConflict => {
  const primary = sideOf(block, 'primary');
  const changed = sideOf(block, 'changed');
  const key = block.key === undefined ? {} : { key: block.key };
  return { path, ...key, kind: kindOf(primary, changed), primary, changed };
};

/** All conflict blocks with their paths, in document order, outer before inner ones. */
export function* conflictBlocks(document: Document): Generator<{ block: Block; path: Path }> {
  yield* conflictsIn(document.nodes, ['nodes']);
}

function* conflictsIn(nodes: readonly Node[], path: Path): Generator<{ block: Block; path: Path }> {
  for (const [position, node] of nodes.entries()) {
    if (node.object === 'text') continue;
    const here = [...path, position];
    if (node.object === 'block' && node.type === 'conflict') yield { block: node, path: here };
    if (node.nodes !== undefined) yield* conflictsIn(node.nodes, [...here, 'nodes']);
    for (const [index, fragment] of (node.fragments ?? []).entries()) {
      yield* conflictsIn(fragment.nodes, [...here, 'fragments', index, 'nodes']);
    }
  }
}

/** The unresolved conflicts of a document. */
export const conflictsOf = (document: Document): DocumentConflict[] =>
  Array.from(conflictBlocks(document), ({ block, path }) => describeConflict(block, path));

/**
 * Resolves a conflict: its block is replaced by the blocks of one side. The conflict is given by its key or its index in
 * `conflictsOf`; an unknown one leaves the document unchanged.
 */
export const resolveConflict = (document: Document, which: string | number, side: ConflictSide): Document => {
  const found = Array.from(conflictBlocks(document), ({ block }) => block);
  const conflict = typeof which === 'number' ? found[which] : found.find((block) => block.key === which);
  if (conflict === undefined) return document;
  return resolveConflicts(document, (block) => block === conflict, side);
};

/** Resolves all conflicts that fulfill a condition. */
export const resolveConflicts = (
  document: Document,
  isResolved: (conflict: Block) => boolean,
  side: ConflictSide,
): Document => ({
  ...document,
  nodes: replaceIn(document.nodes, (node) =>
    node.object === 'block' && node.type === 'conflict' && isResolved(node) ? sideOf(node, side) : undefined,
  ) as Block[],
});

/** The nodes in place of a node; undefined if it stays. */
type Replace = (node: Node) => readonly Node[] | undefined;

const replaceIn = (nodes: readonly Node[], replace: Replace): readonly Node[] => {
  let replaced = false;
  const result = nodes.flatMap((node): readonly Node[] => {
    const next = replace(node) ?? [replaceInside(node, replace)];
    replaced ||= next[0] !== node;
    return next;
  });
  return replaced ? result : nodes;
};

const replaceInside = (node: Node, replace: Replace): Node => {
  if (node.object === 'text') return node;
  const nodes = node.nodes && replaceIn(node.nodes, replace);
  const fragments = node.fragments && replaceInFragments(node.fragments, replace);
  if (nodes === node.nodes && fragments === node.fragments) return node;
  return { ...node, ...(nodes && { nodes }), ...(fragments && { fragments }) } as Node;
};

const replaceInFragments = (fragments: readonly Fragment[], replace: Replace) => {
  const next = fragments.map((fragment) => {
    const nodes = replaceIn(fragment.nodes, replace);
    return nodes === fragment.nodes ? fragment : { ...fragment, nodes };
  });
  return next.some((fragment, index) => fragment !== fragments[index]) ? next : fragments;
};
