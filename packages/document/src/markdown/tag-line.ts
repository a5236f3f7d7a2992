import { htmlFlow } from 'micromark-core-commonmark';
import { factorySpace } from 'micromark-factory-space';
import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import { joinTextsBefore } from './text-runs.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tagLine: 'tagLine';
    tag: 'tag';
    tagText: 'tagText';
    tagData: 'tagData';
  }
}

const brace = 123;
const closingBrace = 125;
const percent = 37;
const backslash = 92;
const doubleQuote = 34;
const singleQuote = 39;
const lessThan = 60;

const isWord = (code: Code): boolean =>
  code !== null && ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122));

/** A line of `{% … %}` only: a block that ends paragraphs, lists and HTML before it. */
const tagLine: Construct = {
  name: 'tagLine',
  concrete: true,
  tokenize(effects, ok, nok) {
    return tokenizeTagLine.call(this, effects, ok, nok);
  },
};

function tokenizeTagLine(
  this: TokenizeContext,
  effects: Effects,
  ok: State,
  nok: State,
  isAhead = false,
): State {
  // A value may span lines, but the check for the end of a paragraph sees one line only.
  const open = factoryTag(this, effects, 'tag', after, nok, !(this.interrupt || isAhead));
  return (code) => {
    effects.enter('tagLine');
    return open(code);
  };

  function after(code: Code): State | undefined {
    if (markdownSpace(code)) return factorySpace(effects, after, 'whitespace')(code);
    if (code === brace) return open(code);
    if (code !== null && !markdownLineEnding(code)) return nok(code);
    effects.exit('tagLine');
    return ok(code);
  }
}

/** One `{% … %}`. */
function factoryTag(
  self: TokenizeContext,
  effects: Effects,
  type: 'tag' | 'tagText',
  ok: State,
  nok: State,
  maySpanLines: boolean,
): State {
  return open;

  function open(code: Code): State | undefined {
    if (code !== brace) return nok(code);
    effects.enter(type);
    effects.enter('tagData');
    effects.consume(code);
    return sign;
  }
  function sign(code: Code): State | undefined {
    if (code !== percent) return nok(code);
    effects.consume(code);
    return factoryTagData(self, effects, closed, nok, maySpanLines);
  }
  function closed(code: Code): State | undefined {
    effects.exit(type);
    return ok(code);
  }
}

/** The rest of a tag after `{%`, up to and including `%}`. */
function factoryTagData(
  self: TokenizeContext,
  effects: Effects,
  ok: State,
  nok: State,
  maySpanLines: boolean,
): State {
  let quote: Code = null;
  let before: Code = null;
  return inside;

  function inside(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (markdownLineEnding(code)) {
      if (quote === null || !maySpanLines) return nok(code);
      effects.exit('tagData');
      return factoryLineEndings(self, effects, nextLine, nok)(code);
    }
    effects.consume(code);
    if (code === backslash && quote !== null) return escaped;
    // A second opening means that the first is not closed: continuing would take quadratic time.
    if (code === brace) return notAnotherOpening;
    if (code === quote) quote = null;
    else if (quote === null && (code === doubleQuote || code === singleQuote) && !isWord(before))
      quote = code;
    before = code;
    return code === percent && quote === null ? close : inside;
  }
  function nextLine(code: Code): State | undefined {
    effects.enter('tagData');
    return inside(code);
  }
  function escaped(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) return inside(code);
    effects.consume(code);
    return inside;
  }
  function notAnotherOpening(code: Code): State | undefined {
    before = brace;
    return code === percent ? nok(code) : inside(code);
  }
  function close(code: Code): State | undefined {
    if (code !== closingBrace) return inside(code);
    effects.consume(code);
    effects.exit('tagData');
    return ok;
  }
}

/** Line endings up to the next line that is not empty. */
function factoryLineEndings(self: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return ending;

  function ending(code: Code): State | undefined {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return nextLine;
  }
  function nextLine(code: Code): State | undefined {
    if (code === null || self.parser.lazy[self.now().line]) return nok(code);
    return markdownLineEnding(code) ? ending(code) : ok(code);
  }
}

/** `{% … %}` inside a line. */
const tagText: Construct = {
  name: 'tagText',
  resolveTo: joinTextsBefore,
  tokenize(effects, ok, nok) {
    return factoryTag(this, effects, 'tagText', ok, nok, false);
  },
};

const tagLineAfterEnding: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const tagLineAhead: Construct = {
      partial: true,
      tokenize(inner, found, missed) {
        return tokenizeTagLine.call(this, inner, found, missed, true);
      },
    };
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return factorySpace(effects, effects.attempt(tagLineAhead, ok, nok), 'linePrefix', 4);
    };
  },
};

/** HTML blocks also end before a tag line, not only at a blank line, as existing documents require. */
const htmlUntilTag: Construct = {
  ...htmlFlow,
  tokenize(effects, ok, nok) {
    const check: Effects['check'] = (constructs, yes, no) =>
      effects.check(
        isBlankLineCheck(constructs) ? [constructs as Construct, tagLineAfterEnding] : constructs,
        yes,
        no,
      );
    return htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok);
  },
};

// The construct is not exported; HTML blocks use no other lookahead except the lazy check.
const isBlankLineCheck = (constructs: unknown): boolean =>
  (constructs as Construct).tokenize?.name === 'tokenizeBlankLineBefore';

/** The syntax of `{% … %}` as lines and inside lines. */
export const tagLineSyntax: Extension = {
  flow: { [brace]: tagLine, [lessThan]: htmlUntilTag },
  text: { [brace]: tagText },
};
