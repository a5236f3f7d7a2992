import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The names of those of these people who can see a space, by id. */
export const findMentioned = async (
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
