import { Node } from '@tiptap/core';
import { tableValueView } from '../views/table-value-view.ts';
import { blockFields, carried, dataOf } from './attributes.ts';
import { classNames } from './dom.ts';

const viewOf = (data: Readonly<Record<string, unknown>>): unknown =>
  (data.view as { type?: string } | undefined)?.type;

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableHead tableRow*',
  isolating: true,
  addAttributes: () => blockFields('fragments'),
  renderHTML: ({ node }) => {
    const data = dataOf(node);
    const full = data.fullWidth === true && 'full';
    if (viewOf(data) === 'cards') return ['div', { class: classNames('cards', full) }, 0];
    return ['div', { class: classNames('table', full) }, ['table', ['tbody', 0]]];
  },
});

const tableHead = Node.create({
  name: 'tableHead',
  content: 'tableHeading+',
  addAttributes: () => carried('view', 'isHidden'),
  renderHTML: ({ node: { attrs } }) =>
    attrs.view === 'cards'
      ? ['div', { hidden: '' }, 0]
      : ['tr', { class: classNames('table-head', attrs.isHidden && 'table-head-hidden') }, 0],
});

const tableHeading = Node.create({
  name: 'tableHeading',
  content: 'text*',
  marks: '',
  isolating: true,
  addAttributes: () => carried('column', 'definition'),
  renderHTML: () => ['th', { scope: 'col' }, 0],
});

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableValue)+',
  addAttributes: () => carried('record', 'view'),
  renderHTML: ({ node }) =>
    node.attrs.view === 'cards' ? ['div', { class: 'card' }, ['div', { class: 'card-body' }, 0]] : ['tr', 0],
});

const cellTag = (view: unknown) =>
  view === 'cards' ? (['div', { class: 'card-cell flow' }] as const) : (['td', {}] as const);

const tableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
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
