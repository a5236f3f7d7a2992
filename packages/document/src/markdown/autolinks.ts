import {
  asciiAlpha,
  asciiControl,
  markdownLineEndingOrSpace,
  unicodePunctuation,
  unicodeWhitespace,
} from 'micromark-util-character';
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';

const codesOf = (characters: string): readonly Code[] =>
  [...characters].map((character) => character.charCodeAt(0));
const [openParenthesis, closeParenthesis, openBracket, closeBracket] = codesOf('()[]');
const [ampersand, colon, dash, dot, lessThan, semicolon, slash, underscore] = codesOf('&:-.<;/_');
const [upperW, lowerW] = codesOf('Ww');
/** Punctuation that does not belong to an address if nothing else follows. */
const trailing = new Set(codesOf('!"\')*,.:;?_~'));
const mayTrail = new Set([...trailing, ampersand, closeBracket, lessThan]);
const longestProtocol = 'https'.length;

const isEnd = (code: Code): boolean =>
  code === null || markdownLineEndingOrSpace(code) || unicodeWhitespace(code);

/** A range of a text. */
type Range = readonly [start: number, end: number];
const isIn = (range: Range | undefined, at: number): boolean =>
  range !== undefined && range[0] <= at && at < range[1];

/** By text, the last range where no host name starts, and the last one where the punctuation is followed by other characters. */
const noDomains = new WeakMap<TokenizeContext, Range>();
const noTrails = new WeakMap<TokenizeContext, Range>();

/** Punctuation at the end of an address. */
const trail: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const start = this.now().offset;
    if (isIn(noTrails.get(this), start)) return nok;
    const failed: State = (code) => {
      noTrails.set(this, [start, this.now().offset]);
      return nok(code);
    };
    const inside: State = (code) => {
      const isBracket = code === closeBracket;
      const isReference = code === ampersand;
      if (!trailing.has(code) && !isBracket && !isReference)
        return code === lessThan || isEnd(code) ? ok(code) : failed(code);
      effects.consume(code);
      return isBracket ? afterBracket : isReference ? referenceStart : inside;
    };
    // What follows may be the address of a link.
    const afterBracket: State = (code) =>
      code === openParenthesis || code === openBracket || isEnd(code) ? ok(code) : inside(code);
    const referenceStart: State = (code) => (asciiAlpha(code) ? reference(code) : failed(code));
    const reference: State = (code) => {
      if (code !== semicolon && !asciiAlpha(code)) return failed(code);
      effects.consume(code);
      return code === semicolon ? inside : reference;
    };
    return inside;
  },
};

/** A host name, without underscores in its last two labels. */
const domain: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const start = this.now().offset;
    if (isIn(noDomains.get(this), start)) return nok;
    let isSeen = false;
    /** The last underscores of the last two labels. */
    let inLast: number | undefined;
    let inLastButOne: number | undefined;
    const inside: State = (code) => {
      if (code === dot || code === underscore) return effects.check(trail, after, atPunctuation)(code);
      if (isEnd(code) || (code !== dash && unicodePunctuation(code))) return after(code);
      isSeen = true;
      effects.consume(code);
      return inside;
    };
    const atPunctuation: State = (code) => {
      if (code === underscore) inLast = this.now().offset;
      else [inLastButOne, inLast] = [inLast, undefined];
      effects.consume(code);
      return inside;
    };
    const after: State = (code) => {
      const forbidden = inLast ?? inLastButOne;
      // A host name that starts later, but before the underscore, has it in the same label.
      if (forbidden !== undefined) noDomains.set(this, [start, forbidden + 1]);
      return forbidden === undefined && isSeen ? ok(code) : nok(code);
    };
    return inside;
  },
};

/** What follows a host name, with as many closing parentheses as opening ones. */
const path: Construct = {
  partial: true,
  tokenize(effects, ok) {
    let open = 0;
    const inside: State = (code) => {
      if (code === closeParenthesis && open > 0) return next(code);
      if (mayTrail.has(code)) return effects.check(trail, ok, next)(code);
      return isEnd(code) ? ok(code) : next(code);
    };
    const next: State = (code) => {
      if (code === openParenthesis) open++;
      if (code === closeParenthesis) open--;
      effects.consume(code);
      return inside;
    };
    return inside;
  },
};

/** `www.`, with anything after it. */
const wwwPrefix: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let size = 0;
    const inside: State = (code) => {
      if (!(size < 3 ? code === upperW || code === lowerW : code === dot)) return nok(code);
      effects.consume(code);
      return size++ < 3 ? inside : after;
    };
    const after: State = (code) => (code === null ? nok(code) : ok(code));
    return inside;
  },
};

/** Reads the host name and the path of an address. */
const readAddress = (
  effects: Effects,
  type: 'literalAutolinkWww' | 'literalAutolinkHttp',
  ok: State,
  nok: State,
): State => {
  const after: State = (code) => {
    effects.exit(type);
    effects.exit('literalAutolink');
    return ok(code);
  };
  return effects.attempt(domain, effects.attempt(path, after), nok);
};

/** Whether a bracket is open, after which there are no addresses. */
const isInBrackets = ({ _labelStarts: starts }: TokenizeContext): boolean =>
  starts?.some(({ _balanced }) => !_balanced) ?? false;

const mayStart = (context: TokenizeContext, { previous }: Construct): boolean =>
  !isInBrackets(context) && (previous?.call(context, context.previous) ?? true);

const www = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    if (!mayStart(this, construct)) return nok;
    return (code) => {
      effects.enter('literalAutolink');
      effects.enter('literalAutolinkWww');
      return effects.check(wwwPrefix, readAddress(effects, 'literalAutolinkWww', ok, nok), nok)(code);
    };
  },
});

const protocol = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    if (!mayStart(this, construct)) return nok;
    let name = '';
    let slashes = 0;
    const inName: State = (code) => {
      if (code !== colon && (!asciiAlpha(code) || name.length === longestProtocol)) return nok(code);
      if (code === colon && !/^https?$/i.test(name)) return nok(code);
      name += String.fromCharCode(code!);
      effects.consume(code);
      return code === colon ? inSlashes : inName;
    };
    const inSlashes: State = (code) => {
      if (code !== slash) return nok(code);
      effects.consume(code);
      return ++slashes < 2 ? inSlashes : afterSlashes;
    };
    const afterSlashes: State = (code) =>
      isEnd(code) || asciiControl(code) || unicodePunctuation(code)
        ? nok(code)
        : readAddress(effects, 'literalAutolinkHttp', ok, nok)(code);
    return (code) => {
      effects.enter('literalAutolink');
      effects.enter('literalAutolinkHttp');
      return inName(code);
    };
  },
});

const mail = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    if (isInBrackets(this)) return nok;
    // The construct looks for open brackets in all events before it.
    const context = Object.create(this, { events: { value: [] } }) as TokenizeContext;
    return construct.tokenize.call(context, effects, ok, nok);
  },
});

/** The constructs of plain text addresses by name, which are tried once for each host name and each run of punctuation. */
export const linearAutolinks: Readonly<Record<string, (construct: Construct) => Construct>> = {
  wwwAutolink: www,
  protocolAutolink: protocol,
  emailAutolink: mail,
};
