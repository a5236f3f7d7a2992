import { Node } from '@tiptap/core';
import type { DOMOutputSpec, Node as TableNode } from '@tiptap/pm/model';
import { tableValueView } from '../views/table-value-view.ts';
import { blockFields, carried, dataOf } from './attributes.ts';
import { classNames } from './dom.ts';

const viewOf = (data: Readonly<Record<string, unknown>>): unknown =>
  (data.view as { type?: string } | undefined)?.type;

const sizeOf = (data: Readonly<Record<string, unknown>>): unknown =>
  (data.view as { cardSize?: string } | undefined)?.cardSize;

type Columns = Readonly<
  Record<string, { readonly type?: string; readonly textAlignment?: string } | undefined>
>;

const columnIds = (table: TableNode): readonly string[] =>
  table.firstChild?.children.map(({ attrs }) => String(attrs.column)) ?? [];

/** The alignments of columns, as classes of the table: a cell does not know its column. */
const alignments = (node: TableNode, { definition }: Readonly<Record<string, unknown>>): readonly string[] =>
  columnIds(node).flatMap((id, at) => {
    const { type, textAlignment } = (definition as Columns | undefined)?.[id] ?? {};
    const side = textAlignment ?? (type === 'number' ? 'right' : undefined);
    return side === 'center' || side === 'right' ? [`column-${at + 1}-${side}`] : [];
  });

const widths = (node: TableNode, { view }: Readonly<Record<string, unknown>>): readonly DOMOutputSpec[] => {
  const known =
    (view as { columnWidths?: Readonly<Record<string, unknown>> } | undefined)?.columnWidths ?? {};
  return columnIds(node).map((id) => [
    'col',
    typeof known[id] === 'number' ? { width: String(known[id]) } : {},
  ]);
};

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableHead tableRow*',
  isolating: true,
  addAttributes: () => blockFields('fragments'),
  renderHTML: ({ node }) => {
    const data = dataOf(node);
    const full = data.fullWidth === true && 'full';
    if (viewOf(data) === 'cards')
      return ['div', { class: classNames('cards', sizeOf(data) === 'large' && 'cards-large', full) }, 0];
    return [
      'div',
      { class: classNames('table', full, ...alignments(node, data)) },
      ['table', ['colgroup', ...widths(node, data)], ['tbody', 0]],
    ];
  },
});

const tableHead = Node.create({
  name: 'tableHead',
  content: 'tableHeading+',
  selectable: false,
  addAttributes: () => carried('view', 'isHidden'),
  renderHTML: ({ node: { attrs } }) =>
    attrs.view === 'cards'
      ? ['div', { hidden: '' }, 0]
      : ['tr', { class: classNames('table-head', attrs.isHidden && 'table-head-hidden') }, 0],
});

const tableHeading = Node.create({
  name: 'tableHeading',
  content: 'text*',
  selectable: false,
  marks: '',
  isolating: true,
  addAttributes: () => carried('column', 'definition'),
  renderHTML: () => ['th', { scope: 'col' }, 0],
});

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableValue)+',
  selectable: false,
  addAttributes: () => carried('record', 'view'),
  renderHTML: ({ node }) =>
    node.attrs.view === 'cards' ? ['div', { class: 'card' }, ['div', { class: 'card-body' }, 0]] : ['tr', 0],
});

const cellTag = (view: unknown) =>
  view === 'cards' ? (['div', { class: 'card-cell flow' }] as const) : (['td', {}] as const);

const tableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  selectable: false,
  isolating: true,
  addAttributes: () => carried('column', 'view', 'fragment'),
  renderHTML: ({ node }) => [...cellTag(node.attrs.view), 0],
});

const tableValue = Node.create({
  name: 'tableValue',
  atom: true,
  isolating: true,
  addAttributes: () => carried('column', 'view', 'value'),
  renderHTML: ({ node }) => cellTag(node.attrs.view) as unknown as [string],
  addNodeView: () => tableValueView,
});

/** Tables, as rows and cells. */
export const tableBlocks = [table, tableHead, tableHeading, tableRow, tableCell, tableValue];
