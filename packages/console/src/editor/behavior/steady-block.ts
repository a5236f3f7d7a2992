import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** A block that keeps its height while somebody types in it. */
interface SteadyBlock {
  readonly from: number;
  /** The height of its lines: another one needs another height of the block. */
  readonly lines: number;
  readonly decorations: DecorationSet;
}

const STEADY = new PluginKey<SteadyBlock | null>('steadyBlock');

/** Whether nothing but edits changes the height of a block. */
const isPlain = (block: Node): boolean =>
  block.isTextblock &&
  block.content.size > 0 &&
  !block.type.spec.code &&
  block.children.every(({ isText }) => isText);

/** Where the block at the top of the document begins that the cursor is in, if it is plain text. */
const typedBlock = ({ selection: { $head, empty } }: EditorState): number | undefined =>
  empty && $head.depth === 1 && isPlain($head.parent) ? $head.before() : undefined;

/** Whether one block was edited, and the cursor stayed in it. */
const isTyping = (state: EditorState, before: EditorState): boolean =>
  state.doc !== before.doc &&
  state.doc.childCount === before.doc.childCount &&
  state.selection.$head.index(0) === before.selection.$head.index(0);

const heightOfLines = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().height;
};

const elementAt = (view: EditorView, from: number): HTMLElement | undefined => {
  const element = view.nodeDOM(from);
  return element instanceof HTMLElement ? element : undefined;
};

const setSteady = ({ state, dispatch }: EditorView, block: SteadyBlock | null): void =>
  dispatch(state.tr.setMeta(STEADY, block).setMeta('addToHistory', false));

/** Lets the height of the block change when its lines need another one. */
const check = (view: EditorView): void => {
  const block = STEADY.getState(view.state);
  if (!block) return;
  const element = elementAt(view, block.from);
  if (!element || Math.abs(heightOfLines(element) - block.lines) > 0.5) setSteady(view, null);
};

const begin = (view: EditorView): void => {
  const { doc } = view.state;
  const from = typedBlock(view.state);
  const element = from === undefined ? undefined : elementAt(view, from);
  if (from === undefined || !element) return;
  const style = `block-size: ${getComputedStyle(element).blockSize}`;
  const steady = Decoration.node(from, from + doc.nodeAt(from)!.nodeSize, { class: 'steady', style });
  setSteady(view, { from, lines: heightOfLines(element), decorations: DecorationSet.create(doc, [steady]) });
};

/** Keeps the height of the block that somebody types in: the browser then lays out this block at a key, and not the whole page. */
export const keepHeight = (isLong: (doc: Node) => boolean) =>
  new Plugin<SteadyBlock | null>({
    key: STEADY,
    state: {
      init: () => null,
      apply: (tr, block, before, state) => {
        const given = tr.getMeta(STEADY) as SteadyBlock | null | undefined;
        if (given !== undefined) return given;
        if (!block || (!tr.docChanged && !tr.selectionSet)) return block;
        const from = tr.mapping.map(block.from, -1);
        const isKept = typedBlock(state) === from && state.doc.childCount === before.doc.childCount;
        return isKept ? { ...block, from, decorations: block.decorations.map(tr.mapping, tr.doc) } : null;
      },
    },
    props: { decorations: (state) => STEADY.getState(state)?.decorations },
    view: (view) => {
      const again = () => check(view);
      // Lines wrap elsewhere in another width, or in a font that has just arrived.
      const sizes = new ResizeObserver(again);
      sizes.observe(view.dom);
      document.fonts.addEventListener('loadingdone', again);
      return {
        update: (_, before) => {
          if (STEADY.getState(view.state)) check(view);
          else if (isLong(view.state.doc) && !view.composing && isTyping(view.state, before)) begin(view);
        },
        destroy: () => {
          sizes.disconnect();
          document.fonts.removeEventListener('loadingdone', again);
        },
      };
    },
  });
