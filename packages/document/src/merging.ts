export type { AttributeChange, Attributes } from './diff/attributes.ts';
export { type BlockDiff, diffDocuments, type LineDiff } from './diff/document.ts';
export { revertBlocks } from './diff/revert.ts';
export { type Effort, matchSequences } from './diff/sequence.ts';
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
export {
  type MergeConflict,
  type MergedDocument,
  mergeDocuments,
  mergeFavoring,
  mergeTakingOurs,
} from './merge/document.ts';
