import type { Block } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';

/** A cell with a value of another type than text, as the site renders it. */
export const tableValueView: NodeViewRenderer = ({ node, editor, view, getPos }) => {
  const { column, value, view: kind } = node.attrs as { column: string; value: unknown; view: string };
  const position = getPos();
  const table = position === undefined ? undefined : view.state.doc.resolve(position).node(-1);
  const definition = (table ? (dataOf(table).definition as Record<string, unknown>) : {})[column];
  const block: Block = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns: [column] },
      definition: { [column]: definition },
      records: { row: { orderIndex: '0', values: value === null ? {} : { [column]: value } } },
    },
    fragments: [],
  };
  const dom = element(kind === 'cards' ? 'div' : 'td', {
    class: kind === 'cards' ? 'card-cell' : undefined,
    contenteditable: 'false',
  });
  const cell =
    definition === undefined ? undefined : editor.storage.siteRenderer.block(block)?.querySelector('td');
  if (cell) dom.append(...cell.childNodes);
  return { dom, ignoreMutation: () => true };
};
