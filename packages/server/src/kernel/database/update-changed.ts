import type { Kysely } from 'kysely';
import { type Changes, changesOf, newValues } from '../events/field-changes.ts';
import type { DatabaseTransaction } from './database.ts';

interface Key {
  readonly organization_id: string;
  readonly id: string;
}

/** Changes columns of the row with a key where they differ from a wish, and says which did; undefined ones stay. */
export const updateChanged = async <Row extends object>(
  tx: DatabaseTransaction,
  table: string,
  { organization_id, id }: Key,
  wish: { readonly [Column in keyof Row]?: Row[Column] | undefined },
): Promise<Changes<Row>> => {
  // Which table it is decides the caller, who names the columns by the type of its rows.
  const tables = tx as unknown as Kysely<Record<string, Key>>;
  const row = await tables
    .selectFrom(table)
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const changes = row ? changesOf<Row>(row as unknown as Row, wish) : {};
  const values = newValues(changes);
  if (values)
    await tables
      .updateTable(table)
      .set(values as object)
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();
  return changes;
};
