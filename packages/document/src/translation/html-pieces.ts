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

/** The attributes that readers see, the elements that have them, and how they are written. */
const seen = [
  { name: 'alt', on: /^img$/, place: 'alt-attribute' },
  { name: 'title', on: /^(?:a|img)$/, place: 'title-attribute' },
] as const;

/** What readers see of the attributes of a tag, each as a segment of its own. */
export const attributeSegments = (source: string, tag: PlacedTag): readonly Segment[] =>
  seen.flatMap(({ name, on, place }) => {
    const text = on.test(tag.name) ? tag.attributes[name] : undefined;
    if (text === undefined || !/\p{L}/u.test(text)) return [];
    const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+)`, 'i');
    const found = pattern.exec(source.slice(tag.start, tag.end));
    if (!found) return [];
    const start = tag.start + found.index;
    return [valueSegment(place, start, start + found[0].length, text)];
  });

const fileName = /^\S+\.(?:md|mdx|html?|pdf|png|jpe?g|gif|svg|webp|ya?ml|json|zip)(?:#\S*)?$/i;

const address = /^(?:(?:https?:\/\/|mailto:|www\.)\S+|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;
const withoutScheme = (url: string): string => url.replace(/^(?:https?:\/\/|mailto:)|\/$/gi, '');

/** Whether the text of a link is nothing but an address: that of the link, of somebody's mail or of a file. */
export const isAddress = (text: string, url = ''): boolean => {
  const words = text.trim();
  const isOwn = words !== '' && (words === url || withoutScheme(words) === withoutScheme(url));
  return isOwn || address.test(words) || fileName.test(words);
};

const tokens = /<!--[\s\S]*?-->|<\/?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>/g;
const linePrefix = /[ \t]*(?:\r\n?|\n)[ \t]*/g;
const quotedPrefix = /[ \t]*(?:\r\n?|\n)[ \t>]*/g;

/** The pieces without the words of the link that they end with, where these are only an address. */
function withoutAddress(source: string, pieces: readonly Piece[]): Piece[] {
  const [opening, text, closing] = pieces.slice(-3);
  const isLink = opening?.kind === 'open' && text?.kind === 'text' && closing?.kind === 'close';
  const tag = isLink && placedTag(source.slice(opening.start, opening.end), opening.start);
  if (!tag || !isAddress(text!.text, tag.attributes.href)) return [...pieces];
  return [...pieces.slice(0, -3), { kind: 'mark', start: opening.start, end: closing!.end, text: '' }];
}

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
    if (tag && tag.kind !== 'closing') segments.push(...attributeSegments(source, tag));
    if (tag === undefined || (tag.kind === 'void' && isLineName(tag.name))) {
      pieces.push({ kind: 'mark', start, end, text: '' });
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
      if (isPair && tag.name === 'a') pieces = withoutAddress(source, pieces);
    }
  }
  if (!skipping) addText(at, to);
  flush();
  return segments;
}
