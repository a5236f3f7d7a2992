import type { Code, Construct, Extension, Resolver } from 'micromark-util-types';

const backslash = 92;
const lessThan = 60;

const isPunctuation = (code: Code): boolean =>
  code !== null &&
  ((code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126));

/**
 * Joins the texts right before the current construct, since every word is a text of its own. The parser also does so at the
 * end of a paragraph, but in quadratic time; constructs that may occur thousands of times in a paragraph call this first.
 */
export const joinTextsBefore: Resolver = (events) => {
  const read = events.at(-1)![1];
  let end = events.length - 1;
  while (events[end]![0] !== 'enter' || events[end]![1] !== read) end--;
  // The indent of a line belongs to the line ending before it.
  if (read.type === 'linePrefix' && events[end - 1]?.[1].type === 'lineEnding') end -= 2;
  let first = end;
  while (first > 1 && events[first - 1]![1].type === 'data') first -= 2;
  if (end - first > 2) {
    events[first]![1].end = events[end - 1]![1].end;
    events.splice(first + 2, end - first - 2);
  }
  return events;
};

/** An escaped character, as in CommonMark. */
const characterEscape: Construct = {
  name: 'characterEscape',
  resolveTo: joinTextsBefore,
  tokenize: (effects, ok, nok) => (code) => {
    effects.enter('characterEscape');
    effects.enter('escapeMarker');
    effects.consume(code);
    effects.exit('escapeMarker');
    return (next) => {
      if (!isPunctuation(next)) return nok(next);
      effects.enter('characterEscapeValue');
      effects.consume(next);
      effects.exit('characterEscapeValue');
      effects.exit('characterEscape');
      return ok;
    };
  },
};

/** `<br>`, which joins the lines of long paragraphs. */
const lineBreak: Construct = {
  name: 'htmlText',
  resolveTo: joinTextsBefore,
  tokenize: (effects, ok, nok) => {
    const rest = [...'<br>'].map((character) => character.charCodeAt(0));
    let at = 0;
    const inside = (code: Code): ReturnType<typeof ok> => {
      if (code !== rest[at]) return nok(code);
      effects.consume(code);
      if (++at < rest.length) return inside;
      effects.exit('htmlTextData');
      effects.exit('htmlText');
      return ok;
    };
    return (code) => {
      effects.enter('htmlText');
      effects.enter('htmlTextData');
      return inside(code);
    };
  },
};

/** Constructs that may occur thousands of times in a line. */
export const textRunsSyntax: Extension = {
  text: { [backslash]: characterEscape, [lessThan]: lineBreak },
};
