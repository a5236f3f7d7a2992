import { type Editor, Extension, type Storage } from '@tiptap/core';
import type { Mark, Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { showElement } from '../../primitives/show-element.ts';
import { type FindQuery, findMatches, type Match, matchAfter } from './find-text.ts';

interface Found {
  readonly query: FindQuery | undefined;
  readonly matches: readonly Match[];
  /** The match that the next replacement changes. */
  readonly current: number;
  readonly decorations: DecorationSet;
}

type Meta = { readonly query: FindQuery | undefined; readonly near?: number } | { readonly current: number };

const key = new PluginKey<Found>('find');
const NOTHING: Found = { query: undefined, matches: [], current: 0, decorations: DecorationSet.empty };

declare module '@tiptap/core' {
  interface Storage {
    find: {
      /** Shows the panel, once it is loaded. */
      open?: ((isReplacing: boolean) => void) | undefined;
      /** What was asked for before the panel was loaded. */
      wanted?: 'find' | 'replace' | undefined;
    };
  }
}

/** The matches of the current search. */
export const foundIn = ({ state }: Editor): Found => key.getState(state) ?? NOTHING;

/** Shows the panel, or lets it show itself as soon as it is loaded. */
export const openFind = ({ storage: { find } }: Editor, isReplacing: boolean): void => {
  if (find.open) find.open(isReplacing);
  else find.wanted = isReplacing ? 'replace' : 'find';
};

/** Marks the matches of a search, and opens its panel by keys. */
export const findPlugin = Extension.create<object, Storage['find']>({
  name: 'find',
  addStorage: () => ({}),
  addKeyboardShortcuts() {
    const { editor } = this;
    const open = (isReplacing: boolean) => () => {
      openFind(editor, isReplacing);
      return true;
    };
    return { 'Mod-f': open(false), 'Mod-h': open(true), 'Mod-Alt-f': open(true) };
  },
  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: {
        init: () => NOTHING,
        apply: (tr, before) => {
          const meta = tr.getMeta(key) as Meta | undefined;
          if (!meta && !(tr.docChanged && before.query)) return before;
          const query = meta && 'query' in meta ? meta.query : before.query;
          if (!query) return NOTHING;
          const isSearch = tr.docChanged || query !== before.query;
          const matches = isSearch ? findMatches(tr.doc, query) : before.matches;
          const chosen =
            meta && 'current' in meta
              ? meta.current
              : meta && 'near' in meta && meta.near !== undefined
                ? matchAfter(matches, meta.near)
                : before.current;
          const current = Math.max(0, Math.min(chosen, matches.length - 1));
          const decorations = DecorationSet.create(
            tr.doc,
            matches.map(({ from, to }, at) =>
              Decoration.inline(from, to, { class: at === current ? 'found found-current' : 'found' }),
            ),
          );
          return { query, matches, current, decorations };
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});

/** Searches for a text, or ends the search. */
export const search = ({ state, view }: Editor, query: FindQuery | undefined): void =>
  view.dispatch(state.tr.setMeta(key, { query, near: state.selection.from } satisfies Meta));

/** Shows the next or the previous match. */
export const showMatch = (editor: Editor, step: 0 | 1 | -1): void => {
  const { matches, current } = foundIn(editor);
  if (matches.length === 0) return;
  const next = (current + step + matches.length) % matches.length;
  const { from, to } = matches[next]!;
  const { tr, doc } = editor.state;
  tr.setSelection(TextSelection.create(doc, from, to)).setMeta(key, { current: next } satisfies Meta);
  editor.view.dispatch(tr);
  const dom = editor.view.domAtPos(from).node;
  const element = dom instanceof Element ? dom : dom.parentElement;
  if (element) showElement(element, 'center');
};

/** The format that a text gets in place of a match: that of its first letter, and links only if they are around all of it. */
const marksOf = (doc: Node, { from, to }: Match): readonly Mark[] => {
  const texts: Node[] = [];
  doc.nodesBetween(from, to, (node) => void (node.isText && texts.push(node)));
  return (texts[0]?.marks ?? []).filter(
    (mark) => mark.type.spec.inclusive !== false || texts.every(({ marks }) => mark.isInSet(marks)),
  );
};

/** Replaces matches by a text with the format of what it replaces. One undo takes it back. */
const replaceMatches = ({ state, view }: Editor, matches: readonly Match[], text: string): void => {
  const { tr } = state;
  for (const match of matches.toReversed()) {
    if (text === '') tr.delete(match.from, match.to);
    else tr.replaceWith(match.from, match.to, state.schema.text(text, marksOf(state.doc, match)));
  }
  view.dispatch(tr);
};

/** Replaces the current match, and shows the next one. */
export const replaceCurrent = (editor: Editor, text: string): void => {
  const { matches, current } = foundIn(editor);
  const match = matches[current];
  if (!match) return;
  replaceMatches(editor, [match], text);
  // The text may contain what was searched for.
  const { state, view } = editor;
  view.dispatch(
    state.tr.setMeta(key, { query: foundIn(editor).query, near: match.from + text.length } satisfies Meta),
  );
  showMatch(editor, 0);
};

/** Replaces all matches; returns how many there were. */
export const replaceAll = (editor: Editor, text: string): number => {
  const { matches } = foundIn(editor);
  replaceMatches(editor, matches, text);
  return matches.length;
};
