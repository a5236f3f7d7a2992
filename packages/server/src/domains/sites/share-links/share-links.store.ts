import { createHash } from 'node:crypto';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SiteKey } from '../sites.store.ts';

const COLUMNS = ['id', 'name', 'active', 'key', 'created_at'] as const;

const shareLinksOf = (db: Database, site: SiteKey) =>
  db
    .selectFrom('site_share_links')
    .select(COLUMNS)
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id);

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** A share link of a site. */
export const findShareLink = (db: Database, site: SiteKey, id: string) =>
  shareLinksOf(db, site).where('id', '=', id).executeTakeFirst();

/** A row of a share link. */
export type ShareLinkRow = NonNullable<Awaited<ReturnType<typeof findShareLink>>>;

/** The active share link with a key. */
export const findActiveShareLink = (
  db: Database,
  site: SiteKey,
  key: string,
): Promise<ShareLinkRow | undefined> =>
  shareLinksOf(db, site).where('key_hash', '=', hashOf(key)).where('active', '=', true).executeTakeFirst();

/** The share links of a site, oldest first. */
export const listShareLinks = (
  db: Database,
  site: SiteKey,
  page: PageRequest,
): Promise<Page<ShareLinkRow>> => {
  const after = page.after && String(page.after[0]);
  const all = shareLinksOf(db, site);
  return paginate(
    page,
    all.$if(after !== undefined, (query) => query.where('id', '>', after!)).orderBy('id'),
    all,
  );
};

/** Inserts a share link. */
export const insertShareLink = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  link: ShareLinkRow & { readonly created_by: string },
): Promise<void> => {
  await tx
    .insertInto('site_share_links')
    .values({
      ...link,
      organization_id: site.organization_id,
      site_id: site.id,
      key_hash: hashOf(link.key),
    })
    .execute();
};

/** Deletes a share link. */
export const deleteShareLink = async (tx: DatabaseTransaction, site: SiteKey, id: string): Promise<void> => {
  await tx
    .deleteFrom('site_share_links')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
};
