import type { Page } from 'playwright-core';
import type { EditorNode } from '../src/editor/conversion/editor-node.ts';

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
}

/** What an editor shows, and how often it can be undone and redone. */
export interface Look {
  readonly lines: readonly Line[];
  readonly json: EditorNode;
  readonly undo: number;
  readonly redo: number;
}

/** Reads the editor of a page. */
export const lookAt = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the library sets it on the element
    const { state } = (document.querySelector('.ProseMirror') as any).editor;
    const lines: Line[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: nodes of the editor
    state.doc.descendants((node: any, position: number) => {
      if (!node.isTextblock) return true;
      const $at = state.doc.resolve(position);
      const around = [node.type.name];
      for (let depth = $at.depth; depth > 0; depth--) around.push($at.node(depth).type.name);
      // biome-ignore lint/suspicious/noExplicitAny: nodes of the editor
      const other = (leaf: any) => (leaf.type.name === 'lineBreak' ? '\n' : '\ufffc');
      lines.push({
        text: node.textBetween(0, node.content.size, undefined, other),
        around,
        top: $at.index(0),
        index: $at.index(),
        start: position + 1,
      });
      return false;
    });
    // biome-ignore lint/suspicious/noExplicitAny: the state of the history
    const history = state.plugins.find(({ key }: any) => key === 'history$').getState(state);
    return {
      lines,
      json: state.doc.toJSON(),
      undo: history.done.eventCount,
      redo: history.undone.eventCount,
    };
  });

/** Selects from one position to another, as a click would. */
export const select = (page: Page, from: number, to = from): Promise<void> =>
  page.evaluate(
    (range) => {
      // biome-ignore lint/suspicious/noExplicitAny: the library sets it on the element
      const { editor } = document.querySelector('.ProseMirror') as any;
      editor.view.focus();
      editor.commands.setTextSelection(range);
    },
    { from, to },
  );
