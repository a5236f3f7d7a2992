import { indentOf, withoutIndent } from './columns.ts';
import { interruptingHtml, literalHtml } from './raw-html.ts';
import {
  isBlank,
  mathFence,
  openingFence,
  type ReadBlock,
  type Reading,
  startsContainer,
  tagLine,
  unindented,
  whole,
} from './simple-lines.ts';

/** The number of the first line from one on that a test accepts; the number of lines if there is none. */
function firstLine(lines: readonly string[], from: number, test: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !test(lines[at]!)) at++;
  return at;
}

/** The line after one, which may be missing. */
const after = (lines: readonly string[], at: number): number => Math.min(at + 1, lines.length);

const textOf = (lines: readonly string[], from: number, to: number): string =>
  lines.slice(from, to).join('\n');

/** The rest of the lines, of a block that is not closed. */
const restOf = (lines: readonly string[], from: number, { ending }: Reading): string =>
  textOf(lines, from, lines.length) + (ending !== 'none' && from < lines.length ? '\n' : '');

/** Code between fences. */
export const fencedCode: ReadBlock = (lines, at, reading) => {
  const [, marks, lang = null, meta = null] = openingFence.exec(lines[at]!) ?? [];
  if (marks === undefined) return undefined;
  const end = firstLine(
    lines,
    at + 1,
    (line) => line.trimStart().startsWith(marks) && /^ {0,3}(?:`+|~+)[ \t]*$/.test(line),
  );
  const value =
    end < lines.length ? textOf(lines, at + 1, end) : restOf(lines, at + 1, reading).replace(/\n$/, '');
  return whole(after(lines, end), { type: 'code', lang, meta, value });
};

const codeIndent = 4;
/** A container that certainly starts after code; the parser treats some others as text. */
const startsAnywhere = /^(?:[*+-]|1[.)]|>) {1,4}[^\s>*+\-\d[]/;

/** Code by its indent, up to its last line that is indented. */
export const indentedCode: ReadBlock = (lines, at, { column }) => {
  const isIndented = (line: string): boolean => indentOf(line, column) >= codeIndent;
  if (!isIndented(lines[at]!) || isBlank(lines[at]!)) return undefined;
  let end = at + 1;
  for (let next = end; next < lines.length && (isIndented(lines[next]!) || isBlank(lines[next]!)); next++)
    if (isIndented(lines[next]!)) end = next + 1;
  const next = firstLine(lines, end, (line) => !isBlank(line));
  if (next < lines.length && startsContainer(unindented(lines[next]!)) && !startsAnywhere.test(lines[next]!))
    return undefined;
  const code = lines.slice(at, end).map((line) => withoutIndent(line, codeIndent, column));
  return whole(end, {
    type: 'code',
    lang: null,
    meta: null,
    value: code.join('\n').replace(/\n$/, ''),
  });
};

/** A formula between two dollar signs each. */
export const math: ReadBlock = (lines, at, reading) => {
  if (!mathFence.test(lines[at]!)) return undefined;
  const end = firstLine(lines, at + 1, (line) => mathFence.test(line));
  const value = end < lines.length ? textOf(lines, at + 1, end) : restOf(lines, at + 1, reading);
  return whole(after(lines, end), { type: 'math', value });
};

/** HTML: up to its end, or up to an empty line or a tag. */
export const html: ReadBlock = (lines, at, reading) => {
  const first = lines[at]!;
  if (!interruptingHtml.test(first) || first.startsWith('<![')) return undefined;
  const literal = literalHtml.find(({ start }) => start.test(first));
  if (literal !== undefined) {
    const last = firstLine(lines, at, (line) => literal.end.test(line));
    const isOpen = last === lines.length;
    const value = isOpen ? restOf(lines, at, reading) : textOf(lines, at, last + 1);
    return { ...whole(after(lines, last), { type: 'html', value }), isOpen };
  }
  const end = firstLine(lines, at + 1, (line) => isBlank(line) || /^ *\{%/.test(line));
  const isEnded = end === lines.length || isBlank(lines[end]!) || tagLine.test(lines[end]!);
  return isEnded ? whole(end, { type: 'html', value: textOf(lines, at, end) }) : undefined;
};
