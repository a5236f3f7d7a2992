import type { Block, Document, Fragment, Inline, Node } from './document.ts';

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
  // Something between the pieces, so that ["ab", "c"] and ["a", "bc"] differ.
  hash.low = Math.imul(low ^ 0x1f, 2246822507);
  hash.high = Math.imul(high ^ 0x1f, 3266489909);
}

function finish(hash: Hash): string {
  let low = Math.imul(hash.low ^ (hash.low >>> 16), 2246822507);
  low ^= Math.imul(hash.high ^ (hash.high >>> 13), 3266489909);
  let high = Math.imul(hash.high ^ (hash.high >>> 16), 2246822507);
  high ^= Math.imul(hash.low ^ (hash.low >>> 13), 3266489909);
  return (((high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff)) % Number.MAX_SAFE_INTEGER).toString(36);
}

/** Adds any JSON value, with the names of objects in order, so that equal values hash equally. */
function addValue(hash: Hash, value: unknown): void {
  if (typeof value === 'string') add(hash, `"${value}`);
  else if (Array.isArray(value)) {
    add(hash, '[');
    for (const item of value) addValue(hash, item);
    add(hash, ']');
  } else if (typeof value === 'object' && value !== null) {
    add(hash, '{');
    for (const name of Object.keys(value).sort()) {
      const item = (value as Record<string, unknown>)[name];
      if (item === undefined) continue;
      add(hash, name);
      addValue(hash, item);
    }
    add(hash, '}');
  } else add(hash, String(value));
}

/** A short hash of any JSON value. */
export function hashOf(value: unknown): string {
  const hash = start();
  addValue(hash, value);
  return finish(hash);
}

/** Blocks that are addressed only through the block around them. */
const keyless = new Set(['code-line']);

/**
 * The same document with a key on every block: a hash of what the block says, and which of equal blocks it is.
 * Where a block stands does not enter, so a key lasts while its block's content does.
 */
export function withKeys(document: Document): Document {
  const seen = new Map<string, number>();
  const unique = (content: string): string => {
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return count === 1 ? content : `${content}-${count.toString(36)}`;
  };

  // Children are keyed first and lend their hashes to their parent, so that every character is hashed once.
  function keyed<N extends Node | Fragment>(node: N): { node: N; hash: string } {
    const hash = start();
    if (node.object === 'text') {
      for (const leaf of node.leaves) {
        add(hash, leaf.text);
        if (leaf.marks.length > 0) addValue(hash, leaf.marks);
      }
      return { node, hash: finish(hash) };
    }
    const { nodes, fragments, key: _, ...own } = node as unknown as Block & { fragment?: string };
    add(hash, own.type ?? own.fragment ?? '');
    if (own.data !== undefined) addValue(hash, own.data);
    const inner: Record<string, unknown> = {};
    for (const [name, list] of [
      ['nodes', nodes],
      ['fragments', fragments],
    ] as const) {
      if (list === undefined) continue;
      add(hash, name);
      inner[name] = (list as readonly (Node | Fragment)[]).map((child) => {
        const result = keyed(child);
        add(hash, result.hash);
        return result.node;
      });
    }
    const content = finish(hash);
    const isKeyed = node.object === 'block' && !keyless.has((node as Block | Inline).type);
    const key = isKeyed ? { key: unique(content) } : {};
    return { node: { ...own, ...key, ...inner } as unknown as N, hash: content };
  }

  return { ...document, nodes: document.nodes.map((block) => keyed(block).node) };
}
