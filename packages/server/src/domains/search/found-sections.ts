import type { Section } from '@lectern/document';
import { excerptOf, type Match as Place, partMatches } from './excerpt.ts';
import type { SearchQuery } from './query.ts';
import { type Hit, type Match, matchSections } from './rank.ts';
import { eachWord } from './tokenize.ts';

/** A section of a page that matches, with an excerpt. */
export interface FoundSection {
  readonly anchor: string | null;
  readonly title: string;
  readonly score: number;
  readonly snippet: string;
  /** The places of the matches in the excerpt. */
  readonly matches: () => readonly Place[];
}

const MAX_SECTIONS = 3;

/** The places of words in a text. */
const placesOf = (text: string, words: ReadonlySet<string>): Place[] => {
  const places: Place[] = [];
  eachWord(text, (word, at) => {
    if (words.has(word)) places.push([at, at + word.length]);
  });
  return places;
};

/** The best matching sections of a found page. */
export const foundSections = (
  match: Match,
  hit: Hit,
  sections: readonly Section[],
  { unspacedText }: SearchQuery,
): FoundSection[] => {
  const { words } = hit.segment;
  let matching: Set<string> | undefined;
  const matchesIn = (text: string): readonly Place[] => {
    if (unspacedText !== undefined) return partMatches(text, unspacedText);
    matching ??= new Set(match.terms.get(hit.segment)!.flatMap((own) => own.map(({ word }) => words[word]!)));
    return placesOf(text, matching);
  };
  return matchSections(match, hit)
    .slice(0, MAX_SECTIONS)
    .flatMap(({ section, score, first }) => {
      const found = sections[section];
      if (!found) return [];
      const { id, title = '', body } = found;
      const whole = unspacedText === undefined ? -1 : body.indexOf(unspacedText);
      const from: Place | undefined = whole === -1 ? first : [whole, whole + unspacedText!.length];
      const { text, matches } = excerptOf(body, from, matchesIn);
      return [{ anchor: id ?? null, title, score, snippet: text, matches }];
    });
};
