import type { RichText } from '../../kernel/contract/document-schemas.ts';

/** A document with a paragraph for each line of a text. */
export const paragraphsOf = (text: string): RichText => ({
  object: 'document',
  data: {},
  nodes: text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
    })),
});
