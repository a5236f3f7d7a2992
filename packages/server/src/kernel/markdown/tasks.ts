import {
  conflictsOf,
  type FoundLink,
  linksOf,
  mergeDocuments,
  normalizeDocument,
  type Problem,
  parseMarkdown,
  printMarkdown,
  type Section,
  sectionsOf,
} from '@lectern/document';

/** What is done with Markdown: from text to text or plain data, so that it can be done in another thread. */
export const tasks = {
  /** Markdown in its one canonical form. */
  canonical: (markdown: string): string => printMarkdown(parseMarkdown(markdown)),

  /** A document that somebody sent, as Markdown; or what is wrong with it. */
  accept: (document: unknown): { readonly markdown: string } | { readonly problems: readonly Problem[] } => {
    const result = normalizeDocument(document);
    return 'problems' in result ? result : { markdown: printMarkdown(result.document) };
  },

  /** The document of Markdown, as JSON text. */
  document: (markdown: string): string => JSON.stringify(parseMarkdown(markdown)),

  /** What search finds in Markdown. */
  sections: (markdown: string): readonly Section[] => sectionsOf(parseMarkdown(markdown)),

  /** What Markdown refers to. */
  links: (markdown: string): readonly FoundLink[] => linksOf(parseMarkdown(markdown)),

  /** What became of Markdown on two sides, brought together; conflicts keep both. */
  merge: (
    base: string,
    primary: string,
    changed: string,
  ): { readonly markdown: string; readonly conflicts: number } => {
    const [before, ours, theirs] = [base, primary, changed].map((markdown) => parseMarkdown(markdown));
    const { document, conflicts } = mergeDocuments(before!, ours!, theirs!);
    return { markdown: printMarkdown(document), conflicts: conflicts.length };
  },

  /** How many conflicts of a merge stand in Markdown, unsettled. */
  conflicts: (markdown: string): number => conflictsOf(parseMarkdown(markdown)).length,
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
