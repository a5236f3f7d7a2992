import type { Selectable } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { Uploads } from '../../../kernel/database/schema.gen.ts';

/** A file that is to be sent, or has been. */
export type UploadRow = Selectable<Uploads>;

/** Stores that a file is to be sent. */
export const insertUpload = async (
  db: Database,
  upload: {
    organizationId: string;
    id: string;
    name: string;
    size: number;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> => {
  await db
    .insertInto('uploads')
    .values({
      organization_id: upload.organizationId,
      id: upload.id,
      name: upload.name,
      size: upload.size,
      created_by: upload.createdBy,
      created_at: upload.createdAt,
    })
    .execute();
};

/** Some of the files that were announced in an organization, by their ids. */
export const findUploads = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<UploadRow[]> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();

/** Notes which blob the bytes of a file are; the last that were sent count. */
export const setUploadBlob = async (
  db: Database,
  { organization_id, id }: Pick<UploadRow, 'organization_id' | 'id'>,
  blob: string,
): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ blob })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
};

/** Forgets files that were announced before a time. */
export const deleteUploadsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('uploads').where('created_at', '<', before).execute();
};
