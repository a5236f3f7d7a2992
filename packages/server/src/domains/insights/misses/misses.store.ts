import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SiteMisses } from '../../../kernel/database/schema.gen.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'site_misses.kind': MissKind;
  }
}

/** A path without a page, or a search without a result. */
export type MissKind = 'path' | 'search';

/** Something that readers looked for and did not find. */
export type MissRow = Selectable<SiteMisses>;

/** The key of a site. */
export interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

const ofSite = ({ organization_id, id }: SiteKey, kind: MissKind) =>
  sql<boolean>`organization_id = ${organization_id} and site_id = ${id} and kind = ${kind}`;

/** The misses of a kind, most frequent first. */
export const listMisses = (
  db: Database,
  site: SiteKey,
  kind: MissKind,
  page: PageRequest,
): Promise<Page<MissRow>> => {
  const matching = db.selectFrom('site_misses').selectAll().where(ofSite(site, kind));
  const [count, text] = page.after ?? [];
  const rows = matching
    .$if(page.after !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('count', '<', Number(count)),
          and([eb('count', '=', Number(count)), eb('text', '>', String(text))]),
        ]),
      ),
    )
    .orderBy('count', 'desc')
    .orderBy('text');
  return paginate(page, rows, matching);
};

/** Counts a miss; beyond the limit, it replaces the one that was not looked for the longest. */
export const countMiss = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  { kind, text }: { readonly kind: MissKind; readonly text: string },
  at: Date,
  limit: number,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('site_misses')
    .set({ count: sql<number>`least(count + 1, 2147483647)`, last_at: at })
    .where(ofSite(site, kind))
    .where('text', '=', text)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await sql`
    delete from site_misses where ${ofSite(site, kind)} and text in (
      select text from site_misses where ${ofSite(site, kind)} order by last_at desc, text offset ${limit - 1})`.execute(
    tx,
  );
  await tx
    .insertInto('site_misses')
    .values({ organization_id: site.organization_id, site_id: site.id, kind, text, count: 1, last_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes the searches for the beginning of a text that were counted once since a time, as while it was typed. */
export const deleteTypedBeginnings = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  text: string,
  since: Date,
): Promise<void> => {
  await tx
    .deleteFrom('site_misses')
    .where(ofSite(site, 'search'))
    .where('count', '=', 1)
    .where('last_at', '>=', since)
    .where('text', '<>', text)
    .where(sql<boolean>`starts_with(${text}, text)`)
    .execute();
};

/** Deletes a miss. */
export const deleteMiss = async (
  db: Database,
  site: SiteKey,
  { kind, text }: { readonly kind: MissKind; readonly text: string },
): Promise<void> => {
  await db.deleteFrom('site_misses').where(ofSite(site, kind)).where('text', '=', text).execute();
};
