import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import { summarizeTitles } from '../../kernel/database/title-summary.ts';

/** The invite links that a member created, named by what they lead to and the role that they give. */
export const summarizeCreatedLinks = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select coalesce(s.title, c.title, o.title) || ' (' || coalesce(i.role::text, 'guest') || ')' as title
      from link_invites i
      join organizations o on o.id = i.organization_id
      left join spaces s on s.organization_id = i.organization_id and s.id = i.content_id
      left join collections c on c.organization_id = i.organization_id and c.id = i.content_id
      where i.organization_id = ${organizationId} and i.created_by = ${userId} and o.invite_links`,
  );
