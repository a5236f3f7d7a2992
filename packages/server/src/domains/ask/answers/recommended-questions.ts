/** A page with its headings. */
interface NamedPage {
  readonly title: string;
  readonly headings: readonly string[];
}

const MAX_QUESTIONS = 5;
const MAX_LENGTH = 120;
const QUESTION = /[?？؟]\s*$/u;

/** Questions that pages answer: headings that are questions, or else the titles of pages. */
export const recommendedQuestions = (pages: readonly NamedPage[]): string[] => {
  const names = pages.flatMap(({ title, headings }) => [title, ...headings]);
  const questions = names.filter((name) => QUESTION.test(name));
  const titles = pages.map(({ title }) => title);
  const all = [...questions, ...titles].map((name) => name.trim());
  return [...new Set(all)].filter((name) => name !== '' && name.length <= MAX_LENGTH).slice(0, MAX_QUESTIONS);
};
