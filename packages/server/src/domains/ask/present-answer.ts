import { printMarkdown } from '@lectern/document';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { Answer } from './answers/answer.ts';

/** The format of the text of an answer. */
export type AnswerFormat = 'document' | 'markdown' | undefined;

/** An answer as the API shows it. */
export const toAnswer = ({ document, sources, followups }: Answer, format: AnswerFormat) => ({
  ...(document && {
    answer:
      format === 'markdown'
        ? { markdown: printMarkdown(document) }
        : { document: document as unknown as RichText },
  }),
  followupQuestions: [...followups],
  sources: sources.map(({ space, revision, page, anchors }) => ({
    type: 'page' as const,
    page,
    revision,
    space,
    sections: [...anchors],
  })),
});

/** The events of an answer. */
export async function* answerEvents(answers: AsyncIterable<Answer>, format: AnswerFormat) {
  for await (const answer of answers) yield { type: 'answer' as const, answer: toAnswer(answer, format) };
}

/** The events of recommended questions. */
export async function* questionEvents(questions: readonly string[]) {
  for (const question of questions) yield { question };
}
