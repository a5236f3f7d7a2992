import { type Document, normalizeLines, printMarkdown } from '@lectern/document';

/** The Markdown of a text from the editor. */
export const markdownOf = (document: Document): string => printMarkdown(normalizeLines(document));
