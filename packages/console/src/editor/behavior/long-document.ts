import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { showElement } from '../../primitives/show-element.ts';
import { GROUP_CLASS } from './block-groups.ts';

// More blocks than a screen has.
const FAR = 32;

/** Whether a document is drawn in groups of blocks. */
const isLong = ({ dom }: EditorView): boolean =>
  dom.firstElementChild?.classList.contains(GROUP_CLASS) === true;

/** Moves the cursor to the start or the end of a long document, or selects up to there: the browser knows only what is laid out. */
const goTo =
  (end: 'start' | 'end', isSelecting: boolean) =>
  ({ editor: { state, view } }: { readonly editor: Editor }): boolean => {
    const { doc, selection, tr } = state;
    if (!isLong(view)) return false;
    const target = end === 'end' ? Selection.atEnd(doc) : Selection.atStart(doc);
    view.dispatch(
      tr
        .setSelection(isSelecting ? TextSelection.between(selection.$anchor, target.$head) : target)
        .scrollIntoView(),
    );
    return true;
  };

/** The index of the block with the cursor. */
const blockOf = ({ selection }: EditorState): number => selection.$head.index(0);

/** The next groups on one side, if fewer than a number of blocks are before them. */
const groupsBeside = (
  group: Element,
  side: 'previousElementSibling' | 'nextElementSibling',
  missing: number,
): readonly Element[] => {
  const next = missing > 0 ? group[side] : null;
  return next ? [next, ...groupsBeside(next, side, missing - next.childElementCount)] : [];
};

/** The block at the top of a long document that the cursor is in. */
const cursorBlock = (view: EditorView): globalThis.Node | null => {
  const { $head } = view.state.selection;
  return isLong(view) ? view.nodeDOM($head.posAtIndex($head.index(0), 0)) : null;
};

/** The groups with the blocks around a block. */
const groupsAround = (block: globalThis.Node | null): ReadonlySet<Element> => {
  const group = block?.parentElement;
  if (!group) return new Set();
  const before = [...group.childNodes].indexOf(block as ChildNode);
  return new Set([
    group,
    ...groupsBeside(group, 'previousElementSibling', FAR - before),
    ...groupsBeside(group, 'nextElementSibling', FAR - (group.childElementCount - before - 1)),
  ]);
};

/** Lays out the blocks around the cursor before it moves: arrow keys skip what is not laid out. */
const layOutNearCursor = () =>
  new Plugin({
    view: (start) => {
      let block: globalThis.Node | null = null;
      let near: ReadonlySet<Element> = new Set();
      const update = (view: EditorView) => {
        const next = cursorBlock(view);
        if (next === block) return;
        block = next;
        const groups = groupsAround(block);
        for (const group of near) if (!groups.has(group)) group.classList.remove('near-cursor');
        for (const group of groups) if (!near.has(group)) group.classList.add('near-cursor');
        near = groups;
      };
      update(start);
      return { update };
    },
  });

/** Follows the cursor to a place far away, where blocks were not laid out before. */
const followJumps = () => {
  let isJump = false;
  return new Plugin({
    view: () => ({
      update: (view, before) => {
        isJump = isLong(view) && Math.abs(blockOf(view.state) - blockOf(before)) > FAR;
      },
    }),
    props: {
      handleScrollToSelection: (view) => {
        const { node } = view.domAtPos(view.state.selection.head);
        const element = node instanceof Element ? node : node.parentElement;
        if (isJump && element && element !== view.dom) showElement(element, 'nearest');
        return false;
      },
    },
  });
};

/** Keeps keys fast in a document with many blocks: its style draws only those near the screen. */
export const longDocument = Extension.create({
  name: 'longDocument',
  addKeyboardShortcuts: () => ({
    'Mod-Home': goTo('start', false),
    'Mod-End': goTo('end', false),
    'Shift-Mod-Home': goTo('start', true),
    'Shift-Mod-End': goTo('end', true),
    // On a Mac.
    'Cmd-ArrowUp': goTo('start', false),
    'Cmd-ArrowDown': goTo('end', false),
    'Shift-Cmd-ArrowUp': goTo('start', true),
    'Shift-Cmd-ArrowDown': goTo('end', true),
  }),
  addProseMirrorPlugins: () => [layOutNearCursor(), followJumps()],
});
