import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { filler } from '../../../../document/src/editor/editor-node.ts';

/** A part of a selection that is erased on its own: text between two positions, a cell with all that it holds, or a value. */
type Erasure =
  | { readonly kind: 'text'; readonly from: number; readonly to: number }
  | { readonly kind: 'cell' | 'value'; readonly from: number };

const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'tableHead', 'tableRow']);

const isTable = ({ type }: Node): boolean => type.name === 'table';
const isHiddenHead = ({ type, attrs }: Node): boolean => type.name === 'tableHead' && attrs.view === 'cards';

/** The depth of the table that both ends of a selection are in, if they are in different cells of it. */
const commonTable = ($from: ResolvedPos, shared: number): number | undefined => {
  if (!TABLE_PARTS.has($from.node(shared).type.name)) return undefined;
  let depth = shared;
  while (!isTable($from.node(depth))) depth--;
  return depth;
};

/** The depth of the outermost table around a position, below the parent that it shares with the other end. */
const tableBelow = ($at: ResolvedPos, shared: number): number | undefined => {
  for (let depth = shared + 1; depth <= $at.depth; depth++) if (isTable($at.node(depth))) return depth;
  return undefined;
};

/** The tables that a selection is in with one of its ends, but not with both in the same cell. */
export const crossedTables = ($from: ResolvedPos, $to: ResolvedPos) => {
  const shared = $from.sharedDepth($to.pos);
  const common = commonTable($from, shared);
  return common === undefined
    ? { first: tableBelow($from, shared), last: tableBelow($to, shared) }
    : { common };
};

/** Whether a selection has an end in a cell, and the other one outside of it. */
export const crossesCells = ($from: ResolvedPos, $to: ResolvedPos): boolean =>
  Object.values(crossedTables($from, $to)).some((depth) => depth !== undefined);

/** Whether there are neither words nor anything else to see between two positions. */
export const isBlank = (doc: Node, from: number, to: number): boolean => {
  let isFound = false;
  if (from < to)
    doc.nodesBetween(from, to, (node) => {
      isFound ||= node.isLeaf && node.attrs.value !== null;
      return !isFound && !isHiddenHead(node);
    });
  return !isFound;
};

/** A cell of a table with its position. */
interface PlacedCell {
  readonly cell: Node;
  readonly row: Node;
  readonly at: number;
}

/** The cells of a table at a position. */
export const cellsOf = (table: Node, position: number): readonly PlacedCell[] => {
  const cells: PlacedCell[] = [];
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt) => void cells.push({ cell, row, at: position + rowAt + cellAt + 2 }));
  });
  return cells;
};

const erasuresInTable = (doc: Node, position: number, from: number, to: number): readonly Erasure[] =>
  cellsOf(doc.nodeAt(position)!, position).flatMap(({ cell, row, at }): readonly Erasure[] => {
    if (to <= at || from >= at + cell.nodeSize || isHiddenHead(row)) return [];
    if (cell.isAtom) return [{ kind: 'value', from: at }];
    const [start, end] = [at + 1, at + cell.nodeSize - 1];
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    if (isBlank(doc, first, last)) return [];
    const isAll = isBlank(doc, start, first) && isBlank(doc, last, end);
    return isAll && !cell.isTextblock ? [{ kind: 'cell', from: at }] : erasures(doc, first, last);
  });

/** What is erased between two positions, from the top. A table that nothing would be left of is erased as a whole. */
const erasures = (doc: Node, from: number, to: number): readonly Erasure[] => {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const { common, first, last } = crossedTables($from, $to);
  if (common !== undefined) return erasuresInTable(doc, $from.before(common), from, to);
  const isFirstWhole = first !== undefined && isBlank(doc, $from.start(first), from);
  const isLastWhole = last !== undefined && isBlank(doc, to, $to.end(last));
  const start = first === undefined ? from : isFirstWhole ? $from.before(first) : $from.after(first);
  const end = last === undefined ? to : isLastWhole ? $to.after(last) : $to.before(last);
  return [
    ...(first !== undefined && !isFirstWhole
      ? erasuresInTable(doc, $from.before(first), from, $from.end(first))
      : []),
    ...(start < end ? [{ kind: 'text' as const, from: start, to: end }] : []),
    ...(last !== undefined && !isLastWhole
      ? erasuresInTable(doc, $to.before(last), $to.start(last), to)
      : []),
  ];
};

/** An empty line of a cell. */
export const emptyLine = ({ type }: Node): Node => type.schema.nodes.paragraph!.create(filler.attrs);

/** Erases what is between two positions, and puts the cursor there: cells become empty, and tables keep their rows and columns. */
export const eraseRange = (tr: Transaction, from: number, to: number): Transaction => {
  const { doc } = tr;
  const parts = erasures(doc, from, to);
  for (const part of parts.toReversed())
    if (part.kind === 'text') tr.delete(part.from, part.to);
    else if (part.kind === 'value') tr.setNodeAttribute(part.from, 'value', null);
    else tr.replaceWith(part.from + 1, part.from + doc.nodeAt(part.from)!.nodeSize - 1, emptyLine(doc));
  const [top] = parts;
  const isBefore = top !== undefined && top.from < from;
  const cursor = isBefore ? (top.kind === 'cell' ? top.from + 2 : top.from) : from;
  // Where a table was, and no line is left, there is an empty one.
  const isBetweenBlocks = isBefore && top.kind === 'text' && !doc.resolve(top.to).parent.inlineContent;
  const next = tr.doc.resolve(cursor).nodeAfter;
  const hasLine = next?.isTextblock === true && next.content.size === 0;
  if (isBetweenBlocks && !hasLine) tr.insert(cursor, emptyLine(doc));
  return tr.setSelection(TextSelection.near(tr.doc.resolve(cursor)));
};
