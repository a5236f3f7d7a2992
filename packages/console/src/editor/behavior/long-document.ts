import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, Selection, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { showElement } from '../../primitives/show-element.ts';

const MANY_BLOCKS = 400;

// More blocks than a screen has.
const FAR = 32;

// The browser draws only after several keys on a slow machine.
const NEAR = 64;

/** The class of the element of a document with so many blocks. */
export const lengthClass = (blocks: number): string => (blocks > MANY_BLOCKS ? 'is-long' : '');

const isLong = ({ childCount }: Node): boolean => childCount > MANY_BLOCKS;

/** Moves the cursor to the start or the end of a long document, or selects up to there: the browser knows only what is laid out. */
const goTo =
  (end: 'start' | 'end', isSelecting: boolean) =>
  ({ editor: { state, view } }: { readonly editor: Editor }): boolean => {
    const { doc, selection, tr } = state;
    if (!isLong(doc)) return false;
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

interface NearBlocks {
  readonly center: number;
  readonly decorations: DecorationSet;
}

const NO_BLOCKS: NearBlocks = { center: -1, decorations: DecorationSet.empty };

/** Marks the blocks around the cursor. */
const blocksNear = (state: EditorState): NearBlocks => {
  const { doc } = state;
  if (!isLong(doc)) return NO_BLOCKS;
  const center = blockOf(state);
  const first = Math.max(0, center - NEAR);
  const last = Math.min(doc.childCount, center + NEAR);
  let from = state.selection.$head.posAtIndex(center, 0);
  for (let at = center - 1; at >= first; at--) from -= doc.child(at).nodeSize;
  const near: Decoration[] = [];
  for (let at = first; at < last; at++) {
    const to = from + doc.child(at).nodeSize;
    near.push(Decoration.node(from, to, { class: 'near-cursor' }));
    from = to;
  }
  return { center, decorations: DecorationSet.create(doc, near) };
};

const NEAR_CURSOR = new PluginKey<NearBlocks>('nearCursor');

/** Lays out the blocks around the cursor before it moves: arrow keys skip what is not laid out. */
const layOutNearCursor = () =>
  new Plugin<NearBlocks>({
    key: NEAR_CURSOR,
    state: {
      init: (_, state) => blocksNear(state),
      apply: (tr, { center, decorations }, _, state) => {
        const isNear = Math.abs(blockOf(state) - center) < NEAR / 2 && isLong(state.doc);
        return isNear ? { center, decorations: decorations.map(tr.mapping, tr.doc) } : blocksNear(state);
      },
    },
    props: { decorations: (state) => NEAR_CURSOR.getState(state)?.decorations },
  });

/** Follows the cursor to a place far away, where blocks were not laid out before. */
const followJumps = () => {
  let isJump = false;
  return new Plugin({
    view: () => ({
      update: ({ state }, before) => {
        isJump = isLong(state.doc) && Math.abs(blockOf(state) - blockOf(before)) > FAR;
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
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { attributes: ({ doc }) => ({ class: lengthClass(doc.childCount) }) },
    }),
    layOutNearCursor(),
    followJumps(),
  ],
});
