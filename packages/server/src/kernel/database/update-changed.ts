import type { Kysely } from 'kysely';
import { type Changes, changesOf, newValues } from '../events/field-changes.ts';
import type { DatabaseTransaction } from './database.ts';

interface Key {
  readonly organization_id: string;
  readonly id: string;
}

/** Updates the columns of a row that differ from the given values and returns the changes; undefined values are skipped. */
export const updateChanged = async <Row extends object>(
  tx: DatabaseTransaction,
  table: string,
  { organization_id, id }: Key,
  values: { readonly [Column in keyof Row]?: Row[Column] | undefined },
): Promise<Changes<Row>> => {
  // The caller names the table, and types its columns by the row type.
  const tables = tx as unknown as Kysely<Record<string, Key>>;
  const row = await tables
    .selectFrom(table)
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<Row>()
    .executeTakeFirst();
  const changes = row ? changesOf(row as Row, values) : {};
  const changed = newValues(changes);
  if (changed)
    await tables
      .updateTable(table)
      .set(changed as object)
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();
  return changes;
};
