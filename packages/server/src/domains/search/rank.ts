import { type QueryWord, type Term, termsOf } from './lookup.ts';
import { FIELD, NAME_BITS, type Segment, sectionOfField } from './segment.ts';

/** A segment, and which of its pages are current. */
export interface LiveSegment {
  readonly segment: Segment;
  /** For each page 1, or 0 if it has changed since; undefined if all are current. */
  readonly live: Uint8Array | undefined;
  /** How many are current. */
  readonly count: number;
}

/** The words that may stand for a word of a query: itself, or others if it is misspelt. */
export type Alternatives = readonly QueryWord[];

/** A page that contains all words of a query. */
export interface Hit {
  readonly segment: Segment;
  readonly page: number;
  readonly id: string;
  readonly score: number;
  /** Whether its title and description contain all words. */
  readonly isFoundByOwnFields: boolean;
}

/** The words of a query as found in some segments, which rank pages and their sections. */
export interface Match {
  readonly hits: readonly Hit[];
  /** The terms of each word, by segment. */
  readonly terms: ReadonlyMap<Segment, readonly (readonly Term[])[]>;
  /** How much each word tells: rare words more. */
  readonly tells: readonly number[];
}

/** The places of a query in a section of a page. */
export interface SectionHit {
  /** The number of the section in the page. */
  readonly section: number;
  readonly score: number;
  /** The first match in its text; undefined if only its heading matches. */
  readonly first: readonly [start: number, end: number] | undefined;
}

const TITLE_BIT = 1 << FIELD.title;
const TEXT_BIT = 1 << FIELD.text;
const OWN_BITS = TITLE_BIT | (1 << FIELD.description);
// BM25: how soon repetitions of a word stop to count.
const SATURATION = 1.2;
// A heading that is the query counts less than a title that contains it.
const HEADING_BONUS = 0.9;
const PRECISION = 1e6;

const similarityOf = (a: number, b: number): number => Math.min(a, b) / Math.max(a, b, 1);

/** What is known of the pages of a segment while the words of a query are looked up one by one. */
const createTally = ({ segment, live }: LiveSegment, words: number) => {
  const { firstPostings, fields, counts, fieldPages, fieldBits, fieldWeights, pageIds } = segment;
  const matched = new Uint8Array(pageIds.length);
  const score = new Float64Array(pageIds.length);
  const own = new Uint8Array(pageIds.length).fill(1);
  const weight = new Float64Array(pageIds.length);
  const bits = new Uint8Array(pageIds.length);
  // How many words each title and heading contains, and which of them contain all.
  const names = new Uint8Array(fieldPages.length);
  const wholeNames: number[] = [];
  let touched: number[] = [];

  return {
    /** Counts the occurrences of a word; returns the number of pages with it. */
    count: (number: number, terms: readonly Term[]): number => {
      touched = [];
      for (const { word, weight: termWeight, isForNames } of terms) {
        const end = firstPostings[word + 1]!;
        for (let at = firstPostings[word]!; at < end; at++) {
          const field = fields[at]!;
          const bit = fieldBits[field]!;
          const isName = (bit & NAME_BITS) !== 0;
          const page = fieldPages[field]!;
          if ((isForNames && !isName) || (live !== undefined && live[page] === 0)) continue;
          if (weight[page] === 0) touched.push(page);
          weight[page]! += termWeight * counts[at]! * fieldWeights[field]!;
          bits[page]! |= bit;
          if (isName && names[field] === number) {
            names[field] = number + 1;
            if (number + 1 === words) wholeNames.push(field);
          }
        }
      }
      return touched.length;
    },

    /** Adds a counted word to the scores of the pages that contain all words before it, too. */
    add: (number: number, tells: number): void => {
      for (const page of touched) {
        if (matched[page] === number) {
          matched[page] = number + 1;
          score[page]! += (tells * weight[page]!) / (weight[page]! + SATURATION);
          if ((bits[page]! & OWN_BITS) === 0) own[page] = 0;
        }
        weight[page] = 0;
        bits[page] = 0;
      }
    },

    /** The pages that contain all words. */
    hits: (best: number, queryLength: number): Hit[] => {
      const bonus = new Map<number, number>();
      for (const field of wholeNames) {
        const page = fieldPages[field]!;
        const similarity = similarityOf(queryLength, segment.fieldLengths[field]!);
        const own = fieldBits[field] === TITLE_BIT ? 1 + similarity : HEADING_BONUS * similarity;
        bonus.set(page, Math.max(own, bonus.get(page) ?? 0));
      }
      const found: Hit[] = [];
      for (const page of touched)
        if (matched[page] === words)
          found.push({
            segment,
            page,
            id: pageIds[page]!,
            score: Math.round((1 + score[page]! / best + (bonus.get(page) ?? 0)) * PRECISION) / PRECISION,
            isFoundByOwnFields: own[page] === 1,
          });
      return found;
    },
  };
};

/** The terms of each word in a segment; undefined if it lacks a word. */
const termsOfAll = (segment: Segment, words: readonly Alternatives[]): (readonly Term[])[] | undefined => {
  const all: (readonly Term[])[] = [];
  for (const alternatives of words) {
    const [first] = alternatives;
    const terms =
      first && alternatives.length === 1
        ? termsOf(segment, first)
        : alternatives.flatMap((word) => termsOf(segment, word));
    if (terms.length === 0) return undefined;
    all.push(terms);
  }
  return all;
};

const NOTHING: Match = { hits: [], terms: new Map(), tells: [] };

/**
 * Finds the pages that contain every word. Pages whose title contains all of them rank first, the more similar the title
 * the higher; then the others by BM25 over all fields, with more for a heading like the query.
 */
export const matchPages = (
  segments: readonly LiveSegment[],
  words: readonly Alternatives[],
  queryLength: number,
): Match => {
  // Most spaces of an organization lack a rare word.
  const candidates = segments.flatMap((one) => {
    const own = termsOfAll(one.segment, words);
    return own ? [{ one, own }] : [];
  });
  if (candidates.length === 0) return NOTHING;
  const all = segments.reduce((sum, { count }) => sum + count, 0);
  const tallies = candidates.map(({ one, own }) => ({ tally: createTally(one, words.length), own }));
  const tells: number[] = [];
  for (const number of words.keys()) {
    const pages = tallies.reduce((sum, { tally, own }) => sum + tally.count(number, own[number]!), 0);
    if (pages === 0) return NOTHING;
    tells.push(Math.log(1 + (all - pages + 0.5) / (pages + 0.5)));
    for (const { tally } of tallies) tally.add(number, tells[number]!);
  }
  const best = tells.reduce((sum, one) => sum + one, 0);
  return {
    hits: tallies.flatMap(({ tally }) => tally.hits(best, queryLength)),
    terms: new Map(candidates.map(({ one, own }) => [one.segment, own])),
    tells,
  };
};

/** The first posting of a word at or after a field. */
const firstPostingFrom = ({ fields, firstPostings }: Segment, word: number, field: number): number => {
  let [low, high] = [firstPostings[word]!, firstPostings[word + 1]!];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fields[middle]! < field) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A section while the words of a query are looked up in it. */
interface SectionTally {
  readonly section: number;
  score: number;
  weight: number;
  start: number;
  end: number;
}

/** The sections of a page that contain words of the query, best first. */
export const matchSections = ({ terms, tells }: Match, { segment, page }: Hit): SectionHit[] => {
  const { firstFields, firstPostings, fields, fieldBits, fieldWeights, counts, positions, words } = segment;
  const [from, end] = [firstFields[page]! + 2, firstFields[page + 1]!];
  const tallies: SectionTally[] = [];
  for (const [number, own] of terms.get(segment)!.entries()) {
    for (const { word, weight, isForNames } of own) {
      const last = firstPostings[word + 1]!;
      for (let at = firstPostingFrom(segment, word, from); at < last && fields[at]! < end; at++) {
        const field = fields[at]!;
        const isText = fieldBits[field] === TEXT_BIT;
        if (isText && isForNames) continue;
        const section = sectionOfField(segment, page, field);
        let tally = tallies.find((one) => one.section === section);
        if (!tally) {
          tally = { section, score: 0, weight: 0, start: -1, end: -1 };
          tallies.push(tally);
        }
        tally.weight += weight * counts[at]! * fieldWeights[field]!;
        if (isText && (tally.start === -1 || positions[at]! < tally.start)) {
          tally.start = positions[at]!;
          tally.end = tally.start + words[word]!.length;
        }
      }
    }
    for (const tally of tallies) {
      tally.score += (tells[number]! * tally.weight) / (tally.weight + SATURATION);
      tally.weight = 0;
    }
  }
  return tallies
    .sort((a, b) => b.score - a.score || a.section - b.section)
    .map(({ section, score, start, end }) => ({
      section,
      score: Math.round(score * PRECISION) / PRECISION,
      first: start === -1 ? undefined : [start, end],
    }));
};
