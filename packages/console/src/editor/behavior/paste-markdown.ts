import type { parseMarkdown } from '@lectern/document';
import type { Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { pasteSlice } from '../tables/paste-cells.ts';
import { sliceOfMarkdown, sliceOfText } from './pasted-slice.ts';

type Parse = typeof parseMarkdown;

/** The places of Markdown that was pasted before its parser was there. */
type Places = ReadonlyMap<number, number>;

type Meta = { readonly add: number; readonly position: number } | { readonly remove: number };

const key = new PluginKey<Places>('pastedMarkdown');

/** Keeps places where they are while the text around them changes; what is typed at one is after it. */
const createPlugin = (): Plugin<Places> =>
  new Plugin<Places>({
    key,
    state: {
      init: () => new Map(),
      apply: (tr, places) => {
        const meta = tr.getMeta(key) as Meta | undefined;
        if (!meta && places.size === 0) return places;
        const next = new Map([...places].map(([id, position]) => [id, tr.mapping.map(position, -1)]));
        if (meta && 'add' in meta) next.set(meta.add, meta.position);
        if (meta && 'remove' in meta) next.delete(meta.remove);
        return next;
      },
    },
  });

/** Pastes Markdown; its parser is large, and loaded when somebody begins to write. */
export const createMarkdownPaste = () => {
  let parse: Parse | undefined;
  let last = 0;
  const load = async (): Promise<Parse> => {
    parse ??= (await import('../../../../document/src/markdown/parse.ts')).parseMarkdown;
    return parse;
  };
  const insertLater = (view: EditorView, markdown: string): void => {
    const id = ++last;
    const start = view.state.tr.deleteSelection();
    const position = start.selection.from;
    view.dispatch(start.setMeta(key, { add: id, position } satisfies Meta));
    const finish = (slice: Slice) => {
      const { state } = view;
      const at = view.isDestroyed ? undefined : key.getState(state)?.get(id);
      if (at === undefined) return;
      const tr = state.tr.setMeta(key, { remove: id } satisfies Meta);
      // Who has not moved on continues after what was pasted.
      const isThere = state.selection.empty && state.selection.from === at;
      view.dispatch(isThere ? tr : tr.replaceRange(at, at, slice).setMeta('paste', true));
      if (isThere) pasteSlice(view, slice);
    };
    const { schema } = view.state;
    load().then(
      (parser) => finish(sliceOfMarkdown(schema, parser, markdown)),
      () => finish(sliceOfText(schema, markdown)),
    );
  };
  return {
    plugin: createPlugin(),
    /** Loads the parser. */
    load: () => load().catch(() => undefined),
    /** Inserts Markdown at the selection: at once if the parser is there, otherwise when it is, at the place of the paste. */
    insert: (view: EditorView, markdown: string): void => {
      if (parse) pasteSlice(view, sliceOfMarkdown(view.state.schema, parse, markdown));
      else insertLater(view, markdown);
    },
  };
};
