import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { summarizeTitles } from '../../../kernel/database/title-summary.ts';

/** The identity providers whose SCIM token a member created. */
export const summarizeCreatedScimTokens = (db: Database, organizationId: string, userId: string) =>
  summarizeTitles(
    db,
    sql`
      select p.label as title from scim_tokens t
      join saml_providers p on p.organization_id = t.organization_id and p.id = t.provider_id
      where t.organization_id = ${organizationId} and t.created_by = ${userId}`,
  );
