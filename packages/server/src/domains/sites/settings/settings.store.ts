import type { DatabaseTransaction } from '../../../kernel/database/database.ts';

/** What finds a site. */
export interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

/** Holds a site until the transaction ends, so that what is read of it stays true; false when it has gone. */
export const holdSite = async (tx: DatabaseTransaction, site: SiteKey): Promise<boolean> =>
  (await tx
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', site.organization_id)
    .where('id', '=', site.id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;
