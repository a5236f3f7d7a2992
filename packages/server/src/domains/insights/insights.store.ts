import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { PendingRatings } from '../../kernel/database/schema.gen.ts';
import type { SiteKey } from './events/visitor-ids.ts';

/** A rating that waits for a comment. */
export type PendingRating = Selectable<PendingRatings>;

/** The place of a site space. */
export interface Place {
  readonly space: string;
  readonly section: string | null;
}

/** A published site, and its places by site space. */
export interface TrackedSite extends SiteKey {
  readonly placeOf: ReadonlyMap<string, Place>;
}

/** A site; undefined if it is not published. */
export const findTrackedSite = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<TrackedSite | undefined> => {
  const rows = await db
    .selectFrom('sites')
    .leftJoin('site_spaces', (join) =>
      join
        .onRef('site_spaces.organization_id', '=', 'sites.organization_id')
        .onRef('site_spaces.site_id', '=', 'sites.id'),
    )
    .select(['site_spaces.id', 'site_spaces.space_id', 'site_spaces.section_id'])
    .where('sites.organization_id', '=', organizationId)
    .where('sites.id', '=', id)
    .where('sites.published', '=', true)
    .execute();
  if (rows.length === 0) return undefined;
  const places = rows.flatMap(({ id, space_id: space, section_id: section }) =>
    id && space ? [[id, { space, section }] as const] : [],
  );
  return { organization_id: organizationId, id, placeOf: new Map(places) };
};

/** The spaces of a site by site space. */
export const findSiteSpaces = async (
  db: Database,
  { organization_id, id }: SiteKey,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('site_spaces')
    .select(['id', 'space_id'])
    .where('organization_id', '=', organization_id)
    .where('site_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.id, row.space_id]));
};

/** Stores a rating, which replaces an earlier one of the same visit. */
export const putPendingRating = async (tx: DatabaseTransaction, rating: PendingRating): Promise<void> => {
  await tx
    .insertInto('pending_ratings')
    .values(rating)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'visit']).doUpdateSet({ id: rating.id }),
    )
    .execute();
};

/** Deletes the rating of a visit, only if it has the id where one is given; returns whether there was one. */
export const deletePendingRating = async (
  tx: DatabaseTransaction,
  { organization_id, site_id, visit, id }: Omit<PendingRating, 'id'> & { readonly id?: string },
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_ratings')
    .where('organization_id', '=', organization_id)
    .where('site_id', '=', site_id)
    .where('visit', '=', visit)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
