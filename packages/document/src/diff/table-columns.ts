import { compareText } from '../compare-text.ts';
import type { Block, Data, Fragment } from '../document.ts';
import { isRecord } from '../is-record.ts';
import { plainText } from '../text.ts';
import { sameContent } from './comparison.ts';

/** A column of a table in rows, as they are compared. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: unknown;
  /** The cells with content, as text. */
  readonly cells: readonly string[];
}

/** Columns by an id, such as the one that they get. */
export type Names = ReadonlyMap<string, string>;

/** The columns of a table, and how they are shown. */
export interface TableData {
  readonly definition: Readonly<Record<string, Data>>;
  readonly view: Data & { readonly columns: readonly string[] };
}

/** The data of a table about its columns; undefined if it is invalid. */
export const tableData = ({ data = {} }: Block): TableData | undefined => {
  const { definition, view } = data;
  const isValid =
    isRecord(definition) &&
    Object.values(definition).every(isRecord) &&
    isRecord(view) &&
    Array.isArray(view.columns);
  return isValid ? ({ definition, view } as unknown as TableData) : undefined;
};

/** The rows of a table in rows. */
export const rowsOf = ({ nodes = [] }: Block): readonly Block[] => nodes as readonly Block[];

// Cells are read for columns, rows and lost content.
const cellTexts = new WeakMap<Fragment['nodes'], string>();

/** The text of a cell. */
export const cellText = ({ nodes }: Fragment): string => {
  const known = cellTexts.get(nodes);
  if (known !== undefined) return known;
  const text = plainText({ object: 'document', data: {}, nodes: nodes as readonly Block[] }).trim();
  cellTexts.set(nodes, text);
  return text;
};

/** The column that a value of a row belongs to. */
export const columnOf = (name: string): string => name.slice(name.indexOf(' ') + 1);

/** Whether a field of a row is a value with content. */
export const isValue = ([name, value]: readonly [string, unknown]): boolean =>
  name.startsWith('value ') && value !== null && value !== '' && !sameContent(value, []);

/** The cells of a row with content, by column. */
export const filledCells = (row: Block): ReadonlyMap<string, string> =>
  new Map([
    ...(row.fragments ?? [])
      .map((cell) => [cell.fragment ?? '', cellText(cell)] as const)
      .filter(([, text]) => text !== ''),
    ...Object.entries(row.data ?? {})
      .filter(isValue)
      .map(([name, value]) => [columnOf(name), JSON.stringify(value)] as const),
  ]);

/** The columns of a table, those that are shown first. */
export const columnsOf = (table: Block, { definition, view }: TableData): readonly Column[] => {
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
export const matchColumns = (base: readonly Column[], side: readonly Column[]): Names => {
  const names = new Map<string, string>();
  const rest = () => {
    const taken = new Set(names.values());
    return [base.filter(({ id }) => !taken.has(id)), side.filter(({ id }) => !names.has(id))] as const;
  };
  const titles = byTitle(base);
  const places = new Map(base.map((column) => [column.id, column]));
  const isInPlace = (column: Column): boolean =>
    column.cells.length > 0 && sameContent(places.get(column.id)?.cells, column.cells);
  const titled = [...byTitle(side)].flatMap(([title, column]) => {
    const match = titles.get(title);
    return match ? [{ column, match }] : [];
  });
  // Titles that were exchanged while the cells stayed are new titles.
  const hasNewTitle = ({ column, match }: (typeof titled)[number]): boolean =>
    match.id !== column.id && isInPlace(column) && !sameContent(match.cells, column.cells);
  for (const { column } of titled.filter(hasNewTitle)) names.set(column.id, column.id);
  const inPlace = new Set(names.keys());
  for (const { column, match } of titled)
    if (!names.has(column.id) && !inPlace.has(match.id)) names.set(column.id, match.id);
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

/** The fields of a view that name a column. */
export const COLUMN_ROLES: readonly string[] = ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'];

/** A table in rows whose columns have other ids. */
export const renamed = (table: Block, { definition, view }: TableData, names: Names): Block => {
  if ([...names].every(([from, to]) => from === to)) return table;
  const name = (id: string) => names.get(id) ?? id;
  const ofColumns = (record: object) =>
    Object.fromEntries(Object.entries(record).map(([id, value]) => [name(id), value]));
  const roles = COLUMN_ROLES.flatMap((role) =>
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

/** Creates ids for columns that no column of any of these versions has. */
export const createUnusedId = (versions: readonly (readonly Column[])[]): (() => string) => {
  const used = new Set(versions.flatMap((columns) => columns.map(({ id }) => id)));
  return () => {
    let number = used.size;
    while (used.has(`c${number}`)) number++;
    used.add(`c${number}`);
    return `c${number}`;
  };
};

/** One order of the columns of two versions: that of the first, with the others of the second after the same column as there. */
export const joinOrders = (main: readonly string[], other: readonly string[]): readonly string[] => {
  const placed = new Set(main);
  const following = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const id of other) {
    if (placed.has(id)) before = id;
    else following.set(before, [...(following.get(before) ?? []), id]);
  }
  return [...(following.get(undefined) ?? []), ...main.flatMap((id) => [id, ...(following.get(id) ?? [])])];
};

const withSortedCells = (table: Block): Block => ({
  ...table,
  nodes: rowsOf(table).map((row) => ({
    ...row,
    fragments: (row.fragments ?? []).toSorted((a, b) => compareText(a.fragment ?? '', b.fragment ?? '')),
  })),
});

/** Two versions of a table in rows. */
export interface TableVersions {
  readonly before: Block;
  readonly after: Block;
}

/** Gives the columns that two versions of a table share the same ids, those of the newer one. A column of another type is another column. */
export const alignVersions = ({ before, after }: TableVersions): TableVersions => {
  const [was, is] = [tableData(before), tableData(after)];
  if (!was || !is) return { before, after };
  const [old, now] = [columnsOf(before, was), columnsOf(after, is)];
  const types = new Map(now.map(({ id, type }) => [id, type]));
  const matches = matchColumns(now, old);
  const unused = createUnusedId([old, now]);
  const names = new Map(
    old.map(({ id, type }) => {
      const match = matches.get(id);
      return [id, match !== undefined && types.get(match) === type ? match : unused()];
    }),
  );
  return { before: withSortedCells(renamed(before, was, names)), after: withSortedCells(after) };
};

/**
 * The rows of two versions of a table with nothing but the cells of the columns that both have: rows are found again by them.
 */
export const sharedCells = ({
  before,
  after,
}: TableVersions): readonly [readonly Block[], readonly Block[]] => {
  const [old, now] = [before, after].map((table) => Object.keys(tableData(table)?.definition ?? {}));
  const shared = new Set(old!.filter((id) => now!.includes(id)));
  const isSame = shared.size === old!.length && shared.size === now!.length;
  if (isSame || shared.size === 0) return [rowsOf(before), rowsOf(after)];
  const onlyShared = (row: Block): Block => ({
    ...row,
    data: Object.fromEntries(
      Object.entries(row.data ?? {}).filter(([name]) => !name.includes(' ') || shared.has(columnOf(name))),
    ),
    fragments: (row.fragments ?? []).filter(({ fragment }) => shared.has(fragment ?? '')),
  });
  return [rowsOf(before).map(onlyShared), rowsOf(after).map(onlyShared)];
};
