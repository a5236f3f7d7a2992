/** Signs at the start of a line that make a block of it. */
const BLOCKS = [
  /^ {0,3}#{1,6} /m,
  /^\s*[-*+] /m,
  /^\s*\d{1,9}[.)] /m,
  /^ {0,3}>/m,
  /^ {0,3}(?:```|~~~|\$\$|\{%)/m,
  // A table with bars, a line of signs, and the elements that pages have as HTML.
  /^\s*\|.*\|\s*$/m,
  /^ {0,3}(?:-{3,}|={3,}|\*{3,}|_{3,}|:?-+:?\s*\|.*)\s*$/m,
  /^ {0,3}<(?:details|summary|figure|picture|img|table|div|p|h\d|a|br|!--)\b/im,
];

/** Signs around words. */
const WORDS = /\*\*\S|~~\S|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)/;

/** Whether a pasted text is Markdown, where the end of a line is only a space; plain lines stay lines. */
export const looksLikeMarkdown = (text: string): boolean =>
  WORDS.test(text) || BLOCKS.some((pattern) => pattern.test(text));
