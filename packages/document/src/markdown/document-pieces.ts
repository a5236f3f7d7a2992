import { preprocess } from 'micromark';
import type { Chunk, Event, ParseContext, TokenizeContext } from 'micromark-util-types';
import { readSimpleBlock } from './simple-blocks.ts';
import { isBlank, type SimpleBlock, startsNoItem } from './simple-lines.ts';

/** The events of a part of a document. */
interface DocumentPart {
  readonly events: Event[];
  /** Whether its first list continues the last list of the part before. */
  readonly continuesList: boolean;
}

/** A block of simple syntax, or a part of the document that the full parser tokenized. */
type DocumentPiece = SimpleBlock | DocumentPart;

/** The least number of lines of a part. */
const defaultMinLines = 128;
/** The number of lines that the tokenizer may look back at: it moves the end of a container before the last line. */
const keptLines = 3;
const item = /^(?:([*+-])|\d{1,9}([.)])) +\S/;

/** Options of reading a document in pieces. */
interface PieceOptions {
  /** Whether blocks of simple syntax are read without the full parser. */
  readonly quickly: boolean;
  readonly minLines?: number | undefined;
}

/** Reads a document block by block, with the full parser only where it is needed. */
export function* documentPieces(
  parser: ParseContext,
  markdown: string,
  { quickly, minLines = defaultMinLines }: PieceOptions,
): Generator<DocumentPiece> {
  const lines = markdown.split('\n');
  // Other line endings and characters that the tokenizer replaces.
  const isPlain = quickly && !/[\r\0\uFEFF]/.test(markdown);
  const readBlock = (at: number) => (isPlain ? readSimpleBlock(lines, at) : undefined);
  const tokenize = partsReader(parser, lines, readBlock, minLines);
  for (let at = 0; at < lines.length; ) {
    if (isPlain && isBlank(lines[at]!)) {
      at++;
      continue;
    }
    const block = readBlock(at);
    if (block === undefined) at = yield* tokenize(at);
    else {
      yield block;
      at = block.next;
    }
  }
}

/**
 * Tokenizes a document from a line on, until a block of simple syntax follows. It is tokenized in parts, so that the events of
 * a part can be dropped before the next one. A part ends where no block is open, or before an item of a list. In between, events
 * of finished lines are taken away from the tokenizer, which copies all its events whenever a container ends; otherwise many
 * lists would take quadratic time.
 */
function partsReader(
  parser: ParseContext,
  lines: readonly string[],
  readBlock: (at: number) => SimpleBlock | undefined,
  minLines: number,
) {
  const toChunks = preprocess();
  const chunksOf = (from: number, to: number): Chunk[] => {
    const isEnd = to >= lines.length;
    const text = lines.slice(from, to).join('\n');
    return toChunks(isEnd ? text : `${text}\n`, undefined, isEnd);
  };
  return function* tokenize(first: number): Generator<DocumentPart, number> {
    // Offsets are of use only where all of the document is tokenized.
    let tokenizer = parser.document({ line: first + 1, column: 1, offset: 0 });
    let finished: Event[][] = [];
    let containers = openContainers();
    let continuesList = false;
    let length = 0;
    for (let from = first; ; ) {
      const to = nextStop(lines, from, minLines);
      tokenizer.write(chunksOf(from, to));
      length += to - from;
      from = to;
      if (to >= lines.length) break;
      const { events } = tokenizer;
      const taken = events.splice(0, keptFrom(events));
      containers.follow(taken, tokenizer);
      finished.push(taken);
      const cut = cutBefore(lines[to]!, tokenizer, containers.with(events, tokenizer));
      if (cut === undefined) continue;
      const isBeforeSimple = cut === 'between blocks' && readBlock(to) !== undefined;
      if (!isBeforeSimple && length < minLines) continue;
      const point = tokenizer.now();
      tokenizer.write([null]);
      yield { events: [...finished, tokenizer.events].flat(), continuesList };
      // The parser remembers lazy lines by their number; the end of a part is not one.
      parser.lazy[point.line] = false;
      if (isBeforeSimple) return to;
      tokenizer = parser.document(point);
      finished = [];
      containers = openContainers();
      continuesList = cut === 'in list';
      length = 0;
    }
    yield { events: [...finished, tokenizer.events].flat(), continuesList };
    return lines.length;
  };
}

/** The end of the lines to tokenize next: where a part may end, or some lines on. */
function nextStop(lines: readonly string[], from: number, minLines: number): number {
  const end = Math.min(lines.length, from + 4 * minLines);
  for (let at = from + 1; at < end; at++) {
    const isAfterBlank = isBlank(lines[at - 1]!);
    if (isAfterBlank && startsNoItem.test(lines[at]!)) return at;
    if (at - from >= minLines && (isAfterBlank || item.test(lines[at]!))) return at;
  }
  return Math.min(lines.length, from + Math.max(minLines, 1));
}

/** Whether a part may end before a line. */
function cutBefore(
  line: string,
  { events }: TokenizeContext,
  { count, marker }: Containers,
): 'between blocks' | 'in list' | undefined {
  const [, bullet, delimiter] = item.exec(line) ?? [];
  const isItem = bullet !== undefined || delimiter !== undefined;
  if (isItem && count > 0) return marker === (bullet ?? delimiter) ? 'in list' : undefined;
  const flow = events.at(-1)?.[1]._tokenizer;
  const isAfterBlank = flow?.events.at(-1)?.[1].type === 'lineEndingBlank';
  return isAfterBlank && (count === 0 || startsNoItem.test(line)) ? 'between blocks' : undefined;
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
