import { createMerkleMap, decodeNode, hashText, type MerkleMap, type MerkleNode } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { bodyTexts, nodeTexts } from './revisions.store.ts';

// In characters.
const CACHED_NODES = 64 * 1024 * 1024;
const CACHED_BODIES = 32 * 1024 * 1024;

type Changes = Parameters<MerkleMap['change']>[1];

interface SizedNode {
  readonly node: MerkleNode;
  readonly size: number;
}

/** New nodes and bodies of an organization, by hash, to be stored together. */
export interface NewObjects {
  readonly organizationId: string;
  readonly nodes: Map<string, string>;
  readonly bodies: Map<string, string>;
}

/** The objects of an open transaction, which others must not see yet. */
interface OpenObjects {
  readonly nodes: Map<string, SizedNode>;
  readonly bodies: Map<string, string>;
}

const bodyKey = (organizationId: string, hash: string) => `${organizationId}/m/${hash}`;

/** Reads and writes the nodes and bodies of snapshots; objects with a hash are cached, for they never change. */
export const createSnapshotObjectsService = ({
  db,
  afterCommit,
  clock,
}: Pick<Kernel, 'db' | 'afterCommit' | 'clock'>) => {
  const nodes = new LRUCache<string, SizedNode>({
    maxSize: CACHED_NODES,
    sizeCalculation: ({ size }) => size,
  });
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_BODIES,
    sizeCalculation: (text) => text.length + 1,
  });

  const opened = new WeakMap<Database, OpenObjects>();
  /** What a transaction adds is found in it at once, and by everybody when it is committed. */
  const openIn = (tx: DatabaseTransaction): OpenObjects => {
    const known = opened.get(tx);
    if (known) return known;
    const objects: OpenObjects = { nodes: new Map(), bodies: new Map() };
    opened.set(tx, objects);
    afterCommit(tx, () => {
      for (const [key, node] of objects.nodes) nodes.set(key, node);
      for (const [key, text] of objects.bodies) texts.set(key, text);
    });
    return objects;
  };

  // Requests for nodes in the same turn of the event loop share one query.
  const waiting = new Map<string, { hashes: Set<string>; texts: Promise<Map<string, string>> }>();
  const findNodes = (organizationId: string, hashes: readonly string[], executor: Database) => {
    if (executor !== db) return nodeTexts.find(executor, organizationId, hashes);
    const all = waiting.get(organizationId) ?? { hashes: new Set<string>(), texts: undefined };
    for (const hash of hashes) all.hashes.add(hash);
    if (all.texts) return all.texts;
    const texts = new Promise<void>((turn) => setImmediate(turn)).then(() => {
      waiting.delete(organizationId);
      return nodeTexts.find(db, organizationId, [...all.hashes]);
    });
    waiting.set(organizationId, { hashes: all.hashes, texts });
    return texts;
  };

  const merkleMap = (organizationId: string, executor: Database = db): MerkleMap =>
    createMerkleMap({
      load: async (hashes) => {
        const found = new Map<string, MerkleNode>();
        const missing: string[] = [];
        for (const hash of hashes) {
          const key = `${organizationId}/${hash}`;
          const known = nodes.get(key) ?? opened.get(executor)?.nodes.get(key);
          if (known) found.set(hash, known.node);
          else missing.push(hash);
        }
        if (missing.length === 0) return found;
        const loaded = await findNodes(organizationId, missing, executor);
        for (const hash of missing) {
          const text = loaded.get(hash);
          if (text === undefined) continue;
          const node = decodeNode(text);
          nodes.set(`${organizationId}/${hash}`, { node, size: text.length });
          found.set(hash, node);
        }
        return found;
      },
    });

  /** The Markdown of bodies, by hash. */
  const markdownsOf = async (
    organizationId: string,
    bodies: readonly string[],
    executor: Database = db,
  ): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const body of bodies) {
      const key = bodyKey(organizationId, body);
      const known = texts.get(key) ?? opened.get(executor)?.bodies.get(key);
      if (known === undefined) missing.push(body);
      else found.set(body, known);
    }
    if (missing.length === 0) return found;
    for (const [body, markdown] of await bodyTexts.find(executor, organizationId, missing))
      found.set(body, markdown);
    return found;
  };

  return {
    merkleMap,
    markdownsOf,

    /** The Markdown of a body; empty without one. */
    markdownOf: async (
      organizationId: string,
      body: string | undefined,
      executor: Database = db,
    ): Promise<string> => {
      if (body === undefined) return '';
      const markdown = (await markdownsOf(organizationId, [body], executor)).get(body);
      if (markdown === undefined) throw new Error(`A body of the content is missing: ${body}`);
      if (executor === db) texts.set(bodyKey(organizationId, body), markdown);
      return markdown;
    },

    /** A collection of new objects, which must be stored before the transaction ends. */
    collect: (organizationId: string): NewObjects => ({
      organizationId,
      nodes: new Map(),
      bodies: new Map(),
    }),

    /** Adds a body to new objects; returns its hash. */
    addBody: (tx: DatabaseTransaction, objects: NewObjects, markdown: string): string => {
      const hash = hashText(markdown);
      objects.bodies.set(hash, markdown);
      openIn(tx).bodies.set(bodyKey(objects.organizationId, hash), markdown);
      return hash;
    },

    /** Adds the nodes of a changed snapshot to new objects; returns its root. */
    addChanges: async (
      tx: DatabaseTransaction,
      objects: NewObjects,
      root: string,
      changes: Changes,
    ): Promise<string> => {
      const { organizationId } = objects;
      const made = await merkleMap(organizationId, tx).change(root, changes);
      const open = openIn(tx);
      for (const [hash, { node, text }] of made.nodes) {
        objects.nodes.set(hash, text);
        open.nodes.set(`${organizationId}/${hash}`, { node, size: text.length });
      }
      return made.root;
    },

    /** Stores new objects. */
    store: async (tx: DatabaseTransaction, { organizationId, bodies, nodes }: NewObjects): Promise<void> => {
      await bodyTexts.insert(tx, organizationId, bodies, clock.now());
      await nodeTexts.insert(tx, organizationId, nodes, clock.now());
    },
  };
};
