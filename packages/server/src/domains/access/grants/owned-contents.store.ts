import { sql } from 'kysely';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { summarizeTitles } from '../../../kernel/database/title-summary.ts';
import { lockTree } from '../tree/tree.store.ts';

// What a member created, or administers by a grant to them.
const isOwned = (userId: string) => sql`
  c.deleted_at is null and (c.created_by = ${userId} or exists (
    select from user_grants g
    where g.organization_id = c.organization_id and g.content_id = c.id and g.user_id = ${userId}
      and g.role >= 'create'))`;

/** The spaces and collections that a member created or administers by a grant. */
export const summarizeOwnedContents = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select coalesce(s.title, k.title) as title from contents c
      left join spaces s on s.organization_id = c.organization_id and s.id = c.id
      left join collections k on k.organization_id = c.organization_id and k.id = c.id
      where c.organization_id = ${organizationId} and ${isOwned(userId)}`,
  );

/**
 * Makes another member the owner of the spaces and collections of a member. The new owner gets the role of the
 * previous one, unless they have a higher one; returns these roles by content.
 */
export const transferOwnedContents = async (
  tx: DatabaseTransaction,
  organizationId: string,
  from: string,
  to: string,
  at: Date,
): Promise<ReadonlyMap<string, Role | null>> => {
  await lockTree(tx, organizationId, 'exclusive');
  const { rows } = await sql<{ id: string; role: Role | null }>`
    select c.id, effective_role(c, m) as role from contents c
    join members m on m.organization_id = c.organization_id and m.user_id = ${from}
    where c.organization_id = ${organizationId} and ${isOwned(from)}
    order by c.id for no key update of c`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  await sql`
    update contents set created_by = ${to}
    where organization_id = ${organizationId} and id = any(${ids}) and created_by = ${from}`.execute(tx);
  await sql`
    delete from user_grants
    where organization_id = ${organizationId} and content_id = any(${ids}) and user_id = ${from}
      and role >= 'create'`.execute(tx);
  await sql`
    insert into user_grants (organization_id, content_id, user_id, role, granted_at)
    select c.organization_id, c.id, m.user_id, previous.role::role, ${at}
    from unnest(${ids}::text[], ${rows.map(({ role }) => role)}::text[]) as previous (id, role)
    join contents c on c.organization_id = ${organizationId} and c.id = previous.id
    join members m on m.organization_id = c.organization_id and m.user_id = ${to}
    where previous.role is not null and coalesce(previous.role::role > effective_role(c, m), true)
    on conflict (organization_id, content_id, user_id) do update set role = excluded.role`.execute(tx);
  return new Map(rows.map(({ id, role }) => [id, role]));
};
