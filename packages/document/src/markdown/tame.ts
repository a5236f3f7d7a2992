/** How many containers may open on one line. */
const mostContainers = 60;

const deepLine = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${mostContainers}}`);

/**
 * Markdown with the two things cut short that would cost more than its length: containers opened by the thousand on one
 * line, and paragraphs of nothing but delimiters. Their characters are escaped there, so they are still read as text.
 */
export function tame(markdown: string): string {
  const isDeep = markdown.split('\n').some((line) => line.length > mostContainers && deepLine.test(line));
  const shallow = isDeep
    ? markdown
        .split('\n')
        .map((line) =>
          line.replace(deepLine, (start) => `${start} \\`).replace(/\\(?![!-/:-@[-`{-~])/, (slash) => slash),
        )
        .join('\n')
    : markdown;
  return shallow;
}
