import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { summarizeTitles } from '../../kernel/database/title-summary.ts';

/** The teams that a member owns. */
export const summarizeOwnedTeams = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select t.title from teams t
      join team_members m on m.organization_id = t.organization_id and m.team_id = t.id
      where t.organization_id = ${organizationId} and m.user_id = ${userId} and m.role = 'owner'`,
  );

/** Makes another member the owner of the teams of a member, who stays a member of them; returns the teams. */
export const transferOwnedTeams = async (
  tx: DatabaseTransaction,
  organizationId: string,
  from: string,
  to: string,
  at: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update team_members set role = 'member'
    where organization_id = ${organizationId} and user_id = ${from} and role = 'owner'
    returning team_id as id`.execute(tx);
  const ids = rows.map(({ id }) => id).sort();
  await sql`
    insert into team_members (organization_id, team_id, user_id, role, added_at)
    select ${organizationId}, id, ${to}, 'owner', ${at} from unnest(${ids}::text[]) as owned (id)
    on conflict (organization_id, team_id, user_id) do update set role = 'owner'`.execute(tx);
  return ids;
};
