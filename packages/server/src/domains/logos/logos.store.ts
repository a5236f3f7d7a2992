import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';

/** An uploaded logo of an organization. */
export interface LogoRow {
  readonly organization_id: string;
  readonly hash: string;
  readonly content_type: string;
}

/** Adds a logo to an organization; false if it has it already. */
export const insertLogo = async (
  tx: DatabaseTransaction,
  logo: LogoRow & { readonly created_at: Date },
): Promise<boolean> => {
  const added = await tx
    .insertInto('organization_logos')
    .values(logo)
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return added !== undefined;
};

/** A logo of an organization; undefined if it has no such logo. */
export const findLogo = (db: Database, organizationId: string, hash: string): Promise<LogoRow | undefined> =>
  db
    .selectFrom('organization_logos')
    .select(['organization_id', 'hash', 'content_type'])
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst();

/** The blobs of the logos of an organization. */
export const findLogoBlobs = async (db: Database, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('organization_logos')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ hash }) => hash);
};
