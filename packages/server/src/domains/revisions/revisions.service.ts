import {
  createEdit,
  createMerkleMap,
  decodeNode,
  type Edit,
  EMPTY_ROOT,
  formerPaths,
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
  findDocuments,
  findHeadRoot,
  findHeadRoots,
  findRevision,
  hasSuccessorBefore,
  insertDocuments,
  insertRevision,
  listRoots,
  lockHead,
  type NewRevision,
  nodeTexts,
  type RevisionRow,
  type SpaceKey,
  setHead,
  touchBlobs,
  walkSnapshots,
} from './revisions.store.ts';

const CACHED_REVISIONS = 10_000;
const CACHED_CHARACTERS = 64 * 1024 * 1024;

/** Makes a document's JSON text from a body; another version makes all of them anew. */
export interface DocumentParser {
  readonly version: number;
  parse(markdown: string): Promise<string>;
}

/** Told of every space that comes to another snapshot, in the transaction in which it does. */
export type HeadListener = (
  tx: DatabaseTransaction,
  space: SpaceKey,
  from: string,
  to: string,
) => Promise<void>;

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId' | 'blobs'> & {
  readonly documents: DocumentParser;
  readonly onHeadMoved: HeadListener;
};

/** An edit with the bodies that it writes. */
export interface Draft extends Edit {
  /** Keeps a body; what names it is returned. */
  putBody(markdown: string): string;
  /** The Markdown of a body, one that this edit has put included. */
  bodyOf(body: string | undefined): Promise<string>;
}

/** Snapshots and revisions: what has a hash is kept in memory, for it never changes. */
export const createRevisionsService = ({ db, clock, newId, blobs, documents, onHeadMoved }: Dependencies) => {
  const nodes = new LRUCache<string, { node: MerkleNode; size: number }>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
  });

  const found = new LRUCache<string, RevisionRow>({ max: CACHED_REVISIONS });
  const making = new Map<string, Promise<Map<string, string>>>();

  // Nodes that are asked for in one turn of the event loop, of whichever snapshots, come in one query.
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
          const cached = nodes.get(`${organizationId}/${hash}`);
          if (cached) found.set(hash, cached.node);
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

  /** The Markdown of a body; an absent one is empty. */
  const markdownOf = async (organizationId: string, body: string | undefined, executor: Database = db) => {
    if (body === undefined) return '';
    const key = `${organizationId}/m/${body}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const markdown = (await bodyTexts.find(executor, organizationId, [body])).get(body);
    if (markdown === undefined) throw new Error(`A body of the content is missing: ${body}`);
    texts.set(key, markdown);
    return markdown;
  };

  const writeChanges = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    changes: Parameters<MerkleMap['change']>[1],
  ): Promise<string> => {
    const made = await merkleMap(organizationId, tx).change(root, changes);
    await nodeTexts.insert(
      tx,
      organizationId,
      new Map([...made.nodes].map(([hash, { text }]) => [hash, text])),
      clock.now(),
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
    const made = new Map<string, string>();
    for (const [body, markdown] of markdowns) made.set(body, await documents.parse(markdown));
    await insertDocuments(db, organizationId, documents.version, made);
    take(made);
    return found;
  };

  /** Stores a revision. */
  const insert = async (
    tx: DatabaseTransaction,
    revision: Omit<NewRevision, 'id' | 'createdAt'>,
  ): Promise<string> => {
    const id = newId();
    await insertRevision(tx, { ...revision, id, createdAt: clock.now() });
    return id;
  };

  /** Moves a space to another revision, and tells who follows. */
  const moveHead = async (tx: DatabaseTransaction, space: SpaceKey, revisionId: string): Promise<void> => {
    const from = await findHeadRoot(tx, space);
    await setHead(tx, space, revisionId, clock.now());
    const to = await findHeadRoot(tx, space);
    if (from !== undefined && to !== undefined && from !== to) await onHeadMoved(tx, space, from, to);
  };

  return {
    merkleMap,

    /** What a snapshot holds. */
    view: (organizationId: string, root: string, executor: Database = db) =>
      viewOf(merkleMap(organizationId, executor), root),

    /** A revision of a space; none ever changes. */
    find: async (
      space: SpaceKey,
      revisionId: string,
      executor: Database = db,
    ): Promise<RevisionRow | undefined> => {
      const key = `${space.organization_id}/${space.id}/${revisionId}`;
      const known = found.get(key) ?? (await findRevision(executor, space, revisionId));
      // What a transaction has made is not there for others before it ends.
      if (known && executor === db) found.set(key, known);
      return known;
    },

    /** Whether a space was at one of its revisions at any time since a moment. */
    wasHeadSince: async (space: SpaceKey, revision: RevisionRow, since: Date): Promise<boolean> =>
      revision.created_at > since || !(await hasSuccessorBefore(db, space, revision, since)),

    lockHead,

    /** Applies an edit to a snapshot and stores what is new; the root of what came out. */
    edit: async (
      tx: DatabaseTransaction,
      organizationId: string,
      root: string,
      work: (draft: Draft) => Promise<void>,
    ): Promise<string> => {
      const bodies = new Map<string, string>();
      const edit = createEdit(merkleMap(organizationId, tx), root, {
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
        bodyOf: async (body) => bodies.get(body ?? '') ?? markdownOf(organizationId, body, tx),
      });
      await bodyTexts.insert(tx, organizationId, bodies, clock.now());
      return writeChanges(tx, organizationId, root, await edit.changes());
    },

    /** Stores changes that a merge has made. */
    writeChanges,

    /** The snapshot that takes another one's place: paths that pages had there lead to them still. */
    addFormerPaths: async (tx: DatabaseTransaction, organizationId: string, from: string, to: string) =>
      writeChanges(tx, organizationId, to, await formerPaths(merkleMap(organizationId, tx), from, to)),

    /** Stores a body that a merge has made; what names it is returned. */
    putBody: async (tx: DatabaseTransaction, organizationId: string, markdown: string): Promise<string> => {
      const hash = hashText(markdown);
      await bodyTexts.insert(tx, organizationId, new Map([[hash, markdown]]), clock.now());
      return hash;
    },

    insert,
    moveHead,

    /** Makes a snapshot the next revision of a space, after the one that it is at. */
    commit: async (
      tx: DatabaseTransaction,
      space: SpaceKey,
      head: { readonly id: string },
      root: string,
      createdBy: string,
    ): Promise<string> => {
      const id = await insert(tx, {
        organizationId: space.organization_id,
        spaceId: space.id,
        root,
        type: 'edits',
        parents: [head.id],
        createdBy,
      });
      await moveHead(tx, space, id);
      return id;
    },

    /** Tells who follows of a space that is new. */
    notifyCreated: async (tx: DatabaseTransaction, space: SpaceKey): Promise<void> => {
      const root = await findHeadRoot(tx, space);
      if (root !== undefined) await onHeadMoved(tx, space, EMPTY_ROOT, root);
    },

    /** The snapshots that spaces are at. */
    headRoots: (organizationId: string, spaceIds: readonly string[]) =>
      findHeadRoots(db, organizationId, spaceIds),

    /** The snapshot that a space is at. */
    headRoot: async (tx: Database, space: SpaceKey): Promise<string> => {
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
    storeBlobs: async (organizationId: string, received: readonly ReceivedBlob[]): Promise<void> => {
      const hashes = received.map(({ hash }) => hash);
      try {
        await touchBlobs(db, organizationId, hashes, clock.now());
        for (const one of received) await one.commit();
      } catch (error) {
        await Promise.all(received.map((one) => one.discard()));
        throw error;
      }
    },

    /** Notes that blobs are still needed. */
    touchBlobs: (organizationId: string, hashes: readonly string[]) =>
      touchBlobs(db, organizationId, hashes, clock.now()),

    markdownOf,

    /** The Markdown of bodies, by what names them. */
    markdownsOf: (organizationId: string, bodies: readonly string[], executor: Database = db) =>
      bodyTexts.find(executor, organizationId, bodies),

    documentsOf,

    /** The document of a body, as JSON text; those who ask for the same at once share the making of it. */
    documentOf: async (organizationId: string, body: string | undefined): Promise<string> => {
      if (body === undefined) return documents.parse('');
      const key = `${organizationId}/d/${body}`;
      const known = texts.get(key);
      if (known !== undefined) return known;
      const coming = making.get(key) ?? documentsOf(organizationId, [body]);
      making.set(key, coming);
      try {
        return (await coming).get(body)!;
      } finally {
        making.delete(key);
      }
    },

    emptyRoot: EMPTY_ROOT,
  };
};

/** Snapshots and revisions. */
export type RevisionsService = ReturnType<typeof createRevisionsService>;
