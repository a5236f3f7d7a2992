import type { Event, Resolver, Token, TokenizeContext } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    strikethrough: 'strikethrough';
    strikethroughSequence: 'strikethroughSequence';
    strikethroughSequenceTemporary: 'strikethroughSequenceTemporary';
    strikethroughText: 'strikethroughText';
  }
}

/** The events around the content of a span. */
interface Span {
  readonly before: readonly Event[];
  readonly children: readonly Item[];
  readonly after: readonly Event[];
}
type Item = Event | Span;
const isSpan = (item: Item): item is Span => 'children' in item;

/** How runs of delimiters pair. */
interface Pairing {
  /** The type of the tokens of runs. */
  readonly run: 'attentionSequence' | 'strikethroughSequenceTemporary';
  /** Closing runs with the same key pair with the same opening runs. */
  readonly key: (closing: Token, context: TokenizeContext) => string;
  readonly pairs: (opening: Token, closing: Token, context: TokenizeContext) => boolean;
  /** Uses up delimiters of both runs. */
  readonly wrap: (opening: Token, closing: Token, context: TokenizeContext) => Omit<Span, 'children'>;
  /** Pairs the other delimiters inside a span, which pair with none outside of it. */
  readonly inside: (items: readonly Item[], context: TokenizeContext) => readonly Item[];
}

/** An opening run, and what follows it up to the next one. */
interface Opener {
  readonly token: Token;
  readonly items: Item[];
}

const sizeOf = ({ start, end }: Token): number => end.offset - start.offset;

/**
 * Pairs runs of delimiters like the resolvers of micromark, but in linear time: these look through all events before each
 * closing run, and move all events after each pair. Runs that pair with none become text.
 */
function pairRuns(items: readonly Item[], context: TokenizeContext, pairing: Pairing): readonly Item[] {
  const out: Item[] = [];
  const openers: Opener[] = [];
  /** By key, the number of openers that are known not to pair. */
  const failed = new Map<string, number>();
  const current = (): Item[] => openers.at(-1)?.items ?? out;
  const asText = (token: Token, into: Item[]): void => {
    token.type = 'data';
    into.push(['enter', token, context], ['exit', token, context]);
  };
  const findOpener = (closing: Token): number => {
    const key = pairing.key(closing, context);
    const last = failed.get(key) ?? 0;
    for (let at = openers.length - 1; at >= last; at--)
      if (pairing.pairs(openers[at]!.token, closing, context)) return at;
    failed.set(key, openers.length);
    return -1;
  };
  /** Closes the span of an opener; those after it are text. */
  const close = (at: number, closing: Token): void => {
    const { token, items } = openers[at]!;
    const children = [...items];
    for (const inner of openers.slice(at + 1)) {
      asText(inner.token, children);
      for (const item of inner.items) children.push(item);
    }
    const events = pairing.wrap(token, closing, context);
    const span = { ...events, children: pairing.inside(children, context) };
    openers.length = at;
    for (const [key, count] of failed) failed.set(key, Math.min(count, at));
    if (sizeOf(token) > 0) openers.push({ token, items: [span] });
    else current().push(span);
  };
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    if (isSpan(item) || item[0] !== 'enter' || item[1].type !== pairing.run) {
      current().push(item);
      continue;
    }
    at++;
    const token = item[1];
    while (token._close && sizeOf(token) > 0) {
      const opener = findOpener(token);
      if (opener === -1) break;
      close(opener, token);
    }
    if (sizeOf(token) === 0) continue;
    if (token._open) openers.push({ token, items: [] });
    else asText(token, current());
  }
  for (const { token, items: rest } of openers) {
    asText(token, out);
    for (const item of rest) out.push(item);
  }
  return out;
}

/** The events of items and of the spans in them. */
function eventsOf(items: readonly Item[]): Event[] {
  const out: Event[] = [];
  const open = [{ items, at: 0, after: [] as readonly Event[] }];
  for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
    const item = place.items[place.at++];
    if (item === undefined) {
      for (const event of place.after) out.push(event);
      open.pop();
    } else if (isSpan(item)) {
      for (const event of item.before) out.push(event);
      open.push({ items: item.children, at: 0, after: item.after });
    } else out.push(item);
  }
  return out;
}

/** The events of a span between two sequences of delimiters. */
const spanEvents = (
  group: Token,
  opening: Token,
  text: Token,
  closing: Token,
  context: TokenizeContext,
): Omit<Span, 'children'> => ({
  before: [
    ['enter', group, context],
    ['enter', opening, context],
    ['exit', opening, context],
    ['enter', text, context],
  ],
  after: [
    ['exit', text, context],
    ['enter', closing, context],
    ['exit', closing, context],
    ['exit', group, context],
  ],
});

const moved = (point: Token['start'], by: number): Token['start'] => ({
  ...point,
  column: point.column + by,
  offset: point.offset + by,
  _bufferIndex: point._bufferIndex + by,
});

const markerOf = (token: Token, context: TokenizeContext): string => context.sliceSerialize(token)[0]!;

const emphasis: Pairing = {
  run: 'attentionSequence',
  key: (closing, context) => `${markerOf(closing, context)}${closing._open}${sizeOf(closing) % 3}`,
  pairs(opening, closing, context) {
    if (markerOf(opening, context) !== markerOf(closing, context)) return false;
    const isBoth = opening._close || closing._open;
    return !isBoth || sizeOf(closing) % 3 === 0 || (sizeOf(opening) + sizeOf(closing)) % 3 !== 0;
  },
  wrap(opening, closing, context) {
    const count = sizeOf(opening) > 1 && sizeOf(closing) > 1 ? 2 : 1;
    const kind = count > 1 ? 'strong' : 'emphasis';
    const start = moved(opening.end, -count);
    const end = moved(closing.start, count);
    const events = spanEvents(
      { type: kind, start, end },
      { type: `${kind}Sequence`, start, end: opening.end },
      { type: `${kind}Text`, start: opening.end, end: closing.start },
      { type: `${kind}Sequence`, start: closing.start, end },
      context,
    );
    opening.end = start;
    closing.start = end;
    return events;
  },
  inside: (items, context) => pairRuns(items, context, strikethrough),
};

const strikethrough: Pairing = {
  run: 'strikethroughSequenceTemporary',
  key: (closing) => `${sizeOf(closing)}`,
  pairs: (opening, closing) => sizeOf(opening) === sizeOf(closing),
  wrap(opening, closing, context) {
    const [start, end] = [opening.start, closing.end];
    const events = spanEvents(
      { type: 'strikethrough', start, end },
      { type: 'strikethroughSequence', start, end: opening.end },
      { type: 'strikethroughText', start: opening.end, end: closing.start },
      { type: 'strikethroughSequence', start: closing.start, end },
      context,
    );
    opening.end = start;
    closing.start = end;
    return events;
  },
  inside: (items, context) => pairRuns(items, context, emphasis),
};

/** Pairs `*` and `_` to emphasis. */
export const resolveEmphasis: Resolver = (events, context) => eventsOf(pairRuns(events, context, emphasis));

/** Pairs `~~` to struck text. */
export const resolveStrikethrough: Resolver = (events, context) =>
  eventsOf(pairRuns(events, context, strikethrough));
