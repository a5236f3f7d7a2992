import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { SiteKey } from '../sites.store.ts';

/** An image of a site. */
export interface SiteImageRow {
  readonly organization_id: string;
  readonly hash: string;
  readonly content_type: string;
}

/** Adds an image to a site; false if the site has it already. */
export const insertImage = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  image: { readonly hash: string; readonly content_type: string; readonly created_at: Date },
): Promise<boolean> => {
  const added = await tx
    .insertInto('site_images')
    .values({ organization_id: site.organization_id, site_id: site.id, ...image })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return added !== undefined;
};

/** An image of a site; undefined if the site has no such image. */
export const findImage = (db: Database, siteId: string, hash: string): Promise<SiteImageRow | undefined> =>
  db
    .selectFrom('site_images')
    .select(['organization_id', 'hash', 'content_type'])
    .where('site_id', '=', siteId)
    .where('hash', '=', hash)
    .executeTakeFirst();

/** The blobs of the images of all sites of an organization. */
export const findImageBlobs = async (db: Database, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('site_images')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ hash }) => hash);
};
