import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { summarizeTitles } from '../../../kernel/database/title-summary.ts';

/** The spaces whose synchronization runs with the permissions of a member. */
export const summarizeOwnedConnections = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select s.title from git_connections g
      join spaces s on s.organization_id = g.organization_id and s.id = g.space_id
      join contents c on c.organization_id = s.organization_id and c.id = s.id
      where g.organization_id = ${organizationId} and g.connected_by = ${userId} and c.deleted_at is null`,
  );

/** Lets synchronizations run with the permissions of another member, as far as these suffice; returns the spaces. */
export const transferOwnedConnections = async (
  tx: DatabaseTransaction,
  organizationId: string,
  from: string,
  to: string,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update git_connections g set connected_by = ${to}
    where g.organization_id = ${organizationId} and g.connected_by = ${from} and exists (
      select from content_access a
      where a.organization_id = g.organization_id and a.content_id = g.space_id and a.deleted_at is null
        and a.user_id = ${to} and a.role >= 'create')
    returning g.space_id as id`.execute(tx);
  return rows.map(({ id }) => id).sort();
};
