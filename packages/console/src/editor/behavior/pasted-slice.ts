import type { Document } from '@lectern/document';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { toEditor } from '../../../../document/src/editor/document.ts';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { addressesIn } from '../inline/typed-address.ts';
import { continueAfter } from './continue-writing.ts';
import type { PastedCode } from './paste-code.ts';

/** Blocks as a slice; a single line is merged into the one with the cursor. */
export const sliceOf = (schema: Schema, document: Document): Slice => {
  const content = (toEditor(document).content ?? []).map((json) => schema.nodeFromJSON(json));
  const isLine = content.length === 1 && content[0]!.type.name === 'paragraph';
  return new Slice(Fragment.fromArray(content), isLine ? 1 : 0, isLine ? 1 : 0);
};

const spaces = (schema: Schema, text: string): readonly Node[] => (text === '' ? [] : [schema.text(text)]);

/** Markdown as a slice; words keep the spaces around them, which Markdown leaves out. */
export const sliceOfMarkdown = (
  schema: Schema,
  parse: (markdown: string) => Document,
  markdown: string,
): Slice => {
  const slice = sliceOf(schema, parse(markdown));
  const [, before = '', after = ''] = /^([ \t]*)\S.*?([ \t]*)$/.exec(markdown) ?? [];
  const line = slice.openStart === 1 ? slice.content.firstChild : undefined;
  if (!line) return slice;
  const words = [...spaces(schema, before), ...line.children, ...spaces(schema, after)];
  return new Slice(Fragment.from(line.copy(Fragment.fromArray(words))), 1, 1);
};

/** Words with the addresses in them as links. */
const linkedWords = (schema: Schema, text: string): readonly Node[] => {
  let end = 0;
  const parts = addressesIn(text).flatMap(({ from, to, url }) => {
    const before = spaces(schema, text.slice(end, from));
    end = to;
    const mark = schema.marks.link!.create(linkAttributes({ kind: 'url', url }));
    return [...before, schema.text(text.slice(from, to), [mark])];
  });
  return [...parts, ...spaces(schema, text.slice(end))];
};

/** Plain text as a slice: a paragraph for each line; a single one is merged into the line with the cursor. */
export const sliceOfText = (schema: Schema, text: string): Slice => {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const isLine = lines.length === 1;
  const paragraphs = lines.map((line) =>
    schema.nodes.paragraph!.create(null, linkedWords(schema, isLine ? line : line.trim())),
  );
  const open = isLine ? 1 : 0;
  return new Slice(Fragment.fromArray(paragraphs), open, open);
};

/** Code as a slice. */
export const sliceOfCode = (schema: Schema, { text, syntax }: PastedCode): Slice => {
  const attributes = { isVoid: false, data: syntax === undefined ? {} : { syntax } };
  return new Slice(Fragment.from(schema.nodes.code!.create(attributes, schema.text(text))), 0, 0);
};

const endsInLine = ({ content, openEnd }: Slice): boolean => {
  let parent: Node | null = null;
  let last = content.lastChild;
  for (let depth = 0; depth < openEnd; depth++) {
    parent = last;
    last = last?.lastChild ?? null;
  }
  return last?.isInline ?? parent?.isTextblock ?? false;
};

/** The end of what the last step of a transaction inserted; the rest of a line that it split is not part of it. */
const insertedEnd = (tr: Transaction): number | undefined => {
  let end: number | undefined;
  tr.mapping.maps.at(-1)?.forEach((_from, _to, _start, to) => {
    end ??= to;
  });
  if (end === undefined) return undefined;
  let $end = tr.doc.resolve(end);
  while ($end.depth > 0 && $end.parentOffset === 0) $end = tr.doc.resolve($end.before());
  return $end.pos;
};

const ITEM = 'listItem';

/** Replaces an empty item by the items of a list. */
const replaceEmptyItem = (tr: Transaction, { content, openStart }: Slice): Transaction | undefined => {
  const { $from, empty } = tr.selection;
  const items = content.childCount === 1 && openStart === 0 ? content.firstChild!.content : undefined;
  if (!empty || items?.firstChild?.type.name !== ITEM || $from.parent.content.size > 0) return undefined;
  const item = $from.node(-1);
  if (item?.type.name !== ITEM || item.childCount > 1) return undefined;
  const from = $from.before(-1);
  return continueAfter(tr.replaceWith(from, $from.after(-1), items), from + items.size);
};

/** Inserts whole blocks before a line with the cursor at its start, which would be split into an empty one and itself. */
const insertBeforeLine = (
  tr: Transaction,
  { content, openStart, openEnd }: Slice,
): Transaction | undefined => {
  const { $from, empty } = tr.selection;
  const { parent, parentOffset, depth } = $from;
  if (!empty || depth === 0 || parentOffset > 0 || parent.content.size === 0) return undefined;
  if (!parent.isTextblock || openStart > 0 || openEnd > 0) return undefined;
  const index = $from.index(-1);
  if (!$from.node(-1).canReplace(index, index, content)) return undefined;
  const at = $from.before();
  return continueAfter(tr.insert(at, content), at + content.size);
};

/** Replaces the selection by a slice; the cursor is at the end of it, not in the block below. */
const replaceBySlice = (tr: Transaction, slice: Slice): Transaction => {
  const inserted = replaceEmptyItem(tr, slice) ?? insertBeforeLine(tr, slice);
  if (inserted) return inserted;
  tr.replaceSelection(slice);
  const end = endsInLine(slice) ? undefined : insertedEnd(tr);
  return end === undefined ? tr : continueAfter(tr, end);
};

/** Replaces the selection by what was pasted. */
export const insertSlice = (view: EditorView, slice: Slice): boolean => {
  if (slice.content.size === 0) return false;
  view.dispatch(replaceBySlice(view.state.tr, slice).scrollIntoView().setMeta('paste', true));
  return true;
};
