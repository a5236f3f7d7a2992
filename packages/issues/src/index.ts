export { assignedTo, type Gathered } from './assigning.ts';
export { clustersOf } from './clustering.ts';
export { type Frame, sumOf, type VectorKind } from './frame.ts';
export { masked } from './masking.ts';
export { namesakesOf } from './matching.ts';
export { type Issue, issuesOf, type Message, type Talk, withoutSecrets } from './splitting.ts';
export { createEmbedding, type Embedding } from './vectors.ts';
export { type Worded, type Wording, wordingOf } from './wording.ts';
export { readWordTable } from './words.ts';
