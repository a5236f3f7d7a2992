import { normalizeLines, printMarkdown } from '@lectern/document';
import { Extension } from '@tiptap/core';
import { DOMSerializer, type Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toDocument } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { addressesIn, wholeAddress } from '../inline/typed-address.ts';
import { cellsOfText, pasteCells, pasteSlice } from '../tables/paste-cells.ts';
import { markdownIn } from './looks-like-markdown.ts';
import { isFromCodeEditor, pastedCode } from './paste-code.ts';
import { htmlToDocument } from './paste-html.ts';
import { createMarkdownPaste } from './paste-markdown.ts';
import { sliceOf, sliceOfCode, sliceOfText } from './pasted-slice.ts';
import { withoutStyles } from './pasted-styles.ts';

const SLICE = 'data-lectern-slice';

const copiedSlice = (schema: Schema, html: string): Slice | undefined => {
  if (!html.includes(SLICE)) return undefined;
  const value = new DOMParser()
    .parseFromString(withoutStyles(html), 'text/html')
    .querySelector(`[${SLICE}]`)
    ?.getAttribute(SLICE);
  try {
    return value ? Slice.fromJSON(schema, JSON.parse(value)) : undefined;
  } catch {
    // Copied from a page of another version.
    return undefined;
  }
};

/** What was pasted as blocks; Markdown is returned as text, because its parser is loaded when it is needed. Words are left to the editor. */
const pasted = (schema: Schema, data: DataTransfer): Slice | string | undefined => {
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const copied = copiedSlice(schema, html);
  if (copied) return copied;
  const code = pastedCode(data);
  if (code) return sliceOfCode(schema, code);
  if (html !== '' && !isFromCodeEditor(data)) return sliceOf(schema, htmlToDocument(html));
  const markdown = markdownIn(text);
  if (markdown !== undefined) return markdown;
  const isMore = text.trim().includes('\n') || addressesIn(text).length > 0;
  return isMore ? sliceOfText(schema, text) : undefined;
};

/** An address that is pasted over words becomes their link; on its own, it is the words, too. */
const pasteAddress = (view: EditorView, data: DataTransfer): boolean => {
  const { selection, schema, tr } = view.state;
  const text = data.getData('text/plain');
  const url = wholeAddress(text);
  if (!(selection instanceof TextSelection) || url === undefined) return false;
  if (!selection.$from.sameParent(selection.$to)) return false;
  const mark = schema.marks.link!.create(linkAttributes({ kind: 'url', url }));
  if (selection.empty) tr.replaceSelectionWith(schema.text(text.trim(), [mark]), false);
  else tr.addMark(selection.from, selection.to, mark);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
  return true;
};

/** A selection as Markdown. */
const markdownOf = (slice: Slice): string => {
  const content = (slice.content.toJSON() ?? []) as readonly EditorNode[];
  const isInline = slice.content.firstChild?.isInline === true;
  const blocks = isInline ? [{ type: 'paragraph', content }] : content;
  try {
    return printMarkdown(normalizeLines(toDocument({ type: 'doc', content: blocks }))).trimEnd();
  } catch {
    // A part of a block, such as rows of a table.
    return slice.content.textBetween(0, slice.content.size, '\n', '\n');
  }
};

/** Copies with everything that a document has; pastes Markdown and HTML as blocks. */
export const clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { editor } = this;
    const usual = DOMSerializer.fromSchema(editor.schema);
    const serializer = Object.assign(Object.create(usual) as DOMSerializer, {
      serializeFragment: (fragment: Fragment, options?: { document?: Document }, target?: HTMLElement) => {
        const dom = usual.serializeFragment(fragment, options, target);
        const first = dom.firstChild;
        const slice = JSON.stringify(editor.state.selection.content().toJSON());
        if (first instanceof HTMLElement) first.setAttribute(SLICE, slice);
        return dom;
      },
    });
    const markdown = createMarkdownPaste();
    const isInCode = (node: Node): boolean => node.type.spec.code === true;
    return [
      markdown.plugin,
      new Plugin({
        props: {
          clipboardSerializer: serializer,
          clipboardTextSerializer: markdownOf,
          handleDOMEvents: {
            focus: () => {
              void markdown.load();
              return false;
            },
          },
          // The editor reads all HTML before it asks who pastes it.
          transformPastedHTML: withoutStyles,
          handlePaste: (view, { clipboardData }) => {
            const { $from } = view.state.selection;
            if (!clipboardData || isInCode($from.parent)) return false;
            const isHeading = $from.parent.type.name === 'tableHeading';
            // Headings of tables have no links.
            if (!isHeading && pasteAddress(view, clipboardData)) return true;
            const cells = cellsOfText(clipboardData);
            if (cells && pasteCells(view, cells)) return true;
            const content = pasted(view.state.schema, clipboardData);
            if (typeof content !== 'string') return content !== undefined && pasteSlice(view, content);
            markdown.insert(view, content);
            return true;
          },
        },
      }),
    ];
  },
});
