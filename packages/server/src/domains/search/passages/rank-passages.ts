import type { QueryWord, Term } from '../lookup.ts';
import { nearestNames, termsOf } from '../lookup.ts';
import type { LiveSegment } from '../rank.ts';
import { FIELD, type Segment, sectionOfField } from '../segment.ts';

/** A section that may answer a question. */
export interface PassageHit {
  readonly segment: Segment;
  readonly page: number;
  /** The number of the section in its page. */
  readonly section: number;
  readonly score: number;
  /** How much of what the words of the question tell is in it, from 0 to 1. */
  readonly coverage: number;
  /** How much of the title of its page is words of the question, from 0 to 1. */
  readonly titleShare: number;
}

const TITLE_BIT = 1 << FIELD.title;
const DESCRIPTION_BIT = 1 << FIELD.description;
const HEADING_BIT = 1 << FIELD.heading;
const WEIGHTS = { title: 2, description: 0.7, heading: 2.5, text: 1 } as const;
// BM25: how soon repetitions of a word stop to count, and how much the length of a section counts.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.5;
const USUAL_LENGTH = 600;
// In few sections every word would be frequent, and only an unknown one would tell something.
const FEWEST_SECTIONS = 100;

const sectionsIn = ({ firstFields }: Segment, page: number): number =>
  (firstFields[page + 1]! - firstFields[page]! - 2) / 2;

const liveSections = ({ segment, live }: LiveSegment): number => {
  let count = 0;
  for (let page = 0; page < segment.pageIds.length; page++)
    if (live === undefined || live[page] === 1) count += sectionsIn(segment, page);
  return count;
};

/** What is known of the sections of a segment while the words of a question are looked up. Sections are the numbers of their texts. */
const createTally = ({ segment, live }: LiveSegment) => {
  const { firstFields, firstPostings, fields, counts, fieldPages, fieldBits, fieldLengths } = segment;
  const score = new Float64Array(fieldPages.length);
  const told = new Float64Array(fieldPages.length);
  const weight = new Float64Array(fieldPages.length);
  const ofPage = new Float64Array(segment.pageIds.length);
  const inTitle = new Float64Array(segment.pageIds.length);
  const found = new Set<number>();
  let touched: number[] = [];

  const touch = (field: number, amount: number): void => {
    if (weight[field] === 0) touched.push(field);
    weight[field]! += amount;
  };

  return {
    segment,
    score,
    told,
    found,

    /** The share of the title of a page that the counted words are. */
    titleShare: (page: number): number =>
      Math.min(1, inTitle[page]! / Math.max(1, fieldLengths[firstFields[page]!]!)),

    /** Counts the occurrences of a word; returns the number of sections with it. */
    count: (terms: readonly Term[]): number => {
      touched = [];
      const pages: number[] = [];
      const titles = new Map<number, number>();
      for (const { word, weight: termWeight, isForNames } of terms) {
        const end = firstPostings[word + 1]!;
        for (let at = firstPostings[word]!; at < end; at++) {
          const field = fields[at]!;
          const page = fieldPages[field]!;
          const bit = fieldBits[field]!;
          if (
            (live !== undefined && live[page] === 0) ||
            (isForNames && (bit & (TITLE_BIT | HEADING_BIT)) === 0)
          )
            continue;
          if ((bit & (TITLE_BIT | DESCRIPTION_BIT)) !== 0) {
            if (ofPage[page] === 0) pages.push(page);
            if (bit === TITLE_BIT)
              titles.set(page, Math.max(titles.get(page) ?? 0, segment.words[word]!.length));
            ofPage[page]! += termWeight * (bit === TITLE_BIT ? WEIGHTS.title : WEIGHTS.description);
          } else if (bit === HEADING_BIT) touch(field + 1, termWeight * WEIGHTS.heading);
          else {
            const factor = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (fieldLengths[field]! / USUAL_LENGTH);
            touch(field, (termWeight * counts[at]! * WEIGHTS.text) / factor);
          }
        }
      }
      for (const [page, length] of titles) inTitle[page]! += length;
      // The title of a page is also what its sections are about.
      for (const page of pages) {
        for (let field = firstFields[page]! + 3; field < firstFields[page + 1]!; field += 2)
          touch(field, ofPage[page]!);
        ofPage[page] = 0;
      }
      return touched.length;
    },

    /** Adds a counted word to the scores. */
    add: (tells: number): void => {
      for (const field of touched) {
        const amount = weight[field]!;
        score[field]! += (tells * amount) / (amount + SATURATION);
        told[field]! += tells;
        weight[field] = 0;
        found.add(field);
      }
    },
  };
};

/** The terms of a word in each segment; those of the nearest names if no segment has it. */
const termsInAll = (segments: readonly LiveSegment[], word: QueryWord): Term[][] => {
  const own = segments.map(({ segment }) => termsOf(segment, word));
  if (own.some((terms) => terms.length > 0)) return own;
  const near = nearestNames(
    segments.map(({ segment }) => segment),
    word,
  );
  return segments.map(({ segment }) => near.flatMap((one) => termsOf(segment, one)));
};

/** The sections that contain words of a question, best first, by BM25 over their texts, headings and titles. */
export const rankPassages = (
  segments: readonly LiveSegment[],
  words: readonly QueryWord[],
  limit: number,
): PassageHit[] => {
  const tallies = segments.map(createTally);
  const all = Math.max(
    FEWEST_SECTIONS,
    segments.reduce((sum, one) => sum + liveSections(one), 0),
  );
  let whole = 0;
  for (const word of words) {
    const terms = termsInAll(segments, word);
    const sections = tallies.reduce((sum, tally, at) => sum + tally.count(terms[at]!), 0);
    const tells = Math.log(1 + (all - sections + 0.5) / (sections + 0.5));
    whole += tells;
    for (const tally of tallies) tally.add(tells);
  }
  const hits: PassageHit[] = [];
  for (const { segment, score, told, found, titleShare } of tallies)
    for (const field of found) {
      const page = segment.fieldPages[field]!;
      const coverage = whole === 0 ? 0 : told[field]! / whole;
      hits.push({
        segment,
        page,
        section: sectionOfField(segment, page, field),
        score: score[field]!,
        coverage,
        titleShare: titleShare(page),
      });
    }
  return hits
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.segment.pageIds[a.page]! < b.segment.pageIds[b.page]! ? -1 : 1) ||
        a.section - b.section,
    )
    .slice(0, limit);
};
