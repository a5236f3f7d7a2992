import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import { summarizeTitles } from '../../kernel/database/title-summary.ts';

/** The webhooks that a member created, and that send events. */
export const summarizeCreatedWebhooks = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select coalesce(nullif(description, ''), url) as title from webhooks
      where organization_id = ${organizationId} and created_by = ${userId} and enabled`,
  );
