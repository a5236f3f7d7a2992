import type { Database } from '../../kernel/database/database.ts';

/** A published site, and its spaces by site space. */
export interface TrackedSite {
  readonly organization_id: string;
  readonly id: string;
  readonly spaceOf: ReadonlyMap<string, string>;
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
    .select(['site_spaces.id', 'site_spaces.space_id'])
    .where('sites.organization_id', '=', organizationId)
    .where('sites.id', '=', id)
    .where('sites.published', '=', true)
    .execute();
  if (rows.length === 0) return undefined;
  const siteSpaces = rows.flatMap((row) => (row.id && row.space_id ? [[row.id, row.space_id] as const] : []));
  return { organization_id: organizationId, id, spaceOf: new Map(siteSpaces) };
};
