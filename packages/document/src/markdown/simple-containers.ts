import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import { indentOf, withoutIndent } from './columns.ts';
import { areIndependent, areOpenCode, isContinuation, paragraphCheck } from './container-lines.ts';
import {
  endingBefore,
  footnoteLine,
  interrupts,
  isBlank,
  type ReadBlock,
  rule,
  startsItem,
  unindented,
} from './simple-lines.ts';

/** The columns of the indent of a footnote after its first line. */
const footnoteIndent = 4;
/** A tab after markers, whose width depends on its column. */
const tab = /^[ >*+\-\d.)]*\t/;

/**
 * The lines of a container from one on, and the line after it. `contentOf` returns the content of a line that belongs to it;
 * other lines may continue its last paragraph. Undefined if that is unclear.
 */
function containerLines(
  lines: readonly string[],
  at: number,
  first: string,
  contentOf: (line: string) => string | undefined,
): { readonly content: readonly string[]; readonly next: number } | undefined {
  const content = [first];
  const endsInParagraph = paragraphCheck(content);
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next]!;
    const own = contentOf(line);
    if (own !== undefined) content.push(own);
    else if (isBlank(line)) break;
    else if (/^ *\t/.test(line)) return undefined;
    else if (isBlank(lines[next - 1]!) || interrupts(line) || rule.test(line)) break;
    else if (isBlank(content.at(-1)!) && !/^\s/.test(line)) break;
    else if (startsItem(line) || !isContinuation(line)) return undefined;
    else if (areOpenCode(content)) break;
    else if (!endsInParagraph()) return undefined;
    else content.push(unindented(line));
  }
  return areIndependent(content) ? { content, next } : undefined;
}

/** A quote at a line where no block is open; undefined if it is unclear where it ends. */
export const readQuote: ReadBlock = (lines, at, reading) => {
  const column = reading.column + 1;
  const quoted = (line: string): string => withoutIndent(line.slice(1), 1, column);
  const found = containerLines(lines, at, quoted(lines[at]!), (line) =>
    line[0] === '>' ? quoted(line) : undefined,
  );
  if (found === undefined) return undefined;
  const isUneven = lines.slice(at, found.next).some((line) => /^>[^ \t]/.test(line) && tab.test(line));
  if (isUneven) return undefined;
  const ending = endingBefore(lines, found.next, reading);
  const content = reading.content(at, {
    lines: found.content,
    column: column + 1,
    ending: ending === 'line' ? 'none' : ending,
  });
  return {
    next: found.next,
    build: (builder) => ({ type: 'blockquote', children: builder.pieces(content) }),
  };
};

/** A footnote at a line where no block is open; undefined if it is unclear where it ends. */
export const readFootnote: ReadBlock = (lines, at, reading) => {
  const [, label, text] = footnoteLine.exec(lines[at]!) ?? [];
  if (label === undefined || tab.test(text!)) return undefined;
  const { column } = reading;
  const found = containerLines(lines, at, text!, (line) => {
    if (isBlank(line)) return line;
    return indentOf(line, column) < footnoteIndent ? undefined : withoutIndent(line, footnoteIndent, column);
  });
  if (found === undefined) return undefined;
  const name = normalizeIdentifier(label);
  reading.define('footnote', name);
  const content = reading.content(at, {
    lines: found.content,
    column: column + footnoteIndent,
    ending: endingBefore(lines, found.next, reading),
  });
  return {
    next: found.next,
    build: (builder) => ({
      type: 'footnoteDefinition',
      identifier: name.toLowerCase(),
      label,
      children: builder.pieces(content),
    }),
  };
};

const definitionLine =
  /^\[((?!\^)(?=\s*[^\s[\]\\&])[^[\]\\&]*)\]: *(?:<([^<>\\&]*)>|([^\s<()\\&\p{Cc}][^\s()\\&\p{Cc}]*))(?: +(?:"([^"\\&]*)"|'([^'\\&]*)'))? *$/u;
const maxLabel = 999;

/** The definition of a link on one line; undefined if the next line may belong to it. */
export const readDefinition: ReadBlock = (lines, at, reading) => {
  const [, label, bracketed, plain, double, single] = definitionLine.exec(lines[at]!) ?? [];
  if (label === undefined || label.length > maxLabel) return undefined;
  const after = lines[at + 1];
  if (after !== undefined && !isBlank(after) && !definitionLine.test(after) && !footnoteLine.test(after))
    return undefined;
  const name = normalizeIdentifier(label);
  reading.define('link', name);
  const node = {
    type: 'definition',
    identifier: name.toLowerCase(),
    label,
    title: double ?? single ?? null,
    url: bracketed ?? plain!,
  };
  return { next: at + 1, build: () => node };
};
