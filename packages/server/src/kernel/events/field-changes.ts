import { isDeepStrictEqual } from 'node:util';

/** Old and new value; without `from` it was added, without `to` removed. */
export interface Change<T = unknown> {
  readonly from?: T;
  readonly to?: T;
}

/** The changes of a row, by column. */
export type Changes<Row> = { readonly [Column in keyof Row]?: Change<Row[Column]> };

// Enough for settings; documents are not logged.
const MAX_VALUE_LENGTH = 1000;

/** The changes between a row and new values; undefined values are skipped. */
export const changesOf = <Row extends object>(
  row: Row,
  values: { readonly [Column in keyof Row]?: Row[Column] | undefined },
): Changes<Row> =>
  Object.fromEntries(
    (Object.keys(values) as (keyof Row & string)[])
      .filter((column) => values[column] !== undefined && !isDeepStrictEqual(row[column], values[column]))
      .map((column) => [column, { from: row[column], to: values[column] }]),
  ) as Changes<Row>;

/** The new values of changed columns; undefined if none changed. */
export const newValues = <Row extends object>(changes: Changes<Row>): Partial<Row> | undefined => {
  const entries = Object.entries<Change | undefined>(changes);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries.map(([column, change]) => [column, change?.to])) as Partial<Row>);
};

/** The changes of deleted objects, by id. */
export const removals = <T>(had: ReadonlyMap<string, T>): Record<string, Change<T>> =>
  Object.fromEntries([...had].map(([id, from]) => [id, { from }]));

/** The event payload for changed columns, under their API names; undefined if none changed. */
export const changedFields = (
  changes: Readonly<Record<string, Change | undefined>>,
  names: Readonly<Record<string, string>>,
) => {
  const changed = Object.entries(names).flatMap(([column, field]) => {
    const change = changes[column];
    return change ? [{ field, change }] : [];
  });
  const shown = changed.filter(({ change }) => JSON.stringify(change).length <= MAX_VALUE_LENGTH);
  return changed.length === 0
    ? undefined
    : {
        fields: changed.map(({ field }) => field),
        changes: Object.fromEntries(shown.map(({ field, change }) => [field, change])),
      };
};
