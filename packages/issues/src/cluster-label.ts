import { toEnglish } from './dictionary.ts';
import { normalize } from './embedding.ts';
import { ICONS, OTHER_ICON } from './icons.ts';
import { languageOf } from './stop-words.ts';
import { contentWordsOf, stemOf, truncate, wordsOf } from './tokenizer.ts';

/** The title and the vector of an issue. */
export interface TitledVector {
  readonly title: string;
  readonly vector: Int8Array;
}

/** The label, summary and icon of a cluster. */
export interface ClusterLabel {
  readonly label: string;
  readonly summary: string;
  readonly icon: string;
}

const MAX_LABEL_LENGTH = 80;
const MAX_SUMMARY_LENGTH = 600;
const KEY_TERMS = 5;
const EXAMPLES = 3;

/** The terms that titles share, most frequent first, each in its most frequent form. */
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
  const stems = terms.flatMap((term) => [term, ...toEnglish(term)]).map(stemOf);
  const found = stems.flatMap((stem) =>
    ICONS.filter(([, words]) => words.some((word) => stemOf(word) === stem)),
  );
  return found[0]?.[0] ?? OTHER_ICON;
};

/** The issues of a cluster, nearest to the centroid first. */
const byDistanceToCentroid = (issues: readonly TitledVector[]): TitledVector[] => {
  const centroid = new Float32Array(issues[0]!.vector.length);
  for (const { vector } of issues) for (let d = 0; d < centroid.length; d++) centroid[d]! += vector[d]!;
  normalize(centroid);
  const near = ({ vector }: TitledVector) => {
    const one = Float32Array.from(vector);
    normalize(one);
    return one.reduce((sum, value, d) => sum + value * centroid[d]!, 0);
  };
  return issues
    .map((issue) => ({ issue, near: near(issue) }))
    .sort((a, b) => b.near - a.near)
    .map(({ issue }) => issue);
};

/** Labels a cluster with the title of its most central issue, and summarizes it with examples and shared terms. */
export const labelCluster = (issues: readonly TitledVector[]): ClusterLabel => {
  const titles = [...new Set(byDistanceToCentroid(issues).map(({ title }) => title))];
  const terms = keyTermsOf(issues.map(({ title }) => title));
  const examples = titles.slice(0, EXAMPLES).map((title) => truncate(title, MAX_LABEL_LENGTH));
  // The introduction is in English.
  const isEnglish = titles.every((title) => languageOf(wordsOf(title)).isEnglish);
  const about = terms.length > 1 && isEnglish ? [`About ${terms.join(', ')}.`] : [];
  return {
    label: truncate(titles[0]!, MAX_LABEL_LENGTH),
    summary: truncate([...about, ...examples].join(' '), MAX_SUMMARY_LENGTH),
    icon: iconOf(terms.length > 0 ? terms : contentWordsOf(titles[0]!)),
  };
};
