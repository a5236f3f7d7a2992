import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { summarizeTitles } from '../../../kernel/database/title-summary.ts';

/** The active share links that a member created, with their sites. */
export const summarizeCreatedShareLinks = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select concat_ws(': ', s.title, nullif(l.name, '')) as title from site_share_links l
      join sites s on s.organization_id = l.organization_id and s.id = l.site_id
      where l.organization_id = ${organizationId} and l.created_by = ${userId} and l.active`,
  );
