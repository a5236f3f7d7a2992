import { attention, codeText, htmlText, labelStartImage, labelStartLink } from 'micromark-core-commonmark';
import type {
  Code,
  Construct,
  FullNormalizedExtension,
  Resolver,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';
import { linearAutolinks } from './autolinks.ts';
import { resolveEmphasis, resolveStrikethrough } from './spans.ts';
import { joinTextsBefore } from './text-runs.ts';

/** The maximum number of open brackets; of more, the outer ones are text. Links do not nest, but pictures in pictures do. */
const maxBrackets = 32;
/** More than the maximum length of a footnote's label. */
const maxLabel = 1000;

/** The last `![` of each text. */
const lastImages = new WeakMap<TokenizeContext, Token>();

/** The construct, which drops the outermost of too many open brackets. */
const withBoundedNesting = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    const opened: State = (code) => {
      const starts = this._labelStarts!;
      const last = starts.at(-1)!;
      if (last.type === 'labelImage') lastImages.set(this, last);
      if (starts.length > maxBrackets) starts.shift()!._balanced = true;
      return ok(code);
    };
    return construct.tokenize.call(this, effects, opened, nok);
  },
});

/** The construct for `]` after `![^`, which looks back at the whole text if there is no such start. */
const withLabelNearby = (construct: Construct): Construct => ({
  ...construct,
  tokenize(effects, ok, nok) {
    const start = lastImages.get(this);
    const isNear = start?._balanced && this.now().offset - start.end.offset <= maxLabel;
    return isNear ? construct.tokenize.call(this, effects, ok, nok) : nok;
  },
});

/** By text, the openings of HTML after which no ending was found: it is not searched for again. */
const unclosed = new WeakMap<TokenizeContext, Set<string>>();

const [exclamation, dash, question, bracket, tick] = [...'!-?[`'].map((character) => character.charCodeAt(0));

/** The opening of a comment, an instruction, a declaration or CDATA; undefined until it is complete, null for other tags. */
function htmlOpening([, first, second]: readonly Code[]): string | null | undefined {
  if (first === undefined) return undefined;
  if (first === question) return '<?';
  if (first !== exclamation) return null;
  if (second === undefined) return undefined;
  return second === dash ? '<!-' : second === bracket ? '<![' : '<!';
}

/** HTML in a line, which fails at once if an earlier one with the same opening was never closed. */
const htmlOnce: Construct = {
  ...htmlText,
  tokenize(effects, ok, nok) {
    const codes: Code[] = [];
    let opening: string | null | undefined;
    const failed: State = (code) => {
      if (code === null && opening) unclosed.set(this, (unclosed.get(this) ?? new Set()).add(opening));
      return nok(code);
    };
    const watched =
      (state: State): State =>
      (code) => {
        codes.push(code);
        opening = htmlOpening(codes);
        if (opening && unclosed.get(this)?.has(opening)) return nok(code);
        const next = state(code);
        return opening === undefined && next !== undefined ? watched(next) : next;
      };
    return watched(htmlText.tokenize.call(this, effects, ok, failed));
  },
};

/** By text, the last place of each number of backticks, once a search has reached the end. */
const lastTicks = new WeakMap<TokenizeContext, ReadonlyMap<number, number>>();

/** Code in a line, whose end is searched for only where there is one. */
const codeOnce: Construct = {
  ...codeText,
  tokenize(effects, ok, nok) {
    const places = new Map<number, number>();
    const known = lastTicks.get(this);
    let isOpen = false;
    let isDone = false;
    let count = 0;
    const failed: State = (code) => {
      isDone = true;
      if (code === null) lastTicks.set(this, places);
      return nok(code);
    };
    const found: State = (code) => {
      isDone = true;
      return ok(code);
    };
    const watched =
      (state: State): State =>
      (code) => {
        if (code === tick) count++;
        else if (count > 0) {
          const at = this.now().offset;
          if (isOpen) places.set(count, at);
          else if (known !== undefined && (known.get(count) ?? 0) <= at) return nok(code);
          isOpen = true;
          count = 0;
        }
        const next = state(code);
        return next === undefined || isDone ? next : watched(next);
      };
    return watched(codeText.tokenize.call(this, effects, found, failed));
  },
};

const replaced: ReadonlyMap<unknown, Construct> = new Map([
  [attention, { ...attention, resolveAll: resolveEmphasis }],
  [labelStartImage, withBoundedNesting(labelStartImage)],
  [labelStartLink, withBoundedNesting(labelStartLink)],
  [htmlText, htmlOnce],
  [codeText, codeOnce],
]);

const replacedByName: Readonly<Record<string, (construct: Construct) => Construct>> = {
  strikethrough: (construct) => ({ ...construct, resolveAll: resolveStrikethrough }),
  gfmPotentialFootnoteCall: withLabelNearby,
  ...linearAutolinks,
};

/** The construct, which joins the texts before it. */
const withJoinedTexts = (construct: Construct): Construct => {
  const { resolveTo } = construct;
  if (resolveTo === joinTextsBefore) return construct;
  const join: Resolver = resolveTo
    ? (events, context) => joinTextsBefore(resolveTo(events, context), context)
    : joinTextsBefore;
  return { ...construct, resolveTo: join };
};

/**
 * The constructs of a parser with those of text in linear time: those of micromark and its extensions look back at all events
 * or forward to the end of the text.
 */
export function withLinearText(constructs: FullNormalizedExtension): FullNormalizedExtension {
  const known = new Map<Construct, Construct>();
  const linear = (construct: Construct): Construct => {
    const byName = construct.name === undefined ? undefined : replacedByName[construct.name];
    const found =
      known.get(construct) ?? withJoinedTexts(replaced.get(construct) ?? byName?.(construct) ?? construct);
    known.set(construct, found);
    return found;
  };
  const text = Object.entries(constructs.text).map(([code, list]) => [code, [list ?? []].flat().map(linear)]);
  const insideSpan = constructs.insideSpan.null!.map((resolver) =>
    'tokenize' in resolver ? linear(resolver as Construct) : resolver,
  );
  return {
    ...constructs,
    text: Object.fromEntries(text),
    insideSpan: { ...constructs.insideSpan, null: insideSpan },
  };
}
