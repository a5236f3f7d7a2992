import { type Selectable, sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';
import type { Pdfs } from '../../kernel/database/schema.gen.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'pdfs.state': 'waiting' | 'ready' | 'failed';
    'pdfs.options': PdfRequest;
  }
}

/** Key of a PDF. */
export interface PdfKey {
  readonly organization_id: string;
  readonly space_id: string;
  readonly name: string;
}

/** Everything that a PDF depends on; its hash is the name of the PDF. */
export interface PdfRequest {
  readonly root: string;
  /** The version of the layout. */
  readonly version: number;
  readonly page?: string;
  readonly only: boolean;
  readonly title: string;
  readonly emoji: string;
  readonly language: string;
  readonly organization: string;
  readonly logo: string | null;
  /** The name of a change request. */
  readonly note?: string;
  readonly date: string;
  /** The visitor of a site that it is made for; absent for members, who see all pages. */
  readonly visitor?: {
    readonly claims: Readonly<Record<string, unknown>>;
    /** The URL of the space on the site. */
    readonly url: string;
  };
}

/** A requested PDF. */
export type PdfRow = Selectable<Pdfs>;

const byKey = ({ organization_id, space_id, name }: PdfKey) =>
  sql<boolean>`organization_id = ${organization_id} and space_id = ${space_id} and name = ${name}`;

/** A PDF; undefined if it was not requested or its space is deleted. */
export const findPdf = async (db: Database, key: PdfKey): Promise<PdfRow | undefined> =>
  await db.selectFrom('pdfs').selectAll().where(byKey(key)).executeTakeFirst();

/** The number of PDFs of an organization that wait to be rendered. */
export const countWaiting = async (db: Database, organizationId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('pdfs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores a request; returns the PDF, and whether it is new. */
export const insertPdf = async (
  db: Database,
  key: PdfKey,
  request: PdfRequest,
  at: Date,
): Promise<{ row: PdfRow; isNew: boolean }> => {
  const row = await db
    .insertInto('pdfs')
    .values({ ...key, options: JSON.stringify(request), asked_at: at, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'name']).doUpdateSet({ asked_at: at }),
    )
    .returningAll()
    // A row that was there before was written by another transaction.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  const { is_new, ...found } = row;
  return { row: found, isNew: is_new };
};

/** Updates the state of a PDF. */
export const updatePdf = async (
  db: Database,
  key: PdfKey,
  change: { state: PdfRow['state']; hash: string | null; message: string | null; changed_at: Date },
): Promise<void> => {
  await db.updateTable('pdfs').set(change).where(byKey(key)).execute();
};

/** The title and logo of an organization. */
export const findPublisher = (db: Database, organizationId: string) =>
  db
    .selectFrom('organizations')
    .select(['title', 'logo_url'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();

/** Deletes PDFs that were last requested before a time; returns their number. */
export const deleteNotRequestedSince = async (db: Database, before: Date): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('pdfs').where('asked_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};
