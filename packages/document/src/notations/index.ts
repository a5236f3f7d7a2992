import { pairColons, readColonBlock } from './colon-blocks.ts';
import { readHeading } from './headings.ts';
import { readContentTabs, readIndentedAdmonition } from './indented-blocks.ts';
import { readQuote } from './quotes.ts';
import {
  createNextMatch,
  indentOf,
  isBlank,
  literalLines,
  maxMarker,
  type ReadNotation,
  type SourceLines,
} from './source-lines.ts';
import { readStatement } from './statements.ts';
import { readTemplateTag } from './template-tags.ts';

/** The notation that a line may begin, by its first character. */
const readers: Readonly<Record<string, ReadNotation>> = {
  '#': readHeading,
  ':': readColonBlock,
  '!': readIndentedAdmonition,
  '?': readIndentedAdmonition,
  '=': readContentTabs,
  '>': readQuote,
  '{': (source, at) => readTemplateTag(source, at) ?? readStatement(source, at),
  i: readStatement,
  e: readStatement,
  '<': readStatement,
};

/** A fast check for lines in another notation. */
const candidate =
  /^[ \t>]*(?::{3}|!!!|\?{3}|===[!+]* +["']|\{\{[<%]|\{%-?\s*highlight\b|\{\/\*|#{1,6}[ \t].*\{(?::?|\/\*) *#|\[!|import |export |<[A-Z])/m;

const item = /^( *(?:[-*+]|\d{1,9}[.)]) +)\S/;

/** The maximum depth of notations in each other; deeper ones are text. */
const maxDepth = 12;

/** Lines of a text in the notation of another system, and the same in this one's. */
export interface ForeignPart {
  readonly from: number;
  /** The line after the last one. */
  readonly to: number;
  readonly lines: readonly string[];
}

/** Finds the parts of a text without front matter in the notations of other systems: their admonitions, tabs, tags and statements. */
export function foreignParts(lines: readonly string[], depth = 0): readonly ForeignPart[] {
  const literal = literalLines(lines);
  let closings: ReadonlyMap<number, number> | undefined;
  const source: SourceLines = {
    lines,
    isPage: depth === 0,
    nextMatch: createNextMatch(lines),
    closingOf: (at) => {
      closings ??= pairColons(lines, literal);
      return closings.get(at);
    },
    convert: (inner) => (depth < maxDepth ? ownLines(inner, depth + 1) : inner),
  };
  const parts: ForeignPart[] = [];
  /** The indents of the content of open items. */
  const items: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    while (items.length > 0 && items.at(-1)! > indent) items.pop();
    const marker = item.exec(line)?.[1];
    if (literal[at]) continue;
    const isCode = indent - (items.at(-1) ?? 0) > 3;
    if (marker !== undefined && !isCode) items.push(marker.length);
    const first = line[indent]!;
    const isMarker = !isCode && line.length <= maxMarker && Object.hasOwn(readers, first);
    const read = isMarker ? readers[first]!(source, at) : undefined;
    if (read === undefined) continue;
    if (read.lines.length !== read.to - at || read.lines.some((each, index) => each !== lines[at + index]))
      parts.push({ from: at, ...read });
    at = read.to - 1;
  }
  return parts;
}

/** Lines with parts replaced. */
export const withParts = (lines: readonly string[], parts: readonly ForeignPart[]): readonly string[] => {
  let at = 0;
  const out = parts.flatMap((part) => {
    const before = lines.slice(at, part.from);
    at = part.to;
    return [...before, ...part.lines];
  });
  return [...out, ...lines.slice(at)];
};

/** The lines in the notation of this system; the same array if they are. */
function ownLines(lines: readonly string[], depth: number): readonly string[] {
  const parts = lines.some((line) => candidate.test(line)) ? foreignParts(lines, depth) : [];
  return parts.length === 0 ? lines : withParts(lines, parts);
}

/** A text with the notations of other systems in this one's. */
export function withOwnNotation(text: string): string {
  if (!candidate.test(text)) return text;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const own = ownLines(lines, 0);
  return own === lines ? text : own.join('\n');
}
