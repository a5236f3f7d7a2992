import type { Database } from '../../kernel/database/database.ts';

/** A site that visitors see, and the spaces that it shows, by what they are in it. */
export interface VisitedSite {
  readonly organization_id: string;
  readonly id: string;
  readonly spaceOf: ReadonlyMap<string, string>;
}

/** A site, if it is published. */
export const findVisitedSite = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<VisitedSite | undefined> => {
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
  const shown = rows.flatMap((row) => (row.id && row.space_id ? [[row.id, row.space_id] as const] : []));
  return { organization_id: organizationId, id, spaceOf: new Map(shown) };
};
