import { startsHtml } from './html-blocks.ts';
import type { Syntax } from './syntax.ts';

/** Most containers inside each other. */
const mostContainers = 40;
/** Most cells of a row: each costs as much as all cells before it. */
const mostCells = 100;
/** Most delimiters of a paragraph: each may cost as much as all before it. */
const mostDelimiters = 2000;
/** Most lines of a paragraph. */
const mostLines = 2000;

// Noncharacters stand in for punctuation while a page is parsed: an escape would cost as much as it saves.
const firstStandIn = 0xfdd0;
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const standIn = (character: string): string =>
  String.fromCharCode(firstStandIn + punctuation.indexOf(character));
/** Stands for nothing, so that offsets stay the same. */
const filler = '\uFFFE';
/** Escapes a stand-in, a filler or itself in the source. */
const written = '\uFFFF';
const reserved = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g;
const standIns = /\uFFFF([\s\S])|[\uFDD0-\uFDEF\uFFFE]/g;

/** The beginning of an address in plain text. */
const address = '@|:(?=//)|(?<=www)\\.';
/** Patterns of delimiters: in text, in rows of tables (where a backslash escapes the bar) and in code. */
const delimiters = {
  text: new RegExp(`<br>|\\\\[!-/:-@[-\`{-~]|[*_~[\\]<&\`$!]|${address}`, 'gi'),
  row: new RegExp(`<br>|\\\\[!-/:-@[-\`{}~]|[*_~[\\]<&\`$!]|${address}`, 'gi'),
  code: new RegExp(`[\\\\*_~[\\]<&\`$!]|${address}`, 'gi'),
};
const delimiter = /[*_~[\]<&`$!]/g;
/** An address counts as the link that it is written back as. */
const counted = new RegExp(`\\[[^[\\]\\n]*\\]\\([^()\\s]*\\)|[*_~[\\]<&\`$!]|(?<!\\\\)(?:${address})`, 'gi');

/** Whether a text has more delimiters than a paragraph may have. */
function isCostly(text: string): boolean {
  let count = 0;
  for (const [found] of text.matchAll(counted)) {
    count += found.length > 1 ? (found.match(delimiter)?.length ?? 0) : /[@:.]/.test(found) ? 2 : 1;
    if (count > mostDelimiters) return true;
  }
  return false;
}

const shortest = 1000;
/** Lines that begin a paragraph, a row or a block of HTML of their own, so that what is before them does not count. */
const beginning = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||<|\{%.*%\}[ \t]*$)/;

const fence = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/;

/**
 * Replaces constructs whose parsing takes more than linear time: dozens of nested containers, rows of hundreds of cells, and
 * paragraphs of thousands of delimiters. Stand-in characters make them text; `restoreCharacters` puts the original ones back.
 */
export function limitComplexity(source: string): { readonly markdown: string; readonly isLimited: boolean } {
  if (!isSuspicious(source)) return { markdown: source, isLimited: false };
  const markdown = source.replace(reserved, `${written}$&`);
  const out: string[] = [];
  const limitLine = limitContainers();
  let chunk: string[] = [];
  let open: string | undefined;
  const flush = (): void => {
    if (chunk.length === 0) return;
    const text = chunk.join('\n');
    out.push(text.length < shortest ? text : calm(text, open !== undefined));
    chunk = [];
  };
  for (const original of markdown.split('\n')) {
    const line = limitCells(limitLine(original));
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && (open === undefined || mark.startsWith(open))) {
      flush();
      open = open === undefined ? mark : undefined;
      out.push(line);
    } else if (line.trim() === '') {
      flush();
      out.push(line);
    } else {
      if (beginning.test(line)) flush();
      chunk.push(line);
    }
  }
  flush();
  const limited = out.join('\n');
  return { markdown: limited, isLimited: limited !== source };
}

/** The offset in the source of each character of limited Markdown, and of its end. */
export function sourceOffsets(source: string, limited: string): Uint32Array {
  const places = new Uint32Array(limited.length + 1);
  let from = 0;
  for (let at = 0; at < limited.length; at++) {
    places[at] = from;
    if (limited[at] === written) places[++at] = from++;
    else if (limited.startsWith('<br>', at) && source[from] !== '<') {
      places.fill(from, at, at + 4);
      at += 3;
      from = source.indexOf('\n', from) + 1;
    } else from++;
  }
  places[limited.length] = from;
  return places;
}

/** The same nodes with stand-in characters replaced by the original ones. */
export const restoreCharacters = <T extends Syntax>(nodes: readonly T[]): readonly T[] =>
  nodes.map((node) => {
    const fields = Object.entries(node).map(([name, value]) => {
      if (name === 'children') return [name, restoreCharacters(value)];
      return [name, typeof value === 'string' ? restoreText(value) : value];
    });
    return Object.fromEntries(fields) as T;
  });

const restoreText = (value: string): string =>
  value.replace(
    standIns,
    (found, escaped: string | undefined) =>
      escaped ?? (found === filler ? '' : punctuation[found.charCodeAt(0) - firstStandIn]!),
  );

const deepIndent = new RegExp(`^[ \\t>]{${mostContainers},}(?:>|[-*+][ \\t]|\\d|\\[\\^)`, 'm');
const manyMarkers = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])|\\[\\^[^\\]\\s]+\\]:)){${mostContainers}}`,
  'm',
);
const manyCells = new RegExp(`^(?:[^|\\n]*\\|){${mostCells}}`, 'm');

/** Whether a closer look is worth it; nearly all pages are done here. */
const isSuspicious = (markdown: string): boolean =>
  deepIndent.test(markdown) ||
  manyMarkers.test(markdown) ||
  manyCells.test(markdown) ||
  hasLongParagraph(markdown) ||
  (markdown.length > shortest && isCostly(markdown));

/** Whether there are more lines without an empty one between them than a paragraph may have. */
function hasLongParagraph(markdown: string): boolean {
  let lines = 0;
  for (let at = 0; at < markdown.length; ) {
    const end = markdown.indexOf('\n', at);
    if (end === -1) break;
    lines = end === at ? 0 : lines + 1;
    if (lines > mostLines) return true;
    at = end + 1;
  }
  return false;
}

const marker = /(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]+\]:)/y;
const rule = /^([-*])[ \t]*(?:\1[ \t]*){2,}$/;

/** Makes text of the marker of a container that stands in too many others; to be called line by line. */
function limitContainers(): (line: string) => string {
  /** Where the content of each open container begins. */
  let open: number[] = [];
  return (line) => {
    let column = 0;
    let isFirst = true;
    for (let at = 0; at < line.length; ) {
      if (line[at] === ' ' || line[at] === '\t') {
        column += line[at] === ' ' ? 1 : 4 - (column % 4);
        at++;
        continue;
      }
      marker.lastIndex = at;
      const found = marker.exec(line)?.[0];
      if (found === undefined || (isFirst && rule.test(line.slice(at)))) return line;
      isFirst = false;
      open = open.filter((start) => start <= column);
      const end = at + found.length;
      if (open.length >= mostContainers)
        return line.slice(0, end - 1) + standIn(found.at(-1)!) + line.slice(end);
      const spaces = /^ */.exec(line.slice(end, end + 5))![0].length;
      const width =
        found === '>' || found.startsWith('[') ? 1 : found.length + (spaces > 4 ? 1 : Math.max(spaces, 1));
      open.push(column + width);
      column += found.length;
      at = end;
    }
    return line;
  };
}

/** A line whose pipes after so many part no cells; the one before the first cell and the one at the end do not count. */
function limitCells(line: string): string {
  if (line.length <= mostCells) return line;
  let count = /^[ \t>*+\-\d.)]*\|/.test(line) ? 0 : 1;
  const last = line.trimEnd().length - 1;
  return line.replace(/\\.|\|/g, (found, at: number) =>
    found === '|' && at !== last && ++count > mostCells ? standIn('|') : found,
  );
}

/** Lines that go on with a paragraph; in a container, each that does so without its marker costs what all before it cost. */
const going = /^(?![*_][ \t]|([*_])[ \t]*(?:\1[ \t]*){2,}$)[^\s>|<{=#$~`:+-]/;

/** A long paragraph in as few lines as it can have: a line ending in it is a space, or a break. */
function joinLines(lines: readonly string[]): string {
  const out: string[] = [];
  let isGoing = false;
  for (const [at, line] of lines.entries()) {
    const wasGoing = isGoing;
    isGoing = at > 0 && going.test(line);
    if (!wasGoing || !isGoing) {
      out.push(at === 0 ? line : '\n', at === 0 ? '' : line);
      continue;
    }
    const before = lines[at - 1]!;
    const end = /(?: {2,}|(?<!\\)(?:\\\\)*\\)$/.exec(before);
    if (end !== null) out[out.length - 1] = before.trimEnd().replace(end[0].endsWith('\\') ? /\\$/ : /$/, '');
    out.push(end === null ? ' ' : '<br>', line);
  }
  return out.join('');
}

/** Where a comment and its like end, which do not end at an empty line. */
const endings: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];

/** A paragraph, row or block of HTML without more delimiters than it may have. */
function calm(chunk: string, isCode: boolean): string {
  const lines = chunk.split('\n');
  const first = lines[0]!.replace(/^[ \t>]+/, '');
  if (!isCode && first.startsWith('<') && startsHtml(first)) {
    const ending = endings.find(([start]) => start.test(first))?.[1];
    const last = ending === undefined ? -1 : lines.findIndex((line) => ending.test(line));
    if (last === -1) return chunk;
    const rest = lines.slice(last + 1).join('\n');
    return rest === '' ? chunk : `${lines.slice(0, last + 1).join('\n')}\n${calm(rest, false)}`;
  }
  const isTable = first.startsWith('|') || /^[ \t>]*[:|-][-:| \t]*$/.test(lines[1] ?? '');
  const text = !isCode && !isTable && lines.length > mostLines ? joinLines(lines) : chunk;
  if (!isCostly(text)) return text;
  if (isTable && lines.length > 1) return lines.map((line) => calm(line, isCode)).join('\n');
  const found = isCode || /^(?: {4}|\t)/.test(chunk) ? 'code' : isTable ? 'row' : 'text';
  return text.replace(delimiters[found], (characters) =>
    characters.length > 2
      ? characters
      : `${filler.repeat(characters.length - 1)}${standIn(characters.at(-1)!)}`,
  );
}
