import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { dataOf } from '../schema/attributes.ts';
import { cellsOf, crossedTables, crossesCells, emptyLine, isBlank } from './cell-ranges.ts';

const isValid = (node: Node): boolean => {
  try {
    node.check();
    return true;
  } catch {
    return false;
  }
};

const emptyCell = (cell: Node): Node =>
  cell.isAtom
    ? cell.type.create({ ...cell.attrs, value: null })
    : cell.copy(cell.isTextblock ? Fragment.empty : Fragment.from(emptyLine(cell)));

/** The part of a cell between two positions; all of it if the part could not be on its own. */
const cellPart = (doc: Node, cell: Node, at: number, from: number, to: number): Node => {
  if (to <= at || from >= at + cell.nodeSize) return emptyCell(cell);
  if (cell.isAtom) return cell;
  const [first, last] = [Math.max(from, at + 1), Math.min(to, at + cell.nodeSize - 1)];
  if (first >= last) return emptyCell(cell);
  if (crossesCells(doc.resolve(first), doc.resolve(last))) return cell;
  const part = cell.cut(first - at - 1, last - at - 1);
  return isValid(part) ? part : cell;
};

/** The cells of a table between two positions as a table: of one row the cells, of several ones the rows. */
const tablePart = (doc: Node, position: number, from: number, to: number): Node => {
  const table = doc.nodeAt(position)!;
  const cells = cellsOf(table, position);
  const touched = cells.filter(({ cell, at }) => to > at && from < at + cell.nodeSize);
  // A selection may end at the border of a cell that none of its words are in.
  const entered = touched.filter(({ cell, at }) => {
    const [start, end] = [at + 1, at + cell.nodeSize - 1];
    return isBlank(doc, start, end) || !isBlank(doc, Math.max(from, start), Math.min(to, end));
  });
  const covered = entered.length > 0 ? entered : touched;
  const rows = [...new Set(covered.map(({ row }) => row))];
  const columns = new Set(covered.map(({ cell }) => cell.attrs.column));
  const isInside = (cell: Node): boolean => rows.length > 1 || columns.has(cell.attrs.column);
  const partOf = (row: Node): Node =>
    row.copy(
      Fragment.from(
        cells.flatMap((each) =>
          each.row === row && isInside(each.cell) ? [cellPart(doc, each.cell, each.at, from, to)] : [],
        ),
      ),
    );
  const { cellMerges: _, ...data } = dataOf(table);
  const head = table.firstChild!;
  const isCards = head.attrs.view === 'cards';
  // Titles that were not selected are not copied, and rows without them have a hidden header; the one of cards always is.
  const hasTitles = isCards || rows.includes(head);
  const titles = isCards ? head.copy(Fragment.from(head.children.filter(isInside))) : partOf(head);
  return table.type.create(
    {
      ...table.attrs,
      key: null,
      meta: null,
      data: hasTitles ? data : { ...data, view: { ...(data.view as object), hideHeader: true } },
    },
    [
      hasTitles ? titles : titles.type.create({ ...titles.attrs, isHidden: true }, titles.content),
      ...rows.filter((row) => row !== head).map(partOf),
    ],
  );
};

/** What is between two positions: whole blocks and tables, or parts of lines at the ends, but never a part of a table. */
export const copiedRange = (doc: Node, from: number, to: number): Slice => {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const { common, first, last } = crossedTables($from, $to);
  if (common !== undefined)
    return new Slice(Fragment.from(tablePart(doc, $from.before(common), from, to)), 0, 0);
  const copy = new Transform(doc);
  const replaceTable = (position: number, start: number, end: number) =>
    copy.replaceWith(
      position,
      position + doc.nodeAt(position)!.nodeSize,
      tablePart(doc, position, start, end),
    );
  if (last !== undefined) replaceTable($to.before(last), $to.start(last), to);
  if (first !== undefined) replaceTable($from.before(first), from, $from.end(first));
  const end = copy.mapping.map(last === undefined ? to : $to.after(last));
  return copy.doc.slice(first === undefined ? from : $from.before(first), end, true);
};
