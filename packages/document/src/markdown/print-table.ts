import { compareText } from '../compare-text.ts';
import type { Block, ContentRef, Data, Fragment } from '../document.ts';
import { escapeInlineHtml, printAttributes } from './html.ts';
import type { LineNode } from './line.ts';
import { type Printing, printLine } from './print-line.ts';
import type { CellAlignment } from './table-cells.ts';
import { coveredHeads } from './table-heads.ts';
import { type Covered, createCovered } from './table-merges.ts';
import { isPlainView, printRoles, printView } from './table-view.ts';

/** Prints the blocks of a cell in HTML. A cell may hold another table. */
type PrintCellBlocks = (blocks: readonly Block[], printing: Printing) => string;

type Attributes = Readonly<Record<string, string>>;

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly textAlignment?: string;
  readonly verticalAlignment?: string;
  readonly max?: number;
  readonly multiple?: boolean;
  readonly options?: readonly { value: string; label: string; color: string }[];
  /** Attributes without a meaning here, and a width that is not a number of pixels. */
  readonly attributes?: Attributes;
}

interface TableRecord {
  readonly orderIndex: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The parts of a table for printing. */
interface Table {
  readonly block: Block;
  readonly view: Data;
  readonly columns: readonly Definition[];
  readonly rows: readonly (readonly [string, TableRecord])[];
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly labels: Readonly<Record<string, string>>;
  readonly alignments: Readonly<Record<string, CellAlignment>>;
  /** Attributes of cells without a meaning here. */
  readonly attributes: Readonly<Record<string, Attributes>>;
  /** The same of their links. */
  readonly linkAttributes: Readonly<Record<string, readonly Attributes[]>>;
}

function open(block: Block): Table {
  const data = block.data as Data;
  const definitions = data.definition as Record<string, Definition>;
  const rows = Object.entries(data.records as Record<string, TableRecord>).sort(([, a], [, b]) =>
    compareText(a.orderIndex, b.orderIndex),
  );
  const fragments = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment ?? '', fragment]));
  const labels = (data.labels ?? {}) as Record<string, string>;
  const alignments = (data.cellAlignments ?? {}) as Table['alignments'];
  const attributes = (data.cellAttributes ?? {}) as Table['attributes'];
  const linkAttributes = (data.linkAttributes ?? {}) as Table['linkAttributes'];
  const view = data.view as Data;
  const columns = inOrder(Object.values(definitions), view, data);
  return { block, view, columns, rows, fragments, labels, alignments, attributes, linkAttributes };
}

/** Columns in the order of their definition, or of the view if it differs or there are merged cells. */
function inOrder(columns: readonly Definition[], view: Data, data: Data): readonly Definition[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = [...new Set(view.columns as string[])]
    .map((id) => byId.get(id))
    .filter((column) => column !== undefined);
  const isShown = new Set(shown);
  const hidden = columns.filter((column) => !isShown.has(column));
  const isOrdered = columns
    .filter((column) => isShown.has(column))
    .every((column, at) => column === shown[at]);
  return isOrdered && data.cellMerges === undefined ? columns : [...shown, ...hidden];
}

/** Prints a table with pipes if possible, else as HTML. */
export function printTable(block: Block, printing: Printing, printCellBlocks: PrintCellBlocks): string {
  const table = open(block);
  return isPlain(table) ? printPipes(table, printing) : printHtml(table, printing, printCellBlocks);
}

/** Prints a table as HTML. */
export const printHtmlTable = (block: Block, printing: Printing, printCellBlocks: PrintCellBlocks): string =>
  printHtml(open(block), printing, printCellBlocks);

const blocksOf = (fragment: Fragment | undefined): readonly Block[] =>
  (fragment?.nodes ?? []) as readonly Block[];

/** The line of a cell with a single paragraph. */
function lineIn(blocks: readonly Block[]): readonly LineNode[] | undefined {
  const [only] = blocks;
  if (only === undefined) return [];
  if (blocks.length > 1 || only.type !== 'paragraph' || only.data?.align !== undefined) return undefined;
  return (only.nodes ?? []) as readonly LineNode[];
}

/** Whether a line fits between pipes: a pipe in code, an address or HTML cannot be escaped. */
const fitsPipes = (nodes: readonly LineNode[]): boolean =>
  nodes.every((node) => {
    if (node.object === 'text')
      return node.leaves.every((leaf) => leaf.marks.at(-1)?.type !== 'code' || !leaf.text.includes('|'));
    return !JSON.stringify(node).includes('|');
  });

function isPlain({ block, view, columns, rows, fragments, alignments, attributes }: Table): boolean {
  const data = block.data!;
  if (!isPlainView(view) || data.fullWidth || data.search !== undefined || data.cellMerges !== undefined)
    return false;
  if (Object.keys(alignments).length > 0 || Object.keys(attributes).length > 0) return false;
  if (data.attributes !== undefined || columns.some((column) => column.attributes !== undefined))
    return false;
  if ((view.columns as string[]).length !== columns.length) return false;
  const isText = columns.every((column) => {
    const title = fragments.get(`title-${column.id}`);
    return (
      column.type === 'text' &&
      column.verticalAlignment === undefined &&
      (title === undefined || fitsPipes(lineIn(blocksOf(title)) ?? []))
    );
  });
  return (
    isText &&
    rows.every(([, record]) =>
      Object.values(record.values).every((name) => {
        const line = lineIn(blocksOf(fragments.get(name as string)));
        return line !== undefined && fitsPipes(line);
      }),
    )
  );
}

const rules: Readonly<Record<string, string>> = { left: '---', center: ':---:', right: '---:' };

function printPipes({ columns, rows, fragments }: Table, printing: Printing): string {
  const cell = (nodes: readonly LineNode[]): string =>
    printLine(nodes, { ...printing, isOneLine: true }).replace(/\|/g, '\\|');
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = columns.map((column) => cell(titleLine(column, fragments)));
  const places = new Map(columns.map((column, at) => [column.id, at]));
  // Trailing empty cells are omitted: in a wide table they would be longer than the content.
  const lines = rows.map(([, record]) => {
    const last = Object.keys(record.values).reduce((most, id) => Math.max(most, places.get(id) ?? 0), 0);
    return columns
      .slice(0, last + 1)
      .map((column) => cell(lineIn(blocksOf(fragments.get(record.values[column.id] as string)))!));
  });
  return [
    row(head),
    row(columns.map((column) => rules[column.textAlignment ?? 'left'] ?? '---')),
    ...lines.map(row),
  ].join('\n');
}

function titleLine(column: Definition, fragments: Table['fragments']): readonly LineNode[] {
  const rich = fragments.get(`title-${column.id}`);
  if (rich) return lineIn(blocksOf(rich)) ?? [];
  return column.title === ''
    ? []
    : [{ object: 'text', leaves: [{ object: 'leaf', text: column.title, marks: [] }] }];
}

function printHtml(table: Table, printing: Printing, printCellBlocks: PrintCellBlocks): string {
  const { block, view, columns, rows, fragments } = table;
  const data = block.data!;
  const attributes = printAttributes({
    ...printView(view),
    'data-full-width': data.fullWidth ? 'true' : undefined,
    'data-search': data.search === undefined ? undefined : String(data.search),
    ...(data.attributes as Attributes | undefined),
  });
  const shown = new Set(view.columns as string[]);
  const heads = coveredHeads(columns.map((column) => Number(column.attributes?.colspan ?? 1)));
  const head = columns
    .map((column, at) => {
      const place = { isShown: shown.has(column.id), isSpanned: heads.isSpanned(at) };
      const isCovered = heads.isCovered(at);
      const printed = printHead(column, view, { ...place, isCovered }, fragments, printing);
      return isCovered && printed === '<th hidden></th>' ? '' : printed;
    })
    .join('');
  const { spans, covered } = mergesOf(table);
  const cell = (at: number, id: string, record: TableRecord, column: Definition, to: number): Cell => ({
    attributes: {
      ...spans.get(`${id} ${column.id}`),
      align: table.alignments[`${id}-${column.id}`]?.textAlignment,
      valign: table.alignments[`${id}-${column.id}`]?.verticalAlignment,
      ...imageAttributes(record, column),
      ...table.attributes[`${id}-${column.id}`],
    },
    content: printCell(id, record, column, table, printing, printCellBlocks),
    isCovered: covered.has(at, to),
  });
  const cells = rows.map(([id, record], at) => columns.map((column, to) => cell(at, id, record, column, to)));
  // If covered cells have content, all of them are printed, so that their positions are preserved.
  const areCoveredPrinted = cells.flat().some(({ isCovered, content }) => isCovered && content !== '');
  const body = cells
    .map((row) => `<tr>${row.map((one) => printData(one, areCoveredPrinted)).join('')}</tr>`)
    .join('');
  return `<table${attributes}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

interface Cell {
  readonly attributes: Readonly<Record<string, string | true | undefined>>;
  readonly content: string;
  readonly isCovered: boolean;
}

const printData = ({ attributes, content, isCovered }: Cell, areCoveredPrinted: boolean): string =>
  isCovered && !areCoveredPrinted
    ? ''
    : `<td${printAttributes({ hidden: isCovered ? true : undefined, ...attributes })}>${content}</td>`;

interface CellMerge {
  readonly anchor: { readonly record: string; readonly column: string };
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** The spans of cells and the covered cells; invalid merges are omitted. */
function mergesOf({ block, view, columns, rows }: Table): {
  spans: ReadonlyMap<string, Cell['attributes']>;
  covered: Covered;
} {
  const merges = (view.type === 'grid' ? (block.data!.cellMerges ?? []) : []) as readonly CellMerge[];
  const covered = createCovered(rows.length, columns.length);
  const spans = new Map<string, Cell['attributes']>();
  const shown = new Set(view.columns as string[]);
  const rowOf = new Map(rows.map(([id], at) => [id, at]));
  const columnOf = new Map(columns.map(({ id }, at) => [id, at]));
  for (const { anchor, rowSpan, colSpan } of merges) {
    const row = rowOf.get(anchor.record) ?? -1;
    const column = columnOf.get(anchor.column) ?? -1;
    const isSound = columns
      .slice(column, column + colSpan)
      .every(({ id, type }) => shown.has(id) && (type === 'text' || type === 'number'));
    if (row < 0 || column < 0 || !isSound || !covered.take({ row, column, rowSpan, colSpan })) continue;
    spans.set(`${anchor.record} ${anchor.column}`, {
      rowspan: rowSpan > 1 ? String(rowSpan) : undefined,
      colspan: colSpan > 1 ? String(colSpan) : undefined,
    });
  }
  return { spans, covered };
}

/** The attributes of an image cell. */
function imageAttributes(record: TableRecord, column: Definition): Cell['attributes'] {
  const value = record.values[column.id] as { objectFit?: string; alt?: string } | undefined;
  return column.type === 'image' ? { 'data-object-fit': value?.objectFit, 'data-alt': value?.alt } : {};
}

function printHead(
  column: Definition,
  view: Data,
  { isShown, isSpanned, isCovered }: Readonly<Record<'isShown' | 'isSpanned' | 'isCovered', boolean>>,
  fragments: Table['fragments'],
  printing: Printing,
): string {
  const widths = (view.columnWidths ?? {}) as Record<string, number>;
  const isSelect = column.type === 'select';
  const { width: written, colspan, ...others } = column.attributes ?? {};
  const width = widths[column.id];
  // A width that was changed since replaces the percentage.
  const isWritten = width === undefined || written === `${width}%`;
  const attributes = printAttributes({
    hidden: isCovered ? true : undefined,
    // A span over columns that are gone would add them again.
    colspan: isSpanned || !(Number(colspan) > 1) ? colspan : undefined,
    width: isWritten ? written : String(width),
    align: column.textAlignment === 'left' ? undefined : column.textAlignment,
    valign: column.verticalAlignment,
    'data-hidden': isShown ? undefined : true,
    ...printRoles(view, column.id),
    'data-type': column.type === 'text' ? undefined : column.type,
    'data-max': column.max === undefined ? undefined : String(column.max),
    'data-multiple': column.multiple && !isSelect ? true : undefined,
    ...others,
  });
  const title = printLine(titleLine(column, fragments), { ...printing, isHtml: true });
  return `<th${attributes}>${title}${isSelect ? printOptions(column) : ''}</th>`;
}

function printOptions(column: Definition): string {
  const options = (column.options ?? []).map(
    ({ value, label, color }) =>
      `<option${printAttributes({ value, label, color: color === '' ? undefined : color })}></option>`,
  );
  return `<select${printAttributes({ multiple: column.multiple ? true : undefined })}>${options.join('')}</select>`;
}

function printCell(
  row: string,
  record: TableRecord,
  column: Definition,
  table: Table,
  printing: Printing,
  printCellBlocks: PrintCellBlocks,
): string {
  const value = record.values[column.id];
  if (value === undefined || value === null) return '';
  if (column.type === 'text')
    return printCellBlocks(blocksOf(table.fragments.get(value as string)), printing);
  const label = table.labels[`${row}-${column.id}`];
  const attributes = table.linkAttributes[`${row}-${column.id}`];
  const link = (href: string, name: string | undefined, at = 0): string =>
    `<a${printAttributes({ href, ...attributes?.[at] })}>${escapeInlineHtml(name || href)}</a>`;
  switch (column.type) {
    case 'files': {
      const names = label?.split('\n') ?? [];
      return (value as string[])
        .map((file, at) =>
          link(
            /^[A-Za-z0-9_-]+$/.test(file) ? printing.refs.print({ kind: 'file', file }) : file,
            names[at],
            at,
          ),
        )
        .join(', ');
    }
    case 'content-ref':
    case 'image': {
      const ref = ((value as { ref?: ContentRef }).ref ?? value) as ContentRef;
      return link(printing.refs.print(ref), label);
    }
    case 'select':
      return (value as string[])
        .map(
          (option) =>
            `<span${printAttributes({ 'data-option': option })}>${escapeInlineHtml(optionLabel(column, option))}</span>`,
        )
        .join('');
    case 'users':
      return escapeInlineHtml((value as string[]).join(', '));
    default:
      return escapeInlineHtml(String(value));
  }
}

const optionLabel = (column: Definition, value: string): string =>
  column.options?.find((option) => option.value === value)?.label ?? '';
