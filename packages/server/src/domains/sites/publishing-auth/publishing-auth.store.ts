import type { Database } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../sites.store.ts';

/** The visitor authentication settings of a site. */
export interface PublishingAuthRow {
  readonly visitor_key: string;
  readonly visitor_backend: 'custom' | 'integration';
  readonly visitor_fallback_url: string | null;
}

/** The visitor authentication settings of a site; undefined when it does not exist. */
export const findPublishingAuth = (db: Database, site: SiteKey): Promise<PublishingAuthRow | undefined> =>
  db
    .selectFrom('sites')
    .select(['visitor_key', 'visitor_backend', 'visitor_fallback_url'])
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .executeTakeFirst() as Promise<PublishingAuthRow | undefined>;
