import { decodeHTML } from 'entities';
import { isHtmlName, isLineName, isVoidName, readTag } from '../markdown/html.ts';
import { lineSegment, type Piece, type Segment, valueSegment } from './segment.ts';

/** Elements whose content is no prose. */
const untouched = new Set('code kbd math pre samp script style svg textarea tt var'.split(' '));

/** A tag of HTML where it is written. */
export interface PlacedTag {
  readonly name: string;
  readonly kind: 'opening' | 'closing' | 'void';
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

/** Whether what is inside of an element stays as it is: code, icons, and what the server makes itself. */
export const isUntouched = ({ name, attributes }: PlacedTag): boolean =>
  untouched.has(name) ||
  (name === 'i' && /\bfa-/.test(attributes.class ?? '')) ||
  attributes['data-gb-custom-inline'] !== undefined ||
  attributes['data-mention'] !== undefined ||
  attributes['data-footnote-ref'] !== undefined;

/** The tag that is written there; nothing where HTML knows no such element. */
export const placedTag = (source: string, start: number): PlacedTag | undefined => {
  const tag = readTag(source);
  return tag && isHtmlName(tag.name)
    ? {
        ...tag,
        kind: isVoidName(tag.name) ? 'void' : tag.kind,
        start,
        end: start + source.length,
      }
    : undefined;
};

const altPattern = /\salt\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)/i;

/** The text that stands for a picture, as a segment of its own. */
export const altSegments = (source: string, tag: PlacedTag): readonly Segment[] => {
  const alt = tag.name === 'img' ? tag.attributes.alt : undefined;
  const found = alt !== undefined && /\p{L}/u.test(alt) && altPattern.exec(source.slice(tag.start, tag.end));
  if (!found) return [];
  const start = tag.start + found.index;
  return [valueSegment('attribute', start, start + found[0].length, alt!)];
};

const tokens = /<!--[\s\S]*?-->|<\/?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>/g;
const linePrefix = /[ \t]*(?:\r\n?|\n)[ \t]*/g;
const quotedPrefix = /[ \t]*(?:\r\n?|\n)[ \t>]*/g;

/** The segments of a piece of HTML between two places of a page. */
export function htmlSegments(
  source: string,
  from: number,
  to: number,
  isQuoted: boolean,
): readonly Segment[] {
  const segments: Segment[] = [];
  let pieces: Piece[] = [];
  let open: string[] = [];
  const flush = (): void => {
    const segment = lineSegment('html', pieces);
    // What a box is ticked with is no word.
    const isTick = segment?.pieces.length === 1 && /^(?:true|false)$/.test(segment.pieces[0]!.text);
    if (segment && !isTick) segments.push(segment);
    pieces = [];
    open = [];
  };
  const addText = (start: number, end: number): void => {
    if (start >= end) return;
    const raw = source.slice(start, end).replace(isQuoted ? quotedPrefix : linePrefix, ' ');
    pieces.push({ kind: 'text', start, end, text: decodeHTML(raw.replace(/[ \t\f]+/g, ' ')) });
  };
  let at = from;
  let skipping: { name: string; start: number; depth: number } | undefined;
  for (const found of source.slice(from, to).matchAll(tokens)) {
    const start = from + found.index;
    const end = start + found[0].length;
    const tag = placedTag(found[0], start);
    if (skipping) {
      if (tag?.name !== skipping.name || tag.kind === 'void') continue;
      skipping.depth += tag.kind === 'opening' ? 1 : -1;
      if (skipping.depth > 0) continue;
      pieces.push({ kind: 'mark', start: skipping.start, end, text: '' });
      skipping = undefined;
      at = end;
      continue;
    }
    addText(at, start);
    at = end;
    if (tag === undefined || (tag.kind === 'void' && isLineName(tag.name))) {
      pieces.push({ kind: 'mark', start, end, text: '' });
      if (tag) segments.push(...altSegments(source, tag));
    } else if (!isLineName(tag.name) && !isUntouched(tag)) {
      flush();
    } else if (tag.kind === 'opening' && isUntouched(tag)) {
      skipping = { name: tag.name, start, depth: 1 };
    } else if (tag.kind === 'opening') {
      open.push(tag.name);
      pieces.push({ kind: 'open', start, end, text: '' });
    } else {
      // Only what was opened last is closed: tags that cross each other stay as they are.
      const isPair = open.at(-1) === tag.name;
      if (isPair) open.pop();
      pieces.push({ kind: isPair ? 'close' : 'mark', start, end, text: '' });
    }
  }
  if (!skipping) addText(at, to);
  flush();
  return segments;
}
