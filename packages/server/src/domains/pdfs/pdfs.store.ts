import { type Selectable, sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import type { Pdfs } from '../../kernel/database/schema.gen.ts';

/** What finds a PDF. */
export interface PdfKey {
  readonly organization_id: string;
  readonly space_id: string;
  readonly name: string;
}

/** All that a PDF depends on. */
export interface PdfWish {
  readonly root: string;
  /** The version of how books are made: those of others are made again. */
  readonly version: number;
  readonly page?: string;
  readonly only: boolean;
  readonly title: string;
  readonly emoji: string;
  readonly language: string;
  readonly organization: string;
  readonly logo: string | null;
  readonly note: string;
  readonly date: string;
}

/** A PDF that was asked for. */
export type PdfRow = Omit<Selectable<Pdfs>, 'wish'> & { readonly wish: PdfWish };

const keyed = ({ organization_id, space_id, name }: PdfKey) =>
  sql<boolean>`organization_id = ${organization_id} and space_id = ${space_id} and name = ${name}`;

/** A PDF; undefined when nobody asked for it, or when its space is gone. */
export const findPdf = async (db: Database, key: PdfKey): Promise<PdfRow | undefined> =>
  (await db.selectFrom('pdfs').selectAll().where(keyed(key)).executeTakeFirst()) as PdfRow | undefined;

/** How many PDFs of an organization are still to be made. */
export const countWaiting = async (db: Database, organizationId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('pdfs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Notes that somebody asks; the PDF as it is now, and whether it is the first time. */
export const insertPdf = async (
  db: Database,
  key: PdfKey,
  wish: PdfWish,
  at: Date,
): Promise<{ row: PdfRow; isNew: boolean }> => {
  const row = await db
    .insertInto('pdfs')
    .values({ ...key, wish: JSON.stringify(wish), asked_at: at, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'name']).doUpdateSet({ asked_at: at }),
    )
    .returningAll()
    // A row that was there before was written by another transaction.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  const { is_new, ...found } = row;
  return { row: found as unknown as PdfRow, isNew: is_new };
};

/** Says what became of a PDF. */
export const updatePdf = async (
  db: Database,
  key: PdfKey,
  change: { state: PdfRow['state']; hash: string | null; message: string | null; changed_at: Date },
): Promise<void> => {
  await db.updateTable('pdfs').set(change).where(keyed(key)).execute();
};

/** The name of an organization and the address of its picture. */
export const findPublisher = (db: Database, organizationId: string) =>
  db
    .selectFrom('organizations')
    .select(['title', 'logo_url'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();

/** Forgets PDFs that nobody asked for since a while. */
export const deleteUnasked = async (db: Database, before: Date): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('pdfs').where('asked_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};
