import { append } from './append.ts';
import type { Syntax } from './syntax.ts';

// Classes of the characters next to emphasis.
const blank = 0;
const mark = 1;
const word = 2;
const other = 3;

const classOf = (code: number): number => {
  if (Number.isNaN(code) || code === 32) return blank;
  // Characters outside ASCII are of any class, and a tilde is a delimiter too.
  if (code >= 126 || code < 32) return other;
  return isWord(code) ? word : mark;
};

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const isMark = (code: number): boolean => code > 32 && code < 127 && !isWord(code);

/** Characters that may start syntax. */
const special = new Uint8Array(128);
for (const character of '!$&*:<[\\]_`{~') special[character.charCodeAt(0)] = 1;

/** Lines that need the full parser: with blanks at the ends, control characters, or some addresses. */
const unusual = /^ | $|[\0\t\r\n@]|www\./i;
const emoji = /:[a-z0-9+_-]+:/y;
const target = /\]\(([^\s()<\\&]+)(?: "([^"\\&]+)")?\)/y;
const picture = /!\[(?!\^)([^[\]`*_\\&<~${@:]*)(?=\])/y;

/** The position in a line. */
interface Place {
  readonly source: string;
  at: number;
  isInLink: boolean;
  /** The number of open links and emphases. */
  depth: number;
  /** The offset of the line, if nodes have ranges. */
  readonly offset: number | undefined;
}

const maxDepth = 8;

/** The result for syntax that needs the full parser. */
const unclear = Symbol('unclear');
type Unclear = typeof unclear;

/**
 * Parses a line of simple syntax to the same nodes as the full parser, in a fraction of its time; undefined if the full parser
 * is needed. Most lines of most pages are simple. With the offset of the line, nodes have their ranges.
 */
export function parseLineFast(source: string, offset?: number): readonly Syntax[] | undefined {
  if (unusual.test(source)) return undefined;
  const nodes = readUntil({ source, at: 0, isInLink: false, depth: 0, offset }, '');
  return nodes === unclear ? undefined : nodes;
}

/** Parses the lines of a paragraph if each of them is of simple syntax: then no syntax goes from one line to the next. */
export function parseTextFast(source: string, offset?: number): readonly Syntax[] | undefined {
  if (!source.includes('\n')) return parseLineFast(source, offset);
  const nodes: Syntax[] = [];
  let at = offset;
  for (const line of source.split('\n')) {
    const parsed = parseLineFast(line, at);
    if (parsed === undefined) return undefined;
    if (nodes.length === 0) append(nodes, parsed);
    else joinLines(nodes, parsed, at);
    if (at !== undefined) at += line.length + 1;
  }
  return nodes;
}

/** Adds the nodes of the next line, with the line ending in the text between them. */
function joinLines(nodes: Syntax[], next: readonly Syntax[], offset: number | undefined): void {
  const before = nodes.at(-1)?.type === 'text' ? nodes.pop()! : undefined;
  const [first, ...others] = next;
  const after = first?.type === 'text' ? first : undefined;
  const value = `${before?.value ?? ''}\n${after?.value ?? ''}`;
  const range =
    offset === undefined
      ? {}
      : { range: [before?.range?.[0] ?? offset - 1, after?.range?.[1] ?? offset] as const };
  nodes.push({ type: 'text', value, ...range });
  append(nodes, after ? others : next);
}

/** The range of a node in the page, if nodes have ranges. */
const rangeIn = ({ offset }: Place, start: number, end: number): Pick<Syntax, 'range'> =>
  offset === undefined ? {} : { range: [offset + start, offset + end] };

/** Parses up to the end of a link's text or of emphasis, which is not consumed; an empty end is the end of the line. */
function readUntil(place: Place, end: string): Syntax[] | Unclear {
  const { source } = place;
  if (place.depth++ > maxDepth) return unclear;
  const nodes: Syntax[] = [];
  let value = '';
  let from = place.at;
  let textStart = from;
  for (; place.at < source.length; place.at++) {
    const code = source.charCodeAt(place.at);
    if (code > 127 || special[code] === 0) continue;
    const next = source.charCodeAt(place.at + 1);
    if (code === 93 && end === ']') break;
    const start = place.at;
    let node: Syntax | Unclear;
    if (code === 42 || code === 95) {
      const run = readRun(place);
      if (run.kind === 'unclear') return unclear;
      if (run.kind === 'text') {
        place.at += run.marks.length - 1;
        continue;
      }
      if (run.kind === 'closing') {
        if (run.marks !== end) return unclear;
        break;
      }
      node = readEmphasis(place, run.marks);
    } else if (code === 92) {
      if (Number.isNaN(next)) return unclear;
      if (isMark(next)) {
        value += source.slice(from, place.at);
        from = ++place.at;
      }
      continue;
    } else if (!begins(code, next)) {
      if (code === 58 && isEmoji(place)) return unclear;
      continue;
    } else node = readNode(place, code, next);
    if (node === unclear) return unclear;
    value += source.slice(from, start);
    if (value !== '') nodes.push({ type: 'text', value, ...rangeIn(place, textStart, start) });
    value = '';
    nodes.push(place.offset === undefined ? node : { ...node, ...rangeIn(place, start, place.at) });
    textStart = place.at;
    from = place.at--;
  }
  if (place.at >= source.length && end !== '') return unclear;
  place.depth--;
  value += source.slice(from, place.at);
  if (value !== '') nodes.push({ type: 'text', value, ...rangeIn(place, textStart, place.at) });
  return nodes;
}

/** Reads emphasis between equal marks. */
function readEmphasis(place: Place, marks: string): Syntax | Unclear {
  place.at += marks.length;
  const children = readUntil(place, marks);
  if (children === unclear) return unclear;
  place.at += marks.length;
  return { type: marks.length === 1 ? 'emphasis' : 'strong', children };
}

const isEmoji = ({ source, at }: Place): boolean => {
  emoji.lastIndex = at;
  return emoji.test(source);
};

/** Whether a character starts syntax, depending on the next character. */
const begins = (code: number, next: number): boolean => {
  switch (code) {
    case 33: // !
      return next === 91;
    case 36: // $
    case 126: // ~
      return next === code;
    case 38: // &
      return next === 35 || isWord(next);
    case 58: // :
      return next === 47;
    case 60: // <
      return next === 33 || next === 47 || next === 63 || isWord(next);
    case 123: // {
      return next === 37;
    default:
      return true;
  }
};

/** Reads code, a link, an image or a break. */
function readNode(place: Place, code: number, next: number): Syntax | Unclear {
  const { source, at } = place;
  if (code === 96) return readCode(place);
  if (code === 60 && source.startsWith('<br>', at)) {
    place.at += 4;
    return { type: 'html', value: '<br>' };
  }
  if (code === 33) {
    picture.lastIndex = at;
    const alt = picture.exec(source)?.[1];
    if (alt === undefined) return unclear;
    place.at += alt.length + 2;
    const found = readTarget(place);
    return found === unclear ? unclear : { type: 'image', ...found, alt };
  }
  if (code !== 91 || next === 94 || next === 93 || place.isInLink) return unclear;
  place.at++;
  place.isInLink = true;
  const children = readUntil(place, ']');
  place.isInLink = false;
  if (children === unclear) return unclear;
  const found = readTarget(place);
  return found === unclear ? unclear : { type: 'link', ...found, children };
}

/** Reads the target of a link, from the end of its text. */
function readTarget(place: Place): { readonly title: string | null; readonly url: string } | Unclear {
  target.lastIndex = place.at;
  const found = target.exec(place.source);
  if (found === null) return unclear;
  place.at = target.lastIndex;
  return { title: found[2] ?? null, url: found[1]! };
}

/** Reads code between equal numbers of backticks. */
function readCode(place: Place): Syntax | Unclear {
  const { source, at } = place;
  if (source.charCodeAt(at - 1) === 96) return unclear;
  let start = at + 1;
  while (source.charCodeAt(start) === 96) start++;
  const marks = source.slice(at, start);
  const end = source.indexOf(marks, start);
  if (end === -1 || source.charCodeAt(end + marks.length) === 96) return unclear;
  const value = source.slice(start, end);
  // Blanks at both ends are not part of the code, and a pipe in a table cell is escaped.
  if (value.startsWith(' ') || value.endsWith(' ') || value.includes('\\')) return unclear;
  place.at = end + marks.length;
  return { type: 'inlineCode', value };
}

type Run = { readonly kind: 'text' | 'opening' | 'closing' | 'unclear'; readonly marks: string };

/** Classifies a run of emphasis characters by their neighbours. */
function readRun({ source, at }: Place): Run {
  const code = source.charCodeAt(at);
  let end = at + 1;
  while (source.charCodeAt(end) === code) end++;
  const before = classOf(source.charCodeAt(at - 1));
  const after = classOf(source.charCodeAt(end));
  const marks = source.slice(at, end);
  if (before === other || after === other) return { kind: 'unclear', marks };
  const isLeft = after !== blank && (after === word || before !== word);
  const isRight = before !== blank && (before === word || after !== word);
  const opens = isLeft && (code === 42 || !isRight || before === mark);
  const closes = isRight && (code === 42 || !isLeft || after === mark);
  if (!opens && !closes) return { kind: 'text', marks };
  if ((opens && closes) || marks.length > 2) return { kind: 'unclear', marks };
  return { kind: opens ? 'opening' : 'closing', marks };
}
