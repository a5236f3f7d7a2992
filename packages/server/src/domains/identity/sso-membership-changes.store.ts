import type { Database } from '../../kernel/database/database.ts';

/** The memberships of a user in other organizations, and whether single sign-on disables them. */
export const findMembershipStates = async (
  db: Database,
  userId: string,
  exceptIn: string,
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await db
    .selectFrom('members')
    .select(['organization_id', 'closed_by_sso'])
    .where('user_id', '=', userId)
    .where('organization_id', '<>', exceptIn)
    .orderBy('organization_id')
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row.closed_by_sso]));
};
