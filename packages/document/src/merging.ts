export type { AttributeChange, Attributes } from './diff/attributes.ts';
export { type BlockDiff, diffDocuments, type LineDiff } from './diff/document.ts';
export type { Effort } from './diff/sequence.ts';
export type { AttributeConflict } from './merge/attributes.ts';
export {
  type ConflictKind,
  type ConflictSide,
  conflictBlock,
  conflictsOf,
  type DocumentConflict,
  type Path,
  resolveConflict,
} from './merge/conflict.ts';
export { type MergeConflict, type MergedDocument, mergeDocuments } from './merge/document.ts';
export { diffTrees, type PageChange } from './tree/diff.ts';
export type { Entries, EntryConflict } from './tree/entries.ts';
export {
  type ChangedPage,
  type ContestedBody,
  isStored,
  type MergedPage,
  type MergedTree,
  mergeTrees,
  type PageConflict,
} from './tree/merge.ts';
export {
  type PageNode,
  type PageRef,
  type PageType,
  type Reading,
  readFrom,
  readThrough,
} from './tree/page.ts';
export type { PlacementConflict } from './tree/placement.ts';
export type { RenamedPage } from './tree/slugs.ts';
export {
  type Collection,
  type CollectionConflict,
  diffSnapshots,
  type MergedSnapshot,
  mergeSnapshots,
  type SemanticChange,
  type Snapshot,
} from './tree/snapshot.ts';
