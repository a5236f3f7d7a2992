import type { Block, Data, Fragment } from '../document.ts';
import { block, voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { isLineName } from './html.ts';
import { pairTags, parseLine } from './inlines.ts';
import { type LineNode, lineText } from './line.ts';
import type { Syntax } from './syntax.ts';
import { type Cell, type Column, elements, type ParseHtmlBlocks, readCell } from './table-cells.ts';
import { type Merge, placeCells, widthOf } from './table-merges.ts';
import { gridView, isFlag, readView, roles, viewAttributes } from './table-view.ts';
import { readLength } from './tags.ts';

/** The name of a cell's fragment. */
const cellName = (row: number, column: number): string => `r${row}-c${column}`;

/** Rows are ordered by a text, so numbers get leading zeros. */
const orderIndex = (row: number): string => String(row).padStart(6, '0');

/** Builds the block out of columns and cells. */
function tableBlock(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  view: Data,
  more: Data,
): Block {
  const fragments: Fragment[] = [];
  const labels: Record<string, string> = {};
  for (const column of columns) {
    const isPlain = column.title.every(
      (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
    );
    // A title is plain text to clients; a richer one is kept beside.
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
    }
    records[`r${row}`] = { orderIndex: orderIndex(row), values };
  }
  const definition = Object.fromEntries(columns.map((column) => [column.id, column.definition]));
  const kept = Object.keys(labels).length > 0 ? { labels } : {};
  return voidBlock('table', { view, definition, records, ...more, ...kept }, fragments);
}

/** The cell of a line; an empty one shows an empty paragraph. */
const textCell = (line: readonly LineNode[]): Cell => ({
  value: undefined,
  blocks: [block('paragraph', line)],
});

/** A table written with pipes. */
export function parsePipeTable(node: Syntax, context: Context, parseHtmlBlocks: ParseHtmlBlocks): Block {
  const [head, ...body] = node.children!;
  // A row may be longer than the first; what stands there is kept.
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

/** A cell between pipes; HTML for blocks may stand in it. */
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

/** A table written in HTML, as grids with typed columns and cards are. */
export function parseHtmlTable(
  node: Syntax,
  context: Context,
  parseHtmlBlocks: ParseHtmlBlocks,
): readonly Block[] | undefined {
  const { own, rest } = take(node.attributes!, [...viewAttributes, 'data-full-width', 'data-search']);
  const sections = elements(node);
  const isSound = sections.every(
    (section) => ['thead', 'tbody'].includes(section.name!) && Object.keys(section.attributes!).length === 0,
  );
  const heads = sections.filter((section) => section.name === 'thead');
  const bodies = sections.filter((section) => section.name === 'tbody');
  if (
    rest.attributes ||
    !isSound ||
    heads.length > 1 ||
    bodies.length > 1 ||
    (heads[0] && sections[0] !== heads[0])
  )
    return undefined;
  if (!isFlag(own['data-full-width'])) return undefined;
  const rowsOf = (section: Syntax | undefined): readonly Syntax[] => (section ? elements(section) : []);
  const headRows = rowsOf(heads[0]);
  const bodyRows = rowsOf(bodies[0]);
  const isRow = (row: Syntax): boolean => row.name === 'tr' && Object.keys(row.attributes!).length === 0;
  if (headRows.length > 1 || ![...headRows, ...bodyRows].every(isRow)) return undefined;
  const headCells = headRows[0] ? elements(headRows[0]) : [];
  const bodyCells = bodyRows.map(elements);
  const width = bodyCells.reduce((most, cells) => Math.max(most, widthOf(cells)), headCells.length);
  if (!(width >= 1 && width <= 200) || (headRows.length > 0 && headCells.length < width)) return undefined;
  const placed = placeCells(bodyCells, width);
  if (!placed) return undefined;
  const columns: (Column & { roles?: readonly string[] })[] = [];
  for (let at = 0; at < width; at++) {
    const head = headCells[at];
    const column = head ? readColumn(head, `c${at}`, context, parseHtmlBlocks) : emptyColumn(`c${at}`);
    if (!column) return undefined;
    columns.push(column);
  }
  const rows: Cell[][] = [];
  for (const sources of placed.cells) {
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
  const view = readView(own, columns, headRows.length === 0);
  const isMergeable = ({ column, colSpan }: Merge): boolean =>
    columns.slice(column, column + colSpan).every(mayMerge);
  if (!view || (placed.merges.length > 0 && (view.type !== 'grid' || !placed.merges.every(isMergeable))))
    return undefined;
  const cellMerges = placed.merges.map(({ row, column, rowSpan, colSpan }) => ({
    anchor: { record: `r${row}`, column: `c${column}` },
    rowSpan,
    colSpan,
  }));
  const search = own['data-search'];
  return [
    tableBlock(columns, rows, view, {
      ...(own['data-full-width'] === undefined ? {} : { fullWidth: true }),
      ...(search === undefined ? {} : { search: search !== 'false' }),
      ...(cellMerges.length > 0 ? { cellMerges } : {}),
    }),
  ];
}

/** Whether cells of a column may be shown as one with others. */
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
  const played = Object.keys(roles).filter((name) => (own as Record<string, string>)[name] !== undefined);
  const width = own.width === undefined ? undefined : readLength(own.width);
  if ((cell.name !== 'th' && cell.name !== 'td') || rest.attributes) return undefined;
  if (
    (own.width !== undefined && typeof width !== 'number') ||
    !isFlag(own['data-hidden']) ||
    !played.every((name) => isFlag((own as Record<string, string>)[name]))
  )
    return undefined;
  const select = cell.children!.find((child) => child.name === 'select');
  const titleNodes = cell.children!.filter((child) => child !== select);
  const blocks = parseHtmlBlocks(titleNodes, { ...context, isInCell: true });
  if (!blocks || blocks.length > 1 || (blocks[0] && blocks[0].type !== 'paragraph')) return undefined;
  const title = (blocks[0]?.nodes ?? []) as readonly LineNode[];
  const typed = readType(own, select);
  if (!typed) return undefined;
  return {
    id,
    title,
    definition: { id, title: lineText(title), ...typed },
    ...(width === undefined ? {} : { width: width as number }),
    ...(own['data-hidden'] === undefined ? {} : { isHidden: true }),
    ...(played.length > 0 ? { roles: played } : {}),
  };
}

/** The type of a column with what belongs to it. */
function readType(
  own: Partial<Record<(typeof headAttributes)[number], string>>,
  select: Syntax | undefined,
): Data | undefined {
  const type = own['data-type'];
  const isAligned = own.align !== undefined || own.valign !== undefined;
  const isMultiple = own['data-multiple'] !== undefined;
  if (select || type === 'select')
    return isAligned || isMultiple || own['data-max'] !== undefined ? undefined : readSelect(select);
  if (type === undefined || type === 'text') {
    const { align = 'left', valign } = own;
    const isKnown =
      ['left', 'center', 'right'].includes(align) &&
      (valign === undefined || ['top', 'middle', 'bottom'].includes(valign));
    if (!isKnown || isMultiple || own['data-max'] !== undefined) return undefined;
    return {
      type: 'text',
      textAlignment: align,
      ...(valign === undefined ? {} : { verticalAlignment: valign }),
    };
  }
  if (isAligned) return undefined;
  if (type === 'rating')
    return /^\d{1,3}$/.test(own['data-max'] ?? '') ? { type, max: Number(own['data-max']) } : undefined;
  if (own['data-max'] !== undefined) return undefined;
  if (type === 'users') return { type, multiple: isMultiple };
  return plainTypes.has(type) && !isMultiple ? { type } : undefined;
}

function readSelect(select: Syntax | undefined): Data | undefined {
  if (!select) return { type: 'select', multiple: false, options: [] };
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
  return { type: 'select', multiple: own.multiple !== undefined, options };
}
