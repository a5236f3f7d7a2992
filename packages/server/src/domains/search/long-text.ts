// Long enough for a section of most pages, and short enough to mark what was found in it.
const MAX_PIECE_LENGTH = 20_000;
// How far before its end a piece may be cut to keep words whole.
const MAX_CUT_LENGTH = 500;
const BREAK = /[\s\p{P}](?=[^\s\p{P}]*$)/u;

/** Splits a text into pieces that end between words. */
export const splitText = (text: string): string[] => {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > MAX_PIECE_LENGTH) {
    const end = start + MAX_PIECE_LENGTH;
    const found = BREAK.exec(text.slice(end - MAX_CUT_LENGTH, end));
    const cut = found ? end - MAX_CUT_LENGTH + found.index + 1 : end;
    pieces.push(text.slice(start, cut));
    start = cut;
  }
  pieces.push(text.slice(start));
  return pieces;
};

/** The words of a page in its vector. */
export interface PageWords {
  readonly text: string;
  /** Whether there are more different words than fit. */
  readonly isPartial: boolean;
}

/** The texts of a page as one, or its different words if that is too long, as far as they fit. */
export const wordsOfPage = (texts: readonly string[], maxLength: number): PageWords => {
  const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
  if (length <= maxLength) return { text: texts.join('\n'), isPartial: false };
  const seen = new Set<string>();
  let size = 0;
  for (const text of texts)
    for (const [word] of text.toLowerCase().matchAll(/[^\s,;()"“”]+/g)) {
      const own = word.replace(/[.:!?]+$/, '');
      if (own === '' || seen.has(own)) continue;
      size += own.length + 1;
      if (size > maxLength) return { text: [...seen].join(' '), isPartial: true };
      seen.add(own);
    }
  return { text: [...seen].join(' '), isPartial: false };
};
