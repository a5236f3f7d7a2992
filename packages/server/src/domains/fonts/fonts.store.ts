import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { FontFormat } from './font-format.ts';

/** A weight of a font, and the hash of its file. */
export interface FontFace {
  readonly weight: number;
  readonly hash: string;
  readonly format: FontFormat;
}

/** A font of an organization. */
export interface FontRow {
  readonly id: string;
  readonly family: string;
  readonly faces: readonly FontFace[];
}

/** The fonts of an organization, by name. */
export const findFonts = async (db: Database, organizationId: string): Promise<FontRow[]> =>
  (await db
    .selectFrom('fonts')
    .select(['id', 'family', 'faces'])
    .where('organization_id', '=', organizationId)
    .orderBy('family')
    .orderBy('id')
    .execute()) as unknown as FontRow[];

/** A font of an organization. */
export const findFont = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<FontRow | undefined> =>
  (await db
    .selectFrom('fonts')
    .select(['id', 'family', 'faces'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) as FontRow | undefined;

/** A font, locked until the transaction ends. */
export const lockFont = async (
  tx: DatabaseTransaction,
  organizationId: string,
  id: string,
): Promise<FontRow | undefined> =>
  (await tx
    .selectFrom('fonts')
    .select(['id', 'family', 'faces'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as FontRow | undefined;

/** Creates or changes a font. */
export const saveFont = async (
  tx: DatabaseTransaction,
  organizationId: string,
  { id, family, faces }: FontRow,
  now: Date,
): Promise<void> => {
  const fields = { family, faces: JSON.stringify(faces) };
  await tx
    .insertInto('fonts')
    .values({ organization_id: organizationId, id, ...fields, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(fields))
    .execute();
  if (faces.length === 0) return;
  await tx
    .insertInto('font_files')
    .values(
      faces.map(({ hash, format }) => ({ organization_id: organizationId, hash, format, created_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes a font; its name, or undefined if there is none. */
export const deleteFont = async (
  tx: DatabaseTransaction,
  organizationId: string,
  id: string,
): Promise<string | undefined> => {
  const deleted = await tx
    .deleteFrom('fonts')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('family')
    .executeTakeFirst();
  return deleted?.family;
};

/** The format of a file of a font; undefined if the organization has no such file. */
export const findFontFile = async (
  db: Database,
  organizationId: string,
  hash: string,
): Promise<FontFormat | undefined> => {
  const found = await db
    .selectFrom('font_files')
    .select('format')
    .where('organization_id', '=', organizationId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return found?.format as FontFormat | undefined;
};

/** The blobs of the fonts of an organization. */
export const findFontBlobs = async (db: Database, organizationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('font_files')
    .select('hash')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map(({ hash }) => hash);
};
