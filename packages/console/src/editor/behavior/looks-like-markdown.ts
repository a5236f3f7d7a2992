/** Signs at the start of a line that make a block of it. */
const BLOCKS = [
  /^ {0,3}#{1,6} /m,
  /^ {0,3}>/m,
  /^ {0,3}(?:```|~~~|\$\$|\{%)/m,
  // A table with bars, a line of signs, and the elements that pages have as HTML.
  /^\s*\|.*\|\s*$/m,
  /^ {0,3}(?:-{3,}|={3,}|\*{3,}|_{3,}|:?-+:?\s*\|.*)\s*$/m,
  /^ {0,3}<(?:details|summary|figure|picture|img|table|div|p|h\d|a|br|!--)\b/im,
];

/** The properties of a page at the start of a file, which are no part of its text. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\n(?:[\w-]+[ \t]*:.*\n|[ \t#-].*\n|\n)+---[ \t]*(?:\n+|$)/;

/** Signs around words. */
const WORDS = /\*\*\S|~~\S|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)/;

/** A line that begins an item of a list, and one that can belong to an item. */
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) /;
const IN_ITEM = /^\s/;

const startOf = (line: string): number => line.search(/\S/);

/** Lines with items between them as Markdown in which each line stays one, and items are no part of the lines around them. */
const listsBetweenLines = (text: string): string => {
  let indent: number | undefined;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      const isListed = ITEM.test(line) || (indent !== undefined && IN_ITEM.test(line));
      if (!isListed) {
        indent = undefined;
        return `\n${line}\n`;
      }
      const isFirst = indent === undefined;
      indent ??= startOf(line);
      return `${isFirst ? '\n' : ''}${line.slice(Math.min(indent, startOf(line)))}`;
    })
    .join('\n');
};

/**
 * The Markdown that a pasted text is; undefined if it is only lines. In Markdown, the end of a line is only a space, but people write
 * lists also between lines that stay lines.
 */
export const markdownIn = (source: string): string | undefined => {
  const text = source.replaceAll('\r\n', '\n').replace(FRONT_MATTER, '');
  if (text.trim() === '') return undefined;
  if (WORDS.test(text) || BLOCKS.some((pattern) => pattern.test(text))) return text;
  return text.split('\n').some((line) => ITEM.test(line)) ? listsBetweenLines(text) : undefined;
};
