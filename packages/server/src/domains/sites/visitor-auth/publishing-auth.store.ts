import type { Database } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../structure/structure.store.ts';

/** Who says whom a site lets in. */
export interface PublishingAuthRow {
  readonly visitor_key: string;
  readonly visitor_backend: 'custom' | 'integration';
  readonly visitor_fallback_url: string | null;
}

/** How visitors of a site are signed in; undefined when it has gone. */
export const findPublishingAuth = (db: Database, site: SiteKey): Promise<PublishingAuthRow | undefined> =>
  db
    .selectFrom('sites')
    .select(['visitor_key', 'visitor_backend', 'visitor_fallback_url'])
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .executeTakeFirst() as Promise<PublishingAuthRow | undefined>;
