import type { Syntax } from './syntax.ts';
import { elements } from './table-cells.ts';
import { createCovered, placeCells, widthOf } from './table-merges.ts';

/** The maximum number of columns of a table. */
export const maxColumns = 200;

/** The head cell of each column; one that the cell before it covers may be absent. */
export function placeHeads(head: readonly Syntax[]): readonly (Syntax | undefined)[] {
  const width = widthOf(head);
  const isSpanned = head.some(({ attributes }) => attributes?.colspan !== undefined);
  const placed = isSpanned && width <= maxColumns ? placeCells([head], width)?.cells[0] : undefined;
  return placed?.map((cell) => cell && withoutHidden(cell)) ?? head;
}

const withoutHidden = (cell: Syntax): Syntax => {
  const { hidden: _covered, ...attributes } = cell.attributes!;
  return { ...cell, attributes };
};

/** The widths of the columns of a `colgroup`; undefined if it has anything else than widths. */
export function readColumnGroup(group: Syntax): readonly (string | undefined)[] | undefined {
  const widths: (string | undefined)[] = [];
  if (Object.keys(group.attributes!).length > 0) return undefined;
  for (const column of elements(group)) {
    const { width, span = '1', ...others } = withStyle(column).attributes ?? {};
    const isWidth = column.name === 'col' && /^[1-9]\d{0,2}$/.test(span) && Object.keys(others).length === 0;
    if (!isWidth || widths.length + Number(span) > maxColumns) return undefined;
    for (let count = Number(span); count > 0; count--) widths.push(width);
  }
  return widths;
}

/** The head cells with the widths of a `colgroup`, where they have none. */
export const withWidths = (
  heads: readonly (Syntax | undefined)[],
  widths: readonly (string | undefined)[],
): readonly (Syntax | undefined)[] =>
  Array.from({ length: Math.max(heads.length, widths.length) }, (_, at) => {
    const [cell, width] = [heads[at], widths[at]];
    if (width === undefined) return cell;
    return cell
      ? { ...cell, attributes: { width, ...cell.attributes } }
      : { type: 'element', name: 'th', attributes: { width }, children: [] };
  });

/** The heads that span columns when they are printed, and those that they cover. */
export function coveredHeads(spans: readonly number[]): {
  readonly isSpanned: (at: number) => boolean;
  readonly isCovered: (at: number) => boolean;
} {
  const covered = createCovered(1, spans.length);
  const spanned = new Set<number>();
  for (const [column, colSpan] of spans.entries())
    if (colSpan > 1 && covered.take({ row: 0, column, rowSpan: 1, colSpan })) spanned.add(column);
  return { isSpanned: (at) => spanned.has(at), isCovered: (at) => covered.has(0, at) };
}

const styleRules: Readonly<Record<string, string>> = {
  width: 'width',
  'text-align': 'align',
  'vertical-align': 'valign',
};

/** The cell with its width and alignment as attributes, if its style is nothing else; older versions of the hosted service write it so. */
export function withStyle(cell: Syntax): Syntax {
  const { style, ...others } = cell.attributes ?? {};
  if (style === undefined) return cell;
  const attributes: Record<string, string> = { ...others };
  for (const rule of style.split(';')) {
    if (rule.trim() === '') continue;
    const [name = '', value = ''] = rule.split(':').map((part) => part.trim());
    const attribute = Object.hasOwn(styleRules, name) ? styleRules[name]! : undefined;
    if (attribute === undefined || attributes[attribute] !== undefined) return cell;
    attributes[attribute] = value;
  }
  return { ...cell, attributes };
}
