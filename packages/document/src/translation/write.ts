import type { Document } from '../document.ts';
import { escapeXml } from '../escape-xml.ts';
import { escapeText, guardLines, printTitle } from '../markdown/escape.ts';
import { printAttributes } from '../markdown/html.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { quoteTagValue } from '../markdown/tags.ts';
import { decodeSegment, type EncodedSegment, encodeSegment, type Item } from './placeholders.ts';
import type { Place, Segment } from './segment.ts';
import { headingRanges, segmentsOf } from './segments.ts';
import { headingAnchors, structureOf } from './structure.ts';
import type { Term } from './terms.ts';

/** A page in another language, and the segments that stayed as they were because the answer would have broken the page. */
export interface Translated {
  readonly markdown: string;
  readonly kept: readonly string[];
}

const insideCell = (text: string): string => text.replace(/\|/g, '\\|');

/** How text is written at each kind of place. */
const escapes: Readonly<Record<Place, (text: string, isInLink: boolean) => string>> = {
  line: (text, isInLink) => escapeText(text, { isInLink }),
  heading: (text, isInLink) => escapeText(text, { isInLink }),
  cell: (text, isInLink) => insideCell(escapeText(text, { isInLink })),
  html: escapeXml,
  label: (text) => escapeText(text, { isInLink: true }),
  title: printTitle,
  'tag-value': quoteTagValue,
  'alt-attribute': (text) => printAttributes({ alt: text }),
  'title-attribute': (text) => printAttributes({ title: text }),
};

/** What stands around a whole segment, so that it can be read alone. */
const alone: Readonly<Partial<Record<Place, (text: string) => string>>> = {
  line: (text) => text,
  heading: (text) => `## ${text}`,
  cell: (text) => `| ${text} |\n| - |\n`,
  html: (text) => `<p>${text}</p>`,
};

/** The elements that say what marks of Markdown say, for where these would not be seen as marks. */
const elements: Readonly<Record<string, string>> = {
  '**': 'strong',
  __: 'strong',
  '*': 'em',
  _: 'em',
  '~~': 'del',
};

interface Writing {
  readonly source: string;
  readonly segment: Segment;
  readonly coded: EncodedSegment;
  /** The page between two places, with what was translated inside. */
  between(start: number, end: number): string;
}

/** The text of a segment in another language. */
function write(
  { segment, coded, between, source }: Writing,
  items: readonly Item[],
  asElements: boolean,
): string {
  const written = (text: string, isInLink: boolean): string => {
    const escaped = escapes[segment.place](text, isInLink);
    return segment.isInCell ? insideCell(escaped) : escaped;
  };
  let links = 0;
  const out = items.map((item) => {
    if (item.kind === 'text') return written(item.text, links > 0);
    const slot = coded.slots[item.id]!;
    if (slot.kind === 'term') return written(slot.term.translation, links > 0);
    if (slot.kind === 'mark') return between(slot.piece.start, slot.piece.end);
    const opening = source.slice(slot.open.start, slot.open.end);
    if (opening === '[') links += item.kind === 'open' ? 1 : -1;
    const element = asElements ? elements[opening] : undefined;
    if (item.kind === 'open') return element ? `<${element}>` : between(slot.open.start, slot.open.end);
    return element ? `</${element}>` : between(slot.close.start, slot.close.end);
  });
  const text = segment.place.endsWith('-attribute') ? out.join('') : out.join('').trim();
  if (segment.place === 'line') return guardLines(text);
  return segment.place === 'heading' ? text.replace(/#$/, '\\#') : text;
}

/** White space at the edges of what stands around words goes outside: marks with space inside are none. */
function spacedOutside(items: readonly Item[]): readonly Item[] {
  const out = [...items];
  for (let at = 0; at < out.length; at++) {
    const [item, next] = [out[at]!, out[at + 1]];
    const leading = item.kind === 'open' && next?.kind === 'text' && /^\s+/.exec(next.text);
    if (leading && next.text.trim() !== '') {
      out.splice(at, 2, { kind: 'text', text: ' ' }, item, {
        ...next,
        text: next.text.slice(leading[0].length),
      });
      at++;
    }
    const trailing = item.kind === 'text' && next?.kind === 'close' && /\s+$/.exec(item.text);
    if (trailing && item.text.trim() !== '')
      out.splice(at, 2, { ...item, text: item.text.slice(0, trailing.index) }, next, {
        kind: 'text',
        text: ' ',
      });
  }
  return joined(out);
}

const joined = (items: readonly Item[]): readonly Item[] => {
  const out: Item[] = [];
  for (const item of items) {
    const last = out.at(-1);
    if (item.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: `${last.text}${item.text}`.replace(/ {2,}/g, ' ') };
    else out.push(item);
  }
  return out;
};

const structure = (markdown: string): string => structureOf(parseMarkdown(markdown));

/** A segment as it is written where nothing stands against it. */
function plainText(writing: Writing, answer: string): string | undefined {
  const items = decodeSegment(answer.trim(), writing.coded.slots);
  return items && write(writing, alone[writing.segment.place] ? spacedOutside(items) : items, false);
}

/** How a segment is written so that the page means the same with it; nothing where there is no such way. */
function soundText(writing: Writing, answer: string): string | undefined {
  const { segment, coded, source } = writing;
  const items = decodeSegment(answer.trim(), coded.slots);
  if (!items) return undefined;
  const around = alone[segment.place];
  if (!around) return write(writing, items, false);
  const spaced = spacedOutside(items);
  const shapes = [
    () => source.slice(segment.start, segment.end).replace(/\n[ \t>]*/g, '\n'),
    // What stands too deep to be anything but text is something else where it is read alone.
    () => write(writing, decodeSegment(coded.text, coded.slots)!, false),
  ];
  for (const shape of shapes) {
    const wanted = structure(around(shape()));
    const sound = [false, true]
      .map((asElements) => write(writing, spaced, asElements))
      .find((text) => structure(around(text)) === wanted);
    if (sound !== undefined) return sound;
  }
  return undefined;
}

/** The first of sorted segments that does not begin before a place. */
function firstFrom(segments: readonly { readonly segment: Segment }[], start: number): number {
  let [from, to] = [0, segments.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (segments[middle]!.segment.start < start) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A page with its segments replaced by what each was translated to, where it is written; all else stays byte by byte. */
export function translateMarkdown(
  source: string,
  glossary: readonly Term[],
  answers: Readonly<Record<string, string>>,
): Translated {
  const segments = segmentsOf(source).map((segment) => ({
    segment,
    coded: encodeSegment(segment.pieces, glossary),
  }));
  const texts = new Map<number, string>();
  const between = (start: number, end: number): string => {
    let out = '';
    let at = start;
    for (let place = firstFrom(segments, start); place < segments.length; place++) {
      const { segment } = segments[place]!;
      if (segment.start >= end) break;
      const text = texts.get(place);
      if (text === undefined || segment.start < at || segment.end > end) continue;
      out += source.slice(at, segment.start) + text;
      at = segment.end;
    }
    return out + source.slice(at, end);
  };
  const page = () => between(0, source.length);
  // Those inside of others first: these are written with what became of them.
  const fill = (textOf: (writing: Writing, answer: string) => string | undefined): number[] =>
    [...segments.keys()].reverse().filter((place) => {
      const { segment, coded } = segments[place]!;
      const answer = Object.hasOwn(answers, coded.text) ? answers[coded.text] : undefined;
      texts.delete(place);
      if (answer === undefined || (answer === coded.text && coded.terms.length === 0)) return false;
      const text = textOf({ source, segment, coded, between }, answer);
      if (text !== undefined) texts.set(place, text);
      return text === undefined;
    });
  let refused = fill(plainText);
  if (texts.size > 0) {
    const before = parseMarkdown(source);
    const wanted = structureOf(before);
    let made = parseMarkdown(page());
    // Nearly always all of it goes as it is; each line is looked at by itself only where it does not.
    if (structureOf(made) !== wanted) {
      refused = fill(soundText);
      refused.push(...withoutUnsound(wanted, texts, page));
      made = parseMarkdown(page());
    }
    keepAnchors({ source, before, made, wanted }, segments, texts, page);
  }
  return { markdown: page(), kept: refused.map((place) => segments[place]!.coded.text) };
}

/** Takes texts away that change what the page means although each alone does not; those that went. */
function withoutUnsound(wanted: string, texts: Map<number, string>, page: () => string): readonly number[] {
  if (structure(page()) === wanted) return [];
  const all = [...texts];
  texts.clear();
  const refused: number[] = [];
  const settle = (some: readonly (readonly [number, string])[]): void => {
    for (const [place, text] of some) texts.set(place, text);
    if (structure(page()) === wanted) return;
    for (const [place] of some) texts.delete(place);
    if (some.length === 1) refused.push(some[0]![0]);
    else for (const half of [some.slice(0, some.length >> 1), some.slice(some.length >> 1)]) settle(half);
  };
  settle(all);
  return refused;
}

/** Lets links to a heading lead to it in every language. */
function keepAnchors(
  documents: {
    readonly source: string;
    readonly before: Document;
    readonly made: Document;
    readonly wanted: string;
  },
  segments: readonly { readonly segment: Segment }[],
  texts: Map<number, string>,
  page: () => string,
): void {
  const [wanted, found] = [headingAnchors(documents.before), headingAnchors(documents.made)];
  if (wanted.join() === found.join()) return;
  const ranges = headingRanges(documents.source);
  if (ranges.length !== wanted.length) return;
  const bare = new Map(texts);
  let at = 0;
  for (const [place, { segment }] of segments.entries()) {
    if (segment.place !== 'heading') continue;
    // Headings without a word, which stay as they are, stand between those that are translated.
    while ((ranges[at]?.[1] ?? segment.end) < segment.end) at++;
    if (texts.has(place) && wanted[at] !== found[at])
      texts.set(place, `${texts.get(place)} <a href="#${wanted[at]}" id="${wanted[at]}"></a>`);
  }
  if (structure(page()) !== documents.wanted) for (const [place, text] of bare) texts.set(place, text);
}

/** What of a page is sent to an engine: each text once, with the terms in it. */
export function encodedSegments(
  markdown: string,
  glossary: readonly Term[],
): readonly { readonly text: string; readonly terms: readonly Term[] }[] {
  const found = new Map(
    segmentsOf(markdown).map(({ pieces }) => {
      const { text, terms } = encodeSegment(pieces, glossary);
      return [text, { text, terms }] as const;
    }),
  );
  return [...found.values()];
}
