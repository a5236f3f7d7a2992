import type { Database } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../sites.store.ts';
import type { Customization, Override } from './customization.contract.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'site_customizations.settings': Customization;
    'site_space_customizations.override': Override;
  }
}

/** The stored settings of a site; undefined until they are changed for the first time. */
export const findCustomization = async (db: Database, site: SiteKey): Promise<Customization | undefined> => {
  const row = await db
    .selectFrom('site_customizations')
    .select('settings')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .executeTakeFirst();
  return row?.settings;
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

/** The overrides of each site space of a site, by id; site spaces without overrides are omitted. */
export const findOverrides = async (db: Database, site: SiteKey): Promise<Map<string, Override>> => {
  const rows = await db
    .selectFrom('site_space_customizations')
    .select(['site_space_id', 'override'])
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .execute();
  return new Map(rows.map((row) => [row.site_space_id, row.override]));
};

/** The overrides of a site space. */
export const findOverride = async (db: Database, site: SiteKey, siteSpaceId: string): Promise<Override> => {
  const row = await db
    .selectFrom('site_space_customizations')
    .select('override')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst();
  return row?.override ?? {};
};

/** Stores the overrides of a site space, or deletes the row when there are none. */
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
