import { type Editor, Extension } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { shownTab } from './visible-tab.ts';

/** Where a neighbor of a line is: before it, or after it. */
type Side = -1 | 1;

/** A block next to a line, with its position. */
interface Neighbor {
  readonly node: Node;
  readonly position: number;
}

/** The sibling of a line on one side. */
const neighborOf = ($cursor: ResolvedPos, side: Side): Neighbor | undefined => {
  if ($cursor.depth === 0 || $cursor.parent.type.spec.isolating) return undefined;
  const position = side < 0 ? $cursor.before() : $cursor.after();
  const $border = $cursor.doc.resolve(position);
  const node = side < 0 ? $border.nodeBefore : $border.nodeAfter;
  return node ? { node, position: side < 0 ? position - node.nodeSize : position } : undefined;
};

/** The child at the near side of a block that people see: of tabs, the one that is shown; of cards, no head. */
const nearChild = (view: EditorView, { node, position }: Neighbor, side: Side): Neighbor | undefined => {
  const hasHiddenHead = node.firstChild?.attrs.isHidden === true || node.firstChild?.attrs.view === 'cards';
  const edge = side < 0 ? node.childCount - 1 : node.type.name === 'table' && hasHiddenHead ? 1 : 0;
  const index = (node.type.name === 'tabs' ? shownTab(view, position) : undefined) ?? edge;
  const child = node.maybeChild(index);
  const before = node.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
  return child ? { node: child, position: position + 1 + before } : undefined;
};

/** The line at the near side of a block; none if it has something else than text there. */
const nearLine = (view: EditorView, block: Neighbor, side: Side): Neighbor | undefined => {
  let found: Neighbor | undefined = block;
  while (found && !found.node.isTextblock) found = nearChild(view, found, side);
  return found;
};

const isList = ({ type }: Node): boolean => type.isInGroup('list');

/** The last line of a list, which words below it can join. */
const lastLineOfList = (view: EditorView, block: Neighbor): Neighbor | undefined => {
  let found: Neighbor | undefined = block;
  while (found && (isList(found.node) || found.node.type.name === 'listItem'))
    found = nearChild(view, found, -1);
  return found?.node.inlineContent && !found.node.type.spec.code ? found : undefined;
};

const cursorIn = (tr: Transaction, { node, position }: Neighbor, side: Side): Transaction =>
  tr.setSelection(TextSelection.create(tr.doc, side < 0 ? position + node.nodeSize - 1 : position + 1));

/** Removes an empty line, and goes to the text next to it, or selects the block that has none there. */
const removeLine = (view: EditorView, $cursor: ResolvedPos, neighbor: Neighbor, side: Side): Transaction => {
  const tr = view.state.tr.delete($cursor.before(), $cursor.after());
  const moved = (at: Neighbor): Neighbor => ({ ...at, position: tr.mapping.map(at.position) });
  const line = nearLine(view, neighbor, side);
  return line
    ? cursorIn(tr, moved(line), side)
    : tr.setSelection(NodeSelection.create(tr.doc, moved(neighbor).position));
};

/** Moves the words of a line to the end of another one. */
const joinLines = (view: EditorView, $cursor: ResolvedPos, line: Neighbor): Transaction => {
  const end = line.position + line.node.nodeSize - 1;
  const tr = view.state.tr.delete($cursor.before(), $cursor.after()).insert(end, $cursor.parent.content);
  return cursorIn(tr, line, -1);
};

/**
 * Backspace at the start of a line and Delete at its end, next to a block that words cannot join: an empty line is removed,
 * otherwise the block is selected, so that the next key deletes it. Words join the last item of a list.
 */
const crossBorder = ({ state, view }: Editor, side: Side): boolean => {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.empty) return false;
  const { $from: $cursor } = selection;
  const { parent, parentOffset } = $cursor;
  if (parentOffset !== (side < 0 ? 0 : parent.content.size)) return false;
  const neighbor = neighborOf($cursor, side);
  if (!neighbor || neighbor.node.isTextblock) return false;
  const { node } = neighbor;
  const dispatch = (tr: Transaction): boolean => {
    view.dispatch(tr.scrollIntoView());
    return true;
  };
  const isPlain = parent.type.name === 'paragraph';
  if (isPlain && parent.content.size === 0) return dispatch(removeLine(view, $cursor, neighbor, side));
  const line = side < 0 && isPlain && isList(node) ? lastLineOfList(view, neighbor) : undefined;
  if (line) return dispatch(joinLines(view, $cursor, line));
  const isOpen = !node.isAtom && !node.type.spec.isolating && !isList(node);
  // A line moves into a quote or a hint above it, and out of one below it.
  if (isOpen || (side > 0 && isList(node))) return false;
  return dispatch(state.tr.setSelection(NodeSelection.create(state.doc, neighbor.position)));
};

/** The place below a selected block where a line can be; undefined inside of a table, whose rows hold cells alone. */
const placeBelow = ({ $to }: NodeSelection): number | undefined => {
  for (let depth = $to.depth; depth >= 0; depth--) {
    const parent = $to.node(depth);
    const index = $to.indexAfter(depth);
    if (parent.canReplaceWith(index, index, parent.type.schema.nodes.paragraph!))
      return depth === $to.depth ? $to.pos : $to.after(depth + 1);
    if (parent.type.name === 'table') return undefined;
  }
  return undefined;
};

const isBlockSelected = ({ selection }: EditorState): boolean =>
  selection instanceof NodeSelection && !selection.node.isInline;

/** Puts the cursor on a new line below a selected block, so that words do not replace it; returns whether one was selected. */
const writeBelow = (view: EditorView, text: string): boolean => {
  const { selection, schema, tr } = view.state;
  if (!isBlockSelected(view.state)) return false;
  const place = placeBelow(selection as NodeSelection);
  if (place === undefined) return true;
  const line = schema.nodes.paragraph!.create(null, text === '' ? null : schema.text(text));
  tr.insert(place, line);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place + 1 + text.length)).scrollIntoView());
  return true;
};

/** Keys at the borders of blocks: no word is hidden, no item is made, and no selected block is replaced by a letter. */
export const blockBorders = Extension.create({
  name: 'blockBorders',
  addKeyboardShortcuts() {
    const { editor } = this;
    const back = () => crossBorder(editor, -1);
    const forward = () => crossBorder(editor, 1);
    return {
      Backspace: back,
      'Mod-Backspace': back,
      'Shift-Backspace': back,
      'Alt-Backspace': back,
      Delete: forward,
      'Mod-Delete': forward,
    };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        // A key that is held selects a block, but does not delete it.
        handleKeyDown: ({ state }, { key, repeat }) =>
          repeat && (key === 'Backspace' || key === 'Delete') && isBlockSelected(state),
        handleTextInput: (view, _from, _to, text) => writeBelow(view, text),
        handleDOMEvents: {
          // Words that are composed are in the line before the editor gets them.
          compositionstart: (view) => {
            writeBelow(view, '');
            return false;
          },
        },
      },
    }),
  ],
});
