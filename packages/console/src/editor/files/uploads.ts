import { type Editor, Extension, type Storage } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { toEditor } from '../../../../document/src/editor/document.ts';
import type { ContentFile } from '../../api/upload.ts';
import { notify } from '../../primitives/toasts.tsx';
import { continueAfter } from '../behavior/continue-writing.ts';
import { element } from '../schema/dom.ts';
import {
  blockOfFile,
  type DescribedFile,
  IMAGE_PLACE,
  imagesInHtml,
  localImagesIn,
  pastedFiles,
} from './file-blocks.ts';

/** Sends a file to the server. */
export type SendFile = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<ContentFile>;

interface Upload extends DescribedFile {
  readonly id: number;
}

type Meta =
  | { readonly add: number; readonly dom: HTMLElement; readonly position: number }
  | { readonly remove: number };

const key = new PluginKey<DecorationSet>('uploads');

declare module '@tiptap/core' {
  interface Storage {
    uploads: {
      /** Uploads files, and inserts them at a position between blocks when they are there. */
      insert: (files: readonly File[], position: number) => void;
      /** The number of files that are not on the server yet. */
      count: () => number;
    };
  }
}

/** The place between blocks that is nearest to a position: an empty line is replaced. */
const placeNear = ({ state: { doc } }: EditorView, position: number): number => {
  const $at = doc.resolve(position);
  for (let depth = $at.depth; depth > 0; depth--) {
    if (!$at.node(depth - 1).type.contentMatch.matchType(doc.type.schema.nodes.images!)) continue;
    const isEmptyLine = $at.node(depth).type.name === 'paragraph' && $at.node(depth).content.size === 0;
    return isEmptyLine ? $at.before(depth) : $at.after(depth);
  }
  return $at.depth === 0 ? position : doc.content.size;
};

/** The first place of an image among pasted words. */
const firstPlace = ({ state: { doc } }: EditorView) => {
  let found: { readonly from: number; readonly to: number; readonly index: number } | undefined;
  doc.descendants((node, position) => {
    const match = found || !node.isText ? undefined : IMAGE_PLACE.exec(node.text!);
    if (!match) return;
    const from = position + match.index;
    found = { from, to: from + match[0].length, index: Number(match[1]) };
  });
  return found;
};

const isEmptyParagraphAt = ({ state: { doc } }: EditorView, position: number): boolean => {
  const node = doc.nodeAt(position);
  return node?.type.name === 'paragraph' && node.content.size === 0;
};

const isLineEnd = ({ parent, parentOffset, depth }: ResolvedPos): boolean =>
  depth === 1 && parent.isTextblock && parentOffset === parent.content.size;

/** Uploads of files by paste, by drop and by the menu of blocks. A file that is being sent is shown, but not part of the document. */
export const uploads = (send: SendFile, onUploaded: (file: ContentFile) => void) =>
  Extension.create<object, Storage['uploads']>({
    name: 'uploads',
    addStorage: () => ({ insert: () => undefined, count: () => 0 }),
    addProseMirrorPlugins() {
      const { editor, storage } = this;
      let last = 0;
      const aborts = new Map<number, AbortController>();
      const positionOf = (view: EditorView, id: number): number | undefined =>
        key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
      const remove = (view: EditorView, id: number) => {
        aborts.get(id)?.abort();
        aborts.delete(id);
        if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Meta));
      };
      const finish = (view: EditorView, { id, alt }: Upload, file: ContentFile) => {
        const position = positionOf(view, id);
        if (view.isDestroyed || position === undefined) return;
        aborts.delete(id);
        const [json] = toEditor({ object: 'document', data: {}, nodes: [blockOfFile(file, alt)] }).content!;
        const node = view.state.schema.nodeFromJSON(json);
        const end = isEmptyParagraphAt(view, position)
          ? position + view.state.doc.nodeAt(position)!.nodeSize
          : position;
        const { tr, selection } = view.state;
        // Who has not moved on since continues below.
        const isAtEnd = selection.empty && selection.to + 1 === position && isLineEnd(selection.$to);
        const isOnLine = isAtEnd || (selection.from > position && selection.to < end);
        tr.replaceWith(position, end, node).setMeta(key, { remove: id } satisfies Meta);
        view.dispatch(isOnLine ? continueAfter(tr, position + node.nodeSize) : tr);
      };

      /** The upload as a row: its name, how far it is, and what can be done if it fails. */
      const row = (view: EditorView, upload: Upload): HTMLElement => {
        const { id, file } = upload;
        const bar = element('progress', {
          max: '1',
          value: '0',
          'aria-label': `Uploading ${file.name}`,
        }) as HTMLProgressElement;
        const words = element('span', { class: 'upload-state', role: 'status' }, 'Uploading…');
        const retry = element('button', { type: 'button', class: 'upload-button', hidden: '' }, 'Try again');
        const cancel = element('button', { type: 'button', class: 'upload-button' }, 'Cancel');
        const dom = element(
          'div',
          { class: 'upload', contenteditable: 'false' },
          element('span', { class: 'upload-name' }, file.name),
          bar,
          words,
          retry,
          cancel,
        );
        const start = () => {
          const abort = new AbortController();
          aborts.get(id)?.abort();
          aborts.set(id, abort);
          retry.hidden = true;
          bar.hidden = false;
          dom.removeAttribute('data-failed');
          words.textContent = 'Uploading…';
          cancel.textContent = 'Cancel';
          send(file, {
            onProgress: (share) => {
              bar.value = share;
            },
            signal: abort.signal,
          }).then(
            (uploaded) => {
              onUploaded(uploaded);
              finish(view, upload, uploaded);
            },
            (error: Error) => {
              if (abort.signal.aborted) return;
              dom.setAttribute('data-failed', '');
              words.textContent = error.message;
              bar.hidden = true;
              retry.hidden = false;
              cancel.textContent = 'Remove';
              window.addEventListener('online', start, { once: true, signal: abort.signal });
            },
          );
        };
        retry.addEventListener('click', start);
        cancel.addEventListener('click', () => remove(view, id));
        start();
        return dom;
      };

      // A row that was deleted with the words around it is not waited for.
      storage.count = () => key.getState(editor.state)?.find().length ?? 0;
      const insert = (files: readonly DescribedFile[], position: number) => {
        for (const described of files) {
          const id = ++last;
          const meta: Meta = { add: id, dom: row(editor.view, { id, ...described }), position };
          editor.view.dispatch(editor.state.tr.setMeta(key, meta));
        }
      };
      /** Uploads the images of pasted words where they were among them; others below the words. */
      const insertInPlace = (view: EditorView, images: readonly DescribedFile[]) => {
        const left = new Set(images);
        for (let place = firstPlace(view); place; place = firstPlace(view)) {
          const image = images[place.index];
          // Undo takes back the words, and does not show their places again.
          view.dispatch(view.state.tr.delete(place.from, place.to).setMeta('addToHistory', false));
          if (image && left.delete(image)) insert([image], placeNear(view, place.from));
        }
        insert([...left], placeNear(view, view.state.selection.from));
      };
      storage.insert = (files, position) =>
        insert(
          files.map((file) => ({ file })),
          position,
        );
      return [
        new Plugin<DecorationSet>({
          key,
          state: {
            init: () => DecorationSet.empty,
            apply: (tr, set) => {
              const meta = tr.getMeta(key) as Meta | undefined;
              const mapped = set.map(tr.mapping, tr.doc);
              if (!meta) return mapped;
              if ('remove' in meta)
                return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === meta.remove));
              const spec = { id: meta.add, key: `upload-${meta.add}`, side: -1, stopEvent: () => true };
              return mapped.add(tr.doc, [Decoration.widget(meta.position, meta.dom, spec)]);
            },
          },
          props: {
            decorations: (state) => key.getState(state),
            handlePaste: (view, { clipboardData }) => {
              const files = clipboardData ? pastedFiles(clipboardData) : [];
              if (files.length > 0) {
                storage.insert(files, placeNear(view, view.state.selection.from));
                return true;
              }
              const html = clipboardData?.getData('text/html') ?? '';
              const inside = imagesInHtml(html);
              // After the words around them were pasted.
              if (inside.length > 0) setTimeout(() => insertInPlace(view, inside));
              const missing = localImagesIn(html);
              if (missing > 0)
                notify(
                  missing === 1
                    ? 'An image was not pasted, because it is a file on your computer: add it again'
                    : `${missing} images were not pasted, because they are files on your computer: add them again`,
                );
              return false;
            },
            handleDrop: (view, event, _, isMoved) => {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (isMoved || files.length === 0) return false;
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
              event.preventDefault();
              storage.insert(files, placeNear(view, at?.pos ?? view.state.doc.content.size));
              return true;
            },
          },
          view: () => ({
            destroy: () => {
              for (const abort of aborts.values()) abort.abort();
            },
          }),
        }),
      ];
    },
  });

/** Asks for files, and uploads them at the line with the cursor. */
export const pickFiles = (editor: Editor, position: number, accept = ''): void => {
  const input = element('input', { type: 'file', multiple: '', accept }) as HTMLInputElement;
  input.addEventListener('change', () => {
    editor.storage.uploads.insert([...(input.files ?? [])], placeNear(editor.view, position));
    editor.view.focus();
  });
  input.click();
};
