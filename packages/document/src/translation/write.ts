import type { Document } from '../document.ts';
import { escapeXml } from '../escape-xml.ts';
import { append } from '../markdown/append.ts';
import { escapeMarkdown, guardLines, printTitle } from '../markdown/escape.ts';
import { printAttributes } from '../markdown/html.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { quoteTagValue } from '../markdown/tags.ts';
import { decodeSegment, type EncodedSegment, encodeSegment, type Item } from './placeholders.ts';
import type { Place, Segment } from './segment.ts';
import { headingRanges, segmentsOf } from './segments.ts';
import { headingAnchors, structureOf } from './structure.ts';
import type { Term } from './terms.ts';

/** A translated page, and the segments left untranslated because their translation would change the structure of the page. */
export interface Translated {
  readonly markdown: string;
  readonly untranslated: readonly string[];
}

const escapePipes = (text: string): string => text.replace(/\|/g, '\\|');

/** Escapes text for each kind of place. */
const escapes: Readonly<Record<Place, (text: string, isInLink: boolean) => string>> = {
  line: (text, isInLink) => escapeMarkdown(text, { isInLink }),
  heading: (text, isInLink) => escapeMarkdown(text, { isInLink }),
  cell: (text, isInLink) => escapePipes(escapeMarkdown(text, { isInLink })),
  html: escapeXml,
  label: (text) => escapeMarkdown(text, { isInLink: true }),
  title: printTitle,
  'tag-value': quoteTagValue,
  'alt-attribute': (text) => printAttributes({ alt: text }),
  'title-attribute': (text) => printAttributes({ title: text }),
};

/** Wraps a whole segment, so that it can be parsed alone. */
const wrappers: Readonly<Partial<Record<Place, (text: string) => string>>> = {
  line: (text) => text,
  heading: (text) => `## ${text}`,
  cell: (text) => `| ${text} |\n| - |\n`,
  html: (text) => `<p>${text}</p>`,
};

/** The elements equivalent to Markdown markers, for places where the markers are not recognized. */
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
  /** A range of the page with its segments translated. */
  between(start: number, end: number): string;
}

/** The translated source of a segment. */
function write(
  { segment, coded, between, source }: Writing,
  items: readonly Item[],
  asElements: boolean,
): string {
  const written = (text: string, isInLink: boolean): string => {
    const escaped = escapes[segment.place](text, isInLink);
    return segment.isInCell ? escapePipes(escaped) : escaped;
  };
  let links = 0;
  const out = items.map((item) => {
    if (item.kind === 'text') return written(item.text, links > 0);
    const placeholder = coded.placeholders[item.id]!;
    if (placeholder.kind === 'term') return written(placeholder.term.translation, links > 0);
    if (placeholder.kind === 'mark') return between(placeholder.piece.start, placeholder.piece.end);
    const opening = source.slice(placeholder.open.start, placeholder.open.end);
    if (opening === '[') links += item.kind === 'open' ? 1 : -1;
    const element = asElements ? elements[opening] : undefined;
    if (item.kind === 'open')
      return element ? `<${element}>` : between(placeholder.open.start, placeholder.open.end);
    return element ? `</${element}>` : between(placeholder.close.start, placeholder.close.end);
  });
  const text = segment.place.endsWith('-attribute') ? out.join('') : out.join('').trim();
  if (segment.place === 'line') return guardLines(text);
  return segment.place === 'heading' ? text.replace(/#$/, '\\#') : text;
}

/** Moves white space at the edges of pairs outside: Markdown markers next to inner white space are not recognized. */
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

/** The source of a segment without a check of its structure. */
function uncheckedText(writing: Writing, answer: string): string | undefined {
  const items = decodeSegment(answer.trim(), writing.coded.placeholders);
  return items && write(writing, wrappers[writing.segment.place] ? spacedOutside(items) : items, false);
}

/** The source of a segment that preserves the structure of the page; undefined if there is none. */
function checkedText(writing: Writing, answer: string): string | undefined {
  const { segment, coded } = writing;
  const items = decodeSegment(answer.trim(), coded.placeholders);
  if (!items) return undefined;
  const wrap = wrappers[segment.place];
  if (!wrap) return write(writing, items, false);
  const spaced = spacedOutside(items);
  const originals = [
    () => writing.source.slice(segment.start, segment.end).replace(/\n[ \t>]*/g, '\n'),
    // Text that is nested too deeply to be parsed as markup is escaped to be compared alone.
    () => write(writing, decodeSegment(coded.text, coded.placeholders)!, false),
  ];
  for (const source of originals) {
    const wanted = structure(wrap(source()));
    const found = [false, true]
      .map((asElements) => write(writing, spaced, asElements))
      .find((text) => structure(wrap(text)) === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The index of the first of sorted segments at or after an offset. */
function firstFrom(segments: readonly { readonly segment: Segment }[], start: number): number {
  let [from, to] = [0, segments.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (segments[middle]!.segment.start < start) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Replaces the segments of a page by their translations; the rest of the source is unchanged. */
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
  // Inner segments first: outer ones contain their translations.
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
  let refused = fill(uncheckedText);
  if (texts.size > 0) {
    const before = parseMarkdown(source);
    const wanted = structureOf(before);
    let made = parseMarkdown(page());
    // Usually the whole page passes; segments are checked one by one only if it does not.
    if (structureOf(made) !== wanted) {
      refused = fill(checkedText);
      refused.push(...removeInvalid(wanted, texts, page));
      made = parseMarkdown(page());
    }
    keepAnchors({ source, before, made, wanted }, segments, texts, page);
  }
  return { markdown: page(), untranslated: refused.map((place) => segments[place]!.coded.text) };
}

/** The maximum number of characters to parse in search of translations that change the structure in combination. */
const maxSearched = 20_000_000;

/** Removes translations that change the structure of the page only in combination; returns the removed ones. */
function removeInvalid(wanted: string, texts: Map<number, string>, page: () => string): readonly number[] {
  if (structure(page()) === wanted) return [];
  const all = [...texts];
  texts.clear();
  const refused: number[] = [];
  let searched = 0;
  const addValid = (some: readonly (readonly [number, string])[]): void => {
    const isWithinLimit = searched < maxSearched;
    if (isWithinLimit) {
      for (const [place, text] of some) texts.set(place, text);
      const made = page();
      searched += made.length;
      if (structure(made) === wanted) return;
      for (const [place] of some) texts.delete(place);
    }
    if (some.length === 1 || !isWithinLimit)
      append(
        refused,
        some.map(([place]) => place),
      );
    else for (const half of [some.slice(0, some.length >> 1), some.slice(some.length >> 1)]) addValid(half);
  };
  addValid(all);
  return refused;
}

/** Adds the original anchors to translated headings, so that links to them work in every language. */
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
    // Headings without words are not translated.
    while ((ranges[at]?.[1] ?? segment.end) < segment.end) at++;
    if (texts.has(place) && wanted[at] !== found[at])
      texts.set(place, `${texts.get(place)} <a href="#${wanted[at]}" id="${wanted[at]}"></a>`);
  }
  if (structure(page()) !== documents.wanted) for (const [place, text] of bare) texts.set(place, text);
}

/** The distinct encoded segments of a page, with the glossary terms in them. */
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
