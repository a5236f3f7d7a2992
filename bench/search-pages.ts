/** A page to write. */
export interface WrittenPage {
  readonly title: string;
  readonly markdown: string;
}

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi wo ze ka lo mi nu ra'.split(' ');
const WORDS = 4000;
const SECTIONS = 5;
const SENTENCES = 6;
const SENTENCE = 10;

/** Pseudo-random numbers below 1, the same in every run. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x80000000;
};

/** The generated word of a rank; lower ranks are more frequent. */
export const wordOf = (rank: number): string => {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
};

/** Generated pages of 2 KB whose words are as unevenly frequent as those of a language; each has one word of its own. */
export const generatePages = (count: number, seed: number): WrittenPage[] => {
  const random = randomFrom(seed);
  const word = () => wordOf(Math.floor(WORDS ** random()) - 1);
  const words = (length: number) => Array.from({ length }, word).join(' ');
  return Array.from({ length: count }, (_, at) => ({
    title: `${words(3)} ${at}`,
    markdown: Array.from(
      { length: SECTIONS },
      (_, section) =>
        `## ${words(3)}\n\n${Array.from({ length: SENTENCES }, () => `${words(SENTENCE)}.`).join(' ')}${
          section === 0 ? ` Only here: single${seed}x${at}.` : ''
        }`,
    ).join('\n\n'),
  }));
};
