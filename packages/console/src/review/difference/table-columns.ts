import type { Block, BlockDiff, Data } from '@lectern/document';
import {
  columnOf,
  joinOrders,
  type TableVersions,
  tableData,
} from '../../../../document/src/diff/table-columns.ts';
import { type ChangeKind, markColumn, markWords, type Side } from './marks.ts';

/** The definitions of columns by id. */
export type Definitions = Readonly<Record<string, Data>>;

interface Columns {
  readonly definition: Definitions;
  readonly view: Data;
  /** The ids of the columns that readers see, in their order. */
  readonly shown: readonly string[];
}

const columnsOf = (table: Block): Columns | undefined => {
  const data = tableData(table);
  if (data?.view.type !== 'grid') return undefined;
  const shown = data.view.columns.filter((id) => Object.hasOwn(data.definition, id));
  return shown.length === 0 ? undefined : { ...data, shown };
};

/** What changed in the columns of a table that readers see as a grid. */
export interface ColumnChanges {
  readonly before: Columns;
  readonly after: Columns;
  /** The columns that only one version shows. */
  readonly marked: ReadonlyMap<string, ChangeKind>;
}

/** Compares the columns of a table; undefined if a version has none to compare, such as cards. */
export const columnChanges = (versions: TableVersions | undefined): ColumnChanges | undefined => {
  const [before, after] = versions ? [columnsOf(versions.before), columnsOf(versions.after)] : [];
  if (!before || !after) return undefined;
  const [was, is] = [new Set(before.shown), new Set(after.shown)];
  return {
    before,
    after,
    marked: new Map([
      ...before.shown.filter((id) => !is.has(id)).map((id) => [id, 'removed'] as const),
      ...after.shown.filter((id) => !was.has(id)).map((id) => [id, 'added'] as const),
    ]),
  };
};

/** The titles of the columns that both versions show, in the order of each, if that is another one. */
export const orderChange = ({ before, after, marked }: ColumnChanges) => {
  const [was, is] = [before, after].map(({ shown }) => shown.filter((id) => !marked.has(id)));
  if (was!.join('\n') === is!.join('\n')) return undefined;
  const titles = ({ definition }: Columns, ids: readonly string[]) =>
    ids.map((id) => titleOf(definition, id) || id);
  return { before: titles(before, was!), after: titles(after, is!) };
};

const titleOf = (definition: Definitions, id: string): string => String(definition[id]?.title ?? '');

/** Whether the difference shows the titles of all columns: a change of columns cannot be read without them. */
export const showsTitles = ({ before, after, marked }: ColumnChanges): boolean =>
  marked.size > 0 || (before.view.hideHeader !== true && after.view.hideHeader !== true);

const markedTitle = ({ before, after, marked }: ColumnChanges, id: string, side: Side): string => {
  const [was, is] = [titleOf(before.definition, id), titleOf(after.definition, id)];
  const kind = marked.get(id);
  if (kind) return markColumn(kind, kind === 'added' ? is : was);
  if (was === is) return is;
  return (
    (side === 'after' ? '' : markWords('removed', was)) + (side === 'before' ? '' : markWords('added', is))
  );
};

/** The data of one version of a table, or of both together, with its changed columns marked. */
export const markColumns = (changes: ColumnChanges, side: Side, data: Data): Data => {
  const { before, after, marked } = changes;
  const own = side === 'before' ? before : after;
  const definition = side === 'both' ? { ...before.definition, ...after.definition } : own.definition;
  return {
    ...data,
    definition: Object.fromEntries(
      Object.entries(definition).map(([id, column]) => [
        id,
        own.shown.includes(id) || marked.has(id)
          ? { ...column, title: markedTitle(changes, id, side) }
          : column,
      ]),
    ),
    view: {
      ...own.view,
      ...(marked.size > 0 && { hideHeader: false }),
      ...(side === 'both' && {
        columns: joinOrders(after.shown, before.shown),
        columnWidths: { ...(before.view.columnWidths as Data), ...(after.view.columnWidths as Data) },
      }),
    },
  };
};

/** Whether a field of a row belongs to a column that is marked as a whole. */
export const isInMarkedColumn = ({ marked }: Pick<ColumnChanges, 'marked'>, name: string): boolean =>
  name.includes(' ') && marked.has(columnOf(name));

/** The rows of a table without the changes that the marks of its columns show, and with the values of removed columns. */
export const withMarkedColumns = (
  rows: readonly BlockDiff[],
  changes: ColumnChanges,
  side: Side,
): BlockDiff[] =>
  rows.map((row) => {
    if (row.kind !== 'changed') return row;
    const fields = (record: object, isKept: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
    const removed = fields(
      row.before.data ?? {},
      (name) => isInMarkedColumn(changes, name) && changes.marked.get(columnOf(name)) === 'removed',
    );
    return {
      ...row,
      attributes: fields(row.attributes, (name) => !isInMarkedColumn(changes, name)),
      ...(side === 'both' && { after: { ...row.after, data: { ...row.after.data, ...removed } } }),
    };
  });
