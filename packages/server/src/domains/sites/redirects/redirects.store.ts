import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SiteRedirects } from '../../../kernel/database/schema.gen.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';
import type { SiteKey } from '../sites.store.ts';

/** A redirect from a source to a section, a site space, a page or a URL. */
export type RedirectRow = Selectable<SiteRedirects>;

const redirectsOf = (db: Database, site: SiteKey) =>
  db
    .selectFrom('site_redirects')
    .selectAll()
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id);

/** The redirects of a site, oldest first. */
export const listRedirects = (
  db: Database,
  site: SiteKey,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<RedirectRow>> => {
  const after = page.after && String(page.after[0]);
  let matching = redirectsOf(db, site);
  if (search) matching = matching.where('source', 'ilike', likePattern(search));
  return paginate(
    page,
    matching.$if(after !== undefined, (query) => query.where('id', '>', after!)).orderBy('id'),
    matching,
  );
};

/** A redirect by its id. */
export const findRedirect = (db: Database, site: SiteKey, id: string): Promise<RedirectRow | undefined> =>
  redirectsOf(db, site).where('id', '=', id).executeTakeFirst();

/** The redirects for these sources, ignoring case, by lower-case source. */
export const findRedirectsFrom = async (
  db: Database,
  site: SiteKey,
  sources: readonly string[],
): Promise<Map<string, RedirectRow>> => {
  const lower = sources.map((source) => source.toLowerCase());
  const rows = await redirectsOf(db, site)
    .where(sql<string>`lower(source)`, '=', sql<string>`any(${lower})`)
    .execute();
  return new Map(rows.map((row) => [row.source.toLowerCase(), row]));
};

/** Inserts redirects, or updates them by id. */
export const upsertRedirects = async (
  tx: DatabaseTransaction,
  rows: readonly RedirectRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto('site_redirects')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet(({ ref }) => ({
        source: ref('excluded.source'),
        site_section_id: ref('excluded.site_section_id'),
        site_space_id: ref('excluded.site_space_id'),
        page_id: ref('excluded.page_id'),
        url: ref('excluded.url'),
        capture_wildcard: ref('excluded.capture_wildcard'),
        permanent: ref('excluded.permanent'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute();
};

/** Deletes redirects. */
export const deleteRedirects = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('site_redirects')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
};
