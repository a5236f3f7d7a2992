import { type Block, compareText, type Data, type Fragment, isRecord, plainText } from '@lectern/document';
import { type ColumnType, definitionAs, textOfValue, valueOfText } from './column-types.ts';

/** A change of a table. */
export type TableEdit = (table: Block) => Block;

interface Row {
  readonly orderIndex: string;
  readonly values: Data;
}

const objectOf = (value: unknown): Data => (isRecord(value) ? value : {});
const definitionsOf = ({ data }: Block): Readonly<Record<string, Data>> =>
  objectOf(data?.definition) as Readonly<Record<string, Data>>;
const recordsOf = ({ data }: Block): Readonly<Record<string, Row>> =>
  objectOf(data?.records) as unknown as Readonly<Record<string, Row>>;
const viewOf = ({ data }: Block): Data => objectOf(data?.view);

/** The ids of the rows of a table, from the top. */
export const rowIds = (table: Block): readonly string[] =>
  Object.entries(recordsOf(table))
    .sort(([, a], [, b]) => compareText(a.orderIndex, b.orderIndex))
    .map(([id]) => id);

/** The ids of the visible columns of a table. */
export const columnIds = (table: Block): readonly string[] =>
  ((viewOf(table).columns ?? []) as readonly string[]).filter((id) =>
    Object.hasOwn(definitionsOf(table), id),
  );

/** The definition of a column. */
export const columnOf = (table: Block, id: string): Data => definitionsOf(table)[id] ?? {};

const withData = (table: Block, data: Data): Block => ({ ...table, data: { ...table.data, ...data } });

/** The view of the table with other fields; undefined removes one. */
export const setView =
  (change: Data): TableEdit =>
  (table) =>
    withData(table, {
      view: Object.fromEntries(
        Object.entries({ ...viewOf(table), ...change }).filter(([, value]) => value !== undefined),
      ),
    });

const withoutFragments = (table: Block, values: readonly unknown[]): readonly Fragment[] =>
  (table.fragments ?? []).filter(({ fragment }) => !values.includes(fragment));

/** Joined cells whose corner is gone are cells again. */
const withoutMerges = (
  data: Data,
  isGone: (anchor: { record?: string; column?: string }) => boolean,
): Data => {
  if (!Array.isArray(data.cellMerges)) return data;
  const kept = (data.cellMerges as readonly { anchor?: { record?: string; column?: string } }[]).filter(
    ({ anchor }) => !isGone(anchor ?? {}),
  );
  const { cellMerges: _, ...rest } = data;
  return kept.length === 0 ? rest : { ...rest, cellMerges: kept };
};

const inOrder = (ids: readonly string[], rows: Readonly<Record<string, Row>>): Data =>
  Object.fromEntries(ids.map((id, at) => [id, { ...rows[id]!, orderIndex: String(at).padStart(6, '0') }]));

const moved = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
};

/** Inserts an empty row. */
export const insertRow =
  (at: number, id: string): TableEdit =>
  (table) => {
    const ids = rowIds(table).toSpliced(at, 0, id);
    return withData(table, {
      records: inOrder(ids, { ...recordsOf(table), [id]: { orderIndex: '', values: {} } }),
    });
  };

/** Removes a row with its cells. */
export const removeRow =
  (id: string): TableEdit =>
  (table) => {
    const { [id]: removed, ...rest } = recordsOf(table);
    if (!removed) return table;
    return {
      ...table,
      data: withoutMerges({ ...table.data, records: rest }, ({ record }) => record === id),
      fragments: withoutFragments(table, Object.values(removed.values)),
    };
  };

/** Moves a row to another place. */
export const moveRow =
  (from: number, to: number): TableEdit =>
  (table) =>
    withData(
      { ...table, data: withoutMerges(table.data ?? {}, () => true) },
      { records: inOrder(moved(rowIds(table), from, to), recordsOf(table)) },
    );

/** Makes a row the header: its words are the titles of the columns. */
export const rowToHeader =
  (id: string): TableEdit =>
  (table) => {
    const row = recordsOf(table)[id];
    if (!row) return table;
    const titled = columnIds(table).reduce((next, column) => {
      const title = cellWords(table, row.values[column], columnOf(table, column));
      return setColumn(column, { title })(next);
    }, table);
    return setView({ hideHeader: false })(removeRow(id)(titled));
  };

/** Inserts a copy of a row below it. */
export const duplicateRow =
  (source: string, id: string): TableEdit =>
  (table) => {
    const row = recordsOf(table)[source];
    if (!row) return table;
    const copies: Fragment[] = [];
    const values = Object.fromEntries(
      Object.entries(row.values).map(([column, value]) => {
        const cell = (table.fragments ?? []).find(
          ({ fragment }) => typeof value === 'string' && fragment === value,
        );
        if (!cell || columnOf(table, column).type !== 'text') return [column, value];
        const name = `${id}-${column}`;
        const { key: _, ...fields } = cell as Fragment & { key?: string };
        copies.push({ ...fields, fragment: name });
        return [column, name];
      }),
    );
    const ids = rowIds(table);
    const next = ids.toSpliced(ids.indexOf(source) + 1, 0, id);
    return {
      ...withData(table, { records: inOrder(next, { ...recordsOf(table), [id]: { ...row, values } }) }),
      fragments: [...(table.fragments ?? []), ...copies],
    };
  };

/** Inserts an empty column of text. */
export const insertColumn =
  (at: number, id: string, title = ''): TableEdit =>
  (table) =>
    setView({ columns: columnIds(table).toSpliced(at, 0, id) })(
      withData(table, {
        definition: { ...definitionsOf(table), [id]: { id, title, type: 'text', textAlignment: 'left' } },
      }),
    );

/** Removes a column with its cells. */
export const removeColumn =
  (id: string): TableEdit =>
  (table) => {
    const { [id]: _, ...definition } = definitionsOf(table);
    const values = Object.values(recordsOf(table)).map((row) => row.values[id]);
    const records = Object.fromEntries(
      Object.entries(recordsOf(table)).map(([record, row]) => {
        const { [id]: __, ...rest } = row.values;
        return [record, { ...row, values: rest }];
      }),
    );
    const view = viewOf(table);
    const { [id]: ___, ...widths } = objectOf(view.columnWidths);
    const pointers = ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'].filter(
      (name) => view[name] === id,
    );
    const data = withoutMerges({ ...table.data, definition, records }, ({ column }) => column === id);
    return setView({
      columns: columnIds(table).filter((column) => column !== id),
      ...(view.columnWidths !== undefined && {
        columnWidths: Object.keys(widths).length > 0 ? widths : undefined,
      }),
      ...Object.fromEntries(pointers.map((name) => [name, undefined])),
    })({ ...table, data, fragments: withoutFragments(table, values) });
  };

/** Moves a column to another place. */
export const moveColumn =
  (from: number, to: number): TableEdit =>
  (table) =>
    setView({ columns: moved(columnIds(table), from, to) })({
      ...table,
      data: withoutMerges(table.data ?? {}, () => true),
    });

/** Changes fields of a column; undefined removes one. */
export const setColumn =
  (id: string, change: Data): TableEdit =>
  (table) => {
    const definition = Object.fromEntries(
      Object.entries({ ...columnOf(table, id), ...change }).filter(([, value]) => value !== undefined),
    );
    return withData(table, { definition: { ...definitionsOf(table), [id]: definition } });
  };

/** The words of blocks. */
export const wordsOf = (nodes: readonly Block[]): string =>
  plainText({ object: 'document', data: {}, nodes }).trim();

const cellOf = (table: Block, value: unknown): readonly Block[] =>
  ((table.fragments ?? []).find(({ fragment }) => fragment === value)?.nodes ?? []) as readonly Block[];

/** The words of a cell on one line. */
const cellWords = (table: Block, value: unknown, definition: Data): string => {
  const words = definition.type === 'text' ? wordsOf(cellOf(table, value)) : textOfValue(value, definition);
  return words.replaceAll(/\s+/g, ' ');
};

/** A paragraph with these words. */
export const lineOf = (text: string): readonly Block[] => [
  {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: text === '' ? [] : [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  },
];

/** The rows of a table from the top, with the blocks of each cell; the titles are the first row, unless they are hidden. */
export const contentOf = (table: Block): readonly (readonly (readonly Block[])[])[] => {
  const columns = columnIds(table).map((id) => ({ id, definition: columnOf(table, id) }));
  const { type, hideHeader } = viewOf(table);
  const hasTitles = type !== 'cards' && hideHeader !== true;
  const rows = rowIds(table).map((record) =>
    columns.map(({ id, definition }) => {
      const value = recordsOf(table)[record]!.values[id];
      return definition.type === 'text' ? cellOf(table, value) : lineOf(textOfValue(value, definition));
    }),
  );
  return hasTitles ? [columns.map(({ definition }) => lineOf(String(definition.title))), ...rows] : rows;
};

/** Changes the type of a column; its cells keep what both types can say. */
export const setColumnType =
  (id: string, type: ColumnType): TableEdit =>
  (table) => {
    const before = columnOf(table, id);
    if (before.type === type) return table;
    const rows = Object.entries(recordsOf(table));
    const texts = rows.map(([, { values }]) =>
      before.type === 'text' ? wordsOf(cellOf(table, values[id])) : textOfValue(values[id], before),
    );
    const definition = definitionAs({ ...before, id }, type, texts);
    const added: Fragment[] = [];
    const records = Object.fromEntries(
      rows.map(([record, row], at) => {
        const { [id]: _, ...rest } = row.values;
        const text = texts[at]!;
        if (type !== 'text') {
          const value = valueOfText(text, definition);
          return [record, { ...row, values: value === undefined ? rest : { ...rest, [id]: value } }];
        }
        if (text === '') return [record, { ...row, values: rest }];
        const name = `${record}-${id}`;
        added.push({ object: 'fragment', fragment: name, nodes: lineOf(text) });
        return [record, { ...row, values: { ...rest, [id]: name } }];
      }),
    );
    const gone = before.type === 'text' ? rows.map(([, { values }]) => values[id]) : [];
    return {
      ...withData(table, { definition: { ...definitionsOf(table), [id]: definition }, records }),
      fragments: [...withoutFragments(table, gone), ...added],
    };
  };

/** Shows the rows as a table or as cards. */
export const setViewType =
  (type: 'grid' | 'cards'): TableEdit =>
  (table) => {
    const { columns, columnWidths } = viewOf(table);
    const shared = { type, columns: columns ?? [], ...(columnWidths !== undefined && { columnWidths }) };
    return withData(table, {
      view: type === 'cards' ? { ...shared, cardSize: 'medium' } : { ...shared, hideHeader: false },
    });
  };

/** Sets the value of a cell; undefined empties it. */
export const setCellValue =
  (record: string, column: string, value: unknown): TableEdit =>
  (table) => {
    const row = recordsOf(table)[record];
    if (!row) return table;
    const { [column]: _, ...rest } = row.values;
    const values = value === undefined ? rest : { ...rest, [column]: value };
    return withData(table, { records: { ...recordsOf(table), [record]: { ...row, values } } });
  };

/** Sets what a cell holds: blocks, or the value that a column of another type has for their words; without one, the cell stays as it was. */
export const setCell =
  (record: string, column: string, nodes: readonly Block[]): TableEdit =>
  (table) => {
    const row = recordsOf(table)[record];
    const definition = columnOf(table, column);
    if (!row) return table;
    if (definition.type !== 'text') {
      const value = valueOfText(wordsOf(nodes), definition);
      return value === undefined ? table : setCellValue(record, column, value)(table);
    }
    const fragments = table.fragments ?? [];
    const at = fragments.findIndex(({ fragment }) => fragment === row.values[column]);
    if (at >= 0) return { ...table, fragments: fragments.with(at, { ...fragments[at]!, nodes }) };
    const name = `${record}-${column}`;
    const added: Fragment = { object: 'fragment', fragment: name, nodes };
    return { ...setCellValue(record, column, name)(table), fragments: [...fragments, added] };
  };
