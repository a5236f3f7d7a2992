import type { Block } from '@lectern/document';
import { type Child, classes, h, join } from '../html/html.ts';
import { cards } from './cards.ts';
import type { Rendering } from './context.ts';
import { objectOf } from './data.ts';
import { type Column, columnsOf, listOf, renderCell, rowsOf } from './table-cells.ts';

/** The classes of a column's alignment, or of a cell with another one. */
function placement({ definition, type }: Column, own: unknown = undefined): string | undefined {
  const { textAlignment: side, verticalAlignment: vertical } = { ...definition, ...objectOf(own) };
  return classes(
    side === 'center' || side === 'right' ? `align-${side}` : type === 'number' && 'align-right',
    (vertical === 'middle' || vertical === 'bottom') && `place-${vertical}`,
  );
}

/** The width of a column in pixels, or as a percentage if it was written so. */
function widthOf({ definition }: Column, width: unknown): number | string | undefined {
  if (typeof width !== 'number') return undefined;
  const percentage = `${width}%`;
  return objectOf(definition.attributes).width === percentage ? percentage : Math.round(width);
}

/** Renders a table, or cards if that is its view. */
export function table(node: Block, rendering: Rendering): Child {
  const view = objectOf(node.data?.view);
  if (view.type === 'cards') return cards(node, rendering);
  const known = columnsOf(node);
  const shown = listOf(view.columns).flatMap((id) => known.get(String(id)) ?? []);
  if (shown.length === 0) return false;
  const widths = objectOf(view.columnWidths);
  const alignments = objectOf(node.data?.cellAlignments);
  const isHeadless = view.hideHeader === true || shown.every(({ title }) => title === '');
  const head = h(
    'tr',
    null,
    shown.map((column) => h('th', { scope: 'col', class: placement(column) }, column.title)),
  );
  return h(
    'div',
    {
      class: classes('table', node.data?.fullWidth === true && 'full'),
      tabindex: 0,
      role: 'group',
      'aria-label': shown.map(({ title }) => title).join(', ') || rendering.messages.schema,
    },
    h(
      'table',
      null,
      h(
        'colgroup',
        null,
        shown.map((column) => h('col', { width: widthOf(column, widths[column.id]) })),
      ),
      !isHeadless && h('thead', null, head),
      h(
        'tbody',
        null,
        rowsOf(node).map((row) =>
          h(
            'tr',
            null,
            shown.map((column) =>
              h(
                'td',
                { class: placement(column, alignments[`${row.id}-${column.id}`]) },
                join(renderCell(row, column, node, rendering)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
