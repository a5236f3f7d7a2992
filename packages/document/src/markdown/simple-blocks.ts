import { readDefinition, readFootnote, readQuote } from './simple-containers.ts';
import {
  interrupts,
  isBlank,
  type ParseText,
  plainText,
  type ReadBlock,
  type Reading,
  rule,
  type SimpleBlock,
  startsFootnote,
  tagLine,
  unindented,
  whole,
} from './simple-lines.ts';
import { readSimpleList } from './simple-lists.ts';
import { fencedCode, html, indentedCode, math } from './simple-literals.ts';
import type { Syntax } from './syntax.ts';

const heading = /^(#{1,6}) +([^ \t#](?:[^\t]*[^ \t#])?) *$/;
/** The line below a heading. */
const underline = /^ {0,3}([=-])\1*[ \t]*$/;
const delimiterRow = /^\|(?: *:?-+:? *\|)+ *$/;
const row = /^\|.*\| *$/;

/** Whether a line ends a paragraph before it. */
const endsParagraph = (line: string | undefined): boolean =>
  line === undefined ||
  isBlank(line) ||
  interrupts(line) ||
  rule.test(line) ||
  /^ {0,3}(?:[*+-]|1[.)])(?: {1,4}|\t)(?!\[\^)[^\s*+\->\d]/.test(line);

const paragraph: ReadBlock = (lines, at, { offsets }) => {
  const content: string[] = [];
  for (let next = at; next < lines.length; next++) {
    const line = next === at ? lines[next]! : unindented(lines[next]!);
    if (!plainText.test(line) || startsFootnote.test(line)) break;
    content.push(line);
  }
  const next = at + content.length;
  const line = underline.exec(lines[next] ?? '')?.[1];
  if (next === at || (line === undefined && !endsParagraph(lines[next]))) return undefined;
  const text = content.join('\n');
  // It may be a definition.
  if (text.startsWith('[') && text.includes(']:')) return undefined;
  const starts =
    offsets && content.map((part, row) => offsets[at + row]! + lines[at + row]!.length - part.length);
  if (line !== undefined)
    return {
      next: next + 1,
      build: (builder) => ({
        type: 'heading',
        depth: line === '=' ? 1 : 2,
        children: builder.text(text, 'heading', starts),
      }),
    };
  return {
    next,
    build: (builder) => ({ type: 'paragraph', children: builder.text(text, 'paragraph', starts) }),
  };
};

const atxHeading: ReadBlock = (lines, at, { offsets }) => {
  const [, marks, text] = heading.exec(lines[at]!) ?? [];
  if (marks === undefined) return undefined;
  const starts = offsets && [offsets[at]! + lines[at]!.indexOf(text!, marks.length)];
  return {
    next: at + 1,
    build: (builder) => ({
      type: 'heading',
      depth: marks.length,
      children: builder.text(text!, 'heading', starts),
    }),
  };
};

const tag: ReadBlock = (lines, at) =>
  tagLine.test(lines[at]!) ? whole(at + 1, { type: 'tag', value: lines[at]! }) : undefined;

const thematicBreak: ReadBlock = (lines, at) =>
  rule.test(lines[at]!) ? whole(at + 1, { type: 'thematicBreak' }) : undefined;

const alignmentOf = (cell: string): string | null => {
  const mark = cell.trim();
  if (mark.startsWith(':')) return mark.endsWith(':') ? 'center' : 'left';
  return mark.endsWith(':') ? 'right' : null;
};

/** The cells of a row between pipes. */
const cellsOf = (line: string): readonly string[] => line.trimEnd().slice(1, -1).split('|');

const table: ReadBlock = (lines, at, { offsets }) => {
  if (!row.test(lines[at]!) || !delimiterRow.test(lines[at + 1] ?? '')) return undefined;
  let next = at;
  for (; next < lines.length && lines[next]!.startsWith('|'); next++)
    if (!row.test(lines[next]!) || /\\\||\t/.test(lines[next]!)) return undefined;
  const after = lines[next];
  const isEnded = after === undefined || isBlank(after) || interrupts(after);
  const align = cellsOf(lines[at + 1]!).map(alignmentOf);
  if (!isEnded || cellsOf(lines[at]!).length !== align.length) return undefined;
  const rows = Array.from({ length: next - at }, (_, line) => at + line).filter((line) => line !== at + 1);
  return {
    next,
    build: (builder) => ({
      type: 'table',
      align,
      children: rows.map((line) => rowSyntax(lines[line]!, offsets?.[line], builder.text)),
    }),
  };
};

/** The syntax of a row; a cell begins at the pipe before it, and the last one ends after the last pipe. */
function rowSyntax(source: string, offset: number | undefined, parseText: ParseText): Syntax {
  const cells = cellsOf(source);
  const range = (start: number, end: number): Pick<Syntax, 'range'> =>
    offset === undefined ? {} : { range: [offset + start, offset + end] };
  let pipe = 0;
  const children = cells.map((cell, at): Syntax => {
    const [start, text] = [pipe, cell.replace(/^ +| +$/g, '')];
    const column = start + 1 + cell.search(/[^ ]|$/);
    pipe += cell.length + 1;
    const end = at === cells.length - 1 ? pipe + 1 : pipe;
    const nodes =
      text === '' ? [] : parseText(text, 'tableCell', offset === undefined ? undefined : [offset + column]);
    return { type: 'tableCell', children: nodes, ...range(start, end) };
  });
  return { type: 'tableRow', children, ...range(0, source.trimEnd().length) };
}

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
  '>': [readQuote],
  '[': [readFootnote, readDefinition, paragraph],
  $: [math, paragraph],
  ' ': [indentedCode, readSimpleList],
  '\t': [indentedCode, readSimpleList],
};
const digit: readonly ReadBlock[] = [readSimpleList, paragraph];
const otherwise: readonly ReadBlock[] = [paragraph];

/**
 * Reads a block of simple syntax to the same nodes as the full parser, in a fraction of its time; undefined if the full parser
 * is needed. No block may be open at the line.
 */
export function readSimpleBlock(
  lines: readonly string[],
  at: number,
  reading: Reading,
): SimpleBlock | undefined {
  const first = lines[at]![0]!;
  const possible = first >= '0' && first <= '9' ? digit : (readers[first] ?? otherwise);
  for (const read of possible) {
    const block = read(lines, at, reading);
    if (block !== undefined) return block;
  }
  return undefined;
}
