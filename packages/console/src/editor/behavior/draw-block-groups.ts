import { Fragment, type Node, Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { type GroupedBlocks, groupBlocks } from './block-groups.ts';

/** More blocks than a browser edits fast as neighbours. */
const MANY_BLOCKS = 400;

/** What a view draws a node or a group with; its types leave it out. */
interface Drawing {
  /** Groups have none. */
  node?: Node;
  readonly parent?: Drawing;
  readonly children: readonly Drawing[];
  readonly dom: globalThis.Node;
  readonly size: number;
  updateChildren(view: EditorView, position: number): void;
  parseRange(from: number, to: number, base?: number): object;
  nearestDesc(element: globalThis.Node, isNode?: boolean): Drawing | undefined;
  descAt(position: number): Drawing | undefined;
  domAfterPos(position: number): globalThis.Node;
}

type Methods = Pick<Drawing, 'parseRange' | 'nearestDesc' | 'domAfterPos'>;

/** What a document with groups does differently: they are elements between it and its blocks, but no nodes. */
const withGroups = (drawing: Drawing): Methods => {
  const { parseRange, nearestDesc, domAfterPos } = drawing;
  return {
    /** Reads the block that the browser has edited, and not the whole group. */
    parseRange(from, to) {
      let start = 0;
      for (const group of drawing.children) {
        const end = start + group.size;
        if (from > start && to < end && !group.node) return parseRange.call(group, from, to, start);
        start = end;
      }
      return parseRange.call(drawing, from, to);
    },
    /** Finds the document for a group; whoever goes on from there to the elements around it comes to the one of the document. */
    nearestDesc(element, isNode) {
      const found = nearestDesc.call(drawing, element, isNode);
      const isGroup = isNode && found === drawing && element.parentNode === drawing.dom;
      return isGroup ? Object.create(drawing, { dom: { value: element } }) : found;
    },
    /** Finds the first block of a group, and not the group. */
    domAfterPos: (position) => drawing.descAt(position)?.dom ?? domAfterPos.call(drawing, position),
  };
};

/** The groups of each document that is drawn with them. */
const drawnGroups = new WeakMap<Drawing, GroupedBlocks>();

let isReady = false;

/**
 * Lets editors draw long documents in groups of blocks, without a change of the documents: a view draws neighbours that have the same
 * mark in one element, and here it is given blocks with the marks of their groups.
 */
export const drawBlockGroups = (): void => {
  if (isReady) return;
  isReady = true;
  // A view is made to get at what all of them draw with.
  const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} } });
  const view = new EditorView(null, { state: EditorState.create({ schema }) });
  const drawings: Drawing = Object.getPrototypeOf((view as unknown as { docView: Drawing }).docView);
  view.destroy();
  const { updateChildren } = drawings;
  drawings.updateChildren = function (this: Drawing, ...given) {
    const node = this.node!;
    const before = drawnGroups.get(this);
    if (this.parent || (!before && node.childCount <= MANY_BLOCKS)) return updateChildren.apply(this, given);
    if (!before) Object.assign(this, withGroups(this));
    const groups = groupBlocks(node.children, before);
    drawnGroups.set(this, groups);
    this.node = node.copy(Fragment.fromArray(groups.drawn as Node[]));
    try {
      updateChildren.apply(this, given);
    } finally {
      this.node = node;
    }
  };
};
