import { commands, Extension } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  type Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';
import type { Mappable } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { dataOf } from '../schema/attributes.ts';
import { crossesCells, eraseRange } from './cell-ranges.ts';
import { textOfValue, valueOfText } from './column-types.ts';
import { copiedRange } from './copied-cells.ts';

const isHeading = ({ type }: Node): boolean => type.name === 'tableHeading';

/** The words of blocks on one line. */
const wordsOfSlice = ({ content }: Slice): string =>
  content.textBetween(0, content.size, ' ', ' ').replaceAll(/\s+/g, ' ').trim();

/** The words of blocks as a part of a line. */
const lineOf = (slice: Slice, { type }: Node): Slice => {
  const isInline = slice.content.firstChild?.isInline === true;
  const words = isInline ? slice.content.textBetween(0, slice.content.size, ' ', ' ') : wordsOfSlice(slice);
  return new Slice(words === '' ? Fragment.empty : Fragment.from(type.schema.text(words)), 0, 0);
};

/** Selected text that begins in a heading of a table, or with ends in different cells: whatever replaces it, the table keeps its cells. */
class TableTextSelection extends TextSelection {
  override content(): Slice {
    const { $from, $to } = this;
    return crossesCells($from, $to) ? copiedRange($from.doc, $from.pos, $to.pos) : super.content();
  }

  override replace(tr: Transaction, content = Slice.empty): void {
    const { $from, $to, from, to } = this;
    if (crossesCells($from, $to)) eraseRange(tr, from, to);
    else tr.delete(from, to).setSelection(TextSelection.create(tr.doc, from));
    if (content.size === 0) return;
    const { $from: $cursor, from: cursor } = tr.selection;
    const line = isHeading($cursor.parent) ? lineOf(content, $cursor.parent) : undefined;
    if (line) tr.replace(cursor, cursor, line).setSelection(TextSelection.create(tr.doc, cursor + line.size));
    else TextSelection.create(tr.doc, cursor).replace(tr, content);
  }

  override replaceWith(tr: Transaction, node: Node): void {
    this.replace(tr, new Slice(Fragment.from(node), 0, 0));
  }

  override map(doc: Node, mapping: Mappable): Selection {
    return selectionFor(super.map(doc, mapping));
  }
}

const definitionOf = ({ $from, node }: NodeSelection) => {
  const definitions = dataOf($from.node(-1)).definition as
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | undefined;
  return definitions?.[String(node.attrs.column)] ?? {};
};

/** A selected cell with a value of another type than text: it is emptied, but not removed. */
class TableValueSelection extends NodeSelection {
  override content(): Slice {
    const words = textOfValue(this.node.attrs.value, definitionOf(this));
    return new Slice(words === '' ? Fragment.empty : Fragment.from(this.node.type.schema.text(words)), 0, 0);
  }

  override replace(tr: Transaction, content = Slice.empty): void {
    const value = content.size === 0 ? null : valueOfText(wordsOfSlice(content), definitionOf(this));
    if (value !== undefined) tr.setNodeAttribute(this.from, 'value', value);
    tr.setSelection(new TableValueSelection(tr.doc.resolve(this.from)));
  }

  override replaceWith(tr: Transaction, node: Node): void {
    this.replace(tr, new Slice(Fragment.from(node), 0, 0));
  }

  override map(doc: Node, mapping: Mappable): Selection {
    return selectionFor(super.map(doc, mapping));
  }
}

/** A selection as one that keeps tables whole. */
const selectionFor = (selection: Selection): Selection => {
  if (selection instanceof TableTextSelection || selection instanceof TableValueSelection) return selection;
  const { $from, $to } = selection;
  if (selection instanceof TextSelection && (isHeading($from.parent) || crossesCells($from, $to)))
    return new TableTextSelection(selection.$anchor, selection.$head);
  if (selection instanceof NodeSelection && selection.node.type.name === 'tableValue')
    return new TableValueSelection($from);
  return selection;
};

const isCrossing = ({ selection }: EditorState): boolean =>
  selection instanceof TextSelection && crossesCells(selection.$from, selection.$to);

const hasHeading = ({ doc, selection: { from, to } }: Transaction): boolean => {
  let isFound = false;
  doc.nodesBetween(from, to, (node) => {
    isFound ||= isHeading(node);
    return !isFound;
  });
  return isFound;
};

/** Erases the selection if it crosses cells, before somebody else changes the text in it. */
const erase = (view: EditorView): boolean => {
  if (!isCrossing(view.state)) return false;
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
  return true;
};

// Words that are composed, pasted or dropped have events of their own.
const CHANGES = /^(?:delete|insert(?!Composition|From))/;

/** Selections that begin or end in a cell of a table, and what keys, pasted text and dragged text do with them. */
export const tableSelection = Extension.create({
  name: 'tableSelection',
  addCommands: () => ({
    // The one of the library makes new headings, which belong to no column.
    clearNodes: () => (props) => !hasHeading(props.tr) && commands.clearNodes()(props),
    // The one of the library deletes the range of a selection, whatever its kind is.
    deleteSelection:
      () =>
      ({ tr, dispatch }) => {
        if (tr.selection.empty) return false;
        if (!dispatch) return true;
        tr.deleteSelection().scrollIntoView();
        const { selection } = tr;
        if (!selection.empty && !(selection instanceof TableValueSelection))
          tr.setSelection(TextSelection.near(selection.$from));
        return true;
      },
  }),
  addKeyboardShortcuts() {
    const { editor } = this;
    const eraseCells = () => erase(editor.view);
    return { Enter: eraseCells, 'Shift-Enter': eraseCells, 'Mod-Enter': eraseCells };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (_, __, { selection, tr }) => {
        const next = selectionFor(selection);
        return next === selection ? null : tr.setSelection(next);
      },
      props: {
        handleTextInput: (view, _, __, text, insert) => {
          const isInHeading = isHeading(view.state.selection.$from.parent);
          if (!isCrossing(view.state) && !isInHeading) return false;
          // Headings have neither formats nor blocks, so signs of Markdown stay what they are.
          view.dispatch(isCrossing(view.state) ? view.state.tr.insertText(text).scrollIntoView() : insert());
          return true;
        },
        handleDrop: (view, event, slice, isMoved) => {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
          const $at = at && view.state.doc.resolve(at.pos);
          return $at !== undefined && $at !== null && dropIntoHeading(view, $at, slice, isMoved);
        },
        handleDOMEvents: {
          compositionstart: (view) => {
            erase(view);
            return false;
          },
          // Keyboards of phones have no keys.
          beforeinput: (view, event) => {
            if (!event.cancelable || !CHANGES.test(event.inputType) || !erase(view)) return false;
            event.preventDefault();
            if (event.inputType === 'insertText' && event.data)
              view.dispatch(view.state.tr.insertText(event.data).scrollIntoView());
            return true;
          },
        },
      },
    }),
  ],
});

/** Puts the words of what was dropped into a heading. */
const dropIntoHeading = (view: EditorView, $at: ResolvedPos, slice: Slice, isMoved: boolean): boolean => {
  if (!isHeading($at.parent) || slice.size === 0) return false;
  const { tr } = view.state;
  if (isMoved) tr.deleteSelection();
  const place = tr.doc.resolve(tr.mapping.map($at.pos));
  if (!isHeading(place.parent)) return true;
  tr.setSelection(selectionFor(new TextSelection(place))).replaceSelection(slice);
  view.dispatch(tr.setMeta('uiEvent', 'drop'));
  view.focus();
  return true;
};
