// Words of customers are text, not markup.
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&$]/g, '\\$&');

/** The first draft of a page that answers questions, as Markdown. */
export const draftOf = (summary: string, questions: readonly string[]): string =>
  [
    escapeMarkdown(summary),
    '## Questions to answer',
    [...new Set(questions)].map((question) => `* [ ] ${escapeMarkdown(question)}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
