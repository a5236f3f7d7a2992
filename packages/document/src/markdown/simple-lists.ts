import {
  interrupts,
  isBlank,
  type ParseText,
  plainText,
  type ReadBlock,
  startsNoItem,
} from './simple-lines.ts';
import type { Syntax } from './syntax.ts';

const itemLine = /^( *)(?:([*+-])|(\d{1,9})([.)]))( {1,4})(\S.*)$/;
const task = /^\[([ xX])\] (?=\S)/;
const otherTask = /^\[[ xX]\](?:\s|$)/;
/** Deeper content is code. */
const maxIndent = 3;

interface Paragraph {
  readonly kind: 'paragraph';
  readonly lines: string[];
}

interface List {
  readonly kind: 'list';
  readonly marker: string;
  readonly start: number | undefined;
  readonly items: Item[];
}

interface Item {
  readonly checked: boolean | null;
  /** The column of its content. */
  readonly column: number;
  readonly children: (Paragraph | List)[];
}

/** A list of simple items at a line where no block is open; undefined if it needs the full parser. */
export const readSimpleList: ReadBlock = (lines, at) => {
  const first = itemLine.exec(lines[at]!);
  if (first === null) return undefined;
  const root: List = { kind: 'list', marker: markerOf(first), start: startOf(first), items: [] };
  /** The open items, from the outside in. */
  let open: Item[] = [];
  let isAfterBlank = false;
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next]!;
    if (isBlank(line)) {
      isAfterBlank = true;
      continue;
    }
    const indent = line.search(/[^ ]/);
    const found = itemLine.exec(line);
    if (found === null) {
      if (isAfterBlank ? startsNoItem.test(line) : interrupts(line)) break;
      const text = line.slice(indent);
      if (!plainText.test(text) || /\]:|\t/.test(text)) return undefined;
      if (!isAfterBlank) {
        (open.at(-1)!.children.at(-1) as Paragraph).lines.push(text);
        continue;
      }
      open = open.filter(({ column }) => column <= indent);
      const item = open.at(-1);
      if (item === undefined || indent - item.column > maxIndent) return undefined;
      item.children.push({ kind: 'paragraph', lines: [text] });
      isAfterBlank = false;
      continue;
    }
    open = open.filter(({ column }) => column <= indent);
    const parent = open.at(-1);
    if (indent - (parent?.column ?? 0) > maxIndent) return undefined;
    const item = itemOf(found);
    if (item === undefined) return undefined;
    const list = listFor(parent, root, found);
    if (list === undefined) {
      // Another list follows, or a line that needs the full parser.
      if (parent === undefined && indent === 0 && mayStart(found)) break;
      return undefined;
    }
    list.items.push(item);
    open.push(item);
    isAfterBlank = false;
  }
  return { next, build: (parseText) => listSyntax(root, parseText) };
};

const markerOf = (found: RegExpExecArray): string => found[2] ?? found[4]!;
const startOf = ([, , , number]: RegExpExecArray): number | undefined =>
  number === undefined ? undefined : Number.parseInt(number, 10);

/** Whether an item may start a list right after a paragraph. */
const mayStart = ([, , bullet, number]: RegExpExecArray): boolean => bullet !== undefined || number === '1';

/** The item of a line; undefined if its content is not a paragraph. */
function itemOf([, indent, bullet, number, , blanks, content]: RegExpExecArray): Item | undefined {
  const checkbox = task.exec(content!);
  const text = checkbox === null ? content! : content!.slice(checkbox[0].length);
  if (/\]:|\t/.test(text)) return undefined;
  if (checkbox === null && (!plainText.test(text) || otherTask.test(text))) return undefined;
  const width = bullet === undefined ? number!.length + 1 : 1;
  return {
    checked: checkbox === null ? null : checkbox[1] !== ' ',
    column: indent!.length + width + blanks!.length,
    children: [{ kind: 'paragraph', lines: [text] }],
  };
}

/** The list of an item: the last one of its parent, or a new one; undefined if it cannot be either. */
function listFor(parent: Item | undefined, root: List, found: RegExpExecArray): List | undefined {
  const marker = markerOf(found);
  if (parent === undefined) return root.marker === marker ? root : undefined;
  const last = parent.children.at(-1)!;
  if (last.kind === 'list' && last.marker === marker) return last;
  if (!mayStart(found)) return undefined;
  const list: List = { kind: 'list', marker, start: startOf(found), items: [] };
  parent.children.push(list);
  return list;
}

const listSyntax = ({ items, start }: List, parseText: ParseText): Syntax => ({
  type: 'list',
  ordered: start !== undefined,
  start: start ?? null,
  children: items.map(({ checked, children }) => ({
    type: 'listItem',
    checked,
    children: children.map((child) =>
      child.kind === 'list'
        ? listSyntax(child, parseText)
        : { type: 'paragraph', children: parseText(child.lines.join('\n'), 'paragraph') },
    ),
  })),
});
