import { encodeNode, hashText, type MerkleNode, splitIntoChunks, type Value } from './merkle-node.ts';

/** The store of nodes; loads many at once. */
export interface MerkleNodes {
  load(hashes: readonly string[]): Promise<ReadonlyMap<string, MerkleNode>>;
}

/** Nodes that are not stored yet, by their hash. */
export type NewNodes = Map<string, { readonly node: MerkleNode; readonly text: string }>;

/** New values by key, undefined to remove a key. */
export type Changes = ReadonlyMap<string, Value | undefined>;

/** A key whose value differs between two maps. */
export interface Difference {
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** A range of keys: `from` inclusive, `to` exclusive. */
export type Span = readonly [from: string, to: string];

/** A key with its value. */
export type Entry = MerkleNode['entries'][number];

/** The root of a map without entries. */
export const EMPTY_NODE: MerkleNode = { level: 0, entries: [] };
export const EMPTY_ROOT = hashText(encodeNode(EMPTY_NODE));

// About two thousand entries.
const LARGE_MAP_CHUNKS = 48;

const childOf = (node: MerkleNode, key: string): string => {
  const entry = node.entries[firstAtLeast(node.entries, key)] ?? node.entries.at(-1)!;
  return entry[1] as string;
};

// The index of the first entry whose key is not smaller.
const firstAtLeast = (entries: readonly Entry[], key: string): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]![0] < key) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The entries of a span in sorted entries. */
export const entriesIn = (entries: readonly Entry[], [from, to]: Span): readonly Entry[] =>
  entries.slice(firstAtLeast(entries, from), firstAtLeast(entries, to));

// Includes the first chunk whose last key is not below the end: it may start before the end.
const chunksIn = (entries: readonly Entry[], [from, to]: Span): string[] =>
  entries.slice(firstAtLeast(entries, from), firstAtLeast(entries, to) + 1).map(([, hash]) => hash as string);

/**
 * An immutable sorted map as a tree of hashed chunks: a copy is the hash of its root, a change writes one chunk per level, and
 * a comparison does not load chunks that two maps share.
 */
export const createMerkleMap = (stored: MerkleNodes) => {
  const loadAll = async (hashes: readonly string[]): Promise<Map<string, MerkleNode>> => {
    const nodes = new Map<string, MerkleNode>();
    const wanted = [...new Set(hashes)].filter((hash) => hash !== EMPTY_ROOT);
    if (hashes.includes(EMPTY_ROOT)) nodes.set(EMPTY_ROOT, EMPTY_NODE);
    if (wanted.length === 0) return nodes;
    const found = await stored.load(wanted);
    for (const hash of wanted) {
      const node = found.get(hash);
      if (!node) throw new Error(`Merkle node ${hash} is missing`);
      nodes.set(hash, node);
    }
    return nodes;
  };
  const loadOne = async (hash: string) => (await loadAll([hash])).get(hash)!;

  /** The values of keys, with one load per level for all of them. */
  const getMany = async (root: string, keys: readonly string[]): Promise<Map<string, Value>> => {
    const values = new Map<string, Value>();
    let at = new Map(keys.map((key) => [key, root]));
    while (at.size > 0) {
      const nodes = await loadAll([...at.values()]);
      const below = new Map<string, string>();
      for (const [key, hash] of at) {
        const node = nodes.get(hash)!;
        const entry = node.entries[firstAtLeast(node.entries, key)];
        if (!entry) continue;
        if (node.level > 0) below.set(key, entry[1] as string);
        else if (entry[0] === key) values.set(key, entry[1]);
      }
      at = below;
    }
    return values;
  };

  /** The sorted entries of each span, with one load per level for all of them. */
  const spans = async (root: string, wanted: readonly Span[]): Promise<Entry[][]> => {
    const top = await loadOne(root);
    let nodes = wanted.map(() => [top]);
    for (let level = top.level; level > 0; level--) {
      const below = nodes.map((above, i) => above.flatMap(({ entries }) => chunksIn(entries, wanted[i]!)));
      const loaded = await loadAll(below.flat());
      nodes = below.map((hashes) => hashes.map((hash) => loaded.get(hash)!));
    }
    return nodes.map((found, i) => found.flatMap(({ entries }) => entriesIn(entries, wanted[i]!)));
  };

  /** The sorted entries of one span. */
  const range = async (root: string, from: string, to: string): Promise<Entry[]> =>
    (await spans(root, [[from, to]]))[0]!;

  /** The differences of two maps by key; equal chunks are not loaded. */
  const diff = async (before: string, after: string): Promise<Difference[]> => {
    let [left, right] = [new Set([before]), new Set([after])];
    const [leftEntries, rightEntries] = [new Map<string, Value>(), new Map<string, Value>()];
    while (left.size > 0 || right.size > 0) {
      for (const hash of left) if (right.delete(hash)) left.delete(hash);
      const nodes = await loadAll([...left, ...right]);
      const levelOf = (hash: string) => nodes.get(hash)!.level;
      const top = Math.max(-1, ...[...left, ...right].map(levelOf));
      // The higher side descends first, until both are at the same level.
      const down = (side: ReadonlySet<string>, entries: Map<string, Value>) => {
        const next = new Set<string>();
        for (const hash of side) {
          const node = nodes.get(hash)!;
          if (node.level < top) next.add(hash);
          else if (node.level > 0) for (const [, child] of node.entries) next.add(child as string);
          else for (const [key, value] of node.entries) entries.set(key, value);
        }
        return next;
      };
      [left, right] = [down(left, leftEntries), down(right, rightEntries)];
    }
    const keys = [...new Set([...leftEntries.keys(), ...rightEntries.keys()])].sort();
    return keys
      .map((key) => ({ key, before: leftEntries.get(key), after: rightEntries.get(key) }))
      .filter((found) => JSON.stringify(found.before) !== JSON.stringify(found.after));
  };

  /** Changes keys of a map; returns the new root and the new nodes. */
  const change = async (root: string, changes: Changes): Promise<{ root: string; nodes: NewNodes }> => {
    const made: NewNodes = new Map();
    if (changes.size === 0) return { root, nodes: made };
    const add = (node: MerkleNode): string => {
      const text = encodeNode(node);
      const hash = hashText(text);
      made.set(hash, { node, text });
      return hash;
    };
    const top = await loadOne(root);
    let pending = changes;
    for (let level = 0; level <= top.level; level++) {
      const above = await changeLevel(root, level, pending, add);
      if (level === top.level) pending = above;
      else {
        const old = await entriesAt(root, level + 1, [...above.keys()]);
        pending = new Map([...above].filter(([key, hash]) => old.get(key) !== hash));
        if (pending.size === 0) return { root, nodes: new Map() };
      }
    }
    // The chunks of the old root are a whole level, which gets a new root.
    let chunks = [...pending].filter(([, hash]) => hash !== undefined).sort(byKey);
    if (chunks.length === 0) return { root: EMPTY_ROOT, nodes: new Map() };
    for (let level = top.level + 1; chunks.length > 1; level++)
      chunks = splitIntoChunks(level, chunks).chunks.map((chunk) => [lastKey(chunk), add(chunk)]);
    return finish(chunks[0]![1] as string, made);
  };

  // A root with one child is replaced by the child, so that equal content has an equal root.
  const finish = async (root: string, made: NewNodes): Promise<{ root: string; nodes: NewNodes }> => {
    let [hash, node] = [root, made.get(root)?.node ?? (await loadOne(root))];
    while (node.level > 0 && node.entries.length === 1) {
      hash = node.entries[0]![1] as string;
      node = made.get(hash)?.node ?? (await loadOne(hash));
    }
    return { root: hash, nodes: reachable(hash, made) };
  };

  // Rewrites the changed chunks of one level; returns the changes of the level above.
  const changeLevel = async (
    root: string,
    level: number,
    changes: Changes,
    add: (node: MerkleNode) => string,
  ): Promise<Changes> => {
    const above = new Map<string, Value | undefined>();
    const keys = [...changes.keys()].sort();
    const chunks = await locate(root, level, keys);
    let next = 0;
    while (next < keys.length) {
      let chunk: MerkleNode | undefined = chunks.get(keys[next]!)!;
      const removed: string[] = [];
      let entries: Entry[] = [];
      let cut: ReturnType<typeof splitIntoChunks> = { chunks: [], lastIsWhole: true };
      // Continues with the following chunk until a new boundary matches an old one.
      while (chunk) {
        const end: string = chunk.entries.length > 0 ? lastKey(chunk) : '';
        const following: MerkleNode | undefined = await after(root, level, end);
        const inside: string[] = [];
        while (next < keys.length && (!following || keys[next]! <= end)) inside.push(keys[next++]!);
        entries = [...entries, ...withChanges(chunk.entries, inside, changes)];
        if (chunk.entries.length > 0) removed.push(end);
        cut = splitIntoChunks(level, entries);
        chunk = cut.lastIsWhole ? undefined : following;
      }
      for (const key of removed) above.set(key, undefined);
      for (const made of cut.chunks) above.set(lastKey(made), add(made));
    }
    return above;
  };

  const locate = async (
    root: string,
    level: number,
    keys: readonly string[],
  ): Promise<Map<string, MerkleNode>> => {
    let at = new Map(keys.map((key) => [key, root]));
    for (;;) {
      const nodes = await loadAll([...at.values()]);
      const sample = nodes.values().next().value!;
      if (sample.level === level) return new Map([...at].map(([key, hash]) => [key, nodes.get(hash)!]));
      at = new Map([...at].map(([key, hash]) => [key, childOf(nodes.get(hash)!, key)]));
    }
  };

  const entriesAt = async (
    root: string,
    level: number,
    keys: readonly string[],
  ): Promise<Map<string, Value>> => {
    const found = new Map<string, Value>();
    if (keys.length === 0) return found;
    for (const [key, node] of await locate(root, level, keys)) {
      const entry = node.entries[firstAtLeast(node.entries, key)];
      if (entry?.[0] === key) found.set(key, entry[1]);
    }
    return found;
  };

  // The chunk of a level that follows the one with this last key.
  const after = async (root: string, level: number, key: string): Promise<MerkleNode | undefined> => {
    let node = await loadOne(root);
    while (node.level > level) {
      const following = node.entries[firstAfter(node.entries, key)];
      if (!following) return undefined;
      node = await loadOne(following[1] as string);
    }
    return node.entries.length > 0 && lastKey(node) > key ? node : undefined;
  };

  /** The number of levels above the entries. */
  const height = async (root: string): Promise<number> => (await loadOne(root)).level;

  /** Whether a map is too large to be read within a request; loads few nodes. */
  const isLarge = async (root: string): Promise<boolean> => {
    let nodes = [await loadOne(root)];
    for (let level = nodes[0]!.level; level > 0; level--) {
      // Counts chunks, since the number of levels varies even for few entries.
      const below = nodes.flatMap(({ entries }) => entries.map(([, hash]) => hash as string));
      if (below.length > LARGE_MAP_CHUNKS) return true;
      if (level > 1) nodes = [...(await loadAll(below)).values()];
    }
    return false;
  };

  return { getMany, spans, range, diff, change, height, isLarge };
};

/** A map of hashed chunks. */
export type MerkleMap = ReturnType<typeof createMerkleMap>;

const reachable = (root: string, made: NewNodes): NewNodes => {
  const found: NewNodes = new Map();
  const visit = (hash: string) => {
    const one = made.get(hash);
    if (!one || found.has(hash)) return;
    found.set(hash, one);
    if (one.node.level > 0) for (const [, child] of one.node.entries) visit(child as string);
  };
  visit(root);
  return found;
};

const lastKey = (node: MerkleNode): string => node.entries.at(-1)![0];
/** The order of entries. */
export const byKey = (a: Entry, b: Entry) => (a[0] < b[0] ? -1 : Number(a[0] > b[0]));

const firstAfter = (entries: readonly Entry[], key: string): number => {
  const place = firstAtLeast(entries, key);
  return entries[place]?.[0] === key ? place + 1 : place;
};

const withChanges = (entries: readonly Entry[], keys: readonly string[], changes: Changes): Entry[] => {
  if (keys.length === 0) return [...entries];
  const touched = new Set(keys);
  const kept = entries.filter(([key]) => !touched.has(key));
  const added = keys.flatMap((key): Entry[] => {
    const value = changes.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  return [...kept, ...added].sort(byKey);
};
