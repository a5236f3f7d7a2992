import type { Document } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { PageContext } from '../../pages/render-context.ts';
import { createEditor } from '../create-editor.ts';
import { findChoices } from '../menus/find-choices.ts';
import { insertChoice } from '../menus/insert-choice.ts';
import { queryIn } from '../menus/suggest-query.ts';
import type { Hands } from './random-edits.ts';

const keyEvent = (name: string) => {
  const parts = name.split('+');
  const key = parts.pop()!;
  return {
    key,
    ctrlKey: parts.includes('Control'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    metaKey: false,
    preventDefault: () => undefined,
  };
};

/** Runs code that asks which system a browser runs on. */
const inBrowser = <T>(run: () => T): T => {
  if ('navigator' in globalThis) return run();
  Object.assign(globalThis, { navigator: { platform: 'Linux', userAgent: '' } });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(globalThis, 'navigator');
  }
};

/** A view without a window: it has a state and the plugins that get keys, and draws nothing. */
const createView = (editor: Editor) => {
  const view = {
    state: editor.state.reconfigure({ plugins: inBrowser(() => editor.extensionManager.plugins) }),
    composing: false,
    dragging: null,
    editable: true,
    isDestroyed: false,
    dom: new EventTarget(),
    updateState: (state: EditorState) => {
      view.state = state;
    },
    dispatch: editor.view.dispatch,
    hasFocus: () => true,
    endOfTextblock: (direction: string) => {
      const { $from, $to } = view.state.selection;
      return direction === 'backward' || direction === 'up' || direction === 'left'
        ? $from.parentOffset === 0
        : $to.parentOffset === $to.parent.content.size;
    },
    nodeDOM: () => null,
    /** Asks the plugins in their order. */
    someProp: (name: string, ask: (handler: unknown) => unknown): unknown => {
      for (const { props } of view.state.plugins as readonly Plugin[]) {
        const handler = (props as Readonly<Record<string, unknown>>)[name];
        const answer = handler === undefined ? undefined : ask(handler);
        if (answer) return answer;
      }
      return undefined;
    },
  };
  return view;
};

type Handler = (view: unknown, ...given: readonly unknown[]) => boolean;

/** An editor with everything but a window, and the hands of a person who writes in it. */
export const createHeadlessEditor = (
  document: Document,
): { readonly editor: Editor; readonly hands: Hands } => {
  const editor = createEditor({
    element: null,
    document,
    page: {} as PageContext,
    send: () => Promise.reject(new Error('There is no server')),
    label: 'Text',
  });
  const view = createView(editor);
  Object.assign(editor, { editorView: view as unknown as EditorView });
  const handle = (name: string, ...given: readonly unknown[]): boolean =>
    view.someProp(name, (handler) => (handler as Handler)(view, ...given)) === true;
  const hands: Hands = {
    select: async (from, to = from) => void editor.commands.setTextSelection({ from, to }),
    press: async (key) => void handle('handleKeyDown', keyEvent(key)),
    type: async (text) => {
      for (const letter of text) {
        const { from, to } = view.state.selection;
        const insert = () => view.state.tr.insertText(letter, from, to);
        if (!handle('handleTextInput', from, to, letter, insert)) view.dispatch(insert());
      }
    },
    paste: async (type, text) => {
      const clipboardData = {
        types: [type],
        items: [],
        files: [],
        getData: (asked: string) => (asked === type ? text : ''),
      };
      const isPasted = new Promise<void>((resolve) =>
        editor.on(
          'transaction',
          ({ transaction }) => void (transaction.getMeta('paste') === true && resolve()),
        ),
      );
      if (handle('handlePaste', { clipboardData })) await isPasted;
    },
    insert: async (words, title) => {
      await hands.type(`/${words}`);
      const query = queryIn(view.state)!;
      insertChoice(editor, query, findChoices(query.text).find((choice) => choice.title === title)!);
    },
  };
  return { editor, hands };
};
