import {
  type Block,
  type Document,
  type Fragment,
  type Inline,
  type SectionTable,
  type Text,
  withKeys,
} from '@lectern/document';
import type { Passage } from '../../search/index.ts';

/** A text without marks. */
export const textNode = (content: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: content, marks: [] }],
});

/** A paragraph of a text. */
export const paragraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [textNode(text)],
});

/** A block of code. */
export const codeBlock = (code: string, syntax: string | undefined): Block => ({
  object: 'block',
  type: 'code',
  data: syntax === undefined ? {} : { syntax },
  nodes: code.split('\n').map(
    (line): Block => ({
      object: 'block',
      type: 'code-line',
      nodes: line === '' ? [] : [textNode(line)],
    }),
  ),
});

/** A list of items with their lines; an ordered one begins with a number. */
export const listOf = (items: readonly (readonly string[])[], start: number | undefined): Block => ({
  object: 'block',
  type: start === undefined ? 'list-unordered' : 'list-ordered',
  data: start === undefined || start === 1 ? {} : { start },
  nodes: items.map((lines): Block => ({ object: 'block', type: 'list-item', nodes: lines.map(paragraph) })),
});

/** A link to the section of a passage. */
export const linkTo = ({ space, page, anchor }: Passage, content: string): Inline => {
  const to = { page, space: space.id };
  return {
    object: 'inline',
    type: 'link',
    data: { ref: anchor === undefined ? { kind: 'page', ...to } : { kind: 'anchor', anchor, ...to } },
    nodes: [textNode(content)],
  };
};

/** A table of texts. */
export const tableOf = ({ header, rows }: Pick<SectionTable, 'header' | 'rows'>): Block => {
  const columns = (header ?? rows[0] ?? []).map((title, at) => ({
    id: `c${at}`,
    title: header ? title : '',
    type: 'text',
    textAlignment: 'left',
  }));
  const nameOf = (row: number, column: number): string => `r${row}-c${column}`;
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns: columns.map(({ id }) => id), hideHeader: header === undefined },
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      records: Object.fromEntries(
        rows.map((_, row) => [
          `r${row}`,
          {
            orderIndex: String(row).padStart(6, '0'),
            values: Object.fromEntries(columns.map(({ id }, column) => [id, nameOf(row, column)])),
          },
        ]),
      ),
    },
    fragments: rows.flatMap((row, at) =>
      row.map(
        (text, column): Fragment => ({
          object: 'fragment',
          fragment: nameOf(at, column),
          nodes: [paragraph(text)],
        }),
      ),
    ),
  };
};

/** A document of blocks. */
export const documentOf = (nodes: readonly Block[]): Document =>
  withKeys({ object: 'document', data: {}, nodes });

/** A document that begins with a note to the reader. */
export const withNote = (document: Document, note: string): Document =>
  documentOf([
    {
      object: 'block',
      type: 'hint',
      data: { style: 'info' },
      nodes: [paragraph(note)],
    },
    ...document.nodes,
  ]);
