import type { Block } from '@lectern/document';
import {
  type Column,
  colorOf,
  columnsOf,
  coverOf,
  directionOf,
  fileRef,
  fragmentOf,
  listOf,
  nodeText,
  objectOf,
  type Row,
  refOf,
  rowsOf,
  textIn,
} from '@lectern/site';
import { cellPicture, coverPicture, LINE_WIDTH } from './pictures.ts';
import { directionIn, linked, type Rendering, targetOf } from './rendering.ts';
import { type Child, Code, call, isEmpty, join, literal, longestPiece, name, words } from './typst.ts';

const titled = (value: unknown, rendering: Rendering): Child => {
  const target = targetOf(value, rendering);
  const title = target?.title ?? target?.href;
  return title !== undefined && linked(target, join(words(title)));
};

const separated = (all: readonly Child[]): Child =>
  all.filter(Boolean).map((one, at) => [at > 0 && ' ', one]);

/** A word in a colored frame. */
export const pill = (label: string, color: unknown): Code =>
  call('pill', {}, new Code(literal(colorOf(color) ?? 'plain')), words(label));

/** The renderer of each type of cell. */
const cells: Readonly<
  Record<string, (value: unknown, column: Column, node: Block, rendering: Rendering) => Child>
> = {
  text: (value, _, node, rendering) => {
    if (typeof value !== 'string') return false;
    const part = fragmentOf(node, value);
    return part ? rendering.blocks(part.nodes) : words(value);
  },
  number: (value) => (typeof value === 'number' || typeof value === 'string') && words(String(value)),
  checkbox: (value) => call('check', {}, name(String(value === true))),
  rating: (value, { definition }) => {
    const max = Math.min(10, Math.max(1, Number(definition.max) || 5));
    const count = Math.min(max, Math.max(0, Math.round(Number(value) || 0)));
    return `${'★'.repeat(count)}${'☆'.repeat(max - count)}`;
  },
  select: (value, { definition }) => {
    const options = listOf(definition.options).map(objectOf);
    return separated(
      listOf(value).map((chosen) => {
        const option = options.find((one) => one.value === chosen);
        return pill(String(option?.label ?? chosen), option?.color);
      }),
    );
  },
  files: (value, _, __, rendering) =>
    separated(listOf(value).map((item) => titled(refOf(item) ?? fileRef(item), rendering))),
  users: (value, _, __, rendering) =>
    separated(listOf(value).map((user) => titled({ kind: 'user', user: String(user) }, rendering))),
  'content-ref': (value, _, __, rendering) => titled(value, rendering),
  image: (value, _, __, rendering) => cellPicture(value, rendering),
};

const cell = (row: Row, column: Column, node: Block, rendering: Rendering): Code =>
  Object.hasOwn(cells, column.type)
    ? join(cells[column.type]!(row.values[column.id], column, node, rendering))
    : join();

/** The text of a cell, for its width. */
const wordsIn = (row: Row, column: Column, node: Block): string => {
  const value = row.values[column.id];
  const part = typeof value === 'string' ? fragmentOf(node, value) : undefined;
  return part ? nodeText(part) : typeof value === 'string' ? value : '';
};

// Rows used to estimate widths and directions.
const SAMPLE_ROWS = 200;

/** The width of a character and the padding of a cell, in points. */
const CHARACTER_WIDTH = 5.3;
const PADDING = 15;
const MIN_SIZE = 0.6;

/** The widths of columns: space for the longest word, and a share of the rest by length of text. The font is smaller if the line is too short. */
function columnLayout(
  shown: readonly Column[],
  rows: readonly Row[],
  node: Block,
  widths: Readonly<Record<string, unknown>>,
): { widths: Code; size: number } {
  const sizes = shown.map((column) => {
    const texts = [column.title, ...rows.slice(0, SAMPLE_ROWS).map((row) => wordsIn(row, column, node))];
    const width = widths[column.id];
    return {
      min: PADDING + CHARACTER_WIDTH * Math.max(3, ...texts.map(longestPiece)),
      weight:
        typeof width === 'number' && width > 0
          ? Math.min(760, Math.max(40, width)) / 10
          : Math.min(70, Math.max(...texts.map((text) => text.length)) ** 0.8),
    };
  });
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  const min = sumOf(sizes.map((size) => size.min));
  const left = Math.max(0, LINE_WIDTH - min);
  const all = Math.max(1, sumOf(sizes.map(({ weight }) => weight)));
  const parts = sizes.map((size) => size.min + (left * size.weight) / all);
  return {
    widths: new Code(`(${parts.map((part) => `${Math.round(part * 10) / 10}fr,`).join('')})`),
    size: Math.min(1, Math.max(MIN_SIZE, LINE_WIDTH / min)),
  };
}

/** The direction of most texts of a column, which applies to its head and all cells. */
const directionOfColumn = (
  column: Column,
  rows: readonly Row[],
  node: Block,
  language: string,
): 'ltr' | 'rtl' => {
  const texts = [column.title, ...rows.slice(0, SAMPLE_ROWS).map((row) => wordsIn(row, column, node))];
  const others = texts
    .map((text) => directionIn(text, language))
    .filter((direction) => direction !== undefined);
  const [known] = others;
  return known !== undefined && others.length * 2 > texts.filter((text) => text !== '').length
    ? known
    : directionOf(language);
};

const alignmentOf = ({ definition, type }: Column, direction: 'ltr' | 'rtl'): string => {
  const side = definition.textAlignment;
  if (side === 'center') return 'center';
  const isEnd = side === 'right' || type === 'number';
  return isEnd === (direction === 'ltr') ? 'right' : 'left';
};

/** A table, or its cards. */
export function table(node: Block, rendering: Rendering): Child {
  const view = objectOf(node.data?.view);
  const inside = rendering.within('small');
  const known = columnsOf(node);
  const columns = listOf(view.columns).flatMap((id) => known.get(String(id)) ?? []);
  if (view.type === 'cards') return cards(node, columns, view, inside);
  if (columns.length === 0) return false;
  const rows = rowsOf(node);
  const hasHead = view.hideHeader !== true && columns.some(({ title }) => title !== '');
  return call(
    'table-block',
    {
      ...columnLayout(columns, rows, node, objectOf(view.columnWidths)),
      sides: columns.map((column) =>
        name(alignmentOf(column, directionOfColumn(column, rows, node, rendering.language))),
      ),
      head: hasHead ? columns.map(({ title }) => join(words(title))) : [],
    },
    ...rows.flatMap((row) => columns.map((column) => cell(row, column, node, inside))),
  );
}

const COVER_POINTS = 80;
// Longer cards may be broken over sheets.
const MAX_UNBROKEN_LENGTH = 600;

/** The rows of a table as cards. */
function cards(
  node: Block,
  columns: readonly Column[],
  view: Readonly<Record<string, unknown>>,
  rendering: Rendering,
): Child {
  const [target, cover] = [textIn(view, 'targetDefinition'), textIn(view, 'coverDefinition')];
  const own = new Set([target, cover, textIn(view, 'coverDefinitionDark')]);
  const shown = columns.filter(({ id }) => !own.has(id));
  const made = rowsOf(node).map((row) => {
    const image =
      cover === undefined ? false : coverPicture(coverOf(row.values[cover]), rendering, COVER_POINTS);
    const content = shown.map((column) => cell(row, column, node, rendering)).filter((one) => !isEmpty(one));
    const to = target === undefined ? undefined : targetOf(row.values[target], rendering);
    const title = to?.title ?? to?.href;
    const lines = content.length === 0 && title !== undefined ? [join(words(title))] : content;
    return call(
      'card',
      {
        whole:
          shown.reduce((length, column) => length + wordsIn(row, column, node).length, 0) <
          MAX_UNBROKEN_LENGTH,
        cover: image ? join(image) : name('none'),
        foot: to && title !== undefined && content.length > 0 ? linked(to, join(words(title))) : name('none'),
      },
      ...lines,
    );
  });
  return made.length > 0 && call('cards', { columns: view.cardSize === 'large' ? 2 : 3 }, ...made);
}
