import { sameContent } from '../diff/comparison.ts';
import {
  COLUMN_ROLES,
  type Column,
  cellText,
  columnsOf,
  createUnusedId,
  filledCells,
  joinOrders,
  matchColumns,
  type Names,
  renamed,
  rowsOf,
  tableData,
} from '../diff/table-columns.ts';
import type { Block } from '../document.ts';
import { isRecord } from '../is-record.ts';
import { mergeValue } from './attributes.ts';

/** Merges the order of columns; undefined if both sides moved some. */
const mergeOrder = (
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] | undefined => {
  const whole = mergeValue(base, ours, theirs);
  if (whole) return whole.value;
  const known = new Set(base);
  const hasMoved = (side: readonly string[]) => {
    const ids = new Set(side);
    return !sameContent(
      base.filter((id) => ids.has(id)),
      side.filter((id) => known.has(id)),
    );
  };
  if (hasMoved(ours) && hasMoved(theirs)) return undefined;
  const [main, other] = hasMoved(theirs) ? [theirs, ours] : [ours, theirs];
  const others = new Set(other);
  const kept = main.filter((id) => !known.has(id) || others.has(id));
  const placed = new Set(kept);
  return joinOrders(
    kept,
    other.filter((id) => placed.has(id) || !known.has(id)),
  );
};

const hasSpans = (table: Block): boolean =>
  rowsOf(table).some(({ data = {} }) => Object.keys(data).some((key) => key.startsWith('merge ')));

/** Three versions of a table in rows. */
export type Versions = readonly [base: Block, ours: Block, theirs: Block];

/**
 * Gives the columns that three versions of a table share the same ids and one order. Undefined if the columns cannot be merged:
 * both sides moved some, one has another type, or cells span columns that a side changed.
 */
export const alignColumns = (versions: Versions): Versions | undefined => {
  const [base, ours, theirs] = versions;
  const [b, o, t] = versions.map(tableData);
  if (!b || !o || !t) return versions;
  const [before, mine, others] = [columnsOf(base, b), columnsOf(ours, o), columnsOf(theirs, t)];
  const [mineNames, othersNames] = [matchColumns(before, mine), matchColumns(before, others)].map(
    (names) => new Map(names),
  ) as [Map<string, string>, Map<string, string>];
  const unused = createUnusedId([before, mine, others]);
  const created = mine.filter(({ id }) => !mineNames.has(id));
  for (const { id } of created) mineNames.set(id, unused());
  const added = others.filter((column) => !othersNames.has(column.id));
  const hasOtherType = ({ title, type }: Column) =>
    title !== '' &&
    created.some((column) => column.title === title) &&
    !created.some((column) => column.title === title && column.type === type);
  // One column in two types, of which one would have to be chosen.
  if (added.some(hasOtherType)) return undefined;
  for (const { id, title, type } of added) {
    // A column that both sides added.
    const at = created.findIndex((column) => title !== '' && column.title === title && column.type === type);
    const [same] = at < 0 ? [] : created.splice(at, 1);
    othersNames.set(id, same ? mineNames.get(same.id)! : unused());
  }
  const typeOf = new Map(before.map(({ id, type }) => [id, type]));
  const changesType = (columns: readonly Column[], names: Names): boolean =>
    columns.some(({ id, type }) => typeOf.has(names.get(id)!) && typeOf.get(names.get(id)!) !== type);
  // The values of the other side would be of the former type.
  if (changesType(mine, mineNames) || changesType(others, othersNames)) return undefined;
  const [own, other] = [renamed(ours, o, mineNames), renamed(theirs, t, othersNames)];
  const orderOf = (table: Block) => tableData(table)!.view.columns;
  const isChanged =
    !sameContent(orderOf(own), b.view.columns) || !sameContent(orderOf(other), b.view.columns);
  if (isChanged && versions.some(hasSpans)) return undefined;
  const columns = mergeOrder(b.view.columns, orderOf(own), orderOf(other));
  if (columns === undefined) return undefined;
  const inOrder = (table: Block): Block => ({
    ...table,
    data: { ...table.data, view: { ...tableData(table)!.view, columns } },
  });
  return [base, inOrder(own), inOrder(other)];
};

/** A table without widths and roles of columns that it does not have: a side deleted them while the other one set these. */
export const withoutDeletedColumns = (table: Block): Block => {
  const data = tableData(table);
  if (data === undefined) return table;
  const { definition, view } = data;
  const isDeleted = (id: unknown) => typeof id === 'string' && !Object.hasOwn(definition, id);
  const fields = Object.entries(view).flatMap(([name, value]): [string, unknown][] => {
    if (COLUMN_ROLES.includes(name) && isDeleted(value)) return [];
    if (name !== 'columnWidths' || !isRecord(value)) return [[name, value]];
    return [[name, Object.fromEntries(Object.entries(value).filter(([id]) => !isDeleted(id)))]];
  });
  return { ...table, data: { ...table.data, view: Object.fromEntries(fields) } };
};

/** Whether a row has content in a column that the table does not have: a side deleted it while the other added the row. */
export const hasLostCells = (table: Block): boolean => {
  const definition = tableData(table)?.definition;
  return (
    definition !== undefined &&
    rowsOf(table).some((row) => [...filledCells(row).keys()].some((id) => !Object.hasOwn(definition, id)))
  );
};

/** The titles of columns, as the cells of a row. */
const titleCells = (table: Block): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(tableData(table)?.definition ?? {}).map(([id, { title }]) => {
      const rich = table.fragments?.find(({ fragment }) => fragment === `title-${id}`);
      return [id, rich ? cellText(rich) : String(title ?? '').trim()];
    }),
  );

/**
 * Whether a merged table has a row again that a side deleted: it was taken for a new one, because the other side changed much of
 * it, or made it the header.
 */
export const restoresRows = ([base, ours, theirs]: Versions, merged: Block): boolean => {
  const [first = [], ...others] = [base, ours, theirs, merged].map((table) =>
    Object.keys(tableData(table)?.definition ?? {}),
  );
  const shared = first.filter((id) => others.every((ids) => ids.includes(id))).sort();
  const count = (table: Block): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const cells of [titleCells(table), ...rowsOf(table).map(filledCells)]) {
      const key = JSON.stringify(shared.map((id) => cells.get(id) ?? ''));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const [before, mine, their, after] = [count(base), count(ours), count(theirs), count(merged)];
  return [...before].some(([row, times]) => {
    const expected = (mine.get(row) ?? 0) + (their.get(row) ?? 0) - times;
    return (after.get(row) ?? 0) > Math.max(0, expected);
  });
};
