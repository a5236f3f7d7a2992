import { type Document, printMarkdown } from '@lectern/document';

/** Whether two documents are stored as the same Markdown. */
export const isSameText = (a: Document, b: Document): boolean =>
  a === b || printMarkdown(a) === printMarkdown(b);
