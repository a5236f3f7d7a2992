import type { QueryWord } from '../lookup.ts';
import type { StemsService } from '../stems.service.ts';
import { wordsIn } from '../tokenize.ts';

const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 100;
// Longer questions are cut before they are divided into words.
const MAX_LENGTH = 2048;
// Words of questions that PostgreSQL does not take for stop words.
const ASKING = new Set(
  'need want would could should possible way use using get please help let tell know explain find'.split(' '),
);

/** The words of a question that tell something, in a language; none of a question of stop words. */
export const questionWords = async (
  question: string,
  language: string | null,
  stems: Pick<StemsService, 'of'>,
): Promise<readonly QueryWord[]> => {
  const words = [
    ...new Set(wordsIn(question.slice(0, MAX_LENGTH)).map((word) => word.slice(0, MAX_WORD_LENGTH))),
  ];
  const found = await stems.of(language, words);
  const telling = words
    .map((text, at) => ({ text, stem: found[at]! }))
    .filter(({ stem }) => stem !== '')
    .slice(0, MAX_WORDS);
  const subject = telling.filter(({ text }) => !ASKING.has(text));
  return subject.length > 0 ? subject : telling;
};
