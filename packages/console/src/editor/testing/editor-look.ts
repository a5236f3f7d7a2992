import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';

/** A line of text in the editor. */
export interface Line {
  readonly text: string;
  /** The name of its block in the schema, and those of the blocks around it, from the inside. */
  readonly around: readonly string[];
  /** The index of its block at the top of the document, and its own index in its parent. */
  readonly top: number;
  readonly index: number;
  /** The position of its first character. */
  readonly start: number;
  /** Whether its first words are code, where characters of Markdown stay what they are. */
  readonly isCode: boolean;
}

/** What an editor shows, and how often it can be undone and redone. */
export interface Look {
  readonly lines: readonly Line[];
  readonly json: EditorNode;
  readonly undo: number;
  readonly redo: number;
  /** What it showed when it was last at this depth of its history. */
  readonly known: EditorNode;
}

/** An editor whose past is known. */
interface WatchedEditor extends Editor {
  /** What it showed at each depth of its history. Changes that follow each other quickly are one depth. */
  known: Map<number, Node>;
}

// The functions below are sent to browsers as text, so they use nothing from outside.

/** Notes what an editor shows at each depth of its history. */
export const watchHistory = (editor: Editor): void => {
  const watched = editor as WatchedEditor;
  watched.known = new Map([[0, editor.state.doc]]);
  editor.on('transaction', ({ transaction }) => {
    const { state } = editor;
    const history = state.plugins
      .find((plugin) => 'key' in plugin && plugin.key === 'history$')!
      .getState(state);
    const depth = history.done.eventCount;
    for (const each of watched.known.keys())
      if (each > depth + history.undone.eventCount) watched.known.delete(each);
    const isTravel = transaction.getMeta('history$') !== undefined;
    if (!isTravel || !watched.known.has(depth)) watched.known.set(depth, state.doc);
  });
};

/** Reads a watched editor. */
export const lookAtEditor = (editor: Editor): Look => {
  const { state } = editor;
  const lines: Line[] = [];
  state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const $at = state.doc.resolve(position);
    const around = [node.type.name];
    for (let depth = $at.depth; depth > 0; depth--) around.push($at.node(depth).type.name);
    lines.push({
      text: node.textBetween(0, node.content.size, undefined, (leaf) =>
        leaf.type.name === 'lineBreak' ? '\n' : '\ufffc',
      ),
      around,
      top: $at.index(0),
      index: $at.index(),
      start: position + 1,
      isCode: node.firstChild?.marks.some((mark) => mark.type.spec.code === true) ?? false,
    });
    return false;
  });
  const history = state.plugins
    .find((plugin) => 'key' in plugin && plugin.key === 'history$')!
    .getState(state);
  return {
    lines,
    json: state.doc.toJSON(),
    undo: history.done.eventCount,
    redo: history.undone.eventCount,
    known: (editor as WatchedEditor).known.get(history.done.eventCount)!.toJSON(),
  };
};
