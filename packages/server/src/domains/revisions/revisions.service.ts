import {
  createEdit,
  createMerkleMap,
  decodeNode,
  type Edit,
  EMPTY_ROOT,
  hashText,
  type MerkleMap,
  type MerkleNode,
  previousPaths,
  viewOf,
} from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Principal } from '../../kernel/auth/principal.ts';
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

/** Parses a body into the JSON of its document; a new version invalidates all stored documents. */
export interface DocumentParser {
  readonly version: number;
  parse(markdown: string): Promise<string>;
}

/** Called when a space moves to another snapshot, in the same transaction; `cause` is the chain of the script that moved it. */
export type HeadListener = (
  tx: DatabaseTransaction,
  space: SpaceKey,
  from: string,
  to: string,
  cause?: EventChain,
) => Promise<void>;

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'newId' | 'blobs'> & {
  readonly documents: DocumentParser;
  readonly onHeadMoved: HeadListener;
};

/** An edit of a snapshot, with the bodies that it writes. */
export interface Draft extends Edit {
  /** Adds a body to the edit; returns its hash. */
  putBody(markdown: string): string;
  /** The Markdown of a body, including those of this edit. */
  bodyOf(body: string | undefined): Promise<string>;
}

/** Reads and writes snapshots and revisions; objects with a hash are cached, for they never change. */
export const createRevisionsService = ({ db, clock, newId, blobs, documents, onHeadMoved }: Dependencies) => {
  const nodes = new LRUCache<string, { node: MerkleNode; size: number }>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ size }) => size,
  });
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text) => text.length + 1,
  });

  const cachedRevisions = new LRUCache<string, RevisionRow>({ max: CACHED_REVISIONS });
  const pendingDocuments = new Map<string, Promise<string>>();

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

  /** The Markdown of a body; empty without one. */
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

  /** The documents of bodies as JSON, by body; parsed once, then stored. */
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

  /** Moves a space to another revision, and notifies the listener. */
  const moveHead = async (
    tx: DatabaseTransaction,
    space: SpaceKey,
    revisionId: string,
    cause?: EventChain,
  ): Promise<void> => {
    const from = await findHeadRoot(tx, space);
    await setHead(tx, space, revisionId, clock.now());
    const to = await findHeadRoot(tx, space);
    if (from !== undefined && to !== undefined && from !== to) await onHeadMoved(tx, space, from, to, cause);
  };

  return {
    merkleMap,

    /** The content of a snapshot. */
    view: (organizationId: string, root: string, executor: Database = db) =>
      viewOf(merkleMap(organizationId, executor), root),

    /** A revision of a space; none ever changes. */
    find: async (
      space: SpaceKey,
      revisionId: string,
      executor: Database = db,
    ): Promise<RevisionRow | undefined> => {
      const key = `${space.organization_id}/${space.id}/${revisionId}`;
      const known = cachedRevisions.get(key) ?? (await findRevision(executor, space, revisionId));
      // A revision of an open transaction may be rolled back.
      if (known && executor === db) cachedRevisions.set(key, known);
      return known;
    },

    /** Whether a revision was the current one of its space at any time since a moment. */
    wasHeadSince: async (space: SpaceKey, revision: RevisionRow, since: Date): Promise<boolean> =>
      revision.created_at > since || !(await hasSuccessorBefore(db, space, revision, since)),

    lockHead,

    /** Applies an edit to a snapshot and stores the new objects; returns the new root. */
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

    /** Stores changes of a snapshot; returns the new root. */
    writeChanges,

    /** Adds redirects for pages whose paths differ from those in a previous snapshot; returns the new root. */
    addFormerPaths: async (tx: DatabaseTransaction, organizationId: string, from: string, to: string) =>
      writeChanges(tx, organizationId, to, await previousPaths(merkleMap(organizationId, tx), from, to)),

    /** Stores a body; returns its hash. */
    putBody: async (tx: DatabaseTransaction, organizationId: string, markdown: string): Promise<string> => {
      const hash = hashText(markdown);
      await bodyTexts.insert(tx, organizationId, new Map([[hash, markdown]]), clock.now());
      return hash;
    },

    insert,
    moveHead,

    /** Makes a snapshot the next revision of a space. */
    commit: async (
      tx: DatabaseTransaction,
      space: SpaceKey,
      head: { readonly id: string },
      root: string,
      by: Pick<Principal, 'userId' | 'chain'>,
      message?: string,
    ): Promise<string> => {
      const id = await insert(tx, {
        organizationId: space.organization_id,
        spaceId: space.id,
        root,
        type: 'edits',
        parents: [head.id],
        createdBy: by.userId,
        message,
      });
      await moveHead(tx, space, id, by.chain);
      return id;
    },

    /** Notifies the listener of a new space. */
    notifyCreated: async (tx: DatabaseTransaction, space: SpaceKey): Promise<void> => {
      const root = await findHeadRoot(tx, space);
      if (root !== undefined) await onHeadMoved(tx, space, EMPTY_ROOT, root);
    },

    /** The roots of the current revisions of spaces. */
    headRoots: (organizationId: string, spaceIds: readonly string[]) =>
      findHeadRoots(db, organizationId, spaceIds),

    /** The root of the current revision of a space. */
    headRoot: async (tx: Database, space: SpaceKey): Promise<string> => {
      const root = await findHeadRoot(tx, space);
      if (root === undefined) throw notFound('space');
      return root;
    },

    /** Copies the content of transferred spaces to their new organization; organizations share no content. */
    copyContent: async (
      tx: DatabaseTransaction,
      from: string,
      organizationId: string,
      spaceIds: readonly string[],
    ): Promise<void> => {
      const [at, seen, copied] = [clock.now(), new Set<string>(), new Set<string>()];
      // Revisions share most objects: each is copied once.
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

    /** Stores received bytes as blobs; without a reference, garbage collection removes them after a day. */
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

    /** Protects blobs from garbage collection for another day. */
    touchBlobs: (organizationId: string, hashes: readonly string[]) =>
      touchBlobs(db, organizationId, hashes, clock.now()),

    markdownOf,

    /** The Markdown of bodies, by hash. */
    markdownsOf: (organizationId: string, bodies: readonly string[], executor: Database = db) =>
      bodyTexts.find(executor, organizationId, bodies),

    documentsOf,

    /** The document of a body as JSON; concurrent calls for the same body share the work. */
    documentOf: async (organizationId: string, body: string | undefined): Promise<string> => {
      if (body === undefined) return documents.parse('');
      const key = `${organizationId}/d/${body}`;
      const known = texts.get(key);
      if (known !== undefined) return known;
      const pending =
        pendingDocuments.get(key) ??
        documentsOf(organizationId, [body])
          .then((documents) => documents.get(body)!)
          .finally(() => pendingDocuments.delete(key));
      pendingDocuments.set(key, pending);
      return pending;
    },

    emptyRoot: EMPTY_ROOT,
  };
};

/** Reads and writes snapshots and revisions. */
export type RevisionsService = ReturnType<typeof createRevisionsService>;
