import { mayRemoveBlobs } from '../../../kernel/blobs/removal-lock.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { GRACE_MS, walkSnapshots } from '../revisions.store.ts';
import {
  type ContentTable,
  deleteOutdatedDocuments,
  deleteUntouched,
  listOrganizations,
  listRevisionRoots,
  listUntouched,
} from './garbage-collection.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'blobs'> & {
  /** The current version of documents; older ones are deleted. */
  readonly documentVersion: number;
  /** Roots of snapshots that are used without a revision. */
  readonly extraSnapshots: (organizationId: string) => Promise<readonly string[]>;
  /** Blobs that are used without a snapshot. */
  readonly extraBlobs: (organizationId: string) => Promise<readonly string[]>;
};

const LIST_BATCH_SIZE = 5000;
const DELETE_BATCH_SIZE = 500;

/** The number of removed objects. */
export type Removed = Record<ContentTable, number>;

/** Mark-and-sweep garbage collection of content that no revision refers to. */
export const createGarbageCollectionService = ({
  db,
  transaction,
  clock,
  blobs,
  documentVersion,
  extraSnapshots,
  extraBlobs,
}: Dependencies) => {
  /** Marks all objects of the revisions of an organization, those of deleted spaces and change requests included. */
  const mark = async (organizationId: string): Promise<Record<ContentTable, Set<string>>> => {
    const used = { snapshot_nodes: new Set<string>(), bodies: new Set<string>(), blobs: new Set<string>() };
    const walk = async (roots: readonly string[]) => {
      for await (const reached of walkSnapshots(db, organizationId, roots, used.snapshot_nodes)) {
        for (const hash of reached.bodies) used.bodies.add(hash);
        for (const hash of reached.blobs) used.blobs.add(hash);
      }
    };
    for (const hash of await extraBlobs(organizationId)) used.blobs.add(hash);
    await walk(await extraSnapshots(organizationId));
    for (let after = ''; ; ) {
      const revisions = await listRevisionRoots(db, organizationId, after, LIST_BATCH_SIZE);
      await walk(revisions.map(({ root }) => root));
      if (revisions.length < LIST_BATCH_SIZE) return used;
      after = revisions.at(-1)!.id;
    }
  };

  const sweep = async (
    table: ContentTable,
    organizationId: string,
    before: Date,
    used: ReadonlySet<string>,
    remove: (hashes: readonly string[]) => Promise<number>,
  ): Promise<number> => {
    let removed = 0;
    for (let after = ''; ; ) {
      const old = await listUntouched(db, table, organizationId, before, after, LIST_BATCH_SIZE);
      const unused = old.filter((hash) => !used.has(hash));
      while (unused.length > 0) removed += await remove(unused.splice(0, DELETE_BATCH_SIZE));
      if (old.length < LIST_BATCH_SIZE) return removed;
      after = old.at(-1)!;
    }
  };

  return {
    organizations: (after: string, limit: number) => listOrganizations(db, after, limit),

    /** Removes unreferenced objects of an organization that were not touched within the grace period. */
    collect: async (organizationId: string): Promise<Removed> => {
      // Taken before marking: objects that are used from now on are touched later than this.
      const before = new Date(clock.now().getTime() - GRACE_MS);
      const used = await mark(organizationId);
      const texts = (table: 'snapshot_nodes' | 'bodies') =>
        sweep(table, organizationId, before, used[table], async (hashes) => {
          return (await deleteUntouched(db, table, organizationId, before, hashes)).length;
        });
      while ((await deleteOutdatedDocuments(db, organizationId, documentVersion, DELETE_BATCH_SIZE)) > 0);
      return {
        snapshot_nodes: await texts('snapshot_nodes'),
        bodies: await texts('bodies'),
        // A concurrent upload of the same bytes waits for the row lock until they are removed.
        blobs: await sweep('blobs', organizationId, before, used.blobs, (hashes) =>
          transaction(async (tx) => {
            // Left to the next run.
            if (!(await mayRemoveBlobs(tx))) return 0;
            const gone = await deleteUntouched(tx, 'blobs', organizationId, before, hashes);
            for (const hash of gone) await blobs.remove(organizationId, hash);
            return gone.length;
          }),
        ),
      };
    },
  };
};

/** Garbage collection of content. */
export type GarbageCollectionService = ReturnType<typeof createGarbageCollectionService>;
