import type { Block, SectionCode, SectionItem, SectionTable } from '@lectern/document';
import type { Passage } from '../../search/index.ts';
import { codeBlock, listOf, paragraph, tableOf } from './answer-blocks.ts';

const MAX_LENGTH = 700;

const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .toWellFormed()
        .replace(/\s+\S*$/, '')}…`;

/** Blocks for some lines of a passage. */
interface Part {
  readonly blocks: readonly Block[];
  readonly lines: number;
  readonly length: number;
  /** Whether it is a part of something: what follows would seem to belong to it. */
  readonly isCut?: boolean;
}

/** The first rows of a table, as many as fit; undefined if not even one does. */
const tablePart = ({ header, rows, lines }: SectionTable, room: number): Part | undefined => {
  let length = (header ?? []).join('').length;
  const end = rows.findIndex((row) => {
    length += row.join('').length;
    return length > room;
  });
  const shown = end < 0 ? rows : rows.slice(0, end);
  if (shown.length === 0) return undefined;
  return {
    blocks: [tableOf({ ...(header && { header }), rows: shown })],
    lines,
    length: shown.flat().join('').length,
    isCut: shown.length < rows.length,
  };
};

/** The first lines of code, as many as fit; undefined if not even one does. */
const codePart = ({ code, syntax, lines }: SectionCode, room: number): Part | undefined => {
  const end = code.length <= room ? code.length : code.lastIndexOf('\n', room);
  if (end <= 0) return undefined;
  const shown = code.slice(0, end);
  return { blocks: [codeBlock(shown, syntax)], lines, length: end, isCut: end < code.length };
};

/** Items of a list that follow on each other, as many as fit; undefined if not even one does. */
const listPart = (
  items: readonly SectionItem[],
  first: SectionItem,
  texts: readonly string[],
  room: number,
): Part | undefined => {
  const shown: string[][] = [];
  let [at, length, number] = [first.from, 0, first.number];
  for (let item: SectionItem | undefined = first; item; ) {
    const lines = texts.slice(at, at + item.lines);
    length += lines.join('').length;
    if (length > room) break;
    shown.push(lines);
    at += item.lines;
    number = number === undefined ? undefined : number + 1;
    item = items.find((one) => one.from === at && one.number === number);
  }
  if (shown.length === 0) return undefined;
  return {
    blocks: [listOf(shown, first.number)],
    lines: at - first.from,
    length: shown.flat().join('').length,
  };
};

/** The text of a passage as blocks, up to a length; at least a part of the first line. */
export const passageBlocks = ({
  text,
  tables,
  codes,
  items,
}: Pick<Passage, 'text' | 'tables' | 'codes' | 'items'>): Block[] => {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let room = MAX_LENGTH;
  const startsAt = (at: number) => (place: { readonly from: number }) => place.from === at;
  const partAt = (at: number): Part | undefined => {
    const [table, code, item] = [
      tables.find(startsAt(at)),
      codes.find(startsAt(at)),
      items.find(startsAt(at)),
    ];
    if (table) return tablePart(table, room);
    if (code) return codePart(code, room);
    return item && listPart(items, item, lines, room);
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const part = partAt(at) ?? { blocks: [paragraph(line)], lines: 1, length: line.length };
    if (part.length > room) {
      if (blocks.length === 0) blocks.push(paragraph(cut(line, MAX_LENGTH)));
      break;
    }
    blocks.push(...part.blocks);
    if (part.isCut) break;
    room -= part.length;
    at += part.lines;
  }
  return blocks;
};
