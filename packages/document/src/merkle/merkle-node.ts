import { createHash } from 'node:crypto';

/** What a map holds; compared and hashed by its JSON text, so the order of its fields matters. */
export type Value = unknown;

/** A chunk of a sorted sequence: of entries at level 0, of the chunks below (by their last key) further up. */
export interface MerkleNode {
  readonly level: number;
  readonly entries: readonly (readonly [key: string, value: Value])[];
}

const HASH_LENGTH = 32;
// About so many entries make a chunk; one that finds no end by itself is cut.
const TARGET = 48;
const LONGEST = 256;

/** The name of a node is the hash of its text: equal content has equal names, whatever its history. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** A node as it is stored. */
export const encodeNode = ({ level, entries }: MerkleNode): string => JSON.stringify([level, entries]);

/** A stored node, read again. */
export const decodeNode = (text: string): MerkleNode => {
  const [level, entries] = JSON.parse(text) as [number, MerkleNode['entries']];
  return { level, entries };
};

// Where chunks end depends on keys alone: a changed value never moves a boundary.
const endsChunk = (level: number, key: string): boolean => {
  let hash = 0x811c9dc5 ^ level;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % TARGET === 0;
};

/** Cuts a sorted sequence, which begins where a chunk begins, into chunks; says whether the last one is whole. */
export const cutIntoChunks = (
  level: number,
  entries: MerkleNode['entries'],
): { chunks: MerkleNode[]; lastIsWhole: boolean } => {
  const chunks: MerkleNode[] = [];
  let start = 0;
  for (let i = 0; i < entries.length; i++)
    if (endsChunk(level, entries[i]![0]) || i - start + 1 === LONGEST) {
      chunks.push({ level, entries: entries.slice(start, i + 1) });
      start = i + 1;
    }
  if (start < entries.length) chunks.push({ level, entries: entries.slice(start) });
  return { chunks, lastIsWhole: start === entries.length };
};
