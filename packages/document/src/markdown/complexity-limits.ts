import { decodeString } from 'micromark-util-decode-string';
import { literalHtml, startsHtml } from './raw-html.ts';
import type { Syntax } from './syntax.ts';

/** The maximum number of nested containers. */
const maxContainers = 40;
/** The maximum number of cells of a row, whose cost is quadratic. */
const maxCells = 100;
/** The maximum number of delimiters of a paragraph, whose cost may be quadratic. */
const maxDelimiters = 2000;
/** The maximum number of lines of a paragraph. */
const maxLines = 2000;
/** The maximum number of lines without a marker in a long paragraph of a quote, whose cost is quadratic. */
const maxLazyLines = 200;

// Noncharacters replace punctuation while a page is parsed: escapes would be as expensive as the original.
const firstStandIn = 0xfdd0;
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const standIn = (character: string): string =>
  String.fromCharCode(firstStandIn + punctuation.indexOf(character));
/** Represents no character, so that offsets stay the same. */
const filler = '\uFFFE';
/** Escapes a stand-in, a filler or itself in the source. */
const escapeCharacter = '\uFFFF';
const reserved = /[\uFDD0-\uFDEF\uFFFE\uFFFF]/g;
/** A character reference; if it is a blank, it would be read as a part of the address before it. */
const characterReference = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]\w{1,30});/gi;
/** A blank reference with a stand-in: an angle bracket ends an address, and is punctuation like the reference. */
const blankStandIn = new RegExp(`<(#?\\w+)${standIn(';')}`, 'g');
/** Nodes whose characters are not decoded. */
const literalNodes = new Set(['code', 'html', 'inlineCode', 'inlineMath', 'inlineTag', 'math', 'tag']);
const standIns = /\uFFFF([\s\S])|[\uFDD0-\uFDEF\uFFFE]/g;

/** The start of an address in plain text. */
const address = '@|:(?=//)|(?<=www)\\.';
/** Patterns of delimiters: in text, in rows of tables (where a backslash escapes the bar) and in code. */
const delimiters = {
  text: new RegExp(`<br>|\\\\[!-/:-@[-\`{-~]|[*_~[\\]<&\`$!]|${address}`, 'gi'),
  row: new RegExp(`<br>|\\\\[!-/:-@[-\`{}~]|[*_~[\\]<&\`$!]|${address}`, 'gi'),
  code: new RegExp(`[\\\\*_~[\\]<&\`$!]|${address}`, 'gi'),
};
const delimiter = /[*_~[\]<&`$!]/g;
/** An address counts like the link that it is printed as. */
const counted = new RegExp(`\\[[^[\\]\\n]*\\]\\([^()\\s]*\\)|[*_~[\\]<&\`$!]|(?<!\\\\)(?:${address})`, 'gi');

/** Whether a text has more delimiters than a paragraph may have. */
function isCostly(text: string): boolean {
  let count = 0;
  for (const [found] of text.matchAll(counted)) {
    count += found.length > 1 ? (found.match(delimiter)?.length ?? 0) : /[@:.]/.test(found) ? 2 : 1;
    if (count > maxDelimiters) return true;
  }
  return false;
}

const minLength = 1000;
/** Lines that start a new paragraph, row or HTML block, so that lines before them do not count. */
const blockStart = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||<|\{%.*%\}[ \t]*$)/;

const fence = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/;

/**
 * Replaces constructs whose parsing takes more than linear time: dozens of nested containers, rows of hundreds of cells, and
 * paragraphs of thousands of delimiters. Stand-in characters make them text; `restoreCharacters` puts the original ones back.
 */
export function limitComplexity(source: string): { readonly markdown: string; readonly isLimited: boolean } {
  const isSuspicious = isCostlyPage(source);
  if (!isSuspicious && !source.includes('&')) return { markdown: source, isLimited: false };
  const markdown = endAddresses(source.replace(reserved, `${escapeCharacter}$&`));
  if (!isSuspicious) return { markdown, isLimited: markdown !== source };
  const out: string[] = [];
  const limitLine = limitContainers();
  let chunk: string[] = [];
  let open: string | undefined;
  const flush = (): void => {
    if (chunk.length === 0) return;
    const text = chunk.join('\n');
    out.push(text.length < minLength ? text : limitDelimiters(text, open !== undefined));
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
      if (blockStart.test(line)) flush();
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
    if (limited[at] === escapeCharacter) places[++at] = from++;
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
    const isLiteral = literalNodes.has(node.type);
    const fields = Object.entries(node).map(([name, value]) => {
      if (name === 'children') return [name, restoreCharacters(value)];
      return [name, typeof value === 'string' ? restoreText(restoreBlanks(value, isLiteral)) : value];
    });
    return Object.fromEntries(fields) as T;
  });

const restoreBlanks = (value: string, isLiteral: boolean): string =>
  value.replace(blankStandIn, (_, name: string) => (isLiteral ? `&${name};` : decodeString(`&${name};`)));

const restoreText = (value: string): string =>
  value.replace(
    standIns,
    (found, escaped: string | undefined) =>
      escaped ?? (found === filler ? '' : punctuation[found.charCodeAt(0) - firstStandIn]!),
  );

const deepIndent = new RegExp(`^[ \\t>]{${maxContainers},}(?:>|[-*+][ \\t]|\\d|\\[\\^)`, 'm');
const manyMarkers = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])|\\[\\^[^\\]\\s]+\\]:)){${maxContainers}}`,
  'm',
);
const manyCells = new RegExp(`^(?:[^|\\n]*\\|){${maxCells}}`, 'm');

/** A fast check that nearly all pages pass. */
const isCostlyPage = (markdown: string): boolean =>
  deepIndent.test(markdown) ||
  manyMarkers.test(markdown) ||
  manyCells.test(markdown) ||
  hasLongParagraph(markdown) ||
  (markdown.length > minLength && isCostly(markdown));

/** Ends addresses in plain text before blanks written as character references. */
function endAddresses(markdown: string): string {
  let from = 0;
  return markdown.replace(characterReference, (found, name: string, at: number) => {
    if (!/^\s+$/.test(decodeString(found))) return found;
    let start = at;
    while (start > from && !/[\s<]/.test(markdown[start - 1]!)) start--;
    from = at + found.length;
    const isAddress = /https?:\/\/|www\./i.test(markdown.slice(start, at));
    return isAddress ? `<${name}${standIn(';')}` : found;
  });
}

/** Whether a paragraph may exceed the maximum number of lines. */
function hasLongParagraph(markdown: string): boolean {
  let lines = 0;
  for (let at = 0; at < markdown.length; ) {
    const end = markdown.indexOf('\n', at);
    if (end === -1) break;
    lines = end === at ? 0 : lines + 1;
    if (lines > maxLines) return true;
    at = end + 1;
  }
  return false;
}

const marker = /(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]+\]:)/y;
const rule = /^([-*])[ \t]*(?:\1[ \t]*){2,}$/;

/** Turns markers of too deeply nested containers into text, line by line. */
function limitContainers(): (line: string) => string {
  /** The column of the content of each open container. */
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
      if (open.length >= maxContainers)
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

/** Turns pipes above the maximum number into text; those at the start and the end of the line do not count. */
function limitCells(line: string): string {
  if (line.length <= maxCells) return line;
  let count = /^[ \t>*+\-\d.)]*\|/.test(line) ? 0 : 1;
  const last = line.trimEnd().length - 1;
  return line.replace(/\\.|\|/g, (found, at: number) =>
    found === '|' && at !== last && ++count > maxCells ? standIn('|') : found,
  );
}

/** Lines that continue a paragraph; without the marker of their container their cost is quadratic. */
const continuation = /^(?![*_][ \t]|([*_])[ \t]*(?:\1[ \t]*){2,}$)[^\s>|<{=#$~`:+-]/;

/** Turns the markers of a quote into text after many lines without one. */
function limitQuotes(lines: readonly string[]): readonly string[] {
  const marker = /^[ \t]*>/;
  let lazy = 0;
  return lines.map((line, at) => {
    if (!marker.test(line)) {
      if (lazy > 0 || (at > 0 && marker.test(lines[at - 1]!))) lazy++;
      return line;
    }
    return lazy > maxLazyLines ? line.replace('>', standIn('>')) : line;
  });
}

/** Joins the lines of a long paragraph with spaces and breaks. */
function joinLines(lines: readonly string[]): string {
  const out: string[] = [];
  let isContinued = false;
  for (const [at, line] of lines.entries()) {
    const wasContinued = isContinued;
    isContinued = at > 0 && continuation.test(line);
    if (!wasContinued || !isContinued) {
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

/** Turns the delimiters of a paragraph, row or HTML block into text if there are too many. */
function limitDelimiters(chunk: string, isCode: boolean): string {
  const lines = chunk.split('\n');
  const first = lines[0]!.replace(/^[ \t>]+/, '');
  if (!isCode && first.startsWith('<') && startsHtml(first)) {
    const ending = literalHtml.find(({ start }) => start.test(first))?.end;
    const last = ending === undefined ? -1 : lines.findIndex((line) => ending.test(line));
    if (last === -1) return chunk;
    const rest = lines.slice(last + 1).join('\n');
    return rest === '' ? chunk : `${lines.slice(0, last + 1).join('\n')}\n${limitDelimiters(rest, false)}`;
  }
  const isTable = first.startsWith('|') || /^[ \t>]*[:|-][-:| \t]*$/.test(lines[1] ?? '');
  const text = !isCode && !isTable && lines.length > maxLines ? joinLines(limitQuotes(lines)) : chunk;
  if (!isCostly(text)) return text;
  if (isTable && lines.length > 1) return lines.map((line) => limitDelimiters(line, isCode)).join('\n');
  const found = isCode || /^(?: {4}|\t)/.test(chunk) ? 'code' : isTable ? 'row' : 'text';
  return text.replace(delimiters[found], (characters) =>
    characters.length > 2
      ? characters
      : `${filler.repeat(characters.length - 1)}${standIn(characters.at(-1)!)}`,
  );
}
