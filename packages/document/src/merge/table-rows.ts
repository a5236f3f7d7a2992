import { sameContent } from '../diff/comparison.ts';
import { cellText, columnOf, filledCells, isValue, rowsOf, tableData } from '../diff/table-columns.ts';
import type { Block, Data, Fragment } from '../document.ts';
import type { SideChanges } from './moves.ts';
import type { Versions } from './table-columns.ts';

/** Three versions of a table with different columns, and their rows by the columns that all versions have. */
interface SplitTable {
  readonly versions: Versions;
  /** The versions with the shared columns only. Each row has a key of its own. */
  readonly shared: Versions;
  /** The whole rows, by the keys of the rows with the shared columns. */
  readonly rows: ReadonlyMap<string, Block>;
}

/** Columns, by id, with their places. */
type Columns = ReadonlyMap<string, number>;

const placesOf = (ids: Iterable<string>): Columns => new Map(Array.from(ids, (id, place) => [id, place]));

const columnsOf = (table: Block): ReadonlySet<string> =>
  new Set(Object.keys(tableData(table)?.definition ?? {}));

/** The cells of a row in some columns, in their order. */
const cellsIn = (row: Block, columns: Columns): { readonly data: Data; readonly fragments: Fragment[] } => {
  const placeOf = ({ fragment = '' }: Fragment) => columns.get(fragment) ?? -1;
  return {
    data: Object.fromEntries(
      Object.entries(row.data ?? {}).filter(([name]) => name.includes(' ') && columns.has(columnOf(name))),
    ),
    fragments: (row.fragments ?? [])
      .filter((cell) => placeOf(cell) >= 0)
      .sort((one, other) => placeOf(one) - placeOf(other)),
  };
};

/** The fields of a row that belong to no column. */
const rowFields = ({ data = {} }: Block): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !name.includes(' ')));

/** Splits the rows of three versions; undefined if they have the same columns, or none in common. */
export const splitColumns = (versions: Versions): SplitTable | undefined => {
  const [base, ours, theirs] = versions.map(columnsOf) as [Set<string>, Set<string>, Set<string>];
  const common = placesOf([...base].filter((id) => ours.has(id) && theirs.has(id)));
  const isSame = [base, ours, theirs].every(({ size }) => size === common.size);
  if (isSame || common.size === 0) return undefined;
  const rows = new Map<string, Block>();
  const shared = versions.map((table, version) => ({
    ...table,
    nodes: rowsOf(table).map((row, at) => {
      const key = `${version} ${at}`;
      rows.set(key, row);
      const { data, fragments } = cellsIn(row, common);
      return { ...row, key, data: { ...rowFields(row), ...data }, fragments };
    }),
  })) as readonly Block[] as Versions;
  return { versions, shared, rows };
};

/** The one of two values of a new cell that has content; undefined if both have. */
const onlyOne = <T>(one: T, other: T, isEmpty: (value: T) => boolean): { readonly value: T } | undefined => {
  if (one === undefined || other === undefined) return { value: one ?? other };
  if (sameContent(one, other) || isEmpty(other)) return { value: one };
  return isEmpty(one) ? { value: other } : undefined;
};

/** Adds the cells of new columns to a merged row; undefined if both sides have different ones. */
const withNewCells = (
  row: Block,
  sides: readonly (Block | undefined)[],
  columns: Columns,
): Block | undefined => {
  const [ours, theirs] = sides.map((side) => side && cellsIn(side, columns));
  const data: Record<string, unknown> = { ...row.data };
  for (const name of new Set([ours, theirs].flatMap((cells) => Object.keys(cells?.data ?? {})))) {
    const isEmpty = (value: unknown) => name.startsWith('value ') && !isValue([name, value]);
    const one = onlyOne(ours?.data[name], theirs?.data[name], isEmpty);
    if (one === undefined) return undefined;
    data[name] = one.value;
  }
  const fragments = [...(row.fragments ?? [])];
  const cellOf = (cells: typeof ours, id: string) => cells?.fragments.find(({ fragment }) => fragment === id);
  for (const id of columns.keys()) {
    const isEmpty = (cell: Fragment | undefined) => cell === undefined || cellText(cell) === '';
    const one = onlyOne(cellOf(ours, id), cellOf(theirs, id), isEmpty);
    if (one === undefined) return undefined;
    if (one.value !== undefined) fragments.push(one.value);
  }
  const { key } = sides.find((side) => side !== undefined)!;
  return { ...row, ...(key !== undefined && { key }), data, fragments };
};

/** Whether a side has cells of its own in columns that the other one deleted. */
const changesColumns = (
  table: Block,
  base: Block,
  origins: ReadonlyMap<number, number>,
  deleted: Columns,
): boolean => {
  if (deleted.size === 0) return false;
  const before = rowsOf(base);
  return rowsOf(table).some((row, index) => {
    const origin = origins.get(index);
    if (origin !== undefined) return !sameContent(cellsIn(row, deleted), cellsIn(before[origin]!, deleted));
    return [...filledCells(row).keys()].some((id) => deleted.has(id));
  });
};

/**
 * Adds the cells of new columns to rows that were merged by their shared columns. Undefined if a cell would be lost: content in a
 * new column is an edit of its row, also if the other side deleted it.
 */
export const joinColumns = (
  { versions: [base, ...tables], shared, rows }: SplitTable,
  sides: readonly [SideChanges, SideChanges],
  merged: readonly Block[],
): readonly Block[] | undefined => {
  const former = columnsOf(base);
  const current = tables.map(columnsOf) as [Set<string>, Set<string>];
  const added = placesOf(new Set(current.flatMap((ids) => [...ids].filter((id) => !former.has(id)))));
  const hasNewCells = (row: Block) => [...filledCells(row).keys()].some((id) => added.has(id));

  /** The rows of both sides that a row with a key was made of. */
  const pairs = new Map<string, readonly Block[]>();
  const placed = new Set<Block>();
  for (const at of rowsOf(base).keys()) {
    const both = sides.flatMap(({ versions }) => versions[at] ?? []);
    if (both.length === 2) for (const row of both) pairs.set(row.key!, both);
  }
  const joined: Block[] = [];
  for (const row of merged) {
    const parts = pairs.get(row.key!) ?? [row];
    const [first, ...others] = parts.map(({ key }) => rows.get(key!)!);
    for (const part of [first!, ...others]) placed.add(part);
    const whole = withNewCells(row, [first, ...others], added);
    if (whole === undefined) return undefined;
    joined.push(whole);
  }
  for (const [side, { versions }] of sides.entries()) {
    const [table, other] = [tables[side]!, 1 - side];
    const indexes = new Map(rowsOf(shared[side + 1]!).map((row, index) => [row.key, index]));
    const origins = new Map(
      versions.flatMap((row, at) => (row === undefined ? [] : [[indexes.get(row.key)!, at] as const])),
    );
    const deleted = [...current[side]!].filter((id) => former.has(id) && !current[other]!.has(id));
    if (changesColumns(table, base, origins, placesOf(deleted))) return undefined;
    if (rowsOf(table).some((row) => !placed.has(row) && hasNewCells(row))) return undefined;
  }
  return joined;
};
