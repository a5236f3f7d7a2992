import { exportLine, importLine, isComponent } from '../markdown/statement-lines.ts';
import { linesOfCode } from './admonition.ts';
import { isBlank, type ReadNotation, type Replacement, type SourceLines } from './source-lines.ts';

const comment = /^\{\/\*((?:(?!\*\/|--).)*)\*\/\}\s*$/;
const commentEnd = /\*\//;
/** Modules of the site that showed the pages. */
const ofSite = /^(?:@theme|@site|@docusaurus|\.{1,2}\/)/;

/** A line that a tag begins, which ends a paragraph. */
const tag = /^\s*\{%/;

/** The line after a paragraph. */
const endOfParagraph = (lines: readonly string[], at: number): number => {
  let to = at + 1;
  while (to < lines.length && !isBlank(lines[to]!) && !tag.test(lines[to]!)) to++;
  return to;
};

/** Whether only statements stand before a line. */
const isAtStart = ({ lines }: SourceLines, at: number): boolean =>
  at < 50 && lines.slice(0, at).every((line) => isBlank(line) || importLine.test(line));

/** Reads a paragraph of MDX that is source: imports of the site and comments are comments, other statements and components are code. */
export const readStatement: ReadNotation = (source, at) => {
  const { lines } = source;
  const isFirst = at === 0 || isBlank(lines[at - 1]!);
  const line = lines[at]!;
  if (!isFirst) return undefined;
  const note = comment.exec(line);
  if (note) return { to: at + 1, lines: [`<!--${note[1]}-->`] };
  if (line.startsWith('{/*')) return readComment(source, at);
  if (importLine.test(line)) {
    let to = at;
    while (to < lines.length && importLine.test(lines[to]!)) to++;
    // Followed by text, it is an example in a paragraph.
    if (to < lines.length && !isBlank(lines[to]!) && !exportLine.test(lines[to]!)) return undefined;
    const statements = lines.slice(at, to);
    const isOfSite = statements.some((each) => ofSite.test(importLine.exec(each)![1]!));
    const isPlain = statements.every((each) => !each.includes('--'));
    return {
      to,
      lines:
        source.isPage && (isOfSite || isAtStart(source, at)) && isPlain
          ? ['<!--', ...statements, '-->', '']
          : linesOfCode(statements, 'jsx'),
    };
  }
  if (!line.startsWith('<') && !exportLine.test(line)) return undefined;
  const to = endOfParagraph(lines, at);
  if (line.startsWith('<') && !isComponent(lines.slice(at, to))) return undefined;
  return { to, lines: linesOfCode(lines.slice(at, to), 'jsx') };
};

/** A comment over several lines; undefined if it has no end, or something that would end it in HTML. */
function readComment({ lines, nextMatch }: SourceLines, at: number): Replacement | undefined {
  const end = nextMatch(at, commentEnd);
  if (end === lines.length || !/^[^*]*\*\/\}\s*$/.test(lines[end]!)) return undefined;
  const text = lines
    .slice(at, end + 1)
    .join('\n')
    .trimEnd()
    .slice('{/*'.length, -'*/}'.length);
  return text.includes('--') ? undefined : { to: end + 1, lines: [...`<!--${text}-->`.split('\n'), ''] };
}
