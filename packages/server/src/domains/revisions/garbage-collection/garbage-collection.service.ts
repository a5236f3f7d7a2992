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
  /** The version of documents that is made now; older ones are made again when somebody asks. */
  readonly documentVersion: number;
  /** Snapshots that others need although no revision has them. */
  readonly extraSnapshots: (organizationId: string) => Promise<readonly string[]>;
  /** Blobs that others need although no snapshot has them. */
  readonly extraBlobs: (organizationId: string) => Promise<readonly string[]>;
};

const LISTED_AT_ONCE = 5000;
const REMOVED_AT_ONCE = 500;

/** How much was removed. */
export type Removed = Record<ContentTable, number>;

/** Removes content that no revision refers to any more. */
export const createGarbageCollectionService = ({
  db,
  transaction,
  clock,
  blobs,
  documentVersion,
  extraSnapshots,
  extraBlobs,
}: Dependencies) => {
  /** All that the revisions of an organization are made of: those of its spaces, also in the trash, and change requests. */
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
      const revisions = await listRevisionRoots(db, organizationId, after, LISTED_AT_ONCE);
      await walk(revisions.map(({ root }) => root));
      if (revisions.length < LISTED_AT_ONCE) return used;
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
      const old = await listUntouched(db, table, organizationId, before, after, LISTED_AT_ONCE);
      const unused = old.filter((hash) => !used.has(hash));
      while (unused.length > 0) removed += await remove(unused.splice(0, REMOVED_AT_ONCE));
      if (old.length < LISTED_AT_ONCE) return removed;
      after = old.at(-1)!;
    }
  };

  return {
    organizations: (after: string, limit: number) => listOrganizations(db, after, limit),

    /** Removes what nothing in an organization refers to, unless somebody wrote or needed it within the time of grace. */
    collect: async (organizationId: string): Promise<Removed> => {
      // Before anything is looked at: who needs something from now on touches it after this.
      const before = new Date(clock.now().getTime() - GRACE_MS);
      const used = await mark(organizationId);
      const texts = (table: 'snapshot_nodes' | 'bodies') =>
        sweep(table, organizationId, before, used[table], async (hashes) => {
          return (await deleteUntouched(db, table, organizationId, before, hashes)).length;
        });
      while ((await deleteOutdatedDocuments(db, organizationId, documentVersion, REMOVED_AT_ONCE)) > 0);
      return {
        snapshot_nodes: await texts('snapshot_nodes'),
        bodies: await texts('bodies'),
        // Whoever keeps the same bytes again waits for the row, and so until these are gone.
        blobs: await sweep('blobs', organizationId, before, used.blobs, (hashes) =>
          transaction(async (tx) => {
            // Tomorrow is early enough.
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

/** Removes content that nothing refers to. */
export type GarbageCollectionService = ReturnType<typeof createGarbageCollectionService>;
