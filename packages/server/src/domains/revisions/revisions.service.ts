import { createEdit, type Edit, EMPTY_ROOT, type MerkleMap, previousPaths, viewOf } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Principal } from '../../kernel/auth/principal.ts';
import type { ReceivedBlob } from '../../kernel/blobs/blobs.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  bodyTexts,
  findHeadRoot,
  findHeadRoots,
  findRevision,
  findRevisions,
  hasSuccessorBefore,
  insertRevisions,
  listRoots,
  lockSpaces,
  type NewRevision,
  nodeTexts,
  type RevisionRow,
  type SpaceKey,
  setHeads,
  touchBlobs,
  walkSnapshots,
} from './revisions.store.ts';
import { createSnapshotObjectsService, type NewObjects } from './snapshot-objects.service.ts';
import { createStoredDocumentsService, type DocumentParser } from './stored-documents.service.ts';

const CACHED_REVISIONS = 10_000;

/** A space that moves from one snapshot to another. */
export interface HeadMove {
  readonly spaceId: string;
  readonly from: string;
  readonly to: string;
  /** Whether the space was just created. */
  readonly isNew?: boolean;
}

/** Called when spaces move to other snapshots, in the same transaction; `cause` is the chain of the script that moved them. */
export type HeadListener = (
  tx: DatabaseTransaction,
  organizationId: string,
  moves: readonly HeadMove[],
  cause?: EventChain,
) => Promise<void>;

type Dependencies = Pick<Kernel, 'db' | 'afterCommit' | 'clock' | 'newId' | 'blobs'> & {
  readonly documents: DocumentParser;
  readonly onHeadsMoved: HeadListener;
};

/** An edit of a snapshot, with the bodies that it writes. */
export interface Draft extends Edit {
  /** Adds a body to the edit; returns its hash. */
  putBody(markdown: string): string;
  /** The Markdown of a body, including those of this edit. */
  bodyOf(body: string | undefined): Promise<string>;
}

/** Reads and writes snapshots and revisions; objects with a hash are cached, for they never change. */
export const createRevisionsService = ({
  db,
  afterCommit,
  clock,
  newId,
  blobs,
  documents,
  onHeadsMoved,
}: Dependencies) => {
  const objects = createSnapshotObjectsService({ db, afterCommit, clock });
  const { merkleMap } = objects;
  const stored = createStoredDocumentsService({ db, documents });
  const cachedRevisions = new LRUCache<string, RevisionRow>({ max: CACHED_REVISIONS });

  const writeChanges = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    changes: Parameters<MerkleMap['change']>[1],
  ): Promise<string> => {
    const made = objects.collect(organizationId);
    const changed = await objects.addChanges(tx, made, root, changes);
    await objects.store(tx, made);
    return changed;
  };

  /** Applies an edit to a snapshot; returns the new root. Its objects are collected, to be stored with those of other edits. */
  const collectEdit = async (
    tx: DatabaseTransaction,
    made: NewObjects,
    root: string,
    work: (draft: Draft) => Promise<void>,
  ): Promise<string> => {
    const { organizationId } = made;
    const edit = createEdit(merkleMap(organizationId, tx), root, {
      newId,
      now: () => clock.now().toISOString(),
    });
    await work({
      ...edit,
      putBody: (markdown) => objects.addBody(tx, made, markdown),
      bodyOf: (body) => objects.markdownOf(organizationId, body, tx),
    });
    return objects.addChanges(tx, made, root, await edit.changes());
  };

  const keyOf = (space: SpaceKey, revisionId: string) => `${space.organization_id}/${space.id}/${revisionId}`;

  /** Stores revisions. */
  const insertAll = async (
    tx: DatabaseTransaction,
    revisions: readonly Omit<NewRevision, 'createdAt'>[],
  ): Promise<void> => {
    const createdAt = clock.now();
    const rows = await insertRevisions(
      tx,
      revisions.map((revision) => ({ ...revision, createdAt })),
    );
    afterCommit(tx, () => {
      for (const row of rows)
        cachedRevisions.set(keyOf({ organization_id: row.organization_id, id: row.space_id }, row.id), row);
    });
  };

  /** Stores a revision; returns its id. */
  const insert = async (
    tx: DatabaseTransaction,
    revision: Omit<NewRevision, 'id' | 'createdAt'>,
  ): Promise<string> => {
    const id = newId();
    await insertAll(tx, [{ ...revision, id }]);
    return id;
  };

  /** Moves spaces to other revisions, and notifies the listener; returns the time of the move. */
  const moveHeads = async (
    tx: DatabaseTransaction,
    organizationId: string,
    moved: readonly { readonly spaceId: string; readonly revisionId: string }[],
    cause?: EventChain,
  ): Promise<Date> => {
    const at = clock.now();
    const heads = await setHeads(tx, organizationId, moved, at, cause);
    const moves = heads
      .filter(({ from, to }) => from !== to)
      .map(({ space_id, from, to }) => ({ spaceId: space_id, from, to }));
    if (moves.length > 0) await onHeadsMoved(tx, organizationId, moves, cause);
    return at;
  };

  /** Moves a space to another revision, and notifies the listener. */
  const moveHead = (
    tx: DatabaseTransaction,
    space: SpaceKey,
    revisionId: string,
    cause?: EventChain,
  ): Promise<Date> => moveHeads(tx, space.organization_id, [{ spaceId: space.id, revisionId }], cause);

  /** Locks spaces; returns the current revision of each. */
  const lockHeads = async (
    tx: DatabaseTransaction,
    organizationId: string,
    spaceIds: readonly string[],
    locked?: 'waited for' | 'left out',
  ): Promise<Map<string, RevisionRow>> => {
    const heads = new Map<string, RevisionRow>();
    const missing: string[] = [];
    for (const [id, revisionId] of await lockSpaces(tx, organizationId, spaceIds, locked)) {
      const known = cachedRevisions.get(keyOf({ organization_id: organizationId, id }, revisionId));
      if (known) heads.set(id, known);
      else missing.push(revisionId);
    }
    if (missing.length > 0)
      for (const row of await findRevisions(tx, organizationId, missing)) heads.set(row.space_id, row);
    return heads;
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
      const key = keyOf(space, revisionId);
      const known = cachedRevisions.get(key) ?? (await findRevision(executor, space, revisionId));
      // A revision of an open transaction may be rolled back.
      if (known && executor === db) cachedRevisions.set(key, known);
      return known;
    },

    /** Whether a revision was the current one of its space at any time since a moment. */
    wasHeadSince: async (space: SpaceKey, revision: RevisionRow, since: Date): Promise<boolean> =>
      revision.created_at > since || !(await hasSuccessorBefore(db, space, revision, since)),

    lockHeads,

    /** Locks a space; returns its current revision. */
    lockHead: async (tx: DatabaseTransaction, space: SpaceKey): Promise<RevisionRow | undefined> =>
      (await lockHeads(tx, space.organization_id, [space.id])).get(space.id),

    collectObjects: objects.collect,
    collectEdit,
    storeObjects: objects.store,

    /** Applies an edit to a snapshot and stores the new objects; returns the new root. */
    edit: async (
      tx: DatabaseTransaction,
      organizationId: string,
      root: string,
      work: (draft: Draft) => Promise<void>,
    ): Promise<string> => {
      const made = objects.collect(organizationId);
      const edited = await collectEdit(tx, made, root, work);
      await objects.store(tx, made);
      return edited;
    },

    /** Stores changes of a snapshot; returns the new root. */
    writeChanges,

    /** Adds redirects for pages whose paths differ from those in a previous snapshot; returns the new root. */
    addFormerPaths: async (tx: DatabaseTransaction, organizationId: string, from: string, to: string) =>
      writeChanges(tx, organizationId, to, await previousPaths(merkleMap(organizationId, tx), from, to)),

    /** Stores a body; returns its hash. */
    putBody: async (tx: DatabaseTransaction, organizationId: string, markdown: string): Promise<string> => {
      const made = objects.collect(organizationId);
      const hash = objects.addBody(tx, made, markdown);
      await objects.store(tx, made);
      return hash;
    },

    insertAll,
    moveHeads,
    insert,
    moveHead,

    /** Makes a snapshot the next revision of a space. */
    commit: async (
      tx: DatabaseTransaction,
      space: SpaceKey,
      head: { readonly id: string },
      root: string,
      by: Pick<Principal, 'userId' | 'chain'>,
      more: Pick<NewRevision, 'message' | 'otherAuthors'> = {},
    ): Promise<string> => {
      const id = await insert(tx, {
        organizationId: space.organization_id,
        spaceId: space.id,
        root,
        type: 'edits',
        parents: [head.id],
        createdBy: by.userId,
        ...more,
      });
      await moveHead(tx, space, id, by.chain);
      return id;
    },

    /** Notifies the listener of a new space with a snapshot. */
    notifyCreated: (tx: DatabaseTransaction, space: SpaceKey, root: string): Promise<void> =>
      onHeadsMoved(tx, space.organization_id, [
        { spaceId: space.id, from: EMPTY_ROOT, to: root, isNew: true },
      ]),

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

    markdownOf: objects.markdownOf,
    markdownsOf: objects.markdownsOf,

    documentsOf: stored.documentsOf,
    documentOf: stored.documentOf,

    emptyRoot: EMPTY_ROOT,
  };
};

/** Reads and writes snapshots and revisions. */
export type RevisionsService = ReturnType<typeof createRevisionsService>;
