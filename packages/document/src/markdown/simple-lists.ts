import { areIndependent, endsInParagraph, isContinuation } from './container-lines.ts';
import { interrupts, isBlank, plainText, type ReadBlock, rule } from './simple-lines.ts';
import type { Syntax } from './syntax.ts';

const itemLine = /^( *)(?:([*+-])|(\d{1,9})([.)]))( {1,4})(\S.*)$/;
/** An item, possibly without text. */
const anyItem = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)/;
const task = /^\[([ xX])\] (?=\S)/;
const otherTask = /^\[[ xX]\](?:\s|$)/;
/** Deeper content is code. */
const maxIndent = 3;

interface Item {
  /** The number of its first line. */
  readonly at: number;
  readonly checked: boolean | null;
  /** The column of its content. */
  readonly column: number;
  /** Its lines without the marker and the indent. */
  readonly lines: string[];
}

/** A list at a line where no block is open; undefined if it is unclear where its items end. */
export const readSimpleList: ReadBlock = (lines, at, reading) => {
  const first = rule.test(lines[at]!) ? null : itemLine.exec(lines[at]!);
  const list = first && itemsFrom(lines, at, first);
  if (!list) return undefined;
  const { offsets } = reading;
  const items = list.items.map((item) => {
    const content = reading.content(item.lines, item.at);
    const end = lines[list.next - 1]!.length;
    const start = lines[item.at]!.search(/[^ ]/);
    // Only its start is exact: nodes in it have ranges of their own.
    const range: Pick<Syntax, 'range'> =
      offsets === undefined ? {} : { range: [offsets[item.at]! + start, offsets[list.next - 1]! + end] };
    return { checked: item.checked, content, range };
  });
  const number = first[3];
  return {
    next: list.next,
    build: (builder) => ({
      type: 'list',
      ordered: number !== undefined,
      start: number === undefined ? null : Number.parseInt(number, 10),
      children: items.map(({ checked, content, range }) => ({
        type: 'listItem',
        checked,
        children: builder.pieces(content),
        ...range,
      })),
    }),
  };
};

/** The items of a list, and the line after it. */
function itemsFrom(
  lines: readonly string[],
  at: number,
  first: RegExpExecArray,
): { readonly items: readonly Item[]; readonly next: number } | undefined {
  const items: Item[] = [];
  let item = itemOf(first, at);
  let isAfterBlank = false;
  let next = at + 1;
  for (; item !== undefined && next < lines.length; next++) {
    const line = lines[next]!;
    const indent = line.search(/[^ ]/);
    if (isBlank(line) || indent >= item.column) {
      isAfterBlank = isBlank(line);
      item.lines.push(line.slice(item.column));
      continue;
    }
    if (line[indent] === '\t') return undefined;
    const found = indent <= maxIndent && !rule.test(line) ? itemLine.exec(line) : null;
    if (found !== null && markerOf(found) === markerOf(first)) {
      items.push(item);
      item = itemOf(found, next);
      isAfterBlank = false;
    } else if (found !== null) {
      // Another list follows, or a line that needs the full parser.
      if (indent === 0 && mayStart(found)) break;
      return undefined;
    } else if (isAfterBlank) {
      if (anyItem.test(line) && !rule.test(line)) return undefined;
      break;
    } else if (interrupts(line) || rule.test(line)) break;
    else {
      if (!isContinuation(line) || !endsInParagraph(item.lines)) return undefined;
      item.lines.push(line.slice(indent));
    }
  }
  if (item === undefined) return undefined;
  items.push(item);
  if (!items.every((each) => areIndependent(each.lines))) return undefined;
  // The line ending after an item belongs to blocks in it that are not closed.
  for (const each of items) if (each !== item || next < lines.length) each.lines.push('');
  return { items, next };
}

const markerOf = (found: RegExpExecArray): string => found[2] ?? found[4]!;

/** Whether an item may start a list right after a paragraph. */
const mayStart = ([, , bullet, number]: RegExpExecArray): boolean => bullet !== undefined || number === '1';

/** The item of a line; undefined if it may be a task, but is not a simple one. */
function itemOf(
  [, indent, bullet, number, , blanks, content]: RegExpExecArray,
  at: number,
): Item | undefined {
  const checkbox = task.exec(content!);
  const text = checkbox === null ? content! : content!.slice(checkbox[0].length);
  if (checkbox === null ? otherTask.test(text) : !plainText.test(text) || text.includes(']:'))
    return undefined;
  const width = bullet === undefined ? number!.length + 1 : 1;
  return {
    at,
    checked: checkbox === null ? null : checkbox[1] !== ' ',
    column: indent!.length + width + blanks!.length,
    lines: [text],
  };
}
