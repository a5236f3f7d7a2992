import fc from 'fast-check';
import type { Block, Data, Fragment } from '../document.ts';
import { anyRef, dataOf, fileRef, line, phrase } from './any-line.ts';

interface Column {
  readonly definition: Data;
  readonly values: fc.Arbitrary<unknown>;
}

const options = [
  { value: 'o1', label: 'One & "two"', color: 'red' },
  { value: 'o2', label: 'Other', color: '' },
];
const some = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined });

/** Columns of every type with their values, or blocks for text columns. */
const columnOf = (cells: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Column> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: dataOf(
        { type: fc.constant('text'), textAlignment: fc.constantFrom('left', 'center', 'right') },
        { verticalAlignment: fc.constantFrom('top', 'middle', 'bottom') },
      ).map((definition) => ({ definition, values: cells })),
    },
    fc.constantFrom<Column>(
      { definition: { type: 'number' }, values: some(fc.oneof(fc.integer(), fc.constant(1.5))) },
      { definition: { type: 'checkbox' }, values: some(fc.boolean()) },
      { definition: { type: 'rating', max: 5 }, values: some(fc.nat(5)) },
      ...[true, false].flatMap((multiple): Column[] => [
        {
          definition: { type: 'select', multiple, options },
          values: some(fc.constantFrom(['o1'], ['o2', 'o1'])),
        },
        { definition: { type: 'users', multiple }, values: some(fc.constantFrom(['u1'], ['u1', 'u2'])) },
      ]),
      { definition: { type: 'files' }, values: some(fc.constantFrom(['f1'], ['f1', 'https://x.y/a b.pdf'])) },
      { definition: { type: 'content-ref' }, values: some(anyRef) },
      {
        definition: { type: 'image' },
        values: some(
          fc.oneof(
            fileRef,
            dataOf(
              { ref: fileRef },
              { objectFit: fc.constantFrom('contain', 'fill', 'cover'), alt: phrase },
            ).filter((image) => Object.keys(image).length > 1),
          ),
        ),
      },
    ),
  );

const flag = fc.constantFrom(true);

/** Widths of some columns. */
const widthsOf = (ids: readonly string[]): fc.Arbitrary<Data> =>
  fc
    .dictionary(fc.constantFrom(...ids), fc.integer({ min: 1, max: 999 }), { maxKeys: 2 })
    .map((widths) => (Object.keys(widths).length > 0 ? { columnWidths: { ...widths } } : {}));

const gridOf = (ids: readonly string[]): fc.Arbitrary<Data> =>
  fc
    .tuple(
      fc.subarray([...ids], { minLength: 1 }),
      fc.boolean(),
      widthsOf(ids),
      dataOf({}, { stickyHeader: flag, stickyFirstColumn: flag, useNewSizing: flag }),
    )
    .map(([columns, hideHeader, widths, more]) => ({
      type: 'grid',
      columns,
      hideHeader,
      ...widths,
      ...more,
    }));

const cardsOf = (ids: readonly string[]): fc.Arbitrary<Data> =>
  fc
    .tuple(
      fc.subarray([...ids]),
      dataOf({ cardSize: fc.constantFrom('medium', 'large') }),
      fc.array(fc.constantFrom(...ids), { maxLength: 3 }),
      widthsOf(ids),
      dataOf({}, { hideColumnTitle: flag, wrap: flag }),
    )
    .map(([columns, size, [target, cover, dark], widths, more]) => ({
      type: 'cards',
      ...size,
      columns,
      ...widths,
      ...(target === undefined ? {} : { targetDefinition: target }),
      ...(cover === undefined ? {} : { coverDefinition: cover }),
      ...(dark === undefined ? {} : { coverDefinitionDark: dark }),
      ...more,
    }));

const paragraph = line.map(
  (nodes): Block => ({ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }),
);

/** A merge of two cells, if possible: text or number cells in a grid without hidden columns. */
const mergeOf = (
  merge: { row: number; column: number; isDown: boolean } | undefined,
  columns: readonly Column[],
  view: Data,
  rows: number,
): Data => {
  if (merge === undefined || view.type !== 'grid' || (view.columns as string[]).length < columns.length)
    return {};
  const { row, column, isDown } = merge;
  const fits = columns
    .slice(column, column + (isDown ? 1 : 2))
    .every(({ definition: { type } }) => type === 'text' || type === 'number');
  if (!fits || row + (isDown ? 1 : 0) >= rows || column + (isDown ? 0 : 1) >= columns.length) return {};
  const anchor = { record: `r${row}`, column: `c${column}` };
  return { cellMerges: [{ anchor, rowSpan: isDown ? 2 : 1, colSpan: isDown ? 1 : 2 }] };
};

/** Tables of both views with all types of columns. */
export const tableOf = (cells: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Block> =>
  fc
    .array(
      fc.tuple(
        columnOf(
          fc.oneof(
            paragraph.map((one) => [one]),
            cells,
          ),
        ),
        fc.oneof(phrase, fc.constant('')),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .chain((columns) => {
      const ids = columns.map((_, at) => `c${at}`);
      return fc.record({
        columns: fc.constant(columns),
        view: fc.oneof(gridOf(ids), cardsOf(ids)),
        rows: fc.array(fc.tuple(...columns.map(([column]) => column.values)), { maxLength: 3 }),
        more: dataOf({}, { fullWidth: flag, search: fc.boolean() }),
        merge: fc.option(fc.record({ row: fc.nat(2), column: fc.nat(3), isDown: fc.boolean() }), {
          nil: undefined,
        }),
      });
    })
    .map(({ columns, view, rows, more, merge }) => {
      const fragments: Fragment[] = [];
      const records = rows.map((cells, row) => {
        const values: Record<string, unknown> = {};
        for (const [at, value] of cells.entries()) {
          if (columns[at]![0].definition.type === 'text') {
            values[`c${at}`] = `r${row}-c${at}`;
            fragments.push({
              object: 'fragment',
              fragment: `r${row}-c${at}`,
              nodes: value as readonly Block[],
            });
          } else if (value !== undefined) values[`c${at}`] = value;
        }
        return [`r${row}`, { orderIndex: String(row).padStart(6, '0'), values }];
      });
      const definition = columns.map(([column, title], at) => [
        `c${at}`,
        { id: `c${at}`, title, ...column.definition },
      ]);
      return {
        object: 'block',
        type: 'table',
        isVoid: true,
        data: {
          view,
          definition: Object.fromEntries(definition),
          records: Object.fromEntries(records),
          ...more,
          ...mergeOf(
            merge,
            columns.map(([column]) => column),
            view,
            rows.length,
          ),
        },
        fragments,
      };
    });
