import type { Block } from '@lectern/document';
import { type Child, classes, type Html, h } from '../html/html.ts';
import type { Rendering } from './context.ts';
import { objectOf } from './data.ts';
import { linkAttributes, targetOf } from './link-targets.ts';
import { cellImage, columnsOf, coverOf, listOf, type Row, renderCell, rowsOf } from './table-cells.ts';

/** A link over the whole card; links cannot be nested, so it is a sibling of the content. */
const coverLink = (href: string, label: string, rendering: Rendering): Html =>
  h('a', { ...linkAttributes(href, rendering), class: 'card-link', 'aria-label': label });

/** The cover of a card; the object fit of a file is an attribute of its cell or of its link. */
function coverIn(node: Block, { id, values }: Row, column: string): unknown {
  const cover = coverOf(values[column]);
  const name = `${id}-${column}`;
  const { cellAttributes, linkAttributes } = node.data ?? {};
  const [link] = listOf(objectOf(linkAttributes)[name]);
  const attributes = { ...objectOf(link), ...objectOf(objectOf(cellAttributes)[name]) };
  const objectFit = attributes['data-object-fit'];
  return cover === undefined || objectFit === undefined
    ? cover
    : { objectFit, ref: cover, ...objectOf(cover) };
}

/** Renders the rows of a table as cards. */
export function cards(node: Block, rendering: Rendering): Child {
  const view = objectOf(node.data?.view);
  const known = columnsOf(node);
  const target = typeof view.targetDefinition === 'string' ? view.targetDefinition : undefined;
  const light = typeof view.coverDefinition === 'string' ? view.coverDefinition : undefined;
  const dark = typeof view.coverDefinitionDark === 'string' ? view.coverDefinitionDark : undefined;
  const specialColumns = new Set([target, light, dark]);
  const shown = (Array.isArray(view.columns) ? view.columns : [])
    .flatMap((id) => known.get(String(id)) ?? [])
    .filter(({ id }) => !specialColumns.has(id));
  const isRow = view.wrap === false;
  return h(
    'div',
    {
      class: classes(
        'cards',
        view.cardSize === 'large' && 'cards-large',
        isRow && 'cards-row',
        node.data?.fullWidth === true && 'full',
      ),
      // Makes a row that is wider than the page scrollable by keyboard.
      tabindex: isRow ? 0 : undefined,
    },
    rowsOf(node).map((row) => {
      const to = target === undefined ? undefined : targetOf(row.values[target], rendering);
      const image =
        light !== undefined &&
        cellImage(coverIn(node, row, light), rendering, dark && coverOf(row.values[dark]));
      const content = shown
        .map((column) => renderCell(row, column, node, rendering))
        .map((cell) => h('div', { class: 'card-cell flow' }, cell))
        .filter((cell) => cell.toString() !== '<div class="card-cell flow"></div>');
      return h(
        'div',
        { class: classes('card', to && 'card-to') },
        image && h('div', { class: 'card-cover' }, image),
        h('div', { class: 'card-body' }, content),
        to && coverLink(to.href, to.title || to.href, rendering),
      );
    }),
  );
}
