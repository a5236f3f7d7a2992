import type { Block } from '@lectern/document';
import type { NodeViewRenderer } from '@tiptap/core';
import { dataOf } from '../schema/attributes.ts';
import { element } from '../schema/dom.ts';
import { paintedBy } from './painted.ts';

/** A cell with a value of another type than text, as the site renders it. */
export const tableValueView: NodeViewRenderer = ({ node, editor, view, getPos }) => {
  let current = node;
  const isCard = node.attrs.view === 'cards';
  const dom = element(isCard ? 'div' : 'td', {
    class: isCard ? 'card-cell table-value' : 'table-value',
    contenteditable: 'false',
  });
  const definitionOf = (column: string): unknown => {
    const position = getPos();
    const table = position === undefined ? undefined : view.state.doc.resolve(position).node(-1);
    return (table ? (dataOf(table).definition as Record<string, unknown>) : {})[column];
  };
  const painted = paintedBy(editor, () => {
    const { column, value } = current.attrs as { column: string; value: unknown };
    const definition = definitionOf(column);
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
    const cell =
      definition === undefined ? undefined : editor.storage.siteRenderer.block(block)?.querySelector('td');
    dom.replaceChildren(...(cell?.childNodes ?? []));
  });
  dom.addEventListener('click', (event) => event.preventDefault());
  dom.addEventListener('repaint', painted.repaint);
  return {
    dom,
    update: (next) => {
      if (next.type !== current.type || next.attrs.view !== current.attrs.view) return false;
      current = next;
      // The column may have changed too.
      painted.repaint();
      return true;
    },
    destroy: painted.end,
    ignoreMutation: () => true,
  };
};
