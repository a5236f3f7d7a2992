import type { Database } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../sites.store.ts';

/** The stored claims schema of a site; undefined until one is set. */
export const findAdaptiveSchema = (db: Database, site: SiteKey) =>
  db
    .selectFrom('site_adaptive_schemas')
    .select(['schema', 'updated_at'])
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .executeTakeFirst();

/** Stores the claims schema of a site. */
export const upsertAdaptiveSchema = async (
  tx: Database,
  site: SiteKey,
  schema: string,
  updatedAt: Date,
): Promise<void> => {
  await tx
    .insertInto('site_adaptive_schemas')
    .values({ organization_id: site.organization_id, site_id: site.id, schema, updated_at: updatedAt })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id']).doUpdateSet({ schema, updated_at: updatedAt }),
    )
    .execute();
};
