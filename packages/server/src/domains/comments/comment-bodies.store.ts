import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';

/** The names of the users who can see a space, by id. */
export const findMentionedUsers = async (
  db: Database,
  space: { organization_id: string; id: string },
  userIds: readonly string[],
): Promise<Map<string, string>> => {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('content_access as theirs')
    .innerJoin('users', 'users.id', 'theirs.user_id')
    .select(['users.id', 'users.display_name'])
    .where('theirs.organization_id', '=', space.organization_id)
    .where('theirs.content_id', '=', space.id)
    .where('theirs.user_id', '=', sql<string>`any(${userIds})`)
    .where('theirs.role', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
};

/** The tables with bodies. */
export type BodyTable = 'comments' | 'comment_replies';

/** A body that was parsed again, with the Markdown that it was parsed from. */
export interface RefreshedBody {
  readonly organization_id: string;
  readonly id: string;
  readonly was: string;
  readonly markdown: string;
  readonly document: string;
  readonly document_version: number;
  readonly excerpt: string;
}

/** Stores bodies that were parsed again, unless they were edited in the meantime. */
export const updateBodies = async (
  db: Database,
  table: BodyTable,
  rows: readonly RefreshedBody[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`update ${sql.table(table)} as stored
    set markdown = again.markdown, document = again.document,
      document_version = again.document_version, excerpt = again.excerpt
    from json_to_recordset(${JSON.stringify(rows)}::json) as again(
      organization_id text, id text, was text, markdown text, document text, document_version integer, excerpt text)
    where stored.organization_id = again.organization_id and stored.id = again.id and stored.markdown = again.was
  `.execute(db);
};
