import { createComparisonCache, sameContent } from '../diff/comparison.ts';
import type { Effort } from '../diff/sequence.ts';
import type { Block, Document } from '../document.ts';
import { mergeAttributes } from './attributes.ts';
import { type Merging, mergeBlocks } from './block.ts';
import {
  type ConflictKind,
  conflictBlocks,
  describeConflict,
  type Path,
  resolveConflicts,
} from './conflict.ts';
import type { Side } from './contests.ts';
import { mergeWithoutLoss } from './without-loss.ts';

/** Changes of both sides that a person has to resolve; the document has both. */
export interface MergeConflict {
  readonly path: Path;
  readonly kind: ConflictKind;
  readonly base: readonly Block[];
  readonly ours: readonly Block[];
  readonly theirs: readonly Block[];
}

/** A merged document, with a block of type `conflict` for each conflict. */
export interface MergedDocument {
  readonly document: Document;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two versions of a document, block by block and inside of blocks that both changed. `ours` is the content merged
 * into and the primary side of conflicts; `theirs` is the changed side.
 */
export const mergeDocuments = (
  base: Document,
  ours: Document,
  theirs: Document,
  effort?: Effort,
): MergedDocument => {
  const merging: Merging = { cache: createComparisonCache(effort), bases: new Map() };
  const document = mergedWith(merging, base, ours, theirs);
  return { document, conflicts: conflictsIn(document, merging) };
};

/** Merges two versions of a document in the same way, and takes our side of each conflict. */
export const mergeTakingOurs = (base: Document, ours: Document, theirs: Document): Document => {
  const merging: Merging = { cache: createComparisonCache(), bases: new Map() };
  const document = mergedWith(merging, base, ours, theirs);
  return resolveConflicts(document, (block) => merging.bases.has(block), 'primary');
};

const mergedWith = (merging: Merging, base: Document, ours: Document, theirs: Document): Document => {
  const nodes = mergeWithoutLoss(merging, { base, ours, theirs });
  // The data of a document is generated, so our value is used where both differ.
  const { attributes } = mergeAttributes(base.data, ours.data, theirs.data);
  return { ...ours, data: sameContent(attributes, ours.data) ? ours.data : attributes, nodes };
};

/**
 * Merges two versions of a document without mixing words of both in a line: a line that both sides changed, or that one side
 * deleted, is taken from the favored side.
 */
export const mergeFavoring = (
  favored: Side,
  { base, ours, theirs }: Readonly<Record<'base' | Side, Document>>,
): Document => {
  const merging: Merging = { cache: createComparisonCache(), bases: new Map(), favored };
  return { ...ours, nodes: mergeBlocks(merging, base.nodes, ours.nodes, theirs.nodes, true)! };
};

const conflictsIn = (document: Document, { bases }: Merging): MergeConflict[] => {
  if (bases.size === 0) return [];
  const made: MergeConflict[] = [];
  for (const { block, path } of conflictBlocks(document)) {
    const base = bases.get(block);
    if (base === undefined) continue;
    const { kind, primary, changed } = describeConflict(block, path);
    made.push({ path, kind, base, ours: primary, theirs: changed });
  }
  return made;
};
