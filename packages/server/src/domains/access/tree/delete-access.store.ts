import { sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Change } from '../../../kernel/events/field-changes.ts';

// The tables that give access to contents, with the column that names the grantee.
const TABLES = {
  users: ['user_grants', 'user_id'],
  teams: ['team_grants', 'team_id'],
  links: ['link_invites', 'id'],
} as const;
type Kind = keyof typeof TABLES;

/** Deleted grants and invite links, by content. */
export type DeletedAccess = Readonly<
  Record<string, { readonly [Name in Kind]?: Record<string, Change<Role | null>> }>
>;

/** Deletes the grants and invite links of contents; returns them. */
export const deleteAccess = async (
  tx: DatabaseTransaction,
  organizationId: string,
  contentIds: readonly string[],
): Promise<DeletedAccess> => {
  const deleted: Record<string, { [Name in Kind]?: Record<string, Change<Role | null>> }> = {};
  for (const kind of ['users', 'teams', 'links'] as const) {
    const [table, key] = TABLES[kind];
    const { rows } = await sql<{ content_id: string; id: string; role: Role | null }>`
      delete from ${sql.table(table)}
      where organization_id = ${organizationId} and content_id = any(${contentIds})
      returning content_id, ${sql.ref(key)} as id, role`.execute(tx);
    for (const { content_id, id, role } of rows) {
      deleted[content_id] ??= {};
      deleted[content_id][kind] ??= {};
      deleted[content_id][kind][id] = { from: role };
    }
  }
  return deleted;
};
