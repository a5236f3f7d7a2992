import { inEnglish } from './dictionary.ts';
import { normalize } from './embedding.ts';
import { ICONS, OTHER_ICON } from './icons.ts';
import { languageOf } from './stop-words.ts';
import { beginningOf, contentWordsOf, stemOf, wordsOf } from './tokenizer.ts';

/** An issue as far as its cluster is described by it. */
export interface Worded {
  readonly title: string;
  readonly vector: Int8Array;
}

/** What a cluster is called. */
export interface Wording {
  readonly label: string;
  readonly summary: string;
  readonly icon: string;
}

const LONGEST_LABEL = 80;
const LONGEST_SUMMARY = 600;
const KEY_TERMS = 5;
const EXAMPLES = 3;

/** The terms that most of some titles share, most frequent first, each as it is mostly written. */
const keyTermsOf = (titles: readonly string[]): string[] => {
  const terms = new Map<string, { count: number; words: Map<string, number> }>();
  for (const title of titles)
    for (const word of new Set(contentWordsOf(title))) {
      const term = terms.get(stemOf(word)) ?? { count: 0, words: new Map() };
      term.count++;
      term.words.set(word, (term.words.get(word) ?? 0) + 1);
      terms.set(stemOf(word), term);
    }
  const most = <K>(entries: readonly (readonly [K, number])[]) =>
    entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
  return [...terms.values()]
    .filter(({ count }) => count * 4 >= titles.length)
    .sort((a, b) => b.count - a.count)
    .slice(0, KEY_TERMS)
    .map(({ words }) => most([...words]));
};

/** The icon of the first term that has one. */
const iconOf = (terms: readonly string[]): string => {
  const stems = terms.flatMap((term) => [term, ...inEnglish(term)]).map(stemOf);
  const found = stems.flatMap((stem) =>
    ICONS.filter(([, words]) => words.some((word) => stemOf(word) === stem)),
  );
  return found[0]?.[0] ?? OTHER_ICON;
};

/** The issues of a cluster, those in the middle of it first. */
const byMiddle = (issues: readonly Worded[]): Worded[] => {
  const centre = new Float32Array(issues[0]!.vector.length);
  for (const { vector } of issues) for (let d = 0; d < centre.length; d++) centre[d]! += vector[d]!;
  normalize(centre);
  const near = ({ vector }: Worded) => {
    const one = Float32Array.from(vector);
    normalize(one);
    return one.reduce((sum, value, d) => sum + value * centre[d]!, 0);
  };
  return issues
    .map((issue) => ({ issue, near: near(issue) }))
    .sort((a, b) => b.near - a.near)
    .map(({ issue }) => issue);
};

/** A cluster in the words of its issues: called like the one in the middle, told by some of them and the terms they share. */
export const wordingOf = (issues: readonly Worded[]): Wording => {
  const titles = [...new Set(byMiddle(issues).map(({ title }) => title))];
  const terms = keyTermsOf(issues.map(({ title }) => title));
  const examples = titles.slice(0, EXAMPLES).map((title) => beginningOf(title, LONGEST_LABEL));
  // English words do not introduce those of other languages.
  const isEnglish = titles.every((title) => languageOf(wordsOf(title)).isEnglish);
  const about = terms.length > 1 && isEnglish ? [`About ${terms.join(', ')}.`] : [];
  return {
    label: beginningOf(titles[0]!, LONGEST_LABEL),
    summary: beginningOf([...about, ...examples].join(' '), LONGEST_SUMMARY),
    icon: iconOf(terms.length > 0 ? terms : contentWordsOf(titles[0]!)),
  };
};
