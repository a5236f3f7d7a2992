import type { Block, Data, Fragment } from '../document.ts';
import { block, voidBlock } from './blocks.ts';
import type { Context } from './context.ts';
import { take } from './elements.ts';
import { isLineName } from './html.ts';
import { htmlBlocks } from './html-blocks.ts';
import { pairTags, parseLine } from './inlines.ts';
import { type LineNode, lineText } from './line.ts';
import type { Syntax } from './syntax.ts';
import { type Cell, type Column, elements, readCell } from './table-cells.ts';
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
export function parsePipeTable(node: Syntax, context: Context): Block {
  const [head, ...body] = node.children!;
  // A row may be longer than the first; what stands there is kept.
  const width = Math.max(...node.children!.map((row) => row.children!.length));
  const columns = Array.from({ length: width }, (_, at): Column => {
    const title = parseLine(head!.children![at]?.children ?? [], { ...context, isInCell: true });
    const id = `c${at}`;
    const textAlignment = node.align?.[at] ?? 'left';
    return { id, title, definition: { id, title: lineText(title), type: 'text', textAlignment } };
  });
  const rows = body.map((row) =>
    columns.map((_, at) => pipeCell(row.children![at]?.children ?? [], context)),
  );
  return tableBlock(columns, rows, gridView(columns, false), {});
}

/** A cell between pipes; HTML for blocks may stand in it. */
function pipeCell(nodes: readonly Syntax[], outer: Context): Cell {
  const context = { ...outer, isInCell: true };
  const elements = pairTags(nodes);
  const isLine =
    elements === nodes || elements.every((node) => node.type !== 'element' || isLineName(node.name!));
  const blocks = isLine ? undefined : htmlBlocks(elements, context);
  return blocks
    ? { value: undefined, blocks: blocks.length > 0 ? blocks : [block('paragraph', [])] }
    : textCell(parseLine(nodes, context));
}

const gridView = (columns: readonly Column[], hideHeader: boolean): Data => {
  const widths = Object.fromEntries(
    columns.filter((column) => column.width !== undefined).map((column) => [column.id, column.width]),
  );
  return {
    type: 'grid',
    columns: columns.filter((column) => !column.isHidden).map((column) => column.id),
    hideHeader,
    ...(Object.keys(widths).length > 0 ? { columnWidths: widths } : {}),
  };
};

const tableAttributes = [
  'data-view',
  'data-card-size',
  'data-full-width',
  'data-search',
  'data-header-hidden',
  'data-header-sticky',
  'data-column-title-hidden',
] as const;

const isFlag = (value: string | undefined): boolean =>
  value === undefined || value === '' || value === 'true';

/** A table written in HTML, as grids with typed columns and cards are. */
export function parseHtmlTable(node: Syntax, context: Context): readonly Block[] | undefined {
  const { own, rest } = take(node.attributes!, tableAttributes);
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
  const flags = [
    own['data-full-width'],
    own['data-header-hidden'],
    own['data-header-sticky'],
    own['data-column-title-hidden'],
  ];
  if (!flags.every(isFlag)) return undefined;
  const rowsOf = (section: Syntax | undefined): readonly Syntax[] => (section ? elements(section) : []);
  const headRows = rowsOf(heads[0]);
  const bodyRows = rowsOf(bodies[0]);
  const isRow = (row: Syntax): boolean => row.name === 'tr' && Object.keys(row.attributes!).length === 0;
  if (headRows.length > 1 || ![...headRows, ...bodyRows].every(isRow)) return undefined;
  const headCells = headRows[0] ? elements(headRows[0]) : [];
  const width = Math.max(headCells.length, ...bodyRows.map((row) => elements(row).length));
  if (width < 1 || width > 200 || (headRows.length > 0 && headCells.length < width)) return undefined;
  const columns: (Column & { role?: string })[] = [];
  for (let at = 0; at < width; at++) {
    const head = headCells[at];
    const column = head ? readColumn(head, `c${at}`, context) : emptyColumn(`c${at}`);
    if (!column) return undefined;
    columns.push(column);
  }
  const rows: Cell[][] = [];
  for (const row of bodyRows) {
    const cells: Cell[] = [];
    const found = elements(row);
    for (const [at, column] of columns.entries()) {
      const source = found[at];
      const cell = source
        ? readCell(source, column, context)
        : column.definition.type === 'text'
          ? textCell([])
          : { value: undefined };
      if (!cell) return undefined;
      cells.push(cell);
    }
    rows.push(cells);
  }
  const view = readView(own, columns, headRows.length === 0);
  if (!view) return undefined;
  const search = own['data-search'];
  return [
    tableBlock(columns, rows, view, {
      ...(own['data-full-width'] === undefined ? {} : { fullWidth: true }),
      ...(search === undefined ? {} : { search: search !== 'false' }),
    }),
  ];
}

function readView(
  own: Partial<Record<(typeof tableAttributes)[number], string>>,
  columns: readonly (Column & { role?: string })[],
  isHeadless: boolean,
): Data | undefined {
  const role = (name: string): string | undefined => columns.find((column) => column.role === name)?.id;
  const shown = columns.filter((column) => !column.isHidden).map((column) => column.id);
  if (own['data-view'] === 'cards') {
    const size = own['data-card-size'] ?? 'medium';
    const hasWidths = columns.some((column) => column.width !== undefined);
    if (
      (size !== 'medium' && size !== 'large') ||
      own['data-header-hidden'] !== undefined ||
      hasWidths ||
      isHeadless
    )
      return undefined;
    const target = role('data-card-target');
    const cover = role('data-card-cover');
    const dark = role('data-card-cover-dark');
    return {
      type: 'cards',
      cardSize: size,
      columns: shown,
      ...(target ? { targetDefinition: target } : {}),
      ...(cover ? { coverDefinition: cover } : {}),
      ...(dark ? { coverDefinitionDark: dark } : {}),
      ...(own['data-column-title-hidden'] === undefined ? {} : { hideColumnTitle: true }),
    };
  }
  const isGrid =
    own['data-view'] === undefined &&
    own['data-card-size'] === undefined &&
    own['data-column-title-hidden'] === undefined;
  if (!isGrid || columns.some((column) => column.role)) return undefined;
  const sticky = own['data-header-sticky'] === undefined ? {} : { stickyHeader: true };
  return { ...gridView(columns, isHeadless || own['data-header-hidden'] !== undefined), ...sticky };
}

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

const roles = ['data-card-target', 'data-card-cover', 'data-card-cover-dark'] as const;

const plainTypes = new Set(['number', 'checkbox', 'files', 'content-ref', 'image']);

function readColumn(cell: Syntax, id: string, context: Context): (Column & { role?: string }) | undefined {
  const { own, rest } = take(cell.attributes!, headAttributes);
  const played = roles.filter((name) => own[name] !== undefined);
  const width = own.width === undefined ? undefined : readLength(own.width);
  if ((cell.name !== 'th' && cell.name !== 'td') || rest.attributes || played.length > 1) return undefined;
  if (
    (own.width !== undefined && typeof width !== 'number') ||
    !isFlag(own['data-hidden']) ||
    !played.every((name) => isFlag(own[name]))
  )
    return undefined;
  const select = cell.children!.find((child) => child.name === 'select');
  const titleNodes = cell.children!.filter((child) => child !== select);
  const blocks = htmlBlocks(titleNodes, { ...context, isInCell: true });
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
    ...(played[0] ? { role: played[0] } : {}),
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
