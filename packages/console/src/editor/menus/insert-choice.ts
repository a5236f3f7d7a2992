import type { Block } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { toEditor } from '../../../../document/src/editor/document.ts';
import { continueAfter } from '../behavior/continue-writing.ts';
import { pickFiles } from '../files/uploads.ts';
import { insertInline } from '../inline/inline-nodes.ts';
import { selectCell } from '../tables/table-place.ts';
import type { BlockChoice } from './block-choices.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Opens the settings of what was just inserted at or after a position. */
const openSettings = (editor: Editor, from: number, name: string): void => {
  let found: number | undefined;
  editor.state.doc.nodesBetween(from, editor.state.doc.content.size, (node, position) => {
    if (found === undefined && position >= from && node.type.name === name) found = position;
    return found === undefined;
  });
  if (found !== undefined) editor.storage.settings.open(found);
};

/** Replaces a range inside of a line by a block: the line itself if nothing else is on it. Settings open by themselves. */
const insertBlock = (editor: Editor, range: Range, block: Block, hasSettings: boolean): void => {
  const made = toEditor({ object: 'document', data: {}, nodes: [block] }).content![0]!;
  const { state } = editor;
  const $from = state.doc.resolve(range.from);
  const isWhole = $from.parent.content.size === range.to - range.from;
  const node = state.schema.nodeFromJSON(made);
  const at = isWhole ? $from.before() : $from.after() - (range.to - range.from);
  const place = isWhole ? { from: at, to: $from.after() } : at;
  const chain = editor.chain().focus();
  if (!isWhole) chain.deleteRange(range);
  chain
    .insertContentAt(place, node.toJSON())
    .command(({ tr }) => {
      // The first line of the block, however deep it is, or the line below a block without text.
      const end = at + node.nodeSize;
      const line = Selection.findFrom(tr.doc.resolve(at + 1), 1, true);
      if (line && line.from < end) tr.setSelection(line);
      else continueAfter(tr, end);
      return true;
    })
    .run();
  if (node.type.name === 'table') editor.view.dispatch(selectCell(editor.state.tr, at, -1, 0));
  if (hasSettings) openSettings(editor, at, node.type.name === 'images' ? 'image' : node.type.name);
};

/** Inserts a choice in place of the words that found it. */
export const insertChoice = (
  editor: Editor,
  range: Range,
  choice: Pick<BlockChoice, 'block' | 'inline' | 'files' | 'hasSettings'>,
): void => {
  const { block: make, inline, files, hasSettings = false } = choice;
  if (make) insertBlock(editor, range, make(), hasSettings);
  if (inline) {
    const { type, data = {} } = inline();
    insertInline(editor, range, type, data);
    if (hasSettings) editor.storage.settings.open(range.from);
  }
  if (files !== undefined) {
    editor.chain().focus().deleteRange(range).run();
    pickFiles(editor, editor.state.selection.from, files);
  }
};
