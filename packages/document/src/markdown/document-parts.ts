import type { Chunk, Event, ParseContext, TokenizeContext } from 'micromark-util-types';

/** The events of a part of a document. */
export interface DocumentPart {
  readonly events: Event[];
  /** Whether its first list continues the last list of the part before. */
  readonly continuesList: boolean;
}

/** The least number of chunks of a part; a line consists of one chunk or a few. */
const defaultMinChunks = 256;
/** The number of lines that the tokenizer may look back at: it moves the end of a container before the last line. */
const keptLines = 3;

/**
 * Tokenizes a document in parts, so that the events of a part can be dropped before the next one. A part ends where no block
 * is open, or before an item of a list. In between, events of finished lines are taken away from the tokenizer, which copies
 * all its events whenever a container ends; otherwise many lists would take quadratic time.
 */
export function* documentParts(
  parser: ParseContext,
  chunks: readonly Chunk[],
  minChunks = defaultMinChunks,
): Generator<DocumentPart> {
  let tokenizer = parser.document();
  let finished: Event[][] = [];
  let containers = openContainers();
  let continuesList = false;
  for (let from = 0; from < chunks.length; ) {
    const to = nextCandidate(chunks, from + minChunks, 4 * minChunks);
    tokenizer.write(chunks.slice(from, to));
    from = to;
    if (to >= chunks.length) break;
    const { events } = tokenizer;
    const taken = events.splice(0, keptFrom(events));
    containers.follow(taken, tokenizer);
    finished.push(taken);
    const cut = cutBefore(chunks, to, tokenizer, containers.with(events, tokenizer));
    if (cut === undefined) continue;
    const point = tokenizer.now();
    tokenizer.write([null]);
    yield { events: [...finished, tokenizer.events].flat(), continuesList };
    // The parser remembers lazy lines by their number; the end of a part is not one.
    parser.lazy[point.line] = false;
    tokenizer = parser.document(point);
    finished = [];
    containers = openContainers();
    continuesList = cut === 'in list';
  }
  yield { events: [...finished, tokenizer.events].flat(), continuesList };
}

const isLineEnding = (chunk: Chunk | undefined): boolean =>
  typeof chunk === 'number' && chunk >= -5 && chunk <= -3;
const item = /^(?:([*+-])|\d{1,9}([.)])) +\S/;
/** The start of a line that is not in a container, and may not be the start of one. */
const plainStart = /^[^\s>*+\-\d[]/;

/** The characters at the start of a line. */
const lineAt = (chunks: readonly Chunk[], at: number): string => {
  const chunk = chunks[at];
  return typeof chunk === 'string' ? chunk : '';
};

/** The start of the next line at which a part may end, or of the next line if there is none nearby. */
function nextCandidate(chunks: readonly Chunk[], from: number, reach: number): number {
  let first: number | undefined;
  for (let at = from; at < chunks.length && at < from + reach; at++) {
    if (!isLineEnding(chunks[at])) continue;
    first ??= at + 1;
    if (isLineEnding(chunks[at - 1]) || item.test(lineAt(chunks, at + 1))) return at + 1;
  }
  if (first !== undefined) return first;
  for (let at = from; at < chunks.length; at++) if (isLineEnding(chunks[at])) return at + 1;
  return chunks.length;
}

/** Whether a part may end before a line. */
function cutBefore(
  chunks: readonly Chunk[],
  at: number,
  { events }: TokenizeContext,
  { count, marker }: Containers,
): 'between blocks' | 'in list' | undefined {
  const line = lineAt(chunks, at);
  const [, bullet, delimiter] = item.exec(line) ?? [];
  const isItem = bullet !== undefined || delimiter !== undefined;
  if (isItem && count > 0) return marker === (bullet ?? delimiter) ? 'in list' : undefined;
  const flow = events.at(-1)?.[1]._tokenizer;
  const isAfterBlank = flow?.events.at(-1)?.[1].type === 'lineEndingBlank';
  return isAfterBlank && (count === 0 || plainStart.test(line)) ? 'between blocks' : undefined;
}

/** The index of the first event that the tokenizer may still need. */
function keptFrom(events: readonly Event[]): number {
  let lines = 0;
  for (let at = events.length - 1; at >= 0; at--)
    if (events[at]![0] === 'exit' && events[at]![1].type === 'chunkFlow' && ++lines > keptLines) return at;
  return 0;
}

/** The number of open containers, and the marker of the items if the outermost one is a list. */
interface Containers {
  readonly count: number;
  readonly marker: string | undefined;
}

/** Follows the containers that events open and close. */
function openContainers(before: Containers = { count: 0, marker: undefined }) {
  let { count, marker } = before;
  const follow = (events: readonly Event[], tokenizer: TokenizeContext): void => {
    for (const [kind, token] of events) {
      if (token._container) {
        count += kind === 'enter' ? 1 : -1;
        if (count === 0) marker = undefined;
      } else if (kind === 'exit' && token.type === 'listItemMarker' && count === 1)
        marker = tokenizer.sliceSerialize(token);
    }
  };
  return {
    follow,
    /** The containers after further events, which are not followed yet. */
    with(events: readonly Event[], tokenizer: TokenizeContext): Containers {
      const after = openContainers({ count, marker });
      after.follow(events, tokenizer);
      return after.state();
    },
    state: (): Containers => ({ count, marker }),
  };
}
