/** A term of a glossary and its translation. */
export interface Term {
  readonly term: string;
  readonly translation: string;
}

// Scripts without spaces between words have no word boundaries.
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const isBoundary = (text: string, at: number): boolean => {
  const [before, after] = [text[at - 1], text[at]];
  if (before === undefined || after === undefined) return true;
  return (
    !wordCharacter.test(before) ||
    !wordCharacter.test(after) ||
    spaceless.test(before) ||
    spaceless.test(after)
  );
};

/** A part of a text: plain text, or a term of the glossary. */
export interface Part {
  readonly text: string;
  readonly term?: Term;
}

/** Splits a text at the terms in it; at each position the longest term matches. */
export function splitAtTerms(text: string, terms: readonly Term[]): readonly Part[] {
  const wanted = terms
    .filter(({ term }) => text.includes(term))
    .sort((a, b) => b.term.length - a.term.length);
  if (wanted.length === 0) return text === '' ? [] : [{ text }];
  const parts: Part[] = [];
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const term = wanted.find(
      (each) =>
        text.startsWith(each.term, at) && isBoundary(text, at) && isBoundary(text, at + each.term.length),
    );
    if (!term) continue;
    if (at > begin) parts.push({ text: text.slice(begin, at) });
    parts.push({ text: term.term, term });
    begin = at + term.term.length;
    at = begin - 1;
  }
  if (begin < text.length) parts.push({ text: text.slice(begin) });
  return parts;
}
