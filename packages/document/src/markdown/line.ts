import type { Inline, Leaf, Mark, Text } from '../document.ts';
import { MARKS, type MarkType } from '../node-types.ts';

/** A node of a line. */
export type LineNode = Inline | Text;

/** Marks that cannot start or end with white space. */
const tight: readonly MarkType[] = ['bold', 'italic', 'strikethrough'];

/** Whether two marks are the same. */
export const sameMark = (a: Mark, b: Mark): boolean =>
  a.type === b.type &&
  (a.type !== 'color' || (a.data?.text === b.data?.text && a.data?.background === b.data?.background));

/** Whether two lists of marks are the same. */
const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, at) => sameMark(mark, b[at]!));

/** Adds a mark in the standard order; it replaces one of the same type. */
export const withMark = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  sortMarks([...marks.filter((other) => other.type !== mark.type), mark]);

/** Marks in the standard order, one of each type. */
function sortMarks(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length < 2) return marks;
  const byType = new Map(marks.map((mark) => [mark.type, mark]));
  return [...byType.values()].sort((a, b) => MARKS[a.type].order - MARKS[b.type].order);
}

/** A part of a line during normalization. */
type Piece = { text: string; marks: readonly Mark[] } | { inline: Inline };

const isCode = (marks: readonly Mark[]): boolean => marks.at(-1)?.type === 'code';

/** Moves white space at the edges of bold, italic and struck text out of the mark. */
function loosen(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some((piece) => 'text' in piece && piece.marks.some((mark) => MARKS[mark.type].isTight)))
    return [...pieces];
  let result = [...pieces];
  for (const type of tight) {
    const has = (piece: Piece | undefined): boolean =>
      piece !== undefined && 'text' in piece && piece.marks.some((mark) => mark.type === type);
    const next: Piece[] = [];
    for (const [at, piece] of result.entries()) {
      if ('inline' in piece || !has(piece) || isCode(piece.marks)) {
        next.push(piece);
        continue;
      }
      const bare = piece.marks.filter((mark) => mark.type !== type);
      const before = has(next.at(-1)) || spans(result, at, -1, has) ? '' : /^\s*/.exec(piece.text)![0];
      const rest = piece.text.slice(before.length);
      const after = spans(result, at, 1, has) ? '' : /(?<!\s)\s*$/.exec(rest)![0];
      if (before) next.push({ text: before, marks: bare });
      if (rest.length > after.length)
        next.push({ text: rest.slice(0, rest.length - after.length), marks: piece.marks });
      if (after) next.push({ text: after, marks: bare });
    }
    result = next;
  }
  return result;
}

/** Whether a mark continues past a part: the next non-blank text in that direction, over void inlines, has it. */
function spans(
  pieces: readonly Piece[],
  from: number,
  step: 1 | -1,
  has: (piece: Piece) => boolean,
): boolean {
  for (let at = from + step; at >= 0 && at < pieces.length; at += step) {
    const piece = pieces[at]!;
    if ('inline' in piece) {
      if (piece.inline.isVoid && piece.inline.type !== 'html') continue;
      return false;
    }
    if (!has(piece)) return false;
    if (/\S/.test(piece.text) || isCode(piece.marks)) return true;
  }
  return false;
}

/** Joins adjacent texts with equal marks, and removes empty ones. */
function join(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if ('inline' in piece) result.push(piece);
    else if (piece.text === '') continue;
    else if (last !== undefined && 'text' in last && sameMarks(last.marks, piece.marks))
      result[result.length - 1] = { text: last.text + piece.text, marks: last.marks };
    else result.push(piece);
  }
  return result;
}

/** Trims white space at the edges of the line and around its breaks. */
function trim(pieces: Piece[], isWhole: boolean): Piece[] {
  const edge = (at: number, side: 'start' | 'end'): boolean => {
    const near = pieces[side === 'start' ? at - 1 : at + 1];
    if (near === undefined) return isWhole;
    return (
      'text' in near &&
      !isCode(near.marks) &&
      (side === 'start' ? near.text.endsWith('\n') : near.text.startsWith('\n'))
    );
  };
  // Twice, since removing a part exposes the next one.
  for (let again = true; again; ) {
    again = false;
    const cut: Piece[] = pieces.map((piece, at) => {
      if ('inline' in piece || isCode(piece.marks)) return piece;
      let text = piece.text;
      if (text.includes('\n')) text = text.replace(/(?<![ \t])[ \t]+\n/g, '\n').replace(/\n[ \t]+/g, '\n');
      if (edge(at, 'start')) text = text.replace(at === 0 && isWhole ? /^[ \t\n]+/ : /^[ \t]+/, '');
      if (edge(at, 'end'))
        text = text.replace(
          at === pieces.length - 1 && isWhole ? /(?<![ \t\n])[ \t\n]+$/ : /(?<![ \t])[ \t]+$/,
          '',
        );
      return text === piece.text ? piece : { text, marks: piece.marks };
    });
    const joined = join(cut);
    again = joined.length !== pieces.length;
    pieces = joined;
  }
  return pieces;
}

/** Cleans text for a line: no carriage returns and null characters, and no line endings in code. */
const clean = (text: string, marks: readonly Mark[]): string => {
  const plain = /[\r\0]/.test(text) ? text.replace(/\r\n?/g, '\n').replace(/\0/g, '\uFFFD') : text;
  return isCode(marks) ? plain.replace(/\n/g, ' ') : plain;
};

/** One text without marks, and without white space that normalization changes; most lines are. */
const isPlain = ([only, ...others]: readonly LineNode[]): boolean =>
  others.length === 0 &&
  only?.object === 'text' &&
  only.leaves.length === 1 &&
  only.leaves[0]!.marks.length === 0 &&
  /^\S(?:[^\r\n\0]*\S)?$/.test(only.leaves[0]!.text);

/** Normalizes a line: as few leaves as possible, sorted marks, no white space at its edges. */
export function normalLine(nodes: readonly LineNode[], isWhole = true): readonly LineNode[] {
  if (isPlain(nodes)) return nodes;
  const pieces: Piece[] = [];
  for (const node of nodes) {
    if (node.object === 'inline') pieces.push({ inline: node });
    else
      for (const leaf of node.leaves) {
        const marks = sortMarks(leaf.marks);
        pieces.push({ text: clean(leaf.text, marks), marks });
      }
  }
  const normal = trim(join(loosen(join(pieces))), isWhole);
  const result: LineNode[] = [];
  let leaves: Leaf[] = [];
  const flush = (): void => {
    if (leaves.length > 0) result.push({ object: 'text', leaves });
    leaves = [];
  };
  for (const piece of normal) {
    if ('inline' in piece) {
      flush();
      result.push(piece.inline);
    } else leaves.push({ object: 'leaf', text: piece.text, marks: piece.marks });
  }
  flush();
  return result;
}

/** A text node with one leaf. */
export const text = (value: string, marks: readonly Mark[] = []): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks }],
});

/** The plain text of a line. */
export const lineText = (nodes: readonly LineNode[]): string =>
  nodes
    .map((node) =>
      node.object === 'text' ? node.leaves.map((leaf) => leaf.text).join('') : lineText(node.nodes ?? []),
    )
    .join('');
