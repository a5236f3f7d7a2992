import { createContents, sameContent } from '../diff/content.ts';
import type { Effort } from '../diff/sequence.ts';
import type { Block, Document } from '../document.ts';
import { mergeAttributes } from './attributes.ts';
import { type Favored, type Merging, mergeBlocks } from './block.ts';
import { type ConflictKind, conflictBlocks, describeConflict, type Path } from './conflict.ts';

/** What both sides changed so that only a person can tell what is meant; the document keeps both. */
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
 * Merges what two sides made of a document, block by block and inside of blocks that both changed. `ours` is
 * the content that is merged into: a conflict's primary side; `theirs` is its changed side.
 */
export const mergeDocuments = (
  base: Document,
  ours: Document,
  theirs: Document,
  effort?: Effort,
): MergedDocument => {
  const merging: Merging = { contents: createContents(effort), bases: new Map() };
  const nodes = mergeBlocks(merging, base.nodes, ours.nodes, theirs.nodes, true)!;
  // A document's own data is the software's, not a person's: where both differ, ours stands.
  const { attributes } = mergeAttributes(base.data, ours.data, theirs.data);
  const document: Document = {
    ...ours,
    data: sameContent(attributes, ours.data) ? ours.data : attributes,
    nodes,
  };
  return { document, conflicts: conflictsMade(document, merging) };
};

/**
 * Merges what two sides made of a document, where neither side's words are put between those of the other: a line that both
 * changed, or that only one has still, is as the favored side has it.
 */
export const mergeFavoring = (
  favored: Favored,
  { base, ours, theirs }: Readonly<Record<'base' | Favored, Document>>,
): Document => {
  const merging: Merging = { contents: createContents(), bases: new Map(), favored };
  return { ...ours, nodes: mergeBlocks(merging, base.nodes, ours.nodes, theirs.nodes, true)! };
};

const conflictsMade = (document: Document, { bases }: Merging): MergeConflict[] => {
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
