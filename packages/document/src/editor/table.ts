import { compareText } from '../compare-text.ts';
import type { Block, Data, Fragment } from '../document.ts';
import { isRecord } from '../is-record.ts';
import {
  type Attributes,
  type EditorNode,
  FIELDS,
  FRAGMENT_FIELDS,
  hasOnly,
  isFiller,
  isPlainFragment,
  isSame,
  pick,
} from './editor-node.ts';

/** Converts blocks inside of cells. */
export interface CellContent {
  readonly toEditor: (nodes: Fragment['nodes']) => readonly EditorNode[] | undefined;
  readonly toDocument: (content: readonly EditorNode[]) => readonly Block[];
}

interface TableRecord {
  readonly orderIndex: string;
  readonly values: Attributes;
}

interface TableData {
  readonly view: Data & { readonly columns: readonly string[] };
  readonly definition: Readonly<Record<string, Data>>;
  readonly records: Readonly<Record<string, TableRecord>>;
}

const readData = (data: Data | undefined): (Data & TableData) | undefined => {
  const { view, definition, records } = data ?? {};
  const isReadable =
    isRecord(view) &&
    Array.isArray(view.columns) &&
    isRecord(definition) &&
    Object.values(definition).every((column) => isRecord(column) && typeof column.title === 'string') &&
    isRecord(records) &&
    Object.values(records).every(
      (record) => isRecord(record) && typeof record.orderIndex === 'string' && isRecord(record.values),
    );
  return isReadable ? (data as Data & TableData) : undefined;
};

const shownColumns = ({ view, definition }: TableData): readonly string[] =>
  view.columns.filter((id) => Object.hasOwn(definition, id));

const sortedRecords = ({ records }: TableData): readonly (readonly [string, TableRecord])[] =>
  Object.entries(records).sort(([, a], [, b]) => compareText(a.orderIndex, b.orderIndex));

const viewOf = ({ view }: TableData): 'cards' | 'grid' => (view.type === 'cards' ? 'cards' : 'grid');

/** Converts a table to rows and cells; undefined if it would not come back as it was. */
export const tableToEditor = (block: Block, content: CellContent): EditorNode | undefined => {
  const data = readData(block.data);
  const isKnown = hasOnly(block, ['object', 'type', 'fragments', ...FIELDS]);
  if (!data || !isKnown || !Array.isArray(block.fragments)) return undefined;
  const columns = shownColumns(data);
  if (columns.length === 0 || new Set(columns).size < columns.length) return undefined;
  const view = viewOf(data);
  const unused = new Map(block.fragments.map((fragment) => [fragment.fragment, fragment]));
  if (unused.size < block.fragments.length) return undefined;
  const shown = new Set<string>();

  const textCell = (column: string, value: unknown): EditorNode | undefined => {
    const fragment = typeof value === 'string' ? unused.get(value) : undefined;
    if (fragment && (!isPlainFragment(fragment) || shown.has(fragment.fragment!))) return undefined;
    const nodes = content.toEditor(fragment?.nodes ?? []);
    if (!nodes) return undefined;
    if (fragment) shown.add(fragment.fragment!);
    return {
      type: 'tableCell',
      attrs: { column, view, fragment: fragment ? pick(fragment, FRAGMENT_FIELDS) : null },
      content: nodes,
    };
  };
  const rows: EditorNode[] = [];
  for (const [record, { values }] of sortedRecords(data)) {
    const cells: EditorNode[] = [];
    for (const column of columns) {
      const value = values[column];
      const cell =
        data.definition[column]!.type === 'text'
          ? textCell(column, value)
          : { type: 'tableValue', attrs: { column, view, value: value ?? null } };
      if (!cell) return undefined;
      cells.push(cell);
    }
    rows.push({ type: 'tableRow', attrs: { record, view }, content: cells });
  }
  const head: EditorNode = {
    type: 'tableHead',
    attrs: { view, isHidden: data.view.hideHeader === true },
    content: columns.map((column) => {
      const title = data.definition[column]!.title as string;
      return {
        type: 'tableHeading',
        attrs: { column },
        content: title === '' ? [] : [{ type: 'text', text: title }],
      };
    }),
  };
  const made: EditorNode = {
    type: 'table',
    attrs: {
      ...pick(block, FIELDS),
      // Fragments without a visible cell are kept in their places.
      fragments: block.fragments.map((fragment) =>
        shown.has(fragment.fragment!) ? fragment.fragment : fragment,
      ),
    },
    content: [head, ...rows],
  };
  return isSame(tableToDocument(made, content), block) ? made : undefined;
};

const textIn = ({ content = [] }: EditorNode): string => content.map(({ text = '' }) => text).join('');

const without = (values: Attributes, names: ReadonlySet<string>): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));

/** Columns with their titles; unchanged ones are the same objects. */
const definitionOf = (head: EditorNode, before: TableData): TableData['definition'] => {
  const headings = head.content ?? [];
  const shown = new Set(headings.map(({ attrs }) => attrs!.column as string));
  const removed = new Set(shownColumns(before).filter((id) => !shown.has(id)));
  const definition: Record<string, Data> = {
    ...(without(before.definition, removed) as TableData['definition']),
  };
  for (const heading of headings) {
    const id = heading.attrs!.column as string;
    const known = definition[id] ?? { id, ...(heading.attrs!.definition as Data) };
    const title = textIn(heading);
    definition[id] = known.title === title ? known : { ...known, title };
  }
  return definition;
};

/** Converts rows and cells back to a table; records, columns and view are unchanged unless they were edited. */
export const tableToDocument = (node: EditorNode, content: CellContent): Block => {
  const { attrs = {}, content: [head, ...rows] = [] } = node;
  const data = readData(attrs.data as Data)!;
  const before = new Map(sortedRecords(data));
  const columns = (head!.content ?? []).map(({ attrs: heading }) => heading!.column as string);
  const definition = definitionOf(head!, data);
  const removed = new Set(shownColumns(data).filter((id) => !columns.includes(id)));
  const fragments = new Map<string, Fragment>();

  const cellValue = (record: string, cell: EditorNode): unknown => {
    if (cell.type === 'tableValue') return cell.attrs!.value ?? undefined;
    const { column, fragment } = cell.attrs as { column: string; fragment: Attributes | null };
    const inner = cell.content ?? [];
    const earlier = before.get(record)?.values[column];
    if (!fragment && inner.every(isFiller)) return earlier;
    const fields = fragment ?? { fragment: `${record}-${column}` };
    // A copied row must not share the cells of the original.
    const name = fragments.has(String(fields.fragment)) ? `${record}-${column}` : String(fields.fragment);
    fragments.set(name, {
      object: 'fragment',
      ...fields,
      fragment: name,
      nodes: content.toDocument(inner),
    } as Fragment);
    return name;
  };
  const records = rows.map((row): readonly [string, TableRecord] => {
    const id = row.attrs!.record as string;
    const known = before.get(id) ?? { orderIndex: '', values: {} };
    const values: Record<string, unknown> = { ...without(known.values, removed) };
    for (const cell of row.content ?? []) {
      const column = cell.attrs!.column as string;
      const value = cellValue(id, cell);
      if (value === undefined) delete values[column];
      else values[column] = value;
    }
    return [id, isSame(values, known.values) ? known : { ...known, values }];
  });
  const isSameOrder = isSame(
    [...before.keys()],
    records.map(([id]) => id),
  );
  const numbered = isSameOrder
    ? Object.fromEntries([...Object.keys(data.records)].map((id) => [id, new Map(records).get(id)]))
    : Object.fromEntries(
        records.map(([id, record], at) => [id, { ...record, orderIndex: String(at).padStart(6, '0') }]),
      );
  const next: Data = {
    ...data,
    ...(!isSame(definition, data.definition) && { definition }),
    ...(!isSame(numbered, data.records) && { records: numbered }),
    ...(!isSame(columns, shownColumns(data)) && { view: { ...data.view, columns } }),
  };
  const kept = (attrs.fragments as readonly (string | Fragment)[]).flatMap((each): readonly Fragment[] => {
    if (typeof each !== 'string') return [each];
    const cell = fragments.get(each);
    fragments.delete(each);
    return cell ? [cell] : [];
  });
  return {
    object: 'block',
    type: 'table',
    ...pick(attrs, FIELDS),
    data: next,
    fragments: [...kept, ...fragments.values()],
  };
};
