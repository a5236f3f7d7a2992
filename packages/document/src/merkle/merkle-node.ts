import { createHash } from 'node:crypto';

/** A value of a map; compared and hashed by its JSON text, so the order of its fields matters. */
export type Value = unknown;

/** A chunk of sorted entries at level 0, or of the chunks below, by their last key, at higher levels. */
export interface MerkleNode {
  readonly level: number;
  readonly entries: readonly (readonly [key: string, value: Value])[];
}

const HASH_LENGTH = 32;
// The average and the maximum number of entries of a chunk.
const AVERAGE_SIZE = 48;
const MAX_SIZE = 256;

/** The hash of a node's text: equal content has equal hashes, regardless of its history. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** Serializes a node. */
export const encodeNode = ({ level, entries }: MerkleNode): string => JSON.stringify([level, entries]);

/** Parses a serialized node. */
export const decodeNode = (text: string): MerkleNode => {
  const [level, entries] = JSON.parse(text) as [number, MerkleNode['entries']];
  return { level, entries };
};

// Boundaries depend on keys only: a changed value never moves one.
const endsChunk = (level: number, key: string): boolean => {
  let hash = 0x811c9dc5 ^ level;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % AVERAGE_SIZE === 0;
};

/** Splits sorted entries, starting at a boundary, into chunks; returns whether the last one is complete. */
export const splitIntoChunks = (
  level: number,
  entries: MerkleNode['entries'],
): { chunks: MerkleNode[]; lastIsWhole: boolean } => {
  const chunks: MerkleNode[] = [];
  let start = 0;
  for (let i = 0; i < entries.length; i++)
    if (endsChunk(level, entries[i]![0]) || i - start + 1 === MAX_SIZE) {
      chunks.push({ level, entries: entries.slice(start, i + 1) });
      start = i + 1;
    }
  if (start < entries.length) chunks.push({ level, entries: entries.slice(start) });
  return { chunks, lastIsWhole: start === entries.length };
};
