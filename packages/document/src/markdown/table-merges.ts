import type { Syntax } from './syntax.ts';

/** Merged cells: their first cell, and the numbers of rows and columns. */
export interface Merge {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
}

const maxSpan = 50;
/** The maximum number of missing cells: some, and some more for each cell, so that the cost of a table grows with its length. */
const maxEmpty = 10_000;
const maxEmptyPerCell = 20;

/** The cells of a table covered by a cell above or to the left. */
export interface Covered {
  has(row: number, column: number): boolean;
  /** Covers the cells of a merge; returns whether all of them were free and inside of the table. */
  take(merge: Merge): boolean;
}

/** Starts without covered cells. */
export function createCovered(rows: number, columns: number): Covered {
  const taken = new Set<number>();
  const place = (row: number, column: number): number => row * columns + column;
  return {
    has: (row, column) => taken.has(place(row, column)),
    take({ row, column, rowSpan, colSpan }) {
      // Clients support merges in one direction only.
      const isSound =
        (rowSpan === 1) !== (colSpan === 1) &&
        Math.max(rowSpan, colSpan) <= maxSpan &&
        row + rowSpan <= rows &&
        column + colSpan <= columns;
      if (!isSound) return false;
      const places: number[] = [];
      for (let at = row; at < row + rowSpan; at++)
        for (let to = column; to < column + colSpan; to++) places.push(place(at, to));
      if (places.some((one) => taken.has(one))) return false;
      for (const one of places.slice(1)) taken.add(one);
      return true;
    },
  };
}

const spanOf = (cell: Syntax, name: string): number => {
  const value = cell.attributes?.[name];
  return value === undefined ? 1 : /^[1-9]\d?$/.test(value) ? Number(value) : Number.NaN;
};

/** The number of columns of a row; NaN if a span is invalid. */
export const widthOf = (cells: readonly Syntax[]): number =>
  cells.reduce(
    (sum, cell) => (cell.attributes?.hidden === undefined ? sum + spanOf(cell, 'colspan') : sum),
    0,
  );

/**
 * The cells of each row by column, and the merges. A covered cell is absent or has the attribute `hidden`. Undefined if the
 * cells do not fit.
 */
export function placeCells(
  rows: readonly (readonly Syntax[])[],
  width: number,
): { cells: readonly (readonly (Syntax | undefined)[])[]; merges: readonly Merge[] } | undefined {
  const count = rows.reduce((sum, cells) => sum + cells.length, 0);
  if (rows.length * width > maxEmpty + maxEmptyPerCell * count) return undefined;
  const covered = createCovered(rows.length, width);
  const merges: Merge[] = [];
  const placed: (Syntax | undefined)[][] = [];
  for (const [row, sources] of rows.entries()) {
    const cells = new Array<Syntax | undefined>(width).fill(undefined);
    let column = 0;
    for (const source of sources) {
      const isHidden = source.attributes?.hidden !== undefined;
      while (!isHidden && column < width && covered.has(row, column)) column++;
      if (column >= width || source.attributes === undefined || isHidden !== covered.has(row, column))
        return undefined;
      cells[column] = source;
      const merge = { row, column, rowSpan: spanOf(source, 'rowspan'), colSpan: spanOf(source, 'colspan') };
      if (merge.rowSpan !== 1 || merge.colSpan !== 1) {
        if (isHidden || !covered.take(merge)) return undefined;
        merges.push(merge);
      }
      column++;
    }
    placed.push(cells);
  }
  return { cells: placed, merges };
}
