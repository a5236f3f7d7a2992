import type { Block } from '@lectern/document';
import { type Child, classes, h, join } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { fill } from '../language/messages.ts';
import { cards } from './cards.ts';
import type { Rendering } from './context.ts';
import { colorClass, objectOf, partOf, refOf, textIn } from './data.ts';
import { linkAttributes, targetOf } from './inlines.ts';
import { imagePair, sourceOf } from './pictures.ts';

/** A column as the table defines it. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A row: what each column holds. */
export interface Row {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The columns of a table by their id. */
export const columnsOf = (node: Block): ReadonlyMap<string, Column> =>
  new Map(
    Object.entries(objectOf(node.data?.definition)).map(([id, value]) => {
      const definition = objectOf(value);
      return [
        id,
        { id, title: textIn(definition, 'title') ?? '', type: String(definition.type), definition },
      ];
    }),
  );

/** The rows of a table in their order. */
export const rowsOf = (node: Block): readonly Row[] =>
  Object.entries(objectOf(node.data?.records))
    .map(([id, value]) => ({ id, record: objectOf(value) }))
    .sort((a, b) => {
      const [one, other] = [String(a.record.orderIndex), String(b.record.orderIndex)];
      return one < other ? -1 : one > other ? 1 : 0;
    })
    .map(({ id, record }) => ({ id, values: objectOf(record.values) }));

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value == null ? [] : [value];

/** What a cell of each type shows. */
const cells: Readonly<
  Record<string, (value: unknown, column: Column, node: Block, rendering: Rendering) => Child>
> = {
  text: (value, _, node, rendering) => {
    const part = typeof value === 'string' ? partOf(node, value) : undefined;
    return part ? rendering.blocks(part.nodes) : typeof value === 'string' ? value : false;
  },
  number: (value) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : false),
  checkbox: (value, _, __, rendering) =>
    h('input', {
      type: 'checkbox',
      class: 'check',
      disabled: true,
      checked: value === true,
      'aria-label': value === true ? rendering.messages.checked : rendering.messages.unchecked,
    }),
  rating: (value, { definition }, _, rendering) => {
    const max = Math.min(10, Math.max(1, Number(definition.max) || 5));
    const count = Math.min(max, Math.max(0, Math.round(Number(value) || 0)));
    return h(
      'span',
      { class: 'rating', role: 'img', 'aria-label': fill(rendering.messages.rating, { count, max }) },
      Array.from({ length: max }, (_, at) => icon('star', at < count ? 'star-on' : undefined)),
    );
  },
  select: (value, { definition }) => {
    const options = list(definition.options).map(objectOf);
    return list(value).map((chosen) => {
      const option = options.find((one) => one.value === chosen);
      return h(
        'span',
        { class: classes('pill', colorClass('fill', option?.color)) },
        String(option?.label ?? chosen),
      );
    });
  },
  files: (value, _, __, rendering) =>
    list(value).map((item) => {
      const file = sourceOf(refOf(item) ?? fileRef(item), rendering);
      return file && h('a', { href: file.href, class: 'cell-file' }, icon('file'), file.name || file.href);
    }),
  users: (value, _, __, rendering) =>
    list(value).map((user) => {
      const known = rendering.context.userOf?.(String(user));
      return known && h('span', { class: 'mention' }, `@${known.name}`);
    }),
  'content-ref': (value, _, __, rendering) => {
    const target = targetOf(value, rendering);
    return target && h('a', linkAttributes(target.href, rendering), target.title || target.href);
  },
  image: (value, _, __, rendering) => cellImage(value, rendering),
};

/** A file of a cell: by its id, or by its address. */
export const fileRef = (value: unknown): unknown =>
  typeof value === 'string'
    ? /^[\w-]+$/.test(value)
      ? { kind: 'file', file: value }
      : { kind: 'url', url: value }
    : undefined;

/** An image in a cell, which is a reference or an object around one. */
export function cellImage(value: unknown, rendering: Rendering, dark?: unknown): Child {
  const inner = objectOf(value);
  const source = sourceOf(inner.ref ?? value, rendering);
  if (!source) return false;
  return imagePair(source, sourceOf(objectOf(dark).ref ?? dark, rendering), {
    alt: textIn(inner, 'alt') ?? '',
    class: inner.objectFit === 'contain' ? 'fit-contain' : undefined,
  });
}

/** What a cell shows. */
export const renderCell = (row: Row, column: Column, node: Block, rendering: Rendering): Child =>
  Object.hasOwn(cells, column.type) && cells[column.type]!(row.values[column.id], column, node, rendering);

function placement({ definition, type }: Column): string | undefined {
  const side = definition.textAlignment;
  const vertical = definition.verticalAlignment;
  return classes(
    side === 'center' || side === 'right' ? `align-${side}` : type === 'number' && 'align-right',
    (vertical === 'middle' || vertical === 'bottom') && `place-${vertical}`,
  );
}

/** A table; as cards where it is meant to be seen so. */
export function table(node: Block, rendering: Rendering): Child {
  const view = objectOf(node.data?.view);
  if (view.type === 'cards') return cards(node, rendering);
  const known = columnsOf(node);
  const shown = list(view.columns).flatMap((id) => known.get(String(id)) ?? []);
  if (shown.length === 0) return false;
  const widths = objectOf(view.columnWidths);
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
      role: 'region',
      'aria-label': shown.map(({ title }) => title).join(', ') || rendering.messages.schema,
    },
    h(
      'table',
      null,
      h(
        'colgroup',
        null,
        shown.map(({ id }) =>
          h('col', { width: typeof widths[id] === 'number' ? Math.round(widths[id]) : undefined }),
        ),
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
              h('td', { class: placement(column) }, join(renderCell(row, column, node, rendering))),
            ),
          ),
        ),
      ),
    ),
  );
}
