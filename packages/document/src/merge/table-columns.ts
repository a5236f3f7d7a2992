import { sameContent } from '../diff/comparison.ts';
import type { Block, Data, Fragment } from '../document.ts';
import { isRecord } from '../is-record.ts';
import { plainText } from '../text.ts';
import { mergeValue } from './attributes.ts';

/** A column of a table in rows, as they are compared. */
interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: unknown;
  /** The cells with content, as text. */
  readonly cells: readonly string[];
}

/** Columns by an id, such as the one that they get. */
type Names = ReadonlyMap<string, string>;

interface TableData {
  readonly definition: Readonly<Record<string, Data>>;
  readonly view: Data & { readonly columns: readonly string[] };
}

const tableData = ({ data = {} }: Block): TableData | undefined => {
  const { definition, view } = data;
  const isValid =
    isRecord(definition) &&
    Object.values(definition).every(isRecord) &&
    isRecord(view) &&
    Array.isArray(view.columns);
  return isValid ? ({ definition, view } as unknown as TableData) : undefined;
};

const rowsOf = ({ nodes = [] }: Block): readonly Block[] => nodes as readonly Block[];

const cellText = ({ nodes }: Fragment): string =>
  plainText({ object: 'document', data: {}, nodes: nodes as readonly Block[] }).trim();

/** The column that a value of a row belongs to. */
const columnOf = (name: string): string => name.slice(name.indexOf(' ') + 1);

const isValue = ([name, value]: readonly [string, unknown]): boolean =>
  name.startsWith('value ') && value !== null && value !== '' && !sameContent(value, []);

/** The cells of a row with content, by column. */
const filledCells = (row: Block): ReadonlyMap<string, string> =>
  new Map([
    ...(row.fragments ?? [])
      .map((cell) => [cell.fragment ?? '', cellText(cell)] as const)
      .filter(([, text]) => text !== ''),
    ...Object.entries(row.data ?? {})
      .filter(isValue)
      .map(([name, value]) => [columnOf(name), JSON.stringify(value)] as const),
  ]);

const columnsOf = (table: Block, { definition, view }: TableData): readonly Column[] => {
  const rows = rowsOf(table).map(filledCells);
  const ids = new Set([
    ...view.columns.filter((id) => Object.hasOwn(definition, id)),
    ...Object.keys(definition),
  ]);
  return [...ids].map((id) => ({
    id,
    title: String(definition[id]!.title ?? ''),
    type: definition[id]!.type,
    cells: rows.flatMap((row) => row.get(id) ?? []),
  }));
};

/** The part of the cells of the shorter column that both have: a side may have added rows. */
const likeness = (one: Column, other: Column): number => {
  const left = new Map<string, number>();
  for (const cell of other.cells) left.set(cell, (left.get(cell) ?? 0) + 1);
  let shared = 0;
  for (const cell of one.cells) {
    const count = left.get(cell) ?? 0;
    if (count > 0) shared++;
    left.set(cell, count - 1);
  }
  return shared / Math.max(1, Math.min(one.cells.length, other.cells.length));
};

/** The columns whose title no other column has, by title. */
const byTitle = (columns: readonly Column[]): ReadonlyMap<string, Column> => {
  const found = new Map<string, Column>();
  const repeated = new Set(['']);
  for (const column of columns) {
    if (found.has(column.title)) repeated.add(column.title);
    found.set(column.title, column);
  }
  for (const title of repeated) found.delete(title);
  return found;
};

// Comparing all columns of a huge table would take long: its columns are matched by title and id alone.
const MAX_COMPARED_CELLS = 1_000_000;

/**
 * The columns of the base that the columns of a side are, by id. Ids alone do not tell: in Markdown they are positions. Columns
 * are matched by title, by most of their cells, and, where there are no cells to compare, by id.
 */
const matchColumns = (base: readonly Column[], side: readonly Column[]): Names => {
  const names = new Map<string, string>();
  const rest = () => {
    const taken = new Set(names.values());
    return [base.filter(({ id }) => !taken.has(id)), side.filter(({ id }) => !names.has(id))] as const;
  };
  const titles = byTitle(base);
  const places = new Map(base.map((column) => [column.id, column]));
  const isInPlace = (column: Column): boolean =>
    column.cells.length > 0 && sameContent(places.get(column.id)?.cells, column.cells);
  for (const [title, column] of byTitle(side)) {
    const match = titles.get(title);
    if (!match) continue;
    // Titles that were exchanged while the cells stayed are new titles.
    const isOther = match.id !== column.id && isInPlace(column) && !sameContent(match.cells, column.cells);
    names.set(column.id, isOther ? column.id : match.id);
  }
  const [unmatched, others] = rest();
  const cells = (columns: readonly Column[]) => columns.reduce((sum, column) => sum + column.cells.length, 0);
  const isHuge = others.length * cells(unmatched) + unmatched.length * cells(others) > MAX_COMPARED_CELLS;
  const pairs = (isHuge ? [] : others)
    .flatMap((column) => unmatched.map((match) => ({ column, match, score: likeness(column, match) })))
    .filter(({ score }) => score > 0.5)
    .sort(
      (a, b) => b.score - a.score || Number(b.column.id === b.match.id) - Number(a.column.id === a.match.id),
    );
  const taken = new Set(names.values());
  for (const { column, match } of pairs) {
    if (names.has(column.id) || taken.has(match.id)) continue;
    names.set(column.id, match.id);
    taken.add(match.id);
  }
  const [left, still] = rest();
  const byId = new Map(left.map((column) => [column.id, column]));
  for (const column of still) {
    const match = byId.get(column.id);
    if (match && (isHuge || match.cells.length === 0 || column.cells.length === 0))
      names.set(column.id, match.id);
  }
  return names;
};

const renamed = (table: Block, { definition, view }: TableData, names: Names): Block => {
  if ([...names].every(([from, to]) => from === to)) return table;
  const name = (id: string) => names.get(id) ?? id;
  const ofColumns = (record: object) =>
    Object.fromEntries(Object.entries(record).map(([id, value]) => [name(id), value]));
  const roles = ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'].flatMap((role) =>
    typeof view[role] === 'string' ? [[role, name(view[role])]] : [],
  );
  return {
    ...table,
    data: {
      ...table.data,
      definition: Object.fromEntries(
        Object.entries(definition).map(([id, column]) => [name(id), { ...column, id: name(id) }]),
      ),
      view: {
        ...view,
        columns: view.columns.map(name),
        ...(isRecord(view.columnWidths) && { columnWidths: ofColumns(view.columnWidths) }),
        ...Object.fromEntries(roles),
      },
    },
    nodes: rowsOf(table).map((row) => ({
      ...row,
      data: Object.fromEntries(
        Object.entries(row.data ?? {}).map(([key, value]) => [
          key.includes(' ') ? `${key.slice(0, key.indexOf(' '))} ${name(columnOf(key))}` : key,
          value,
        ]),
      ),
      fragments: (row.fragments ?? []).map((cell) => ({ ...cell, fragment: name(cell.fragment ?? '') })),
    })),
  };
};

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
  // The new columns of the other side, by the column that they follow.
  const following = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const id of other) {
    if (placed.has(id)) before = id;
    else if (!known.has(id)) following.set(before, [...(following.get(before) ?? []), id]);
  }
  return [undefined, ...kept].flatMap((id) => [
    ...(id === undefined ? [] : [id]),
    ...(following.get(id) ?? []),
  ]);
};

const hasSpans = (table: Block): boolean =>
  rowsOf(table).some(({ data = {} }) => Object.keys(data).some((key) => key.startsWith('merge ')));

/** Three versions of a table in rows. */
type Versions = readonly [base: Block, ours: Block, theirs: Block];

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
  const used = new Set([before, mine, others].flatMap((columns) => columns.map(({ id }) => id)));
  const unused = (): string => {
    let number = used.size;
    while (used.has(`c${number}`)) number++;
    used.add(`c${number}`);
    return `c${number}`;
  };
  const created = mine.filter(({ id }) => !mineNames.has(id));
  for (const { id } of created) mineNames.set(id, unused());
  for (const { id, title, type } of others.filter((column) => !othersNames.has(column.id))) {
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

/** Whether a row has content in a column that the table does not have: a side deleted it while the other added the row. */
export const hasLostCells = (table: Block): boolean => {
  const definition = tableData(table)?.definition;
  return (
    definition !== undefined &&
    rowsOf(table).some((row) => [...filledCells(row).keys()].some((id) => !Object.hasOwn(definition, id)))
  );
};

/** Whether a merged table has a row again that a side deleted: it was taken for a new one, because the other side changed much of it. */
export const restoresRows = ([base, ours, theirs]: Versions, merged: Block): boolean => {
  const [first = [], ...others] = [base, ours, theirs, merged].map((table) =>
    Object.keys(tableData(table)?.definition ?? {}),
  );
  const shared = first.filter((id) => others.every((ids) => ids.includes(id))).sort();
  const count = (table: Block): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const row of rowsOf(table)) {
      const cells = filledCells(row);
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
