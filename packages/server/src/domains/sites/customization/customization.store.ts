import type { Database } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../structure/structure.store.ts';
import type { Customization, Override } from './customization.contract.ts';

/** The settings of a site that somebody changed; undefined until then. */
export const findCustomization = async (db: Database, site: SiteKey): Promise<Customization | undefined> => {
  const row = await db
    .selectFrom('site_customizations')
    .select('settings')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .executeTakeFirst();
  return row?.settings as Customization | undefined;
};

/** Stores all settings of a site. */
export const upsertCustomization = async (
  tx: Database,
  site: SiteKey,
  settings: Customization,
): Promise<void> => {
  const json = JSON.stringify(settings);
  await tx
    .insertInto('site_customizations')
    .values({ organization_id: site.organization_id, site_id: site.id, settings: json })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id']).doUpdateSet({ settings: json }),
    )
    .execute();
};

/** What each site-space of a site has in its own way, by id; those that have nothing are left out. */
export const findOverrides = async (db: Database, site: SiteKey): Promise<Map<string, Override>> => {
  const rows = await db
    .selectFrom('site_space_customizations')
    .select(['site_space_id', 'override'])
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .execute();
  return new Map(rows.map((row) => [row.site_space_id, row.override as Override]));
};

/** What a site-space has in its own way. */
export const findOverride = async (db: Database, site: SiteKey, siteSpaceId: string): Promise<Override> => {
  const row = await db
    .selectFrom('site_space_customizations')
    .select('override')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst();
  return (row?.override ?? {}) as Override;
};

/** Stores what a site-space has in its own way; nothing is stored of nothing. */
export const saveOverride = async (
  tx: Database,
  site: SiteKey,
  siteSpaceId: string,
  override: Override,
): Promise<void> => {
  const json = JSON.stringify(override);
  if (json === '{}')
    await tx
      .deleteFrom('site_space_customizations')
      .where('organization_id', '=', site.organization_id)
      .where('site_space_id', '=', siteSpaceId)
      .execute();
  else
    await tx
      .insertInto('site_space_customizations')
      .values({
        organization_id: site.organization_id,
        site_id: site.id,
        site_space_id: siteSpaceId,
        override: json,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'site_space_id']).doUpdateSet({ override: json }),
      )
      .execute();
};
