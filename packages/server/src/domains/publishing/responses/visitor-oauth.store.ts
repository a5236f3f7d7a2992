import type { Selectable } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { VisitorCodes } from '../../../kernel/database/schema.gen.ts';
import type { SiteKeyOf } from './visitor-oauth-urls.ts';

/** An authorization code of a visitor, without its secret. */
export type VisitorCodeRow = Selectable<VisitorCodes>;

/** Stores an authorization code. */
export const insertVisitorCode = async (db: Database, code: VisitorCodeRow): Promise<void> => {
  await db.insertInto('visitor_codes').values(code).execute();
};

/** Deletes and returns an authorization code of a site, so that it works once. */
export const takeVisitorCode = (
  db: Database,
  { organization, id }: SiteKeyOf,
  hash: Buffer,
): Promise<VisitorCodeRow | undefined> =>
  db
    .deleteFrom('visitor_codes')
    .where('hash', '=', hash)
    .where('organization_id', '=', organization)
    .where('site_id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes expired authorization codes. */
export const deleteExpiredVisitorCodes = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('visitor_codes').where('expires_at', '<=', now).execute();
};
