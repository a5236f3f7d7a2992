import { type BlockChoice, blockChoices, GROUPS } from './block-choices.ts';

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** Whether words of a text begin with all words of a query. */
export const matchesWords = (text: string, query: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(query).every((each) => words.some((word) => word.startsWith(each)));
};

const groupOrder = (choices: readonly BlockChoice[]): readonly BlockChoice[] =>
  GROUPS.flatMap((group) => choices.filter((choice) => choice.group === group));

/** The choices whose name or words begin with all words of a query: all in groups, the found ones by their names first. */
export const findChoices = (query: string): readonly BlockChoice[] => {
  if (wordsOf(query).length === 0) return groupOrder(blockChoices);
  const byTitle = blockChoices.filter(({ title }) => matchesWords(title, query));
  const byWords = blockChoices.filter(
    ({ title, words }) => !matchesWords(title, query) && matchesWords(`${title} ${words}`, query),
  );
  return [...byTitle, ...byWords];
};
