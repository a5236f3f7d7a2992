import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';

// Nodes and bodies are kept in the same way: texts of an organization, named by their hash, written once.
const textsIn = (table: 'snapshot_nodes' | 'bodies', column: 'node' | 'markdown') => {
  const [into, text] = [sql.table(table), sql.ref(column)];
  return {
    /** Stores texts; those that are there already stay. */
    insert: async (
      tx: DatabaseTransaction,
      organizationId: string,
      texts: ReadonlyMap<string, string>,
    ): Promise<void> => {
      if (texts.size === 0) return;
      await sql`
        insert into ${into} (organization_id, hash, ${text})
        select ${organizationId}, found.hash, found.text
        from unnest(${[...texts.keys()]}::text[], ${[...texts.values()]}::text[]) as found (hash, text)
        on conflict do nothing`.execute(tx);
    },

    /** The texts with these hashes, by hash. */
    find: async (
      db: Database,
      organizationId: string,
      hashes: readonly string[],
    ): Promise<Map<string, string>> => {
      const { rows } = await sql<{ hash: string; text: string }>`
        select hash, ${text} as text from ${into}
        where organization_id = ${organizationId} and hash = any(${hashes})`.execute(db);
      return new Map(rows.map((row) => [row.hash, row.text]));
    },

    /** Gives another organization texts of this one. */
    copy: async (
      tx: DatabaseTransaction,
      from: string,
      to: string,
      hashes: readonly string[],
    ): Promise<void> => {
      await sql`
        insert into ${into} (organization_id, hash, ${text})
        select ${to}, hash, ${text} from ${into} where organization_id = ${from} and hash = any(${hashes})
        on conflict do nothing`.execute(tx);
    },
  };
};

/** Nodes of snapshots. */
export const nodeTexts = textsIn('snapshot_nodes', 'node');

/** Bodies of pages and reusable contents. */
export const bodyTexts = textsIn('bodies', 'markdown');

/** The documents that were made from bodies, as JSON text, by body. */
export const findDocuments = async (
  db: Database,
  organizationId: string,
  bodies: readonly string[],
  version: number,
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('documents')
    .select(['body', 'document'])
    .where('organization_id', '=', organizationId)
    .where('body', '=', sql<string>`any(${bodies})`)
    .where('version', '=', version)
    .execute();
  return new Map(rows.map((row) => [row.body, row.document]));
};

/** Keeps the documents of bodies. */
export const insertDocuments = async (
  db: Database,
  organizationId: string,
  version: number,
  documents: ReadonlyMap<string, string>,
): Promise<void> => {
  await db
    .insertInto('documents')
    .values(
      [...documents].map(([body, document]) => ({
        organization_id: organizationId,
        body,
        version,
        document,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** How a revision came to be. */
export type RevisionType = 'edits' | 'merge' | 'update' | 'rollback';

/** A revision to be stored. */
export interface NewRevision {
  readonly organizationId: string;
  readonly id: string;
  readonly spaceId: string;
  readonly root: string;
  readonly type: RevisionType;
  readonly parents: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changeRequestId?: string | undefined;
  readonly message?: string | undefined;
}

/** Stores a revision. */
export const insertRevision = async (tx: DatabaseTransaction, revision: NewRevision): Promise<void> => {
  await tx
    .insertInto('revisions')
    .values({
      organization_id: revision.organizationId,
      id: revision.id,
      space_id: revision.spaceId,
      root: revision.root,
      type: revision.type,
      parents: [...revision.parents],
      created_by: revision.createdBy,
      created_at: revision.createdAt,
      change_request_id: revision.changeRequestId ?? null,
      message: revision.message ?? null,
    })
    .execute();
};

/** A revision of a space. */
export const findRevision = (
  db: Database,
  space: { organization_id: string; id: string },
  revisionId: string,
) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('id', '=', revisionId)
    .executeTakeFirst();

/** A revision as it is stored. */
export type RevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>;

/** The revision that a space is at; no other writer moves it until the transaction ends. */
export const lockHead = async (
  tx: DatabaseTransaction,
  space: { organization_id: string; id: string },
): Promise<RevisionRow | undefined> => {
  const head = await tx
    .selectFrom('spaces')
    .select('revision_id')
    .where('organization_id', '=', space.organization_id)
    .where('id', '=', space.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return head && findRevision(tx, space, head.revision_id);
};

/** Moves a space to another revision. */
export const setHead = async (
  tx: DatabaseTransaction,
  space: { organization_id: string; id: string },
  revisionId: string,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('spaces')
    .set({ revision_id: revisionId })
    .where('organization_id', '=', space.organization_id)
    .where('id', '=', space.id)
    .execute();
  await tx
    .updateTable('contents')
    .set({ updated_at: at })
    .where('organization_id', '=', space.organization_id)
    .where('id', '=', space.id)
    .execute();
};

/** The snapshot that a space is at. */
export const findHeadRoot = async (
  db: Database,
  space: { organization_id: string; id: string },
): Promise<string | undefined> => (await findHeadRoots(db, space.organization_id, [space.id])).get(space.id);

/** The snapshots of all revisions of spaces. */
export const listRoots = async (
  db: Database,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('revisions')
    .select('root')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', sql<string>`any(${spaceIds})`)
    .execute();
  return rows.map((row) => row.root);
};

/** The snapshots that spaces are at, by space. */
export const findHeadRoots = async (
  db: Database,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('spaces')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.organization_id', '=', 'spaces.organization_id')
        .onRef('revisions.id', '=', 'spaces.revision_id'),
    )
    .select(['spaces.id', 'revisions.root'])
    .where('spaces.organization_id', '=', organizationId)
    .where('spaces.id', '=', sql<string>`any(${spaceIds})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.root]));
};
