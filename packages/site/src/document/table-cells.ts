import { type Block, compareText } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { formatMessage } from '../language/format.ts';
import type { Rendering } from './context.ts';
import { colorClass, fragmentOf, objectOf, refOf, textIn } from './data.ts';
import { linkAttributes, targetOf } from './link-targets.ts';
import { lightAndDarkImage, sourceOf } from './pictures.ts';

/** A column of a table. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A row of a table: its values by column id. */
export interface Row {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The columns of a table by id. */
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

/** The rows of a table, sorted by their order index. */
export const rowsOf = (node: Block): readonly Row[] =>
  Object.entries(objectOf(node.data?.records))
    .map(([id, value]) => ({ id, record: objectOf(value) }))
    .sort((a, b) => compareText(String(a.record.orderIndex), String(b.record.orderIndex)))
    .map(({ id, record }) => ({ id, values: objectOf(record.values) }));

/** A value as a list: itself, or a list of one. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value == null ? [] : [value];

/** The reference of a cover: an image, or the first of several files. */
export const coverOf = (value: unknown): unknown =>
  Array.isArray(value) ? (refOf(value[0]) ?? fileRef(value[0])) : value;

/** The renderer of each type of cell. */
const cells: Readonly<
  Record<string, (value: unknown, column: Column, node: Block, rendering: Rendering) => Child>
> = {
  text: (value, _, node, rendering) => {
    const part = typeof value === 'string' ? fragmentOf(node, value) : undefined;
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
      {
        class: 'rating',
        role: 'img',
        'aria-label': formatMessage(rendering.messages.rating, { count, max }),
      },
      Array.from({ length: max }, (_, at) => icon('star', at < count ? 'star-on' : undefined)),
    );
  },
  select: (value, { definition }) => {
    const options = listOf(definition.options).map(objectOf);
    return listOf(value).map((chosen) => {
      const option = options.find((one) => one.value === chosen);
      return h(
        'span',
        { class: classes('pill', colorClass('fill', option?.color)) },
        String(option?.label ?? chosen),
      );
    });
  },
  files: (value, _, __, rendering) =>
    listOf(value).map((item) => {
      const file = sourceOf(refOf(item) ?? fileRef(item), rendering);
      return file && h('a', { href: file.href, class: 'cell-file' }, icon('file'), file.name || file.href);
    }),
  users: (value, _, __, rendering) =>
    listOf(value).map((user) => {
      const known = rendering.context.userOf?.(String(user));
      return known && h('span', { class: 'mention' }, `@${known.name}`);
    }),
  'content-ref': (value, _, __, rendering) => {
    const target = targetOf(value, rendering);
    return target && h('a', linkAttributes(target.href, rendering), target.title || target.href);
  },
  image: (value, _, __, rendering) => cellImage(value, rendering),
};

/** The reference of a file in a cell, which is an id or a URL. */
export const fileRef = (value: unknown): unknown =>
  typeof value === 'string'
    ? /^[\w-]+$/.test(value)
      ? { kind: 'file', file: value }
      : { kind: 'url', url: value }
    : undefined;

/** Renders an image of a cell, which is a reference or an object with one. */
export function cellImage(value: unknown, rendering: Rendering, dark?: unknown): Child {
  const inner = objectOf(value);
  const source = sourceOf(inner.ref ?? value, rendering);
  if (!source) return false;
  return lightAndDarkImage(source, sourceOf(objectOf(dark).ref ?? dark, rendering), {
    alt: textIn(inner, 'alt') ?? '',
    class: inner.objectFit === 'contain' ? 'fit-contain' : undefined,
  });
}

/** Renders a cell. */
export const renderCell = (row: Row, column: Column, node: Block, rendering: Rendering): Child =>
  Object.hasOwn(cells, column.type) && cells[column.type]!(row.values[column.id], column, node, rendering);
