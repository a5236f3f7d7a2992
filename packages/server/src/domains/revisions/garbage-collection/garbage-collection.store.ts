import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The tables of content by hash. */
export type ContentTable = 'snapshot_nodes' | 'bodies' | 'blobs';

/** Organizations after one, in the order of their ids. */
export const listOrganizations = async (db: Database, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** The snapshots of an organization's revisions after one, in the order of the revisions' ids. */
export const listRevisionRoots = (db: Database, organizationId: string, after: string, limit: number) =>
  db
    .selectFrom('revisions')
    .select(['id', 'root'])
    .where('organization_id', '=', organizationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Hashes of objects that were not touched since a time, after one of them. */
export const listUntouched = async (
  db: Database,
  table: ContentTable,
  organizationId: string,
  before: Date,
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{ hash: string }>`
    select hash from ${sql.table(table)}
    where organization_id = ${organizationId} and hash > ${after} and touched_at < ${before}
    order by hash limit ${limit}`.execute(db);
  return rows.map(({ hash }) => hash);
};

/** Deletes objects that are still untouched; returns their hashes. */
export const deleteUntouched = async (
  db: Database,
  table: ContentTable,
  organizationId: string,
  before: Date,
  hashes: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ hash: string }>`
    delete from ${sql.table(table)}
    where organization_id = ${organizationId} and hash = any(${hashes}) and touched_at < ${before}
    returning hash`.execute(db);
  return rows.map(({ hash }) => hash);
};

/** Deletes some documents of older versions; returns their number. */
export const deleteOutdatedDocuments = async (
  db: Database,
  organizationId: string,
  version: number,
  limit: number,
): Promise<number> => {
  const { rows } = await sql`
    delete from documents where organization_id = ${organizationId} and (body, version) in (
      select body, version from documents
      where organization_id = ${organizationId} and version < ${version} limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
};
