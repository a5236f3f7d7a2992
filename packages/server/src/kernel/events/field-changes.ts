import { isDeepStrictEqual } from 'node:util';

/** What something was and what it is now: without `from` it is new, without `to` it is gone. */
export interface Change<T = unknown> {
  readonly from?: T;
  readonly to?: T;
}

/** What changes in a row, by column. */
export type Changes<Row> = { readonly [Column in keyof Row]?: Change<Row[Column]> };

// Enough for a setting; a document has no place in the log.
const LONGEST_VALUE = 1000;

/** What a wish changes in a row; what it leaves undefined is not wished for. */
export const changesOf = <Row extends object>(
  row: Row,
  wish: { readonly [Column in keyof Row]?: Row[Column] | undefined },
): Changes<Row> =>
  Object.fromEntries(
    (Object.keys(wish) as (keyof Row & string)[])
      .filter((column) => wish[column] !== undefined && !isDeepStrictEqual(row[column], wish[column]))
      .map((column) => [column, { from: row[column], to: wish[column] }]),
  ) as Changes<Row>;

/** The values that changed columns get; undefined when none changed. */
export const newValues = <Row extends object>(changes: Changes<Row>): Partial<Row> | undefined => {
  const entries = Object.entries<Change | undefined>(changes);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries.map(([column, change]) => [column, change?.to])) as Partial<Row>);
};

/** What goes with something that is deleted, by id. */
export const removals = <T>(had: ReadonlyMap<string, T>): Record<string, Change<T>> =>
  Object.fromEntries([...had].map(([id, from]) => [id, { from }]));

/** What an event says of changed columns, by the names that the API has for them; undefined when none changed. */
export const changedFields = (
  changes: Readonly<Record<string, Change | undefined>>,
  names: Readonly<Record<string, string>>,
) => {
  const changed = Object.entries(names).flatMap(([column, field]) => {
    const change = changes[column];
    return change ? [{ field, change }] : [];
  });
  const shown = changed.filter(({ change }) => JSON.stringify(change).length <= LONGEST_VALUE);
  return changed.length === 0
    ? undefined
    : {
        fields: changed.map(({ field }) => field),
        changes: Object.fromEntries(shown.map(({ field, change }) => [field, change])),
      };
};
