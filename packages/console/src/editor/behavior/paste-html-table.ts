import type { Block, Leaf } from '@lectern/document';
import { fillOf, isBold } from './pasted-styles.ts';

/** The most columns that a cell is counted for. */
const WIDEST = 100;

/** The cells of each row of a table, without those of tables inside of it. */
export const rowsOf = (table: Element): readonly (readonly Element[])[] =>
  [...table.querySelectorAll(':scope > tr, :scope > :is(thead, tbody, tfoot) > tr')].map((row) => [
    ...row.querySelectorAll(':scope > :is(td, th)'),
  ]);

const spanOf = (cell: Element, name: 'colspan' | 'rowspan', most: number): number => {
  const span = Number(cell.getAttribute(name) ?? 1);
  // A row span of 0 lasts to the last row.
  if (span === 0 && name === 'rowspan') return most;
  return Number.isInteger(span) && span > 1 ? Math.min(span, most) : 1;
};

type Grid = readonly (readonly (Element | undefined)[])[];

/** The cells by row and column. A merged cell is in the first of its places; the others are empty. */
const gridOf = (rows: readonly (readonly Element[])[]): Grid => {
  const grid = rows.map((): (Element | undefined)[] => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row) {
      while (x in grid[y]!) x++;
      const height = spanOf(cell, 'rowspan', rows.length - y);
      const width = spanOf(cell, 'colspan', WIDEST);
      for (const line of grid.slice(y, y + height))
        for (let at = x; at < x + width; at++) line[at] = undefined;
      grid[y]![x] = cell;
      x += width;
    }
  }
  return grid;
};

type BlocksOf = (nodes: Iterable<ChildNode>) => readonly Block[];

const leavesOf = ({ nodes = [] }: Pick<Block, 'nodes'>): readonly Leaf[] =>
  nodes.flatMap((node) => (node.object === 'text' ? node.leaves : leavesOf(node as Block)));

/** Whether all words of a cell are bold; undefined for one without words. */
const isBoldCell = (cell: Element, blocksOf: BlocksOf): boolean | undefined => {
  const words = leavesOf({ nodes: blocksOf(cell.childNodes) as Block[] }).filter(
    ({ text }) => text.trim() !== '',
  );
  if (words.length === 0) return undefined;
  return isBold(cell) || words.every(({ marks }) => marks.some(({ type }) => type === 'bold'));
};

/** Whether a row is the header. Word processors write cells like all others, but bold or on a color of their own. */
const isHeader = (table: Element, rows: readonly (readonly Element[])[], blocksOf: BlocksOf): boolean => {
  const [first = [], second] = rows;
  if (first.every(({ tagName }) => tagName === 'TH') || table.querySelector(':scope > thead')) return true;
  if (!second || first.length !== second.length) return false;
  const isHeading = (row: readonly Element[]): boolean => {
    const bold = row.map((cell) => isBoldCell(cell, blocksOf));
    return bold.includes(true) && !bold.includes(false);
  };
  const isFilled = (row: readonly Element[]): boolean => row.every((cell) => fillOf(cell) !== '');
  return (isHeading(first) && !isHeading(second)) || (isFilled(first) && !isFilled(second));
};

/** Converts a table of HTML, with a function that converts what is in a cell. */
export const tableOf = (element: Element, blocksOf: BlocksOf): readonly Block[] => {
  const rows = rowsOf(element);
  const grid = gridOf(rows);
  const width = Math.max(0, ...grid.map((row) => row.length));
  if (width === 0) return [];
  const isHeaded = isHeader(element, rows, blocksOf);
  const [head, body] = isHeaded ? [grid[0]!, grid.slice(1)] : [[], grid];
  const columns = Array.from({ length: width }, (_, at) => `c${at}`);
  const fragments = body.flatMap((row, y) =>
    columns.map((column, x) => ({
      object: 'fragment' as const,
      fragment: `r${y}-${column}`,
      nodes: blocksOf(row[x]?.childNodes ?? []),
    })),
  );
  return [
    {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns, hideHeader: !isHeaded },
        definition: Object.fromEntries(
          columns.map((id, at) => [
            id,
            {
              id,
              title: head[at]?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '',
              type: 'text',
              textAlignment: 'left',
            },
          ]),
        ),
        records: Object.fromEntries(
          body.map((_, y) => [
            `r${y}`,
            {
              orderIndex: String(y).padStart(6, '0'),
              values: Object.fromEntries(columns.map((column) => [column, `r${y}-${column}`])),
            },
          ]),
        ),
      },
      fragments,
    },
  ];
};
