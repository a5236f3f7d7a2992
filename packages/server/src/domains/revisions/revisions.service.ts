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
import type { ReceivedBlob } from '../../kernel/blobs/blobs.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  bodyTexts,
  findDocument,
  findHeadRoot,
  findHeadRoots,
  findRevision,
  insertDocument,
  insertRevision,
  listRoots,
  lockHead,
  type NewRevision,
  nodeTexts,
  setHead,
  touchBlobs,
  walkSnapshots,
} from './revisions.store.ts';

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

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId' | 'blobs'> & {
  readonly documents: DocumentMaker;
  readonly follow: HeadFollower;
};

/** An edit with the bodies that it writes. */
export interface Draft extends Edit {
  /** Keeps a body; what names it is returned. */
  putBody(markdown: string): string;
}

/** Snapshots and revisions: what has a hash is kept in memory, for it never changes. */
export const createRevisionsService = ({ db, clock, newId, blobs, documents, follow }: Dependencies) => {
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
      clock.now(),
    );
    return made.root;
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
      await bodyTexts.insert(tx, organizationId, bodies, clock.now());
      return write(tx, organizationId, root, edit.changes());
    },

    /** Stores changes that a merge has made. */
    write,

    /** Stores a body that a merge has made; what names it is returned. */
    putBody: async (tx: DatabaseTransaction, organizationId: string, markdown: string): Promise<string> => {
      const hash = hashText(markdown);
      await bodyTexts.insert(tx, organizationId, new Map([[hash, markdown]]), clock.now());
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
      const [at, seen, copied] = [clock.now(), new Set<string>(), new Set<string>()];
      // Revisions have much in common: each thing is copied once.
      const first = (hash: string) => !copied.has(hash) && copied.add(hash);
      const roots = await listRoots(tx, organizationId, spaceIds);
      for await (const reached of walkSnapshots(tx, from, roots, seen)) {
        await nodeTexts.copy(tx, from, organizationId, reached.nodes, at);
        await bodyTexts.copy(tx, from, organizationId, reached.bodies.filter(first), at);
        const files = reached.blobs.filter(first);
        await touchBlobs(tx, organizationId, files, at);
        for (const hash of files) await blobs.copy(from, organizationId, hash);
      }
    },

    /** Makes received bytes blobs of the organization; whoever asked for it refers to them within hours, or never. */
    keepBlobs: async (organizationId: string, received: readonly ReceivedBlob[]): Promise<void> => {
      const hashes = received.map(({ hash }) => hash);
      await touchBlobs(db, organizationId, hashes, clock.now());
      for (const one of received) await one.keep();
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

    /** The document of a body, as JSON text: made once, then only read. */
    documentOf: async (organizationId: string, body: string | undefined): Promise<string> => {
      if (body === undefined) return documents.make('');
      const key = `${organizationId}/d/${body}`;
      const known = texts.get(key) ?? (await findDocument(db, organizationId, body, documents.version));
      if (known !== undefined) {
        texts.set(key, known);
        return known;
      }
      const markdown = (await bodyTexts.find(db, organizationId, [body])).get(body);
      if (markdown === undefined) throw new Error(`A body of the content is missing: ${body}`);
      const document = documents.make(markdown);
      await insertDocument(db, organizationId, body, documents.version, document);
      texts.set(key, document);
      return document;
    },

    emptyRoot: EMPTY_ROOT,
  };
};

/** Snapshots and revisions. */
export type RevisionsService = ReturnType<typeof createRevisionsService>;
