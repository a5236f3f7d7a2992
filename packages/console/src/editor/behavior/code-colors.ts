import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { PageContext } from '../../pages/render-context.ts';
import { dataOf } from '../schema/attributes.ts';

/** Words of the same kind, by their place in a code block. */
interface ColoredWords {
  readonly from: number;
  readonly to: number;
  readonly class: string;
}

// Published sites do not highlight longer code either.
const MAX_LENGTH = 20_000;

// Colors follow when somebody pauses, so that no key waits for them.
const PAUSE_MS = 150;

const key = new PluginKey<DecorationSet>('codeColors');

/** The text of a code block with one character for each position; what is not text is a space. */
const textOf = (node: Node): string => node.textBetween(0, node.content.size, undefined, ' ');

/** Finds the colored words of a code block; undefined while its language is being loaded. */
const colorsOf = (
  node: Node,
  highlight: PageContext['context']['highlight'],
): readonly ColoredWords[] | undefined => {
  const { syntax } = dataOf(node);
  if (typeof syntax !== 'string' || syntax === '' || node.content.size > MAX_LENGTH) return [];
  const lines = highlight?.(textOf(node), syntax);
  if (!lines) return undefined;
  const words: ColoredWords[] = [];
  let at = 0;
  for (const line of lines) {
    for (const { text, kind } of line) {
      if (kind) words.push({ from: at, to: at + text.length, class: `t-${kind}` });
      at += text.length;
    }
    // The end of the line.
    at++;
  }
  return words;
};

/** Colors the words of code by their language, as published sites do. */
export const codeColors = ({ context, loads }: PageContext) =>
  Extension.create({
    name: 'codeColors',
    addProseMirrorPlugins: () => {
      const known = new WeakMap<Node, readonly ColoredWords[]>();
      /** Whether all code has its colors, which move with the text around it. */
      const isColored = (doc: Node, colors: DecorationSet): boolean => {
        let isDone = true;
        doc.descendants((node, position) => {
          if (node.type.name === 'code')
            isDone &&= colors.find(position, position + node.nodeSize).length === known.get(node)?.length;
          return isDone && !node.isTextblock;
        });
        return isDone;
      };
      const decorationsOf = (doc: Node): DecorationSet => {
        const decorations: Decoration[] = [];
        doc.descendants((node, position) => {
          if (node.type.name !== 'code') return !node.isTextblock;
          const words = known.get(node) ?? colorsOf(node, context.highlight);
          if (words) known.set(node, words);
          for (const word of words ?? [])
            decorations.push(
              Decoration.inline(position + 1 + word.from, position + 1 + word.to, { class: word.class }),
            );
          return false;
        });
        return DecorationSet.create(doc, decorations);
      };
      const watch = (view: EditorView) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const colorLater = () => {
          clearTimeout(timer);
          timer = setTimeout(color, PAUSE_MS);
        };
        const color = () => {
          // Changing the words that an input method is composing would end it.
          if (view.composing) return colorLater();
          if (isColored(view.state.doc, key.getState(view.state)!)) return;
          const colors = decorationsOf(view.state.doc);
          if (colors === DecorationSet.empty && key.getState(view.state) === DecorationSet.empty) return;
          view.dispatch(view.state.tr.setMeta(key, colors).setMeta('addToHistory', false));
        };
        colorLater();
        const unsubscribe = loads.subscribe((arrived) => {
          if ([...arrived].some((each) => each.startsWith('syntax '))) colorLater();
        });
        return {
          update: ({ state }: EditorView, before: { readonly doc: Node }) => {
            if (state.doc !== before.doc) colorLater();
          },
          destroy: () => {
            unsubscribe();
            clearTimeout(timer);
          },
        };
      };
      return [
        new Plugin({
          key,
          state: {
            init: () => DecorationSet.empty,
            apply: (transaction, colors) =>
              (transaction.getMeta(key) as DecorationSet | undefined) ??
              colors.map(transaction.mapping, transaction.doc),
          },
          props: { decorations: (state) => key.getState(state) },
          view: watch,
        }),
      ];
    },
  });
