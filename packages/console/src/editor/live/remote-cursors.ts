import type { Editor } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Person } from '../../live/messages.ts';

/** The selection of somebody else, in positions of the document. */
interface RemoteCursor {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly anchor: number;
  readonly head: number;
}

interface CursorNews {
  /** The cursors that have moved; all others follow the text by themselves. */
  readonly moved: readonly RemoteCursor[];
  /** Everybody who is there. */
  readonly ids: ReadonlySet<string>;
}

/** What an editor has written: a cursor is a place in a text that has all of it. */
export interface Written {
  readonly client: number;
  readonly clock: number;
}

const key = new PluginKey<readonly RemoteCursor[]>('remoteCursors');
const COLORS = 6;

const colorOf = (userId: string): number =>
  [...userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % COLORS;

const caretOf =
  ({ id, name, color }: RemoteCursor) =>
  (): HTMLElement => {
    const caret = document.createElement('span');
    caret.className = `remote-caret remote-color-${color}`;
    caret.contentEditable = 'false';
    caret.dataset.person = id;
    const label = document.createElement('span');
    label.className = 'remote-name';
    // Drawn by CSS, so that it is no part of the text.
    label.dataset.name = name;
    caret.append(label);
    return caret;
  };

const decorate = (state: EditorState): DecorationSet =>
  DecorationSet.create(
    state.doc,
    (key.getState(state) ?? []).flatMap((cursor) => {
      const { id, color, anchor, head } = cursor;
      const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
      const caret = Decoration.widget(head, caretOf(cursor), { key: `${id}/${cursor.name}`, side: 1 });
      const selection = Decoration.inline(from, to, { class: `remote-selection remote-color-${color}` });
      return from < to ? [selection, caret] : [caret];
    }),
  );

const plugin = () =>
  new Plugin<readonly RemoteCursor[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, cursors) => {
        const news = tr.getMeta(key) as CursorNews | undefined;
        if (!news && !tr.docChanged) return cursors;
        const mapped = cursors.map((cursor) => ({
          ...cursor,
          anchor: tr.mapping.map(cursor.anchor),
          head: tr.mapping.map(cursor.head),
        }));
        if (!news) return mapped;
        const stayed = mapped.filter(
          ({ id }) => news.ids.has(id) && !news.moved.some((cursor) => cursor.id === id),
        );
        return [...stayed, ...news.moved];
      },
    },
    props: { decorations: decorate },
  });

const isPosition = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= size;

const parsed = (cursor: string | null): readonly unknown[] => {
  try {
    const fields: unknown = JSON.parse(cursor ?? '[]');
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
};

const cursorOf = ({ id, user, cursor }: Person, size: number): readonly RemoteCursor[] => {
  const [anchor, head] = parsed(cursor);
  if (!isPosition(anchor, size) || !isPosition(head, size)) return [];
  return [{ id, name: user.displayName, color: colorOf(user.id), anchor, head }];
};

/** Shows the cursors and selections of others in an editor. */
export const showRemoteCursors = (editor: Editor) => {
  editor.registerPlugin(plugin());
  const shown = new Map<string, string | null>();
  return {
    /** Shows people; `has` says whether the text has what they had written when their cursor was there. */
    show: (people: readonly Person[], has: (written: Written) => boolean) => {
      const moved = people.filter(({ id, cursor }) => {
        const [, , , client = 0, clock = 0] = parsed(cursor) as readonly number[];
        return shown.get(id) !== cursor && has({ client, clock });
      });
      const ids = new Set(people.map(({ id }) => id));
      const gone = [...shown.keys()].filter((id) => !ids.has(id));
      if (moved.length === 0 && gone.length === 0) return;
      for (const id of gone) shown.delete(id);
      for (const { id, cursor } of moved) shown.set(id, cursor);
      const { state, view } = editor;
      const cursors = moved.flatMap((person) => cursorOf(person, state.doc.content.size));
      const news: CursorNews = { moved: cursors, ids };
      view.dispatch(state.tr.setMeta(key, news).setMeta('addToHistory', false));
    },
    /** The own selection as others get it: with the number of its block, which readers follow, and what was written before. */
    own: ({ client, clock }: Written): string => {
      const { anchor, head, $head } = editor.state.selection;
      return JSON.stringify([anchor, head, $head.index(0), client, clock]);
    },
    close: () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(key);
    },
  };
};
