import { type Document, matchSequences } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { withTrailingParagraph } from './behavior/trailing-paragraph.ts';
import type { Attributes, EditorNode } from './conversion/editor-node.ts';
import { toEditor } from './document.ts';

const without = (attributes: Attributes = {}, ...names: readonly string[]): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => value !== null && !names.includes(name)),
  );

// Keys of blocks and numbers of links are made anew whenever a document is read.
const contentOf = ({ type, attrs, content, marks, text }: EditorNode): unknown => [
  type,
  without(attrs, 'key', 'meta'),
  text,
  marks?.map((mark) => [mark.type, without(mark.attrs, 'key', 'meta', 'number')]),
  content?.map(contentOf),
];

/** Numbers blocks, so that equal ones have the same number. */
const numbered = () => {
  const numbers = new Map<string, number>();
  return (block: Node): number => {
    const content = JSON.stringify(contentOf(block.toJSON() as EditorNode));
    const number = numbers.get(content) ?? numbers.size;
    numbers.set(content, number);
    return number;
  };
};

const isEmptyLine = (node: Node | undefined): boolean =>
  node?.type.name === 'paragraph' && node.content.size === 0;

const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);

/** A block and what is in it without keys, which change with the words. */
const withoutKeys = (node: Node): Node =>
  node.isText
    ? node
    : node.type.create(
        { ...node.attrs, ...('key' in node.attrs && { key: null, meta: null }) },
        node.children.map(withoutKeys),
        node.marks,
      );

/** The words that differ between two versions of a block, if all of them are in one line. */
const changedWords = (old: Node, made: Node) => {
  if (old.type !== made.type) return undefined;
  const [before, after] = [Fragment.from(withoutKeys(old)), Fragment.from(withoutKeys(made))];
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (start === null || !end || start === 0) return undefined;
  // Where words repeat, the two ends overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const lineIn = (node: Node, to: number) => {
    const $from = node.resolve(start - 1);
    return $from.parent.inlineContent && $from.sameParent(node.resolve(to - 1)) ? $from.parent : undefined;
  };
  const [from, to] = [lineIn(old, end.a + overlap), lineIn(made, end.b + overlap)];
  return from && to
    ? { start, end: end.a + overlap, content: made.slice(start - 1, end.b + overlap - 1).content }
    : undefined;
};

/** Replaces blocks at a position by others; of a changed line only the words that differ, so that a cursor in it stays. */
const replaceBlocks = (
  tr: Transaction,
  at: number,
  before: readonly Node[],
  after: readonly Node[],
): void => {
  const [old, made] = [[...before], [...after]];
  // A line that somebody has just begun is not stored yet.
  while (isEmptyLine(old.at(-1)) && !isEmptyLine(made.at(-1))) old.pop();
  let start = at;
  while (isEmptyLine(old[0]) && !isEmptyLine(made[0])) start += old.shift()!.nodeSize;
  const words = old.length === 1 && made.length === 1 ? changedWords(old[0]!, made[0]!) : undefined;
  if (words) tr.replaceWith(start + words.start, start + words.end, words.content);
  else if (made.length > 0) tr.replaceWith(start, start + sizeOf(old), made);
  else if (old.length > 0) tr.delete(start, start + sizeOf(old));
};

/**
 * Shows another version of a document; blocks that are equal stay, and the cursor with them. A version of other people cannot be
 * undone, one's own can.
 */
export const replaceDocument = (
  editor: Editor,
  document: Document,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): void => {
  const { state, view, schema } = editor;
  const before = state.doc.children;
  const after = schema.nodeFromJSON(withTrailingParagraph(toEditor(document))).children;
  const numberOf = numbered();
  const matches = matchSequences(before.map(numberOf), after.map(numberOf));
  const { tr } = state;
  // From the end, so that positions before a change stay.
  let [endBefore, endAfter] = [before.length, after.length];
  for (const [x, y] of [...matches.toReversed(), [-1, -1] as const]) {
    const [gone, come] = [before.slice(x + 1, endBefore), after.slice(y + 1, endAfter)];
    if (gone.length > 0 || come.length > 0) replaceBlocks(tr, sizeOf(before.slice(0, x + 1)), gone, come);
    [endBefore, endAfter] = [x, y];
  }
  if (!tr.docChanged) return;
  // Undo takes back one's own words only.
  view.dispatch(isOwn ? tr : tr.setMeta('addToHistory', false).setMeta('isFromServer', true));
};
