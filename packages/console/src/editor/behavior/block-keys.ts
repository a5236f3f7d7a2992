import { type Editor, Extension } from '@tiptap/core';
import { exitCode } from '@tiptap/pm/commands';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { LINE_BREAK } from '../../../../document/src/editor/line.ts';
import { dataOf } from '../schema/attributes.ts';

const isInCode = ({ state }: Editor): boolean => state.selection.$from.parent.type.spec.code === true;

const insertLineBreak = (editor: Editor): boolean =>
  isInCode(editor) ? false : editor.commands.insertContent({ type: LINE_BREAK });

const indentCode = (editor: Editor): boolean => {
  if (!isInCode(editor)) return false;
  editor.view.dispatch(editor.state.tr.insertText('  ').scrollIntoView());
  return true;
};

const leaveCode = (editor: Editor): boolean => {
  const { $from, empty } = editor.state.selection;
  const isAtEnd = empty && $from.parentOffset === $from.parent.content.size;
  return isInCode(editor) && isAtEnd && exitCode(editor.state, editor.view.dispatch);
};

/** Leaves code by a third Enter at its end, after two empty lines, which are removed. */
const leaveCodeByEnter = (editor: Editor): boolean => {
  const { state, view } = editor;
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  const isAtEnd = empty && isInCode(editor) && parentOffset === parent.content.size;
  if (!isAtEnd || !parent.textContent.endsWith('\n\n')) return false;
  view.dispatch(state.tr.delete($from.pos - 2, $from.pos));
  return exitCode(editor.state, view.dispatch);
};

/** Goes from the title of an expandable to its content. */
const enterExpandable = ({ state, view }: Editor): boolean => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth < 2 || $from.node(-1).type.name !== 'expandableTitle') return false;
  view.dispatch(
    state.tr.setSelection(TextSelection.near(state.doc.resolve($from.after(-1) + 1))).scrollIntoView(),
  );
  return true;
};

/** Selects all of the code, or of the cell of a table, that the cursor is in; all of it again selects the page. */
const selectInside = ({ state, view }: Editor): boolean => {
  const { $from, $to, from, to } = state.selection;
  for (let depth = $from.sharedDepth(to); depth > 0; depth--) {
    const node = $from.node(depth);
    if (!node.type.spec.code && node.type.name !== 'tableCell') continue;
    const inside = TextSelection.between(
      state.doc.resolve($from.start(depth)),
      state.doc.resolve($to.end(depth)),
    );
    if (node.textContent === '' || (inside.from === from && inside.to === to)) return false;
    view.dispatch(state.tr.setSelection(inside));
    return true;
  }
  return false;
};

/** Deletes selected text of several blocks before the line is split: the block that it begins in may be gone then. */
const eraseBeforeSplit = ({ state: { selection, tr }, view }: Editor): void => {
  if (selection instanceof TextSelection && !selection.$from.sameParent(selection.$to))
    view.dispatch(tr.deleteSelection());
};

/** Turns lines into blocks of another type; the level that a heading had in Markdown is not that of the next. */
const turnInto = (editor: Editor, name: string): boolean => {
  const { $anchor, $head } = editor.state.selection;
  const { level, ...data } = dataOf($anchor.parent);
  return editor.commands.setNode(name, level !== undefined && $anchor.sameParent($head) ? { data } : {});
};

/** Turns a heading or an empty code block into a paragraph instead of joining it with the block before it. */
const resetAtStart = (editor: Editor): boolean => {
  const { selection } = editor.state;
  const { parent, parentOffset } = selection.$from;
  const isOther =
    parent.isTextblock && parent.type.name !== 'paragraph' && parent.type.name !== 'tableHeading';
  const isReset = selection.empty && parentOffset === 0 && isOther;
  if (!isReset || (isInCode(editor) && parent.content.size > 0)) return false;
  return turnInto(editor, 'paragraph');
};

/** Moves the block at the top of the document that the selection is in. */
const moveBlock = ({ state, view }: Editor, step: -1 | 1): boolean => {
  const { $from } = state.selection;
  const index = $from.index(0);
  const other = state.doc.maybeChild(index + step);
  const block = state.doc.maybeChild(index);
  if (!block || !other) return false;
  const start = $from.posAtIndex(index, 0);
  const target = step < 0 ? start - other.nodeSize : start + other.nodeSize;
  const { tr } = state;
  const offset = state.selection.from - start;
  tr.delete(start, start + block.nodeSize).insert(target, block);
  const at = tr.doc.resolve(Math.min(target + offset, tr.doc.content.size));
  const isWhole = state.selection instanceof NodeSelection;
  tr.setSelection(isWhole ? NodeSelection.create(tr.doc, target) : TextSelection.near(at));
  view.dispatch(tr.scrollIntoView());
  return true;
};

/** Keys of blocks: line breaks, leaving code, resetting and moving blocks. */
export const blockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      'Shift-Enter': () => insertLineBreak(editor),
      Enter: () => {
        eraseBeforeSplit(editor);
        return leaveCodeByEnter(editor) || enterExpandable(editor);
      },
      ArrowDown: () => leaveCode(editor),
      Tab: () => indentCode(editor),
      'Mod-a': () => selectInside(editor),
      Backspace: () => resetAtStart(editor),
      'Alt-ArrowUp': () => moveBlock(editor, -1),
      'Alt-ArrowDown': () => moveBlock(editor, 1),
      'Mod-Alt-0': () => turnInto(editor, 'paragraph'),
      'Mod-Alt-1': () => turnInto(editor, 'heading1'),
      'Mod-Alt-2': () => turnInto(editor, 'heading2'),
      'Mod-Alt-3': () => turnInto(editor, 'heading3'),
    };
  },
});
