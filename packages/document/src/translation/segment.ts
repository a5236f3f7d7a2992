/** A part of a segment: text to translate, or markup to preserve, alone or around other pieces. */
export interface Piece {
  readonly kind: 'text' | 'mark' | 'open' | 'close';
  /** Its source range. */
  readonly start: number;
  readonly end: number;
  /** The text without escapes. */
  readonly text: string;
}

/** The syntax around a segment, which determines how its text is escaped. */
export type Place =
  | 'line'
  | 'heading'
  | 'cell'
  | 'html'
  | 'label'
  | 'title'
  | 'tag-value'
  | 'alt-attribute'
  | 'title-attribute';

/** A unit of translation: a line of a page, or a value visible to readers. */
export interface Segment {
  readonly place: Place;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
  /** Whether it is a value inside a table cell, where pipes are escaped too. */
  readonly isInCell?: boolean;
}

/** A segment of a single value. */
export const valueSegment = (place: Place, start: number, end: number, text: string): Segment => ({
  place,
  start,
  end,
  pieces: [{ kind: 'text', start, end, text }],
});

/** A segment of pieces without white space at the edges; undefined if they contain no word. */
export const lineSegment = (place: Place, pieces: readonly Piece[]): Segment | undefined => {
  const inner = trimmed(closedPieces(pieces));
  const [first, last] = [inner[0], inner.at(-1)];
  if (!first || !last || !inner.some(({ kind, text }) => kind === 'text' && /\p{L}/u.test(text)))
    return undefined;
  return { place, start: first.start, end: last.end, pieces: inner };
};

/** Turns tags without a partner, and pairs without content, into marks. */
function closedPieces(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = [];
  const open: number[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (piece.kind === 'open') open.push(out.length);
    if (piece.kind !== 'close') {
      out.push(piece);
      continue;
    }
    const partner = open.pop();
    if (partner === undefined) out.push({ ...piece, kind: 'mark' });
    else if (last?.kind === 'open')
      out[partner] = { kind: 'mark', start: last.start, end: piece.end, text: '' };
    else out.push(piece);
  }
  for (const at of open) out[at] = { ...out[at]!, kind: 'mark' };
  return out;
}

function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  let [from, to] = [0, pieces.length];
  const isBlank = (piece: Piece) => piece.kind === 'text' && piece.text.trim() === '';
  while (from < to && isBlank(pieces[from]!)) from++;
  while (to > from && isBlank(pieces[to - 1]!)) to--;
  return pieces.slice(from, to);
}
