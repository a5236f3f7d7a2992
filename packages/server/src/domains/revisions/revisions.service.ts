import {
  createEdit,
  createMerkleMap,
  decodeNode,
  type Edit,
  EMPTY_ROOT,
  hashText,
  type MerkleMap,
  type MerkleNode,
  viewOf,
} from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  bodyTexts,
  findDocuments,
  findHeadRoot,
  findHeadRoots,
  findRevision,
  insertDocuments,
  insertRevision,
  listRoots,
  lockHead,
  type NewRevision,
  nodeTexts,
  setHead,
} from './revisions.store.ts';

const COPIED_AT_ONCE = 500;
const CACHED_CHARACTERS = 64 * 1024 * 1024;

/** Makes a document's JSON text from a body; another version makes all of them anew. */
export interface DocumentMaker {
  readonly version: number;
  make(markdown: string): string;
}

/** Told of every space that comes to another snapshot, in the transaction in which it does. */
export type HeadFollower = (
  tx: DatabaseTransaction,
  space: { organization_id: string; id: string },
  from: string,
  to: string,
) => Promise<void>;

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId'> & {
  readonly documents: DocumentMaker;
  readonly follow: HeadFollower;
};

/** An edit with the bodies that it writes. */
export interface Draft extends Edit {
  /** Keeps a body; what names it is returned. */
  putBody(markdown: string): string;
}

const hasBody = (value: unknown): value is { body: string } =>
  typeof (value as { body?: unknown } | null)?.body === 'string';

/** Snapshots and revisions: what has a hash is kept in memory, for it never changes. */
export const createRevisionsService = ({ db, clock, newId, documents, follow }: Dependencies) => {
  const nodes = new LRUCache<string, { node: MerkleNode; size: number }>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
  });

  const mapOf = (organizationId: string, executor: Database = db): MerkleMap =>
    createMerkleMap({
      load: async (hashes) => {
        const found = new Map<string, MerkleNode>();
        const missing: string[] = [];
        for (const hash of hashes) {
          const cached = nodes.get(`${organizationId}/${hash}`);
          if (cached) found.set(hash, cached.node);
          else missing.push(hash);
        }
        if (missing.length === 0) return found;
        for (const [hash, text] of await nodeTexts.find(executor, organizationId, missing)) {
          const node = decodeNode(text);
          nodes.set(`${organizationId}/${hash}`, { node, size: text.length });
          found.set(hash, node);
        }
        return found;
      },
    });

  const write = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    changes: Parameters<MerkleMap['change']>[1],
  ): Promise<string> => {
    const made = await mapOf(organizationId, tx).change(root, changes);
    await nodeTexts.insert(
      tx,
      organizationId,
      new Map([...made.nodes].map(([hash, { text }]) => [hash, text])),
    );
    return made.root;
  };

  /** The documents of bodies, as JSON text, by body: made once, then only read. */
  const documentsOf = async (
    organizationId: string,
    bodies: readonly string[],
  ): Promise<Map<string, string>> => {
    const keyOf = (body: string) => `${organizationId}/d/${body}`;
    const found = new Map<string, string>();
    const missing = (among: readonly string[]) => among.filter((body) => !found.has(body));
    const take = (some: ReadonlyMap<string, string>) => {
      for (const [body, document] of some) {
        found.set(body, document);
        texts.set(keyOf(body), document);
      }
    };
    for (const body of bodies) {
      const known = texts.get(keyOf(body));
      if (known !== undefined) found.set(body, known);
    }
    const unknown = missing(bodies);
    if (unknown.length === 0) return found;
    take(await findDocuments(db, organizationId, unknown, documents.version));
    const unmade = missing(unknown);
    if (unmade.length === 0) return found;
    const markdowns = await bodyTexts.find(db, organizationId, unmade);
    const lost = unmade.find((body) => !markdowns.has(body));
    if (lost !== undefined) throw new Error(`A body of the content is missing: ${lost}`);
    const made = new Map([...markdowns].map(([body, markdown]) => [body, documents.make(markdown)]));
    await insertDocuments(db, organizationId, documents.version, made);
    take(made);
    return found;
  };

  return {
    mapOf,

    /** What a snapshot holds. */
    view: (organizationId: string, root: string, executor: Database = db) =>
      viewOf(mapOf(organizationId, executor), root),

    find: (space: { organization_id: string; id: string }, revisionId: string, executor: Database = db) =>
      findRevision(executor, space, revisionId),

    lockHead,

    /** Applies an edit to a snapshot and stores what is new; the root of what came out. */
    edit: async (
      tx: DatabaseTransaction,
      organizationId: string,
      root: string,
      work: (draft: Draft) => Promise<void>,
    ): Promise<string> => {
      const bodies = new Map<string, string>();
      const edit = createEdit(mapOf(organizationId, tx), root, {
        newId,
        now: () => clock.now().toISOString(),
      });
      await work({
        ...edit,
        putBody: (markdown) => {
          const hash = hashText(markdown);
          bodies.set(hash, markdown);
          return hash;
        },
      });
      await bodyTexts.insert(tx, organizationId, bodies);
      return write(tx, organizationId, root, edit.changes());
    },

    /** Stores changes that a merge has made. */
    write,

    /** Stores a body that a merge has made; what names it is returned. */
    putBody: async (tx: DatabaseTransaction, organizationId: string, markdown: string): Promise<string> => {
      const hash = hashText(markdown);
      await bodyTexts.insert(tx, organizationId, new Map([[hash, markdown]]));
      return hash;
    },

    /** Stores a revision. */
    add: async (
      tx: DatabaseTransaction,
      revision: Omit<NewRevision, 'id' | 'createdAt'>,
    ): Promise<string> => {
      const id = newId();
      await insertRevision(tx, { ...revision, id, createdAt: clock.now() });
      return id;
    },

    /** Moves a space to another revision, and tells who follows. */
    moveHead: async (
      tx: DatabaseTransaction,
      space: { organization_id: string; id: string },
      revisionId: string,
    ): Promise<void> => {
      const from = await findHeadRoot(tx, space);
      await setHead(tx, space, revisionId, clock.now());
      const to = await findHeadRoot(tx, space);
      if (from !== undefined && to !== undefined && from !== to) await follow(tx, space, from, to);
    },

    /** Tells who follows of a space that is new. */
    begun: async (tx: DatabaseTransaction, space: { organization_id: string; id: string }): Promise<void> => {
      const root = await findHeadRoot(tx, space);
      if (root !== undefined) await follow(tx, space, EMPTY_ROOT, root);
    },

    /** The snapshots that spaces are at. */
    headRoots: (organizationId: string, spaceIds: readonly string[]) =>
      findHeadRoots(db, organizationId, spaceIds),

    /** The snapshot that a space is at. */
    rootOf: async (tx: Database, space: { organization_id: string; id: string }): Promise<string> => {
      const root = await findHeadRoot(tx, space);
      if (root === undefined) throw notFound('space');
      return root;
    },

    /** Gives an organization all content that spaces which it was handed are made of; nothing is shared. */
    copyContent: async (
      tx: DatabaseTransaction,
      from: string,
      organizationId: string,
      spaceIds: readonly string[],
    ): Promise<void> => {
      const bodies = new Set<string>();
      const seen = new Set<string>();
      let next = await listRoots(tx, organizationId, spaceIds);
      while (next.length > 0) {
        const batch = next.splice(0, COPIED_AT_ONCE).filter((hash) => !seen.has(hash));
        if (batch.length === 0) continue;
        for (const hash of batch) seen.add(hash);
        for (const text of (await nodeTexts.find(tx, from, batch)).values()) {
          const { level, entries } = decodeNode(text);
          if (level > 0) next.push(...entries.map(([, hash]) => hash as string));
          else for (const [, value] of entries) if (hasBody(value)) bodies.add(value.body);
        }
        await nodeTexts.copy(tx, from, organizationId, batch);
        next = [...new Set(next)];
      }
      const all = [...bodies];
      while (all.length > 0) await bodyTexts.copy(tx, from, organizationId, all.splice(0, COPIED_AT_ONCE));
    },

    /** The Markdown of a body; an absent one is empty. */
    markdownOf: async (organizationId: string, body: string | undefined, executor: Database = db) => {
      if (body === undefined) return '';
      const key = `${organizationId}/m/${body}`;
      const known = texts.get(key);
      if (known !== undefined) return known;
      const markdown = (await bodyTexts.find(executor, organizationId, [body])).get(body);
      if (markdown === undefined) throw new Error(`A body of the content is missing: ${body}`);
      texts.set(key, markdown);
      return markdown;
    },

    /** The Markdown of bodies, by what names them. */
    markdownsOf: (organizationId: string, bodies: readonly string[], executor: Database = db) =>
      bodyTexts.find(executor, organizationId, bodies),

    documentsOf,

    /** The document of a body, as JSON text. */
    documentOf: async (organizationId: string, body: string | undefined): Promise<string> =>
      body === undefined ? documents.make('') : (await documentsOf(organizationId, [body])).get(body)!,

    emptyRoot: EMPTY_ROOT,
  };
};

/** Snapshots and revisions. */
export type RevisionsService = ReturnType<typeof createRevisionsService>;
