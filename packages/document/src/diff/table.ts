import { compareText } from '../compare-text.ts';
import type { Block, Data, Fragment } from '../document.ts';
import { isRecord } from '../is-record.ts';

interface TableRecord {
  readonly orderIndex?: unknown;
  readonly values?: Data;
}

/** Fields of a table with a value for each cell, by the names of these values in rows. */
const cellFields: Readonly<Record<string, string>> = {
  label: 'labels',
  alignment: 'cellAlignments',
  attributes: 'cellAttributes',
  links: 'linkAttributes',
};

/** The labels, alignments, attributes and merges of the cells of each row, which a table stores outside of its rows. */
const rowExtrasOf = (data: Data): ReadonlyMap<string, Record<string, unknown>> => {
  const extras = new Map<string, Record<string, unknown>>();
  const add = (row: string, name: string, value: unknown): void => {
    extras.set(row, { ...extras.get(row), [name]: value });
  };
  for (const [name, field] of Object.entries(cellFields)) {
    const values = data[field];
    for (const [cell, value] of Object.entries(isRecord(values) ? values : {})) {
      const end = cell.lastIndexOf('-');
      add(cell.slice(0, end), `${name} ${cell.slice(end + 1)}`, value);
    }
  }
  for (const merge of Array.isArray(data.cellMerges) ? data.cellMerges : []) {
    const { anchor, ...spans } = merge as { anchor: { record: string; column: string } };
    add(anchor.record, `merge ${anchor.column}`, spans);
  }
  return extras;
};

/**
 * A table as a sequence of row blocks whose text cells are fragments named by column, so that the ids and order indexes of
 * rows cannot conflict. Undefined if the data of the table is invalid.
 */
export const tableToRows = (table: Block): Block | undefined => {
  const {
    records,
    labels: _labels,
    cellAlignments: _alignments,
    cellAttributes: _attributes,
    linkAttributes: _links,
    cellMerges: _merges,
    ...data
  } = table.data ?? {};
  if (!isRecord(records) || !Object.values(records).every(isRecord)) return undefined;
  const fragments = new Map((table.fragments ?? []).map((fragment) => [fragment.fragment, fragment]));
  if (fragments.size !== (table.fragments ?? []).length) return undefined;
  const ordered = Object.entries(records as Record<string, TableRecord>)
    .map(([id, record], position) => ({ id, record, position, order: String(record.orderIndex ?? '') }))
    .sort((a, b) => compareText(a.order, b.order) || a.position - b.position);
  const extras = rowExtrasOf(table.data ?? {});
  const rows = ordered.map(({ id, record }): Block => {
    const { orderIndex: _order, values, ...rest } = record;
    const cells: Fragment[] = [];
    const plain: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(values ?? {})) {
      const cell = typeof value === 'string' ? fragments.get(value) : undefined;
      if (cell === undefined) plain[`value ${column}`] = value;
      else {
        cells.push({ ...cell, fragment: column });
        fragments.delete(cell.fragment);
      }
    }
    return {
      object: 'block',
      type: 'table-row',
      key: id,
      data: { ...plain, ...extras.get(id), ...(Object.keys(rest).length > 0 && { rest }) },
      fragments: cells,
    };
  });
  return { ...table, data, nodes: rows, fragments: [...fragments.values()] };
};

/** Builds a table from rows, with unique names of rows and cells. */
export const rowsToTable = (table: Block): Block => {
  const { nodes = [], ...rest } = table;
  const fragments = [...(table.fragments ?? [])];
  const names = new Set(fragments.map(({ fragment }) => fragment));
  const ids = new Set<string>();
  const records: Record<string, unknown> = {};
  const ofCells: Record<string, Record<string, unknown>> = {};
  const cellMerges: unknown[] = [];
  const digits = String(nodes.length).length;
  for (const [position, row] of (nodes as readonly Block[]).entries()) {
    const id = unusedName(row.key ?? 'row', ids);
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row.data ?? {})) {
      const kind = name.slice(0, name.indexOf(' '));
      const column = name.slice(kind.length + 1);
      const field = Object.hasOwn(cellFields, kind) ? cellFields[kind] : undefined;
      if (kind === 'value') values[column] = value;
      else if (field !== undefined) {
        ofCells[field] ??= {};
        ofCells[field][`${id}-${column}`] = value;
      } else if (kind === 'merge') cellMerges.push({ anchor: { record: id, column }, ...(value as object) });
    }
    for (const cell of row.fragments ?? []) {
      const name = unusedName(`${id}-${cell.fragment}`, names);
      fragments.push({ ...cell, fragment: name });
      values[cell.fragment ?? ''] = name;
    }
    const orderIndex = String(position).padStart(digits, '0');
    records[id] = { ...(row.data?.rest as Data | undefined), orderIndex, values };
  }
  const extras = {
    ...ofCells,
    ...(cellMerges.length > 0 && { cellMerges }),
  };
  return { ...rest, data: { ...table.data, records, ...extras }, fragments };
};

const unusedName = (wanted: string, used: Set<string | undefined>): string => {
  let name = wanted;
  for (let number = 2; used.has(name); number++) name = `${wanted}-${number}`;
  used.add(name);
  return name;
};
