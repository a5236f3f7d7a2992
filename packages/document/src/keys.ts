import type { Block, Document, Fragment, Node } from './document.ts';
import { BLOCKS } from './node-types.ts';

// Two multiplicative hashes of 32 bits side by side: fast, and wide enough for the blocks of one page.
interface Hash {
  low: number;
  high: number;
}

const start = (): Hash => ({ low: 0xdeadbeef, high: 0x41c6ce57 });

function add(hash: Hash, text: string): void {
  let { low, high } = hash;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  // A separator, so that ["ab", "c"] and ["a", "bc"] differ.
  hash.low = Math.imul(low ^ 0x1f, 2246822507);
  hash.high = Math.imul(high ^ 0x1f, 3266489909);
}

function finish(hash: Hash): string {
  let low = Math.imul(hash.low ^ (hash.low >>> 16), 2246822507);
  low ^= Math.imul(hash.high ^ (hash.high >>> 13), 3266489909);
  let high = Math.imul(hash.high ^ (hash.high >>> 16), 2246822507);
  high ^= Math.imul(hash.low ^ (hash.low >>> 13), 3266489909);
  return inBase36((high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff));
}

// `toString(36)` is slow for numbers of this size, and there is a hash for every text.
const twoDigits = Array.from({ length: 36 ** 2 }, (_, n) => n.toString(36).padStart(2, '0'));
const fourDigits = (n: number): string => twoDigits[Math.floor(n / 1296)]! + twoDigits[n % 1296]!;

/** A whole number of up to 52 bits. */
function inBase36(n: number): string {
  const upper = Math.floor(n / 36 ** 4);
  const first = Math.floor(upper / 36 ** 4);
  if (first === 0) return n.toString(36);
  return first.toString(36) + fourDigits(upper - first * 36 ** 4) + fourDigits(n - upper * 36 ** 4);
}

/** Adds a JSON value with its keys sorted, so that equal values have equal hashes. */
function addValue(hash: Hash, value: unknown): void {
  if (typeof value === 'string') add(hash, `"${value}`);
  else if (Array.isArray(value)) {
    add(hash, '[');
    for (const item of value) addValue(hash, item);
    add(hash, ']');
  } else if (typeof value === 'object' && value !== null) {
    add(hash, '{');
    const names = Object.keys(value);
    if (names.length > 1) names.sort();
    for (const name of names) {
      const item = (value as Record<string, unknown>)[name];
      if (item === undefined) continue;
      add(hash, name);
      addValue(hash, item);
    }
    add(hash, '}');
  } else add(hash, String(value));
}

/** The fields of any node or fragment. */
type NodeFields = Omit<Block, 'object' | 'type'> & {
  readonly object: string;
  readonly type?: string;
  readonly fragment?: string;
};

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A short hash of any JSON value. */
export function hashOf(value: unknown): string {
  const hash = start();
  addValue(hash, value);
  return finish(hash);
}

/**
 * Adds a key to every block: a hash of its content, with a number for equal blocks. The key does not depend on the position
 * of the block, so it stays the same while its content does.
 */
export function withKeys(document: Document): Document {
  const seen = new Map<string, number>();
  const unique = (content: string): string => {
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return count === 1 ? content : `${content}-${count.toString(36)}`;
  };

  // The hash of a parent is made of the hashes of its children, so that every character is hashed once.
  let content = '';
  const addKeyed = <N extends Node | Fragment>(
    hash: Hash,
    name: string,
    list: readonly N[],
  ): readonly N[] => {
    add(hash, name);
    return list.map((child) => {
      const result = keyed(child);
      add(hash, content);
      return result;
    });
  };

  /** The node with its keys; sets `content` to its hash. */
  function keyed<N extends Node | Fragment>(node: N): N {
    const hash = start();
    if (node.object === 'text') {
      for (const leaf of node.leaves) {
        add(hash, leaf.text);
        if (leaf.marks.length > 0) addValue(hash, leaf.marks);
      }
      content = finish(hash);
      return node;
    }
    const given: NodeFields = node;
    add(hash, given.type ?? given.fragment ?? '');
    if (given.data !== undefined) addValue(hash, given.data);
    const nodes = given.nodes && addKeyed(hash, 'nodes', given.nodes);
    const fragments = given.fragments && addKeyed(hash, 'fragments', given.fragments);
    content = finish(hash);
    const made: Mutable<NodeFields> = { object: given.object };
    if (given.type !== undefined) made.type = given.type;
    if (given.fragment !== undefined) made.fragment = given.fragment;
    if (given.isVoid !== undefined) made.isVoid = given.isVoid;
    if (given.data !== undefined) made.data = given.data;
    if (given.meta !== undefined) made.meta = given.meta;
    if (node.object === 'block' && !BLOCKS[node.type].isKeyless) made.key = unique(content);
    if (nodes !== undefined) made.nodes = nodes;
    if (fragments !== undefined) made.fragments = fragments;
    return made as N;
  }

  return { ...document, nodes: document.nodes.map(keyed) };
}
