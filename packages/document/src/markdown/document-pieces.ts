import { preprocess } from 'micromark';
import type { Chunk, Event, ParseContext, TokenizeContext } from 'micromark-util-types';
import { readSimpleBlock } from './simple-blocks.ts';
import {
  type ContainerContent,
  type DocumentPart,
  type DocumentPiece,
  type Ending,
  isBlank,
  type Reading,
  rule,
  type SimpleBlock,
  startsNoItem,
} from './simple-lines.ts';

/** The least number of lines of a part. */
const defaultMinLines = 128;
/** The number of lines that the tokenizer may look back at: it moves the end of a container before the last line. */
const keptLines = 3;
const item = /^(?:([*+-])|\d{1,9}([.)])) +\S/;

/** Options of reading a document in pieces. */
interface PieceOptions {
  /** Whether blocks of simple syntax are read without the full parser. */
  readonly quickly: boolean;
  /** Whether nodes have their source ranges. */
  readonly hasRanges?: boolean;
  readonly minLines?: number | undefined;
}

/** Reads a document block by block, with the full parser only where it is needed. */
export function documentPieces(
  parser: ParseContext,
  markdown: string,
  { quickly, hasRanges = false, minLines = defaultMinLines }: PieceOptions,
): Generator<DocumentPiece> {
  // Other line endings and characters that the tokenizer replaces.
  const isPlain = quickly && !/[\r\0\uFEFF]/.test(markdown);
  parser.gfmFootnotes ??= [];
  const names = { link: parser.defined, footnote: parser.gfmFootnotes };
  const define: Reading['define'] = (kind, name) => names[kind].push(name);
  function* pieces(
    { lines, column, ending }: ContainerContent,
    offsets: readonly number[] | undefined,
  ): Generator<DocumentPiece> {
    // The lines of a container are ends of lines.
    const offsetsOf = (inner: readonly string[], at: number) =>
      offsets && inner.map((line, index) => offsets[at + index]! + lines[at + index]!.length - line.length);
    const reading: Reading = {
      define,
      offsets,
      column,
      ending,
      content: (at, inner) => [...pieces(inner, offsetsOf(inner.lines, at))],
    };
    const readBlock = (at: number): SimpleBlock | undefined => {
      const block = isPlain ? readSimpleBlock(lines, at, reading) : undefined;
      return block && offsets ? withRange(block, lines, at, offsets, ending) : block;
    };
    const tokenize = partsReader(parser, { lines, column, ending }, offsets, readBlock, minLines);
    for (let at = 0; at < lines.length; ) {
      if (isPlain && isBlank(lines[at]!)) {
        at++;
        continue;
      }
      const block = readBlock(at) ?? (yield* tokenize(at));
      if (block === undefined) return;
      yield block;
      at = block.next;
    }
  }
  const isTerminated = markdown.endsWith('\n');
  const lines = (isTerminated ? markdown.slice(0, -1) : markdown).split('\n');
  const ending = isTerminated ? 'line' : 'none';
  return pieces({ lines, column: 0, ending }, hasRanges ? startsOf(lines) : undefined);
}

/** The offset of each line. */
export function startsOf(lines: readonly string[]): readonly number[] {
  let offset = 0;
  return lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
}

/** The block with its range, which ends at its last line with text, unless it goes on to the end. */
function withRange(
  block: SimpleBlock,
  lines: readonly string[],
  at: number,
  offsets: readonly number[],
  ending: Ending,
): SimpleBlock {
  let last = block.next - 1;
  while (!block.isOpen && last > at && isBlank(lines[last]!)) last--;
  const lineEnding = block.isOpen && ending !== 'none' ? 1 : 0;
  const range = [offsets[at]!, offsets[last]! + lines[last]!.length + lineEnding] as const;
  return { next: block.next, build: (builder) => ({ ...block.build(builder), range }) };
}

/** Converts offsets of lines that are joined to offsets of the source. */
export function sourceOffset(
  starts: readonly number[],
  offsets: readonly number[],
): (offset: number) => number {
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return offsets[low]! + offset - starts[low]!;
  };
}

/**
 * Tokenizes a document from a line on, until a block of simple syntax follows, which it returns. It is tokenized in parts, so that the events of
 * a part can be dropped before the next one. A part ends where no block is open, or before an item of a list. In between, events
 * of finished lines are taken away from the tokenizer, which copies all its events whenever a container ends; otherwise many
 * lists would take quadratic time.
 */
function partsReader(
  parser: ParseContext,
  { lines, column, ending }: ContainerContent,
  offsets: readonly number[] | undefined,
  readBlock: (at: number) => SimpleBlock | undefined,
  minLines: number,
) {
  const toChunks = column % 4 === 0 ? preprocess() : chunksAt(column);
  const chunksOf = (from: number, to: number): Chunk[] => {
    const isEnd = to >= lines.length;
    const text = lines.slice(from, to).join('\n');
    return toChunks(isEnd && ending === 'none' ? text : `${text}\n`, undefined, isEnd);
  };
  return function* tokenize(first: number): Generator<DocumentPart, SimpleBlock | undefined> {
    const starts = offsets && startsOf(lines);
    const toSource = starts && sourceOffset(starts, offsets);
    // The parser remembers lazy lines by their number, which lines of containers have, too.
    const lazy: ParseContext['lazy'] = {};
    // A line that starts a container is not lazy, but the end of the text before it is.
    const endBeforeContainer = (line: number): void => {
      Object.defineProperty(lazy, line, { get: () => false, set: () => {}, configurable: true });
    };
    if (ending === 'container') endBeforeContainer(lines.length + 1);
    let tokenizer = parser.document({
      line: first + 1,
      column: 1,
      offset: starts?.[first] ?? 0,
    });
    let finished: Event[][] = [];
    let containers = openContainers();
    let continuesList = false;
    let length = 0;
    for (let from = first; ; ) {
      const to = nextStop(lines, from, minLines);
      parser.lazy = lazy;
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
      const simple = cut === 'between blocks' ? readBlock(to) : undefined;
      if (simple === undefined && length < minLines) continue;
      const point = tokenizer.now();
      if (cut === 'in list') endBeforeContainer(point.line);
      parser.lazy = lazy;
      tokenizer.write([null]);
      yield { events: [...finished, tokenizer.events].flat(), continuesList, toSource };
      delete lazy[point.line];
      if (simple !== undefined) return simple;
      tokenizer = parser.document(point);
      finished = [];
      containers = openContainers();
      continuesList = cut === 'in list';
      length = 0;
    }
    yield { events: [...finished, tokenizer.events].flat(), continuesList, toSource };
    return undefined;
  };
}

// The codes of the tokenizer for line endings and tabs.
const lineFeed = -4;
const horizontalTab = -2;
const virtualSpace = -1;

/** Like `preprocess`, for lines that begin at a column, on which the width of their tabs depends. */
const chunksAt =
  (start: number) =>
  (text: string, _encoding: undefined, isEnd: boolean): Chunk[] => {
    const chunks: Chunk[] = [];
    for (const [row, line] of text.split('\n').entries()) {
      if (row > 0) chunks.push(lineFeed);
      let column = start;
      for (const [at, part] of line.split('\t').entries()) {
        if (at > 0) {
          chunks.push(horizontalTab);
          while (++column % 4 !== 0) chunks.push(virtualSpace);
        }
        if (part !== '') chunks.push(part);
        column += part.length;
      }
    }
    if (isEnd) chunks.push(null);
    return chunks;
  };

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
  const [, bullet, delimiter] = (rule.test(line) ? null : item.exec(line)) ?? [];
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
