import { factorySpace } from 'micromark-factory-space';
import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathBlock: 'mathBlock';
    mathFence: 'mathFence';
    mathLine: 'mathLine';
    mathSpan: 'mathSpan';
    mathSpanData: 'mathSpanData';
    mathSpanSequence: 'mathSpanSequence';
  }
}

const dollar = 36;

/** A formula between two lines of `$$`. */
const mathBlock: Construct = { name: 'mathBlock', concrete: true, tokenize: tokenizeMathBlock };
const mathFence: Construct = { partial: true, tokenize: tokenizeMathFence };
const closingMathFence: Construct = { partial: true, tokenize: tokenizeClosingMathFence };
const nonLazyLineEnding: Construct = { partial: true, tokenize: tokenizeNonLazyLineEnding };

function tokenizeMathBlock(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return (code) => {
    effects.enter('mathBlock');
    return effects.attempt(mathFence, this.interrupt ? ok : lineEnd, nok)(code);
  };

  function lineEnd(code: Code): State | undefined {
    return code === null ? done(code) : effects.attempt(nonLazyLineEnding, lineStart, done)(code);
  }
  function lineStart(code: Code): State | undefined {
    return effects.attempt(closingMathFence, done, contentStart)(code);
  }
  function contentStart(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) return lineEnd(code);
    effects.enter('mathLine');
    return content(code);
  }
  function content(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) {
      effects.exit('mathLine');
      return lineEnd(code);
    }
    effects.consume(code);
    return content;
  }
  function done(code: Code): State | undefined {
    effects.exit('mathBlock');
    return ok(code);
  }
}

/** Two dollars and the end of the line. */
function tokenizeMathFence(effects: Effects, ok: State, nok: State): State {
  let size = 0;
  return (code) => {
    if (code !== dollar) return nok(code);
    effects.enter('mathFence');
    return sequence(code);
  };

  function sequence(code: Code): State | undefined {
    if (code === dollar) {
      effects.consume(code);
      size += 1;
      return sequence;
    }
    if (size !== 2) return nok(code);
    effects.exit('mathFence');
    return markdownSpace(code) ? factorySpace(effects, end, 'whitespace')(code) : end(code);
  }
  function end(code: Code): State | undefined {
    return code === null || markdownLineEnding(code) ? ok(code) : nok(code);
  }
}

function tokenizeClosingMathFence(effects: Effects, ok: State, nok: State): State {
  return factorySpace(effects, effects.attempt(mathFence, ok, nok), 'linePrefix', 4);
}

/** A line ending before a line of the same block. */
function tokenizeNonLazyLineEnding(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return (code) => {
    if (code === null) return nok(code);
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next));
  };
}

/** `$$x$$` inside a line, without a dollar before or after it. */
const mathSpan: Construct = {
  name: 'mathSpan',
  tokenize: tokenizeMathSpan,
  previous(code) {
    return code !== dollar;
  },
};

function tokenizeMathSpan(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let size = 0;
  return (code) => {
    effects.enter('mathSpan');
    effects.enter('mathSpanSequence');
    return opening(code);
  };

  function opening(code: Code): State | undefined {
    if (code === dollar && size < 2) {
      effects.consume(code);
      size += 1;
      return opening;
    }
    if (size < 2 || code === dollar || code === null || markdownLineEnding(code)) return nok(code);
    effects.exit('mathSpanSequence');
    effects.enter('mathSpanData');
    return data(code);
  }
  // One line without a dollar only, so that an unmatched `$$` costs at most one line.
  function data(code: Code): State | undefined {
    if (code === null || markdownLineEnding(code)) return nok(code);
    if (code === dollar) {
      effects.exit('mathSpanData');
      effects.enter('mathSpanSequence');
      size = 0;
      return closing(code);
    }
    effects.consume(code);
    return data;
  }
  function closing(code: Code): State | undefined {
    if (code === dollar && size < 2) {
      effects.consume(code);
      size += 1;
      return closing;
    }
    if (size < 2 || code === dollar) return nok(code);
    effects.exit('mathSpanSequence');
    effects.exit('mathSpan');
    return ok(code);
  }
}

/** The syntax of formulas. */
export const mathSyntax: Extension = { flow: { [dollar]: mathBlock }, text: { [dollar]: mathSpan } };
