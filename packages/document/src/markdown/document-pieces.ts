import { preprocess } from 'micromark';
import type { Chunk, Event, ParseContext, TokenizeContext } from 'micromark-util-types';
import { readSimpleBlock } from './simple-blocks.ts';
import {
  type DocumentPart,
  type DocumentPiece,
  isBlank,
  type Reading,
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
  /** Reads lines, of which the first has this number in the document. */
  function* pieces(
    lines: readonly string[],
    first: number,
    offsets: readonly number[] | undefined,
  ): Generator<DocumentPiece> {
    // The lines of a container are ends of lines, except for an empty line at the start of the line after it.
    const offsetsOf = (inner: readonly string[], at: number) =>
      offsets &&
      inner.map((line, index) => {
        const whole = lines[at + index]!;
        return offsets[at + index]! + (line === '' && !/^>? *$/.test(whole) ? 0 : whole.length - line.length);
      });
    const reading: Reading = {
      define,
      offsets,
      content: (inner, at) => [...pieces(inner, first + at, offsetsOf(inner, at))],
    };
    const readBlock = (at: number): SimpleBlock | undefined => {
      const block = isPlain ? readSimpleBlock(lines, at, reading) : undefined;
      return block && offsets ? withRange(block, lines, at, offsets) : block;
    };
    const tokenize = partsReader(parser, lines, first, offsets, readBlock, minLines);
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
  const lines = markdown.split('\n');
  return pieces(lines, 0, hasRanges ? startsOf(lines) : undefined);
}

/** The offset of each line. */
function startsOf(lines: readonly string[]): readonly number[] {
  let offset = 0;
  return lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
}

/** The block with its range, which ends at its last line with text. */
function withRange(
  block: SimpleBlock,
  lines: readonly string[],
  at: number,
  offsets: readonly number[],
): SimpleBlock {
  let last = block.next - 1;
  while (last > at && isBlank(lines[last]!)) last--;
  const range = [offsets[at]!, offsets[last]! + lines[last]!.length] as const;
  return { next: block.next, build: (builder) => ({ ...block.build(builder), range }) };
}

/** Converts offsets of lines that are joined to offsets of the source. */
function sourceOffset(starts: readonly number[], offsets: readonly number[]): (offset: number) => number {
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
  lines: readonly string[],
  firstNumber: number,
  offsets: readonly number[] | undefined,
  readBlock: (at: number) => SimpleBlock | undefined,
  minLines: number,
) {
  const toChunks = preprocess();
  const chunksOf = (from: number, to: number): Chunk[] => {
    const isEnd = to >= lines.length;
    const text = lines.slice(from, to).join('\n');
    return toChunks(isEnd ? text : `${text}\n`, undefined, isEnd);
  };
  return function* tokenize(first: number): Generator<DocumentPart, SimpleBlock | undefined> {
    const starts = offsets && startsOf(lines);
    const toSource = starts && sourceOffset(starts, offsets);
    // Line numbers are unique, also in containers.
    let tokenizer = parser.document({
      line: firstNumber + first + 1,
      column: 1,
      offset: starts?.[first] ?? 0,
    });
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
      const simple = cut === 'between blocks' ? readBlock(to) : undefined;
      if (simple === undefined && length < minLines) continue;
      const point = tokenizer.now();
      tokenizer.write([null]);
      yield { events: [...finished, tokenizer.events].flat(), continuesList, toSource };
      // The parser remembers lazy lines by their number; the end of a part is not one.
      parser.lazy[point.line] = false;
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
