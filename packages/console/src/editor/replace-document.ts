import { type Document, matchSequences } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { toEditor } from '../../../document/src/editor/document.ts';
import { type Attributes, type EditorNode, isSame } from '../../../document/src/editor/editor-node.ts';
import { asOthers } from './behavior/history.ts';
import { withTrailingParagraph } from './behavior/trailing-paragraph.ts';

// Keys of blocks and numbers of links are made anew whenever a document is read.
const UNSTABLE = ['key', 'meta', 'number'];

/** The attributes that tell blocks apart. One that was just made in the editor lacks fields that are stored without a value. */
const distinctive = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) =>
        value !== null &&
        !UNSTABLE.includes(name) &&
        !(name === 'isVoid' && value === false) &&
        !(name === 'data' && Object.keys(value as object).length === 0),
    ),
  );

const contentOf = ({ type, attrs, content, marks, text }: EditorNode): unknown => [
  type,
  distinctive(attrs),
  text,
  marks?.map((mark) => [mark.type, distinctive(mark.attrs)]),
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

/** A line and what is in it with the attributes that tell nodes apart. */
const comparable = (node: Node): Node =>
  node.isText
    ? node
    : node.type.create(
        'key' in node.attrs ? distinctive(node.attrs) : node.attrs,
        node.children.map(comparable),
        node.marks,
      );

/** Replaces the words that differ between two versions of a line. */
const replaceWords = (tr: Transaction, at: number, old: Node, made: Node): void => {
  const [before, after] = [comparable(old).content, comparable(made).content];
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (start === null || !end) return;
  // Where words repeat, the two ends overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const words = made.content.cut(start, end.b + overlap);
  tr.replaceWith(at + 1 + start, at + 1 + end.a + overlap, words);
};

const isSameBlock = (old: Node, made: Node): boolean =>
  old.type === made.type && !old.isLeaf && isSame(distinctive(old.attrs), distinctive(made.attrs));

/** Whether empty lines of the editor stay, because they are not stored. */
type KeepsLines = { readonly keepsEmptyLines: boolean };

/** Replaces a block by another version; of what is in it only what differs, so that a cursor in it stays. */
const replaceBlock = (tr: Transaction, at: number, old: Node, made: Node, lines: KeepsLines): void => {
  if (!isSameBlock(old, made)) tr.replaceWith(at, at + old.nodeSize, made);
  else if (old.isTextblock) replaceWords(tr, at, old, made);
  else replaceChildren(tr, at + 1, old.children, made.children, lines);
};

/** Replaces blocks at a position by others. */
const replaceBlocks = (
  tr: Transaction,
  at: number,
  before: readonly Node[],
  after: readonly Node[],
  { keepsEmptyLines }: KeepsLines,
): void => {
  const [old, made] = [[...before], [...after]];
  let start = at;
  if (keepsEmptyLines) {
    // A line that somebody has just begun is not stored yet.
    while (isEmptyLine(old.at(-1)) && !isEmptyLine(made.at(-1))) old.pop();
    while (isEmptyLine(old[0]) && !isEmptyLine(made[0])) start += old.shift()!.nodeSize;
  }
  if (old.length === made.length) {
    for (let index = old.length - 1; index >= 0; index--)
      replaceBlock(tr, start + sizeOf(old.slice(0, index)), old[index]!, made[index]!, { keepsEmptyLines });
  } else if (made.length > 0) tr.replaceWith(start, start + sizeOf(old), made);
  else tr.delete(start, start + sizeOf(old));
};

/** Replaces those of some blocks at a position that differ from others. */
const replaceChildren = (
  tr: Transaction,
  at: number,
  before: readonly Node[],
  after: readonly Node[],
  lines: KeepsLines,
): void => {
  const numberOf = numbered();
  const matches = matchSequences(before.map(numberOf), after.map(numberOf));
  // From the end, so that positions before a change stay.
  let [endBefore, endAfter] = [before.length, after.length];
  for (const [x, y] of [...matches.toReversed(), [-1, -1] as const]) {
    const [gone, come] = [before.slice(x + 1, endBefore), after.slice(y + 1, endAfter)];
    if (gone.length > 0 || come.length > 0)
      replaceBlocks(tr, at + sizeOf(before.slice(0, x + 1)), gone, come, lines);
    [endBefore, endAfter] = [x, y];
  }
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
  const { tr } = state;
  const after = schema.nodeFromJSON(withTrailingParagraph(toEditor(document)));
  replaceChildren(tr, 0, state.doc.children, after.children, { keepsEmptyLines: true });
  if (!tr.docChanged) return;
  // Undo takes back one's own words only.
  view.dispatch(isOwn ? tr : asOthers(state, tr).setMeta('isFromServer', true));
};

/** Shows the blocks that several people edit together; those that are equal stay, and the cursor with them. */
export const replaceContent = (editor: Editor, after: readonly Node[]): void => {
  const { state, view } = editor;
  const before = state.doc.children;
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  const { tr } = state;
  const at = sizeOf(before.slice(0, start));
  replaceChildren(tr, at, before.slice(start), after.slice(start), { keepsEmptyLines: false });
  if (tr.docChanged) view.dispatch(asOthers(state, tr).setMeta('isFromServer', true));
};
