import { indentOf, withoutIndent } from './columns.ts';
import { areIndependent, areOpenCode, isContinuation, paragraphCheck } from './container-lines.ts';
import {
  endingBefore,
  interrupts,
  isBlank,
  plainText,
  type ReadBlock,
  rule,
  startsItem,
  unindented,
} from './simple-lines.ts';
import type { Syntax } from './syntax.ts';

const itemLine = /^([ \t]*)(?:([*+-])|(\d{1,9})([.)]))([ \t]+)(\S.*)$/;
const task = /^\[([ xX])\] (?=\S)/;
const otherTask = /^\[[ xX]\](?:\s|$)/;
/** Deeper content is code. */
const maxIndent = 3;
/** More blanks after a marker are the start of code. */
const maxBlanks = 4;

/** The first line of an item. */
interface ItemStart {
  /** The bullet, or the character after the number. */
  readonly marker: string;
  readonly number: string | undefined;
  readonly indent: number;
  /** The column of its content. */
  readonly column: number;
  readonly text: string;
}

interface Item {
  /** The number of its first line. */
  readonly at: number;
  readonly checked: boolean | null;
  readonly column: number;
  /** Its lines without the marker and the indent. */
  readonly lines: string[];
  /** Whether its last line belongs to a paragraph. */
  readonly endsInParagraph: () => boolean;
}

/** A list at a line where no block is open; undefined if it is unclear where its items end. */
export const readSimpleList: ReadBlock = (lines, at, reading) => {
  const first = itemStart(lines[at]!, reading.column);
  const list = first && first.indent <= maxIndent && itemsFrom(lines, at, first, reading.column);
  if (!list) return undefined;
  const { offsets } = reading;
  const items = list.items.map((item) => {
    const content = reading.content(item.at, {
      lines: item.lines,
      column: reading.column + item.column,
      ending: item === list.items.at(-1) ? endingBefore(lines, list.next, reading) : 'container',
    });
    const end = lines[list.next - 1]!.length;
    const start = lines[item.at]!.search(/[^ \t]/);
    // Only its start is exact: nodes in it have ranges of their own.
    const range: Pick<Syntax, 'range'> =
      offsets === undefined ? {} : { range: [offsets[item.at]! + start, offsets[list.next - 1]! + end] };
    return { checked: item.checked, content, range };
  });
  const { number } = first;
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

/** The items of a list whose lines begin at a column, and the line after it. */
function itemsFrom(
  lines: readonly string[],
  at: number,
  first: ItemStart,
  column: number,
): { readonly items: readonly Item[]; readonly next: number } | undefined {
  const items: Item[] = [];
  let item = itemOf(first, at);
  let isAfterBlank = false;
  let next = at + 1;
  for (; item !== undefined && next < lines.length; next++) {
    const line = lines[next]!;
    const indent = indentOf(line, column);
    if (isBlank(line) || indent >= item.column) {
      isAfterBlank = isBlank(line);
      item.lines.push(withoutIndent(line, item.column, column));
      continue;
    }
    if (/^ *\t/.test(line)) return undefined;
    const found = indent <= maxIndent ? itemStart(line, column) : undefined;
    if (found !== undefined && found.marker === first.marker) {
      items.push(item);
      item = itemOf(found, next);
      isAfterBlank = false;
    } else if (found !== undefined) {
      // Another list follows, or a line that needs the full parser.
      if (indent === 0 && mayStart(found)) break;
      return undefined;
    } else if (isAfterBlank) {
      if (startsItem(line)) return undefined;
      break;
    } else if (interrupts(line) || rule.test(line)) break;
    else {
      if (isContinuation(line) && areOpenCode(item.lines)) break;
      if (!isContinuation(line) || !item.endsInParagraph()) return undefined;
      item.lines.push(unindented(line));
    }
  }
  if (item === undefined) return undefined;
  items.push(item);
  return items.every((each) => areIndependent(each.lines)) ? { items, next } : undefined;
}

/** The first line of an item; undefined if the line is none, or if code follows the marker. */
function itemStart(line: string, column: number): ItemStart | undefined {
  const found = rule.test(line) ? null : itemLine.exec(line);
  if (found === null) return undefined;
  const [, before, bullet, number, delimiter, after, text] = found;
  const indent = indentOf(before!, column);
  const end = indent + (bullet === undefined ? number!.length + 1 : 1);
  const blanks = indentOf(after!, column + end);
  if (blanks > maxBlanks) return undefined;
  return { marker: bullet ?? delimiter!, number, indent, column: end + blanks, text: text! };
}

/** Whether an item may start a list right after a paragraph. */
const mayStart = ({ number }: ItemStart): boolean => number === undefined || number === '1';

/** The item of a line; undefined if it may be a task, but is not a simple one. */
function itemOf({ column, text }: ItemStart, at: number): Item | undefined {
  const checkbox = task.exec(text);
  const content = checkbox === null ? text : text.slice(checkbox[0].length);
  if (checkbox === null ? otherTask.test(content) : !plainText.test(content) || content.includes(']:'))
    return undefined;
  const lines = [content];
  const checked = checkbox === null ? null : checkbox[1] !== ' ';
  return { at, checked, column, lines, endsInParagraph: paragraphCheck(lines) };
}
