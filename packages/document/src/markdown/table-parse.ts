import type { Block, Data, Fragment } from '../document.ts';
import { block, voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { isLineName } from './html.ts';
import { pairTags, parseLine } from './inlines.ts';
import { type LineNode, lineText } from './line.ts';
import type { Syntax } from './syntax.ts';
import {
  type Cell,
  type CellAlignment,
  type Column,
  elements,
  type ParseHtmlBlocks,
  readCell,
  textAlignments,
  verticalAlignments,
} from './table-cells.ts';
import { maxColumns, placeHeads, readColumnGroup, withStyle, withWidths } from './table-heads.ts';
import { type Merge, placeCells, widthOf } from './table-merges.ts';
import { gridView, isFlag, isSet, readView, roles, viewAttributes } from './table-view.ts';
import { readLength } from './tags.ts';

/** The name of a cell's fragment. */
const cellName = (row: number, column: number): string => `r${row}-c${column}`;

/** Rows are sorted as text, so numbers have leading zeros. */
const orderIndex = (row: number): string => String(row).padStart(6, '0');

/** Builds the block from columns and cells. */
function tableBlock(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  view: Data,
  more: Data,
): Block {
  const fragments: Fragment[] = [];
  const labels: Record<string, string> = {};
  const cellAlignments: Record<string, CellAlignment> = {};
  const cellAttributes: Record<string, unknown> = {};
  const linkAttributes: Record<string, unknown> = {};
  for (const column of columns) {
    const isPlain = column.title.every(
      (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
    );
    // Clients get a plain text title; markup is stored in a fragment.
    if (!isPlain)
      fragments.push({
        object: 'fragment',
        fragment: `title-${column.id}`,
        nodes: [block('paragraph', column.title)],
      });
  }
  const records: Record<string, unknown> = {};
  for (const [row, cells] of rows.entries()) {
    const values: Record<string, unknown> = {};
    for (const [at, cell] of cells.entries()) {
      const name = cellName(row, at);
      if (cell.blocks) {
        values[`c${at}`] = name;
        fragments.push({ object: 'fragment', fragment: name, nodes: cell.blocks });
      } else if (cell.value !== undefined) values[`c${at}`] = cell.value;
      if (cell.label !== undefined) labels[name] = cell.label;
      if (cell.alignment !== undefined) cellAlignments[name] = cell.alignment;
      if (cell.attributes !== undefined) cellAttributes[name] = cell.attributes;
      if (cell.linkAttributes !== undefined) linkAttributes[name] = cell.linkAttributes;
    }
    records[`r${row}`] = { orderIndex: orderIndex(row), values };
  }
  const definition = Object.fromEntries(columns.map((column) => [column.id, column.definition]));
  const ofCells = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(cellAlignments).length > 0 && { cellAlignments }),
    ...(Object.keys(cellAttributes).length > 0 && { cellAttributes }),
    ...(Object.keys(linkAttributes).length > 0 && { linkAttributes }),
  };
  return voidBlock('table', { view, definition, records, ...more, ...ofCells }, fragments);
}

/** The text cell of a line. */
const textCell = (line: readonly LineNode[]): Cell => ({
  value: undefined,
  blocks: [block('paragraph', line)],
});

/** Parses a table with pipes. */
export function parsePipeTable(node: Syntax, context: Context, parseHtmlBlocks: ParseHtmlBlocks): Block {
  const [head, ...body] = node.children!;
  // Rows may have more cells than the header.
  const width = node.children!.reduce((most, row) => Math.max(most, row.children!.length), 0);
  const columns = Array.from({ length: width }, (_, at): Column => {
    const title = parseLine(head!.children![at]?.children ?? [], { ...context, isInCell: true });
    const id = `c${at}`;
    const textAlignment = node.align?.[at] ?? 'left';
    return { id, title, definition: { id, title: lineText(title), type: 'text', textAlignment } };
  });
  const rows = body.map((row) =>
    row.children!.map((cell) => pipeCell(cell.children!, context, parseHtmlBlocks)),
  );
  return tableBlock(columns, rows, gridView(columns, false), {});
}

/** Parses a cell between pipes, which may contain block HTML. */
function pipeCell(nodes: readonly Syntax[], outer: Context, parseHtmlBlocks: ParseHtmlBlocks): Cell {
  const context = { ...outer, isInCell: true };
  const elements = pairTags(nodes);
  const isLine =
    elements === nodes || elements.every((node) => node.type !== 'element' || isLineName(node.name!));
  const blocks = isLine ? undefined : parseHtmlBlocks(elements, context);
  return blocks
    ? { value: undefined, blocks: blocks.length > 0 ? blocks : [block('paragraph', [])] }
    : textCell(parseLine(nodes, context));
}

/** Parses an HTML table: grids with typed columns, and cards. */
export function parseHtmlTable(
  node: Syntax,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): readonly Block[] | undefined {
  const { own, rest } = take(node.attributes!, [...viewAttributes, 'data-full-width', 'data-search']);
  const sections = tableSections(node);
  if (!sections || !isFlag(own['data-full-width'])) return undefined;
  const { widths, body } = sections;
  const head = sections.head && placeHeads(sections.head);
  const width = body.reduce((most, cells) => Math.max(most, widthOf(cells)), head?.length ?? 0);
  if (!(width >= 1 && width <= maxColumns) || (head && head.length < width)) return undefined;
  const placed = placeCells(body, width);
  if (!placed) return undefined;
  const headed = readColumns(withWidths(head ?? [], widths), width, context, parseHtmlBlocks);
  const columns = headed?.map((column, at) => alignedLikeCells(column, placed.cells, at));
  const rows = columns && readRows(placed.cells, columns, context, parseHtmlBlocks);
  const view = columns && readView(own, columns, head === undefined);
  if (!rows || !view) return undefined;
  const isMergeable = ({ column, colSpan }: Merge): boolean =>
    columns.slice(column, column + colSpan).every(mayMerge);
  if (placed.merges.length > 0 && (view.type !== 'grid' || !placed.merges.every(isMergeable)))
    return undefined;
  const cellMerges = placed.merges.map(({ row, column, rowSpan, colSpan }) => ({
    anchor: { record: `r${row}`, column: `c${column}` },
    rowSpan,
    colSpan,
  }));
  const search = own['data-search'];
  return [
    tableBlock(columns, rows, view, {
      ...(isSet(own['data-full-width']) ? { fullWidth: true } : {}),
      ...(search === undefined ? {} : { search: search !== 'false' }),
      ...(cellMerges.length > 0 ? { cellMerges } : {}),
      ...rest,
    }),
  ];
}

/** Rows that are not in a section, as people write them: the first one is the head if it consists of titles. */
function withSections(parts: readonly Syntax[]): readonly Syntax[] {
  if (parts.length === 0 || !parts.every(({ name }) => name === 'tr')) return parts;
  const [first, ...others] = parts;
  const section = (name: string, children: readonly Syntax[]): Syntax => ({
    type: 'element',
    name,
    attributes: {},
    children,
  });
  return elements(first!).every(({ name }) => name === 'th')
    ? [section('thead', [first!]), section('tbody', others)]
    : [section('tbody', parts)];
}

/** The parts of a table that are read. */
interface Sections {
  /** The widths of columns before the header. */
  readonly widths: readonly (string | undefined)[];
  /** The cells of the header row, if there is one. */
  readonly head: readonly Syntax[] | undefined;
  readonly body: readonly (readonly Syntax[])[];
}

/** The parts of a table; undefined if it has other elements. */
function tableSections(node: Syntax): Sections | undefined {
  const isPlain = (element: Syntax): boolean => Object.keys(element.attributes!).length === 0;
  const [first, ...others] = elements(node);
  const hasWidths = first?.name === 'colgroup';
  const widths = hasWidths ? readColumnGroup(first) : [];
  const sections = withSections(hasWidths ? others : elements(node));
  const heads = sections.filter((section) => section.name === 'thead');
  const bodies = sections.filter((section) => section.name === 'tbody');
  const isValid =
    sections.every((section) => ['thead', 'tbody'].includes(section.name!) && isPlain(section)) &&
    heads.length <= 1 &&
    bodies.length <= 1 &&
    (!heads[0] || sections[0] === heads[0]);
  if (!isValid || !widths) return undefined;
  const headRows = heads.flatMap(elements);
  const bodyRows = bodies.flatMap(elements);
  const isRow = (row: Syntax): boolean => row.name === 'tr' && isPlain(row);
  if (headRows.length > 1 || ![...headRows, ...bodyRows].every(isRow)) return undefined;
  const cellsOf = (row: Syntax): readonly Syntax[] => elements(row).map(withStyle);
  return { widths, head: headRows[0] && cellsOf(headRows[0]), body: bodyRows.map(cellsOf) };
}

function readColumns(
  head: readonly (Syntax | undefined)[],
  width: number,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): readonly (Column & { roles?: readonly string[] })[] | undefined {
  const columns: (Column & { roles?: readonly string[] })[] = [];
  for (let at = 0; at < width; at++) {
    const cell = head[at];
    const column = cell ? readColumn(cell, `c${at}`, context, parseHtmlBlocks) : emptyColumn(`c${at}`);
    if (!column) return undefined;
    columns.push(column);
  }
  return columns;
}

/** The column with the alignment of its cells, which the hosted service writes into each cell, if its head has none. */
function alignedLikeCells<C extends Column>(
  column: C,
  rows: readonly (readonly (Syntax | undefined)[])[],
  at: number,
): C {
  const common = (name: 'align' | 'valign'): string | undefined => {
    const values = new Set(rows.flatMap((cells) => (cells[at] ? [cells[at].attributes![name]] : [])));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const { textAlignment, verticalAlignment } = column.definition;
  const align = textAlignment === undefined || textAlignment === 'left' ? common('align') : undefined;
  const valign = verticalAlignment === undefined ? common('valign') : undefined;
  return {
    ...column,
    definition: {
      ...column.definition,
      ...(align !== undefined && textAlignments.includes(align) && { textAlignment: align }),
      ...(valign !== undefined && verticalAlignments.includes(valign) && { verticalAlignment: valign }),
    },
  };
}

function readRows(
  placed: readonly (readonly (Syntax | undefined)[])[],
  columns: readonly Column[],
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): Cell[][] | undefined {
  const rows: Cell[][] = [];
  for (const sources of placed) {
    const cells: Cell[] = [];
    for (const [at, column] of columns.entries()) {
      const source = sources[at];
      const cell = source
        ? readCell(source, column, context, parseHtmlBlocks)
        : column.definition.type === 'text'
          ? textCell([])
          : { value: undefined };
      if (!cell) return undefined;
      cells.push(cell);
    }
    rows.push(cells);
  }
  return rows;
}

/** Whether cells of a column may be merged with others. */
const mayMerge = (column: Column): boolean =>
  !column.isHidden && (column.definition.type === 'text' || column.definition.type === 'number');

const emptyColumn = (id: string): Column => ({
  id,
  title: [],
  definition: { id, title: '', type: 'text', textAlignment: 'left' },
});

const headAttributes = [
  'width',
  'align',
  'valign',
  'data-hidden',
  'data-type',
  'data-max',
  'data-multiple',
  'data-card-target',
  'data-card-cover',
  'data-card-cover-dark',
] as const;

const plainTypes = new Set(['number', 'checkbox', 'files', 'content-ref', 'image']);

function readColumn(
  cell: Syntax,
  id: string,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): (Column & { roles?: readonly string[] }) | undefined {
  const { own, rest } = take(cell.attributes!, headAttributes);
  const played = Object.keys(roles).filter((name) => isSet((own as Record<string, string>)[name]));
  const width = own.width === undefined ? undefined : readLength(own.width.replace(/(?:px|%)$/, ''));
  const isNumber = typeof width === 'number';
  if (cell.name !== 'th' && cell.name !== 'td') return undefined;
  if (
    !isFlag(own['data-hidden']) ||
    !Object.keys(roles).every((name) => isFlag((own as Record<string, string>)[name]))
  )
    return undefined;
  const select = cell.children!.find((child) => child.name === 'select');
  const titleNodes = cell.children!.filter((child) => child !== select);
  const blocks = parseHtmlBlocks(titleNodes, { ...context, isInCell: true });
  if (!blocks || blocks.length > 1 || (blocks[0] && blocks[0].type !== 'paragraph')) return undefined;
  const title = (blocks[0]?.nodes ?? []) as readonly LineNode[];
  const typed = readType(own, select);
  if (!typed) return undefined;
  // The widths of a view are numbers; a percentage is kept beside it.
  const isKept = own.width !== undefined && (!isNumber || own.width.endsWith('%'));
  const attributes = { ...(isKept && { width: own.width }), ...rest.attributes };
  return {
    id,
    title,
    definition: {
      ...{ id, title: lineText(title) },
      ...typed,
      ...(Object.keys(attributes).length > 0 && { attributes }),
    },
    ...(isNumber && { width }),
    ...(isSet(own['data-hidden']) ? { isHidden: true } : {}),
    ...(played.length > 0 ? { roles: played } : {}),
  };
}

/** The type of a column with its options. */
function readType(
  own: Partial<Record<(typeof headAttributes)[number], string>>,
  select: Syntax | undefined,
): Data | undefined {
  const { 'data-type': type = 'text', align, valign } = own;
  if (align !== undefined && !textAlignments.includes(align)) return undefined;
  if (valign !== undefined && !verticalAlignments.includes(valign)) return undefined;
  const typed = readPlainType(type, own, select);
  return (
    typed && {
      ...typed,
      ...(align === undefined ? {} : { textAlignment: align }),
      ...(valign === undefined ? {} : { verticalAlignment: valign }),
    }
  );
}

function readPlainType(
  type: string,
  own: Partial<Record<(typeof headAttributes)[number], string>>,
  select: Syntax | undefined,
): Data | undefined {
  const isMultiple = own['data-multiple'] !== undefined;
  const max = own['data-max'];
  if (select || type === 'select') return max === undefined ? readSelect(select, isMultiple) : undefined;
  if (type === 'rating') return /^\d{1,3}$/.test(max ?? '') ? { type, max: Number(max) } : undefined;
  if (max !== undefined) return undefined;
  if (type === 'users') return { type, multiple: isMultiple };
  if (isMultiple) return undefined;
  if (type === 'text') return { type, textAlignment: 'left' };
  return plainTypes.has(type) ? { type } : undefined;
}

function readSelect(select: Syntax | undefined, isMultiple: boolean): Data | undefined {
  if (!select) return { type: 'select', multiple: isMultiple, options: [] };
  const { own, rest } = take(select.attributes!, ['multiple']);
  const options = elements(select).map((option) => {
    const parts = take(option.attributes!, ['value', 'label', 'color']);
    const isSound = option.name === 'option' && !parts.rest.attributes && elements(option).length === 0;
    const { value, label, color } = parts.own;
    return isSound && value !== undefined && label !== undefined
      ? { value, label, color: color ?? '' }
      : undefined;
  });
  if (rest.attributes || options.includes(undefined)) return undefined;
  return { type: 'select', multiple: isMultiple || own.multiple !== undefined, options };
}
