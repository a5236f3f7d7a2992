import type { Database } from '../../../kernel/database/database.ts';

/** The thumbnail of an image, and when its blob was last touched. */
export const findThumbnail = (db: Database, organizationId: string, source: string, width: number) =>
  db
    .selectFrom('thumbnails')
    .innerJoin('blobs', (join) =>
      join
        .onRef('blobs.organization_id', '=', 'thumbnails.organization_id')
        .onRef('blobs.hash', '=', 'thumbnails.hash'),
    )
    .select(['thumbnails.hash', 'blobs.touched_at'])
    .where('thumbnails.organization_id', '=', organizationId)
    .where('thumbnails.source', '=', source)
    .where('thumbnails.width', '=', width)
    .executeTakeFirst();

/** Stores which blob is the thumbnail of an image. */
export const upsertThumbnail = async (
  db: Database,
  thumbnail: { organization_id: string; source: string; width: number; hash: string },
): Promise<void> => {
  await db
    .insertInto('thumbnails')
    .values(thumbnail)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'source', 'width']).doUpdateSet({ hash: thumbnail.hash }),
    )
    .execute();
};
