import { interruptingHtml } from './raw-html.ts';
import { readDefinition, readFootnote, readQuote } from './simple-containers.ts';
import {
  footnoteLine,
  interrupts,
  isBlank,
  openingFence,
  type ParseText,
  plainText,
  type ReadBlock,
  type Reading,
  rule,
  type SimpleBlock,
  type TextPlace,
  tagLine,
} from './simple-lines.ts';
import { readSimpleList } from './simple-lists.ts';
import type { Syntax } from './syntax.ts';

const heading = /^(#{1,6}) +([^ \t#](?:[^\t]*[^ \t#])?) *$/;
/** The line below a heading. */
const underline = /^([=-])\1* *$/;
const delimiterRow = /^\|(?: *:?-+:? *\|)+ *$/;
const row = /^\|.*\| *$/;
/** HTML that ends at an empty line or before a tag. */
const htmlStart = /^<\/?[A-Za-z]/;
const literalHtml = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i;

/** Whether a line ends a paragraph before it. */
const endsParagraph = (line: string | undefined): boolean =>
  line === undefined ||
  isBlank(line) ||
  interrupts(line) ||
  /^(?:[*+-]|1[.)]) {1,4}(?!\[\^)[^\s*+\->\d]/.test(line);

const paragraph: ReadBlock = (lines, at, { offsets }) => {
  let next = at;
  while (next < lines.length && plainText.test(lines[next]!) && !footnoteLine.test(lines[next]!)) next++;
  const line = underline.exec(lines[next] ?? '')?.[1];
  if (next === at || (line === undefined && !endsParagraph(lines[next]))) return undefined;
  const text = lines.slice(at, next).join('\n');
  // It may be a definition.
  if (text.startsWith('[') && text.includes(']:')) return undefined;
  if (line !== undefined)
    return {
      next: next + 1,
      build: (builder) => ({
        type: 'heading',
        depth: line === '=' ? 1 : 2,
        children: builder.text(text, 'heading', { offsets, line: at, column: 0 }),
      }),
    };
  return {
    next,
    build: (builder) => ({
      type: 'paragraph',
      children: builder.text(text, 'paragraph', { offsets, line: at, column: 0 }),
    }),
  };
};

const atxHeading: ReadBlock = (lines, at, { offsets }) => {
  const [, marks, text] = heading.exec(lines[at]!) ?? [];
  if (marks === undefined) return undefined;
  const column = lines[at]!.indexOf(text!, marks.length);
  return {
    next: at + 1,
    build: (builder) => ({
      type: 'heading',
      depth: marks.length,
      children: builder.text(text!, 'heading', { offsets, line: at, column }),
    }),
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
      children: rows.map((line) => rowSyntax(lines[line]!, { offsets, line, column: 0 }, builder.text)),
    }),
  };
};

/** The syntax of a row; a cell begins at the pipe before it, and the last one ends after the last pipe. */
function rowSyntax(source: string, place: TextPlace, parseText: ParseText): Syntax {
  const cells = cellsOf(source);
  const offset = place.offsets?.[place.line];
  const range = (start: number, end: number): Pick<Syntax, 'range'> =>
    offset === undefined ? {} : { range: [offset + start, offset + end] };
  let pipe = 0;
  const children = cells.map((cell, at): Syntax => {
    const [start, text] = [pipe, cell.replace(/^ +| +$/g, '')];
    const column = start + 1 + cell.search(/[^ ]|$/);
    pipe += cell.length + 1;
    const end = at === cells.length - 1 ? pipe + 1 : pipe;
    const nodes = text === '' ? [] : parseText(text, 'tableCell', { ...place, column });
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
