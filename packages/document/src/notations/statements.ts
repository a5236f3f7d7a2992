import { startsHtml } from '../markdown/raw-html.ts';
import { linesOfCode } from './admonition.ts';
import { isBlank, type ReadNotation, type Replacement, type SourceLines } from './source-lines.ts';

const importLine = /^import\s+(?:[\w$*{][^'"]*\sfrom\s+)?['"]([^'"]+)['"];?\s*$/;
const exportLine = /^export\s+(?:default\b|(?:const|let|var|function|class|async)\s+[\w$]|\{|\*\s+from)/;
const comment = /^\{\/\*((?:(?!\*\/|--).)*)\*\/\}\s*$/;
const commentEnd = /\*\//;
const component = /^<[A-Z](?=[\w.]*[a-z.])[\w.]*(?=[\s/>]|$)/;
/** Modules of the site that showed the pages. */
const ofSite = /^(?:@theme|@site|@docusaurus|\.{1,2}\/)/;

/** The line after a paragraph. */
const endOfParagraph = (lines: readonly string[], at: number): number => {
  let to = at + 1;
  while (to < lines.length && !isBlank(lines[to]!)) to++;
  return to;
};

/** Whether only statements stand before a line of a page. */
const isAtStart = (lines: readonly string[], at: number): boolean =>
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
        (isOfSite || isAtStart(lines, at)) && isPlain
          ? ['<!--', ...statements, '-->', '']
          : linesOfCode(statements, 'jsx'),
    };
  }
  const isComponent = component.test(line) && !startsHtml(line);
  if (!isComponent && !exportLine.test(line)) return undefined;
  const to = endOfParagraph(lines, at);
  // One on a line of its own may be HTML in a text.
  if (isComponent && !lines.slice(at, to).some((each) => /=\{|^\s*\/>/.test(each))) return undefined;
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
