/** A part of a segment: text that is translated, or markup that stays as it is written, alone or around other parts. */
export interface Piece {
  readonly kind: 'text' | 'mark' | 'open' | 'close';
  /** Where it is written. */
  readonly start: number;
  readonly end: number;
  /** What a text says, without escapes. */
  readonly text: string;
}

/** How the text of a segment is written: each kind of place has other characters that mean something. */
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

/** What is translated as one: the words of one line of a page, or a value that readers see. */
export interface Segment {
  readonly place: Place;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
  /** Whether it is a value inside of a cell, whose edge means something there too. */
  readonly isInCell?: boolean;
}

/** A value that stands alone. */
export const valueSegment = (place: Place, start: number, end: number, text: string): Segment => ({
  place,
  start,
  end,
  pieces: [{ kind: 'text', start, end, text }],
});

/** A segment of these pieces, or nothing where no word is in them; white space at the edges stays outside. */
export const lineSegment = (place: Place, pieces: readonly Piece[]): Segment | undefined => {
  const kept = trimmed(closedPieces(pieces));
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last || !kept.some(({ kind, text }) => kind === 'text' && /\p{L}/u.test(text)))
    return undefined;
  return { place, start: first.start, end: last.end, pieces: kept };
};

/** Tags without their partner stand alone, as do pairs with nothing between. */
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

// The text of an edge that is nothing but space is no part of the segment.
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  let [from, to] = [0, pieces.length];
  const isBlank = (piece: Piece) => piece.kind === 'text' && piece.text.trim() === '';
  while (from < to && isBlank(pieces[from]!)) from++;
  while (to > from && isBlank(pieces[to - 1]!)) to--;
  return pieces.slice(from, to);
}
