import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { GlossaryEntries } from '../../../kernel/database/schema.gen.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'glossary_entries.translations': Terms;
  }
}

/** Terms by language. */
export type Terms = Readonly<Record<string, string>>;

/** A glossary entry as it is stored. */
export type GlossaryEntryRow = Selectable<GlossaryEntries>;

const entriesOf = (db: Database, organizationId: string) =>
  db.selectFrom('glossary_entries').where('organization_id', '=', organizationId);

/** Finds an entry by id. */
export const findEntry = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<GlossaryEntryRow | undefined> =>
  await entriesOf(db, organizationId).selectAll().where('id', '=', id).executeTakeFirst();

/** The entries of an organization, oldest first; with a search, those with a term that contains it. */
export const listEntries = (
  db: Database,
  organizationId: string,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<GlossaryEntryRow>> => {
  const after = page.after && String(page.after[0]);
  const matching = entriesOf(db, organizationId).$if(search !== undefined, (query) =>
    query.where(
      sql<boolean>`exists (select from jsonb_each_text(translations) term where term.value ilike ${likePattern(search!)})`,
    ),
  );
  return paginate(
    page,
    matching
      .selectAll()
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id'),
    matching,
  );
};

/** The entries with a term in both languages, oldest first. */
export const listTerms = async (
  db: Database,
  organizationId: string,
  from: string,
  to: string,
): Promise<{ term: string; translation: string }[]> => {
  const { rows } = await sql<{ term: string; translation: string }>`
    select translations ->> ${from} as term, translations ->> ${to} as translation from glossary_entries
    where organization_id = ${organizationId} and translations ? ${from} and translations ? ${to}
    order by id`.execute(db);
  return rows;
};

/** Stores new entries. */
export const insertEntries = async (
  tx: DatabaseTransaction,
  organizationId: string,
  entries: readonly { readonly id: string; readonly translations: Terms }[],
  at: Date,
): Promise<void> => {
  if (entries.length === 0) return;
  await tx
    .insertInto('glossary_entries')
    .values(
      entries.map(({ id, translations }) => ({
        organization_id: organizationId,
        id,
        translations: JSON.stringify(translations),
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
};

/** Updates an entry; false if there is none. */
export const updateEntry = async (
  tx: DatabaseTransaction,
  organizationId: string,
  id: string,
  translations: Terms,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('glossary_entries')
    .set({ translations: JSON.stringify(translations), updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Deletes an entry; false if there is none. */
export const deleteEntry = async (
  tx: DatabaseTransaction,
  organizationId: string,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('glossary_entries')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
