import type { Block, Document, Fragment, Node } from './document.ts';
import { plainText } from './text.ts';

/** A table of a section: the cells, where the lines of text lose them. */
export interface SectionTable {
  /** The number of the first of its lines in the text of the section. */
  readonly from: number;
  /** How many lines of the text are its own. */
  readonly lines: number;
  /** Absent if the table shows none. */
  readonly header?: readonly string[];
  /** The first rows; sections are not where whole tables are kept. */
  readonly rows: readonly (readonly string[])[];
}

interface Column {
  readonly id: string;
  readonly title?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}
interface Row {
  readonly orderIndex: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const MAX_LENGTH = 1500;

const textOfFragment = (fragment: Fragment): string => {
  const nodes = (fragment.nodes ?? []) as readonly Node[];
  return plainText({ object: 'document', data: {}, nodes } as Document).replace(/\n/g, ' ');
};

const columnsIn = (data: NonNullable<Block['data']>): readonly Column[] => {
  const definition = (data.definition ?? {}) as Readonly<Record<string, Column>>;
  const shown = ((data.view as { columns?: readonly string[] } | undefined)?.columns ?? [])
    .map((id) => definition[id])
    .filter((column) => column !== undefined);
  return shown.length > 0 ? shown : Object.values(definition);
};

/** The text of the cells of a table block, row by row; undefined if there are none. */
export const tableCells = (block: Block): Pick<SectionTable, 'header' | 'rows'> | undefined => {
  const data = block.data ?? {};
  const columns = columnsIn(data);
  const fragments = new Map((block.fragments ?? []).map((one) => [one.fragment ?? '', one]));
  const cell = ({ options = [] }: Column, value: unknown): string => {
    const fragment = typeof value === 'string' ? fragments.get(value) : undefined;
    if (fragment) return textOfFragment(fragment);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    const labels = Array.isArray(value) ? value : [value];
    return options
      .filter((option) => labels.includes(option.value))
      .map(({ label }) => label)
      .join(', ');
  };
  const records = Object.values((data.records ?? {}) as Readonly<Record<string, Row>>).sort((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : 1,
  );
  const rows: string[][] = [];
  let length = 0;
  for (const { values } of records) {
    const row = columns.map((column) => cell(column, values[column.id]));
    length += row.join('').length;
    if (rows.length > 0 && length > MAX_LENGTH) break;
    rows.push(row);
  }
  if (columns.length === 0 || rows.length === 0) return undefined;
  const { type, hideHeader } = (data.view ?? {}) as { type?: string; hideHeader?: boolean };
  const header = columns.map(({ title = '' }) => title);
  const isShown = type !== 'cards' && hideHeader !== true && header.some((title) => title !== '');
  return { ...(isShown && { header }), rows };
};
