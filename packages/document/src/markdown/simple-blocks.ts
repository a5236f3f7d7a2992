import { interruptingHtml } from './html-blocks.ts';
import {
  interrupts,
  isBlank,
  openingFence,
  type ParseText,
  plainText,
  type ReadBlock,
  type SimpleBlock,
  tagLine,
} from './simple-lines.ts';
import { readSimpleList } from './simple-lists.ts';
import type { Syntax } from './syntax.ts';

const heading = /^(#{1,6}) +([^ \t#](?:[^\t]*[^ \t#])?) *$/;
const rule = /^(?:\*{3,}|-{3,}|_{3,}) *$/;
const delimiterRow = /^\|(?: *:?-+:? *\|)+ *$/;
const row = /^\|.*\| *$/;
/** HTML that ends at an empty line or before a tag. */
const htmlStart = /^<\/?[A-Za-z]/;
const literalHtml = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i;

/** Whether a line ends a paragraph before it. */
const endsParagraph = (line: string | undefined): boolean =>
  line === undefined || isBlank(line) || interrupts(line) || /^(?:[*+-]|1[.)]) {1,4}[^\s*+-]/.test(line);

const paragraph: ReadBlock = (lines, at) => {
  let next = at;
  while (next < lines.length && plainText.test(lines[next]!)) next++;
  if (next === at || !endsParagraph(lines[next])) return undefined;
  const text = lines.slice(at, next).join('\n');
  // It may be a definition.
  if (text.startsWith('[') && text.includes(']:')) return undefined;
  return {
    next,
    build: (parseText) => ({ type: 'paragraph', children: parseText(text, 'paragraph') }),
  };
};

const atxHeading: ReadBlock = (lines, at) => {
  const [, marks, text] = heading.exec(lines[at]!) ?? [];
  if (marks === undefined) return undefined;
  return {
    next: at + 1,
    build: (parseText) => ({ type: 'heading', depth: marks.length, children: parseText(text!, 'heading') }),
  };
};

/** A block whose syntax is known without parsing text. */
const whole = (next: number, node: Syntax): SimpleBlock => ({ next, build: () => node });

const tag: ReadBlock = (lines, at) =>
  tagLine.test(lines[at]!) ? whole(at + 1, { type: 'tag', value: lines[at]! }) : undefined;

const thematicBreak: ReadBlock = (lines, at) =>
  rule.test(lines[at]!) ? whole(at + 1, { type: 'thematicBreak' }) : undefined;

const fencedCode: ReadBlock = (lines, at) => {
  const [, marks, lang = null, meta = null] = openingFence.exec(lines[at]!) ?? [];
  if (marks === undefined) return undefined;
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end]!;
    if (!line.trimStart().startsWith(marks)) continue;
    const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
    if (closing === undefined) continue;
    return whole(end + 1, { type: 'code', lang, meta, value: lines.slice(at + 1, end).join('\n') });
  }
  return undefined;
};

const html: ReadBlock = (lines, at) => {
  const first = lines[at]!;
  if (!htmlStart.test(first) || !interruptingHtml.test(first) || literalHtml.test(first)) return undefined;
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]!) && !/^ *\{%/.test(lines[end]!)) end++;
  const isEnded = end === lines.length || isBlank(lines[end]!) || tagLine.test(lines[end]!);
  return isEnded ? whole(end, { type: 'html', value: lines.slice(at, end).join('\n') }) : undefined;
};

const alignmentOf = (cell: string): string | null => {
  const mark = cell.trim();
  if (mark.startsWith(':')) return mark.endsWith(':') ? 'center' : 'left';
  return mark.endsWith(':') ? 'right' : null;
};

/** The cells of a row between pipes. */
const cellsOf = (line: string): readonly string[] => line.trimEnd().slice(1, -1).split('|');

const table: ReadBlock = (lines, at) => {
  if (!row.test(lines[at]!) || !delimiterRow.test(lines[at + 1] ?? '')) return undefined;
  let next = at;
  for (; next < lines.length && lines[next]!.startsWith('|'); next++)
    if (!row.test(lines[next]!) || /\\\||\t/.test(lines[next]!)) return undefined;
  const after = lines[next];
  const isEnded = after === undefined || isBlank(after) || interrupts(after);
  const align = cellsOf(lines[at + 1]!).map(alignmentOf);
  const rows = [lines[at]!, ...lines.slice(at + 2, next)].map(cellsOf);
  if (!isEnded || rows[0]!.length !== align.length) return undefined;
  const cellOf = (source: string, parseText: ParseText): Syntax => {
    const text = source.replace(/^ +| +$/g, '');
    return { type: 'tableCell', children: text === '' ? [] : parseText(text, 'tableCell') };
  };
  return {
    next,
    build: (parseText) => ({
      type: 'table',
      align,
      children: rows.map((cells) => ({
        type: 'tableRow',
        children: cells.map((cell) => cellOf(cell, parseText)),
      })),
    }),
  };
};

const readers: Readonly<Record<string, readonly ReadBlock[]>> = {
  '#': [atxHeading],
  '{': [tag, paragraph],
  '`': [fencedCode, paragraph],
  '~': [fencedCode],
  '<': [html],
  '|': [table],
  '*': [thematicBreak, readSimpleList, paragraph],
  '-': [thematicBreak, readSimpleList],
  _: [thematicBreak, paragraph],
  '+': [readSimpleList],
};
const digit: readonly ReadBlock[] = [readSimpleList, paragraph];
const otherwise: readonly ReadBlock[] = [paragraph];

/**
 * Reads a block of simple syntax to the same nodes as the full parser, in a fraction of its time; undefined if the full parser
 * is needed. No block may be open at the line.
 */
export function readSimpleBlock(lines: readonly string[], at: number): SimpleBlock | undefined {
  const first = lines[at]![0]!;
  const possible = first >= '0' && first <= '9' ? digit : (readers[first] ?? otherwise);
  for (const read of possible) {
    const block = read(lines, at);
    if (block !== undefined) return block;
  }
  return undefined;
}
