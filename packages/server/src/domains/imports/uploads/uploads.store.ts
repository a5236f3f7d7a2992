import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { Uploads } from '../../../kernel/database/schema.gen.ts';
import { visibleContents } from '../../access/index.ts';

/** An upload, pending or received. */
export type UploadRow = Selectable<Uploads>;

/** Stores a pending upload. */
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

/** Finds uploads of an organization by id. */
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

/** Stores the blob of an upload; false if it has another one. */
export const setUploadBlob = async (
  db: Database,
  { organization_id, id }: Pick<UploadRow, 'organization_id' | 'id'>,
  blob: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ blob })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('blob', 'is', null), eb('blob', '=', blob)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether a user can edit any space of an organization, directly or with change requests. */
export const canEditSomeSpace = async (
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> => {
  const found = await db
    .selectFrom(visibleContents(db, organizationId, 'space', userId).as('seen'))
    .select('seen.id')
    .where('seen.role', '>=', 'comment')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** The user who created uploads, and the organization. */
interface Owner {
  readonly organizationId: string;
  readonly createdBy: string;
}

/** The number and total size of the uploads of a user that no import has used. */
export const sumUnusedUploads = async (
  db: Database,
  { organizationId, createdBy }: Owner,
  since: { readonly pending: Date; readonly received: Date },
): Promise<{ count: number; bytes: number }> => {
  const { count, bytes } = await db
    .selectFrom('uploads')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.sum<string | null>('size').as('bytes')])
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', createdBy)
    .where('created_at', '>', since.received)
    .where((eb) => eb.or([eb('blob', 'is not', null), eb('created_at', '>', since.pending)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_runs')
            .select('import_runs.id')
            .whereRef('import_runs.organization_id', '=', 'uploads.organization_id')
            .where('import_runs.created_by', '=', createdBy)
            .where('import_runs.created_at', '>', since.received)
            .where('import_runs.status', '=', 'completed')
            .where(sql<boolean>`import_runs.source -> 'files' ? uploads.id`),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
};

/** Deletes pending uploads of a user with the same name and size. */
export const deletePending = async (
  db: Database,
  { organizationId, createdBy, name, size }: Owner & { readonly name: string; readonly size: number },
): Promise<void> => {
  await db
    .deleteFrom('uploads')
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', createdBy)
    .where('name', '=', name)
    .where('size', '=', String(size))
    .where('blob', 'is', null)
    .execute();
};

/** Deletes uploads that were created before a time. */
export const deleteUploadsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('uploads').where('created_at', '<', before).execute();
};
