import { decodeNode, EMPTY_ROOT, type FileRecord, ranges } from '@lectern/document';
import { sql } from 'kysely';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'revisions.git': RevisionCommit;
    'spaces.head_chain': EventChain;
  }
}

/** A space, by the key of its row. */
export interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** How long unreferenced content is protected from garbage collection: a reference may be about to be written. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

// Reused content is touched only after half of that time, to avoid a write for every edit.
const staleAt = (at: Date): Date => new Date(at.getTime() - GRACE_MS / 2);

// Nodes and bodies are stored alike: texts of an organization by hash, written once.
const textsIn = (table: 'snapshot_nodes' | 'bodies', column: 'node' | 'markdown') => {
  const [into, text] = [sql.table(table), sql.ref(column)];
  // Before the insert: a text that is removed in between is inserted again, and a touched one is not removed.
  const touchedRows = (organizationId: string, hashes: readonly string[], at: Date) => sql`
    with touched as (
      update ${into} set touched_at = ${at}
      where organization_id = ${organizationId} and hash = any(${hashes}) and touched_at < ${staleAt(at)}
      returning 1
    )`;
  return {
    /** Stores texts; existing ones are protected from garbage collection for another day. */
    insert: async (
      tx: DatabaseTransaction,
      organizationId: string,
      texts: ReadonlyMap<string, string>,
      at: Date,
    ): Promise<void> => {
      if (texts.size === 0) return;
      // Always in the same order, to avoid deadlocks.
      const hashes = [...texts.keys()].sort();
      await sql`
        ${touchedRows(organizationId, hashes, at)}
        insert into ${into} (organization_id, hash, ${text}, touched_at)
        select ${organizationId}, found.hash, found.text, ${at}
        from unnest(${hashes}::text[], ${hashes.map((hash) => texts.get(hash)!)}::text[]) as found (hash, text)
        where (select count(*) from touched) >= 0
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

    /** Copies texts to another organization. */
    copy: async (
      tx: DatabaseTransaction,
      from: string,
      to: string,
      hashes: readonly string[],
      at: Date,
    ): Promise<void> => {
      await sql`
        ${touchedRows(to, hashes, at)}
        insert into ${into} (organization_id, hash, ${text}, touched_at)
        select ${to}, hash, ${text}, ${at} from ${into}
        where organization_id = ${from} and hash = any(${hashes}) and (select count(*) from touched) >= 0
        order by hash
        on conflict do nothing`.execute(tx);
    },
  };
};

/** Nodes of snapshots. */
export const nodeTexts = textsIn('snapshot_nodes', 'node');

/** Bodies of pages and reusable contents. */
export const bodyTexts = textsIn('bodies', 'markdown');

/** Protects blobs from garbage collection; called before their bytes are stored, so that every blob has a row. */
export const touchBlobs = async (
  db: Database,
  organizationId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> => {
  if (hashes.length === 0) return;
  await sql`
    insert into blobs (organization_id, hash, touched_at)
    select ${organizationId}, hash, ${at} from unnest(${[...new Set(hashes)].sort()}::text[]) as found (hash)
    on conflict (organization_id, hash) do update set touched_at = excluded.touched_at`.execute(db);
};

/** The hashes of a part of some snapshots. */
export interface Reached {
  readonly nodes: readonly string[];
  readonly bodies: readonly string[];
  readonly blobs: readonly string[];
}

const WALK_BATCH_SIZE = 500;

/** Walks through all objects of snapshots; nodes that were seen before are skipped with their descendants. */
export async function* walkSnapshots(
  db: Database,
  organizationId: string,
  roots: readonly string[],
  seen: Set<string>,
): AsyncGenerator<Reached> {
  const next = [...roots];
  while (next.length > 0) {
    // Depth first, which keeps the queue short.
    const nodes = [...new Set(next.splice(-WALK_BATCH_SIZE))].filter(
      (hash) => hash !== EMPTY_ROOT && !seen.has(hash),
    );
    if (nodes.length === 0) continue;
    const texts = await nodeTexts.find(db, organizationId, nodes);
    if (texts.size < nodes.length) throw new Error(`Nodes of the content of ${organizationId} are missing`);
    const [bodies, blobs] = [new Set<string>(), new Set<string>()];
    for (const hash of nodes) {
      seen.add(hash);
      const { level, entries } = decodeNode(texts.get(hash)!);
      for (const [key, value] of entries) {
        if (level > 0) next.push(value as string);
        else if (isFileKey(key)) blobs.add((value as FileRecord).hash);
        else if (hasBody(value)) bodies.add(value.body);
      }
    }
    yield { nodes, bodies: [...bodies], blobs: [...blobs] };
  }
}

const isFileKey = (key: string) => key >= ranges.files[0] && key < ranges.files[1];
const hasBody = (value: unknown): value is { body: string } =>
  typeof (value as { body?: unknown } | null)?.body === 'string';

/** The stored documents of bodies as JSON, by body. */
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

/** Stores the documents of bodies. */
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

/** The origin of a revision. */
export type RevisionType = 'edits' | 'merge' | 'update' | 'rollback' | 'computed';

/** The git commit of a revision. */
export interface RevisionCommit {
  readonly oid: string;
  readonly message: string;
  readonly isOurs: boolean;
  readonly url?: string | undefined;
  readonly ref: string;
}

/** A revision to be stored. */
export interface NewRevision {
  readonly organizationId: string;
  readonly id: string;
  readonly spaceId: string;
  readonly root: string;
  readonly type: RevisionType;
  readonly parents: readonly string[];
  readonly createdBy: string;
  /** Those who wrote it together with its author. */
  readonly otherAuthors?: readonly string[] | undefined;
  readonly createdAt: Date;
  readonly changeRequestId?: string | undefined;
  readonly message?: string | undefined;
  /** The commit that it was imported from or exported to. */
  readonly git?: RevisionCommit | undefined;
}

/** Stores revisions; returns them as stored. */
export const insertRevisions = async (
  tx: DatabaseTransaction,
  revisions: readonly NewRevision[],
): Promise<RevisionRow[]> =>
  tx
    .insertInto('revisions')
    .values(
      revisions.map((revision) => ({
        organization_id: revision.organizationId,
        id: revision.id,
        space_id: revision.spaceId,
        root: revision.root,
        type: revision.type,
        parents: [...revision.parents],
        created_by: revision.createdBy,
        other_authors: [...(revision.otherAuthors ?? [])],
        created_at: revision.createdAt,
        change_request_id: revision.changeRequestId ?? null,
        message: revision.message ?? null,
        git: revision.git ? JSON.stringify(revision.git) : null,
      })),
    )
    .returningAll()
    .execute();

/** Whether a user wrote a revision, alone or with others. */
export const isAuthor = (userId: string) =>
  sql<boolean>`(revisions.created_by = ${userId} or revisions.other_authors @> array[${userId}::text])`;

/** A revision of a space. */
export const findRevision = (db: Database, space: SpaceKey, revisionId: string) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('id', '=', revisionId)
    .executeTakeFirst();

/** Revisions of an organization. */
export const findRevisions = (db: Database, organizationId: string, ids: readonly string[]) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();

/** A revision as it is stored. */
export type RevisionRow = NonNullable<Awaited<ReturnType<typeof findRevision>>>;

/** Whether a space had a later revision before a moment. */
export const hasSuccessorBefore = async (
  db: Database,
  space: SpaceKey,
  revision: RevisionRow,
  moment: Date,
): Promise<boolean> => {
  const next = await db
    .selectFrom('revisions')
    .select('id')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .where('change_request_id', 'is', null)
    .where('id', '>', revision.id)
    .where('created_at', '<=', moment)
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
};

/**
 * Locks spaces of an organization, always in the same order; returns the id of the current revision of each. Spaces that are
 * locked already are waited for, or left out.
 */
export const lockSpaces = async (
  tx: DatabaseTransaction,
  organizationId: string,
  spaceIds: readonly string[],
  locked: 'waited for' | 'left out' = 'waited for',
): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('spaces')
    .select(['id', 'revision_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${spaceIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(locked === 'left out', (query) => query.skipLocked())
    .execute();
  return new Map(rows.map(({ id, revision_id }) => [id, revision_id]));
};

/** Moves spaces of an organization to other revisions, by the chain of a script; returns the roots of those before and after. */
export const setHeads = async (
  tx: DatabaseTransaction,
  organizationId: string,
  heads: readonly { readonly spaceId: string; readonly revisionId: string }[],
  at: Date,
  cause: EventChain | undefined,
): Promise<{ space_id: string; from: string; to: string }[]> => {
  const { rows } = await sql<{ space_id: string; from: string; to: string }>`
    with heads as (
      select * from unnest(
        ${heads.map(({ spaceId }) => spaceId)}::text[], ${heads.map(({ revisionId }) => revisionId)}::text[]
      ) as head (space_id, revision_id)
    ), moved as (
      update spaces set revision_id = heads.revision_id, head_chain = ${cause ? JSON.stringify(cause) : null}::jsonb
      from heads
      where spaces.organization_id = ${organizationId} and spaces.id = heads.space_id
    ), touched as (
      update contents set updated_at = ${at} from heads
      where contents.organization_id = ${organizationId} and contents.id = heads.space_id
    )
    select heads.space_id, before.root as from, after.root as to
    from heads
    join spaces on spaces.organization_id = ${organizationId} and spaces.id = heads.space_id
    join revisions before on before.organization_id = ${organizationId} and before.id = spaces.revision_id
    join revisions after on after.organization_id = ${organizationId} and after.id = heads.revision_id`.execute(
    tx,
  );
  return rows;
};

/** The root of the current revision of a space. */
export const findHeadRoot = async (db: Database, space: SpaceKey): Promise<string | undefined> =>
  (await findHeadRoots(db, space.organization_id, [space.id])).get(space.id);

/** The roots of all revisions of spaces. */
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

/** The roots of the current revisions of spaces, by space. */
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
