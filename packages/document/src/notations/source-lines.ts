import { indentOf as columnsOf, withoutIndent } from '../markdown/columns.ts';
import { literalHtml } from '../markdown/raw-html.ts';

/** The lines of a text, or of a container in it. */
export interface SourceLines {
  readonly lines: readonly string[];
  /** Whether they are a whole text, not the lines of a container in it. */
  readonly isPage: boolean;
  /** The line that closes the block of colons that a line opens. */
  closingOf(at: number): number | undefined;
  /** The first line from one on that matches a pattern; the number of lines if there is none. */
  nextMatch(at: number, pattern: RegExp): number;
  /** The lines of a container with the notations in them converted. */
  convert(lines: readonly string[]): readonly string[];
}

/** Lines in a notation of another system, and the lines that replace them. */
export interface Replacement {
  /** The line after the last one. */
  readonly to: number;
  readonly lines: readonly string[];
}

/** Reads a notation at a line. */
export type ReadNotation = (source: SourceLines, at: number) => Replacement | undefined;

/** The maximum length of a line that begins a notation. */
export const maxMarker = 500;

/** The number of blanks before a line. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Whether a line has no text. */
export const isBlank = (line: string): boolean => line.trim() === '';

const fence = /^ *(?:(?:[-*+]|\d{1,9}[.)]) +)*(`{3,}|~{3,})(.*)$/;

/** Finds the lines of fenced code and of HTML that does not end at an empty line. */
export function literalLines(lines: readonly string[]): readonly boolean[] {
  let marks: string | undefined;
  let end: RegExp | undefined;
  return lines.map((line) => {
    if (end !== undefined) {
      if (end.test(line)) end = undefined;
      return true;
    }
    const [, found, rest = ''] = fence.exec(line) ?? [];
    if (marks !== undefined) {
      if (found?.startsWith(marks) && rest.trim() === '') marks = undefined;
      return true;
    }
    if (found !== undefined && !(found.startsWith('`') && rest.includes('`'))) {
      marks = found;
      return true;
    }
    const html = line.trimStart();
    const literal = html.startsWith('<') ? literalHtml.find(({ start }) => start.test(html)) : undefined;
    if (literal !== undefined && !literal.end.test(html.slice(2))) end = literal.end;
    return literal !== undefined;
  });
}

/** Finds the next line that matches a pattern; each pattern is tested once per line, however often it is looked for. */
export function createNextMatch(lines: readonly string[]): SourceLines['nextMatch'] {
  const known = new Map<RegExp, Int32Array>();
  const placesOf = (pattern: RegExp): Int32Array => {
    const places = new Int32Array(lines.length + 1).fill(lines.length);
    for (let at = lines.length - 1; at >= 0; at--)
      places[at] = pattern.test(lines[at]!) ? at : places[at + 1]!;
    known.set(pattern, places);
    return places;
  };
  return (at, pattern) => (known.get(pattern) ?? placesOf(pattern))[Math.min(at, lines.length)]!;
}

/** The content of a block that is indented by four spaces below its first line, and the line after it. */
export function indentedContent(
  { lines }: SourceLines,
  at: number,
): { readonly content: readonly string[]; readonly to: number } {
  const indent = indentOf(lines[at]!) + 4;
  let to = at + 1;
  const content: string[] = [];
  for (let next = to; next < lines.length; next++) {
    const line = lines[next]!;
    if (!isBlank(line) && columnsOf(line, 0) < indent) break;
    content.push(isBlank(line) ? '' : withoutIndent(line, indent, 0));
    if (!isBlank(line)) to = next + 1;
  }
  return { content: content.slice(0, to - at - 1), to };
}
