import { linesOfCode } from './admonition.ts';
import { indented } from './colon-blocks.ts';
import { indentOf, type ReadNotation, type SourceLines } from './source-lines.ts';

const shortcodes = /^(?:\{\{<(?:(?!>\}\}).)*>\}\}[ \t]*)+$|^(?:\{\{%(?:(?!%\}\}).)*%\}\}[ \t]*)+$/;
const unclosedShortcode = /^\{\{([<%])(?:(?![>%]\}\}).)*$/;
const codeStart = /^(?:\{\{([<%])|\{%-?)\s*highlight\s+([\w+#-]+)[^{}]*\}\}?\s*$/;
const codeEnds = {
  jekyll: /^\s*\{%-?\s*endhighlight\s*-?%\}\s*$/,
  hugo: /^\s*\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}\s*$/,
};
/** Lines that end a shortcode over several lines, by its mark; an empty line is none of it. */
const shortcodeEnds = { '<': /^\s*$|>\}\}/, '%': /^\s*$|%\}\}/ };

/** Reads lines of shortcodes of Hugo, which are kept as code, and highlighted code of Hugo and Jekyll. */
export const readTemplateTag: ReadNotation = (source, at) => {
  const { lines, nextMatch } = source;
  const indent = indentOf(lines[at]!);
  const line = lines[at]!.trim();
  const [, mark, language] = codeStart.exec(line) ?? [];
  if (language !== undefined) {
    const last = nextMatch(at + 1, mark === undefined ? codeEnds.jekyll : codeEnds.hugo);
    if (last === lines.length) return undefined;
    const content = lines.slice(at + 1, last).map((each) => each.slice(Math.min(indent, indentOf(each))));
    return { to: last + 1, lines: indented(linesOfCode(content, language), indent) };
  }
  const to = endOfShortcodes(source, at);
  if (to === at) return undefined;
  const content = lines.slice(at, to).map((each) => each.slice(Math.min(indent, indentOf(each))));
  return { to, lines: indented(linesOfCode(content), indent) };
};

/** The line after adjacent lines of shortcodes; one of them may span lines. */
function endOfShortcodes({ lines, nextMatch }: SourceLines, at: number): number {
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next]!.trim();
    if (shortcodes.test(line)) continue;
    const mark = unclosedShortcode.exec(line)?.[1] as keyof typeof shortcodeEnds | undefined;
    if (mark === undefined) break;
    const to = nextMatch(next + 1, shortcodeEnds[mark]);
    if (to === lines.length || !lines[to]!.trimEnd().endsWith(`${mark === '<' ? '>' : '%'}}}`)) break;
    next = to;
  }
  return next;
}
