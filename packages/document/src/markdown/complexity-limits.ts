import { decodeString } from 'micromark-util-decode-string';
import type { Syntax } from './syntax.ts';

/** The maximum number of nested containers. */
const maxContainers = 40;

// Noncharacters replace punctuation while a page is parsed: escapes would be as expensive as the original.
const firstStandIn = 0xfdd0;
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const standIn = (character: string): string =>
  String.fromCharCode(firstStandIn + punctuation.indexOf(character));
/** Escapes a stand-in or itself in the source. */
const escapeCharacter = '\uFFFF';
const reserved = /[\uFDD0-\uFDEF\uFFFF]/g;
/** A character reference; if it is a blank, it would be read as a part of the address before it. */
const characterReference = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]\w{1,30});/gi;
/** A blank reference with a stand-in: an angle bracket ends an address, and is punctuation like the reference. */
const blankStandIn = new RegExp(`<(#?\\w+)${standIn(';')}`, 'g');
/** Nodes whose characters are not decoded. */
const literalNodes = new Set(['code', 'html', 'inlineCode', 'inlineMath', 'inlineTag', 'math', 'tag']);
const standIns = /\uFFFF([\s\S])|[\uFDD0-\uFDEF]/g;

/**
 * Turns containers that are nested too deeply into text, since each line of them costs as much as their depth. Stand-in
 * characters make them text; `restoreCharacters` puts the original ones back.
 */
export function limitComplexity(source: string): { readonly markdown: string; readonly isLimited: boolean } {
  const isDeep = deepIndent.test(source) || manyMarkers.test(source);
  if (!isDeep && !source.includes('&')) return { markdown: source, isLimited: false };
  const markdown = endAddresses(source.replace(reserved, `${escapeCharacter}$&`));
  const limited = isDeep ? markdown.split('\n').map(limitContainers()).join('\n') : markdown;
  return { markdown: limited, isLimited: limited !== source };
}

/** The offset in the source of each character of limited Markdown, and of its end. */
export function sourceOffsets(limited: string): Uint32Array {
  const places = new Uint32Array(limited.length + 1);
  let from = 0;
  for (let at = 0; at < limited.length; at++) {
    places[at] = from;
    if (limited[at] === escapeCharacter) places[++at] = from++;
    else from++;
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
    (found, escaped: string | undefined) => escaped ?? punctuation[found.charCodeAt(0) - firstStandIn]!,
  );

const deepIndent = new RegExp(`^[ \\t>]{${maxContainers},}(?:>|[-*+][ \\t]|\\d|\\[\\^)`, 'm');
const manyMarkers = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])|\\[\\^[^\\]\\s]+\\]:)){${maxContainers}}`,
  'm',
);

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
