import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { Uploads } from '../../../kernel/database/schema.gen.ts';
import { visibleContents } from '../../access/index.ts';

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

/** Notes which blob the bytes of a file are, unless others were sent before. */
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

/** Whether there is a space in an organization that somebody may change, if only by change requests. */
export const changesSomething = async (
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

/** Who announced files, in which organization. */
interface Owner {
  readonly organizationId: string;
  readonly createdBy: string;
}

/** What somebody has announced or sent that no import has used: how many files, and of how many bytes. */
export const sumOpenUploads = async (
  db: Database,
  { organizationId, createdBy }: Owner,
  since: { readonly announced: Date; readonly sent: Date },
): Promise<{ count: number; bytes: number }> => {
  const { count, bytes } = await db
    .selectFrom('uploads')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.sum<string | null>('size').as('bytes')])
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', createdBy)
    .where('created_at', '>', since.sent)
    .where((eb) => eb.or([eb('blob', 'is not', null), eb('created_at', '>', since.announced)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_runs')
            .select('import_runs.id')
            .whereRef('import_runs.organization_id', '=', 'uploads.organization_id')
            .where('import_runs.created_by', '=', createdBy)
            .where('import_runs.created_at', '>', since.sent)
            .where('import_runs.status', '=', 'completed')
            .where(sql<boolean>`import_runs.source -> 'files' ? uploads.id`),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
};

/** Forgets what somebody announced before under the same name and size without sending it. */
export const deleteAnnounced = async (
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

/** Forgets files that were announced before a time. */
export const deleteUploadsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('uploads').where('created_at', '<', before).execute();
};
