import type { Database } from '../../kernel/database/database.ts';
import type { SpacesService } from '../spaces/index.ts';
import type { SiteKey } from './events/visitor-ids.ts';
import { findSiteSpaces } from './insights.store.ts';

/** The site spaces whose space a reader may view; undefined if that is all of them. */
export const listVisibleSiteSpaces = async (
  {
    db,
    spaces,
  }: { readonly db: Database; readonly spaces: Pick<SpacesService, 'findVisibleInOrganization'> },
  readerId: string,
  site: SiteKey,
): Promise<readonly string[] | undefined> => {
  const spaceOf = await findSiteSpaces(db, site);
  const visible = await spaces.findVisibleInOrganization(readerId, site.organization_id, [
    ...new Set(spaceOf.values()),
  ]);
  const ids = new Set(visible.map(({ id }) => id));
  const found = [...spaceOf].flatMap(([siteSpace, space]) => (ids.has(space) ? [siteSpace] : []));
  return found.length === spaceOf.size ? undefined : found;
};
