import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import { areIndependent, endsInParagraph, isContinuation } from './container-lines.ts';
import { footnoteLine, interrupts, isBlank, type ReadBlock, rule } from './simple-lines.ts';

const item = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)/;
/** The indent of the lines of a footnote after the first. */
const footnoteIndent = '    ';

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
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next]!;
    const own = contentOf(line);
    if (own !== undefined) content.push(own);
    else if (/^ *\t/.test(line)) return undefined;
    else if (isBlank(line) || isBlank(lines[next - 1]!) || interrupts(line) || rule.test(line)) break;
    else if (isBlank(content.at(-1)!) && !/^\s/.test(line)) break;
    else if (item.test(line) || !isContinuation(line) || !endsInParagraph(content)) return undefined;
    else content.push(line.trimStart());
  }
  return areIndependent(content) ? { content, next } : undefined;
}

const quoted = (line: string): string => line.slice(line[1] === ' ' ? 2 : 1);

/** A quote at a line where no block is open; undefined if it is unclear where it ends. */
export const readQuote: ReadBlock = (lines, at, reading) => {
  const found = containerLines(lines, at, quoted(lines[at]!), (line) =>
    line[0] === '>' ? quoted(line) : undefined,
  );
  if (found === undefined) return undefined;
  const content = reading.content(found.content, at);
  return {
    next: found.next,
    build: (builder) => ({ type: 'blockquote', children: builder.pieces(content) }),
  };
};

/** A footnote at a line where no block is open; undefined if it is unclear where it ends. */
export const readFootnote: ReadBlock = (lines, at, reading) => {
  const [, label, text] = footnoteLine.exec(lines[at]!) ?? [];
  if (label === undefined) return undefined;
  const found = containerLines(lines, at, text!, (line) =>
    isBlank(line) || line.startsWith(footnoteIndent) ? line.slice(footnoteIndent.length) : undefined,
  );
  if (found === undefined) return undefined;
  const name = normalizeIdentifier(label);
  reading.define('footnote', name);
  // The line ending after a footnote belongs to blocks in it that are not closed.
  const isLast = found.next === lines.length;
  const content = reading.content(isLast ? found.content : [...found.content, ''], at);
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
  /^\[((?!\^)[^[\]\\&]*[^\s[\]\\&][^[\]\\&]*)\]: *(?:<([^<>\\&]*)>|([^\s<()\\&\p{Cc}][^\s()\\&\p{Cc}]*))(?: +(?:"([^"\\&]*)"|'([^'\\&]*)'))? *$/u;
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
