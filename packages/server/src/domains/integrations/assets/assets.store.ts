import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The organization that owns the blob of an image; undefined if the integration has no such image. */
export const findAssetOwner = async (
  db: Database,
  name: string,
  hash: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('integrations')
    .select('organization_id')
    .where(sql<string>`lower(name) collate "C"`, '=', name.toLowerCase())
    .where(({ or, eb }) => or([eb('icon', '=', hash), sql<boolean>`previews @> array[${hash}]::text[]`]))
    .executeTakeFirst();
  return row?.organization_id;
};
