import type { Block, SectionTable } from '@lectern/document';
import type { Passage } from '../../search/index.ts';
import { tableOf, textNode } from './answer-blocks.ts';

const MAX_LENGTH = 700;

const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .toWellFormed()
        .replace(/\s+\S*$/, '')}…`;

const paragraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [textNode(text)],
});

/** The first rows of a table, up to a length; undefined if not even one fits. */
const fitting = ({ header, rows }: SectionTable, room: number): SectionTable['rows'] | undefined => {
  let length = (header ?? []).join('').length;
  const end = rows.findIndex((row) => {
    length += row.join('').length;
    return length > room;
  });
  const shown = end < 0 ? rows : rows.slice(0, end);
  return shown.length > 0 ? shown : undefined;
};

/** The text of a passage as blocks, up to a length; at least a part of the first line. */
export const passageBlocks = ({ text, tables }: Pick<Passage, 'text' | 'tables'>): Block[] => {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let room = MAX_LENGTH;
  for (let at = 0; at < lines.length; ) {
    const table = tables.find(({ from }) => from === at);
    const rows = table && fitting(table, room);
    if (table && rows) {
      blocks.push(tableOf({ ...(table.header && { header: table.header }), rows }));
      // What follows a part of a table would seem to belong to it.
      if (rows.length < table.rows.length) break;
      room -= rows.flat().join('').length;
      at += table.lines;
      continue;
    }
    const line = lines[at]!;
    if (line.length > room) {
      if (blocks.length === 0) blocks.push(paragraph(cut(line, MAX_LENGTH)));
      break;
    }
    blocks.push(paragraph(line));
    room -= line.length;
    at++;
  }
  return blocks;
};
