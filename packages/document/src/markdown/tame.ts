/** How many containers may open on one line. */
const mostContainers = 60;

const deepLine = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${mostContainers}}(?=[ \\t]*(?:>|[-*+]|\\d))[ \\t]*`,
);

/** What costs the square of its number inside one paragraph, how many are read, and what the rest is escaped to. */
const costly: readonly { readonly what: RegExp; readonly most: number; readonly escaped: string }[] = [
  { what: /\]\(/g, most: 1000, escaped: ']\\(' },
  { what: /~~/g, most: 1000, escaped: '\\~\\~' },
  { what: /^([ \t>]*)=/gm, most: 300, escaped: '$1\\=' },
  { what: /^([ \t>]*)\{%(?!.*%\})/gm, most: 300, escaped: '$1\\{%' },
];

const shortest = 1000;
const fence = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/;

/**
 * Markdown without the few things that would cost more time than their length: containers opened by the dozen on one line,
 * and paragraphs of thousands of the same delimiter. They are escaped, so their characters are read as the text they are.
 */
export function tame(markdown: string): string {
  if (!suspicious(markdown)) return markdown;
  const out: string[] = [];
  let chunk: string[] = [];
  let open: string | undefined;
  const flush = (): void => {
    if (chunk.length === 0) return;
    const text = chunk.join('\n');
    out.push(text.length < shortest ? text : calm(text));
    chunk = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1];
    // Code is left alone: nothing in it is read.
    if (open !== undefined) {
      out.push(line);
      if (mark?.startsWith(open)) open = undefined;
    } else if (mark !== undefined) {
      flush();
      open = mark;
      out.push(line);
    } else if (line.trim() === '') {
      flush();
      out.push(line);
    } else chunk.push(line.length > mostContainers ? line.replace(deepLine, '$&\\') : line);
  }
  flush();
  return out.join('\n');
}

/** Whether a closer look is worth it; nearly all pages are done here. */
const suspicious = (markdown: string): boolean =>
  /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){60}/m.test(markdown) ||
  costly.some(({ what, most }) => markdown.length > shortest && exceeds(markdown, what, most));

function exceeds(text: string, what: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(what)) if (++count > most) return true;
  return false;
}

const calm = (chunk: string): string =>
  costly.reduce(
    (text, { what, most, escaped }) => (exceeds(text, what, most) ? text.replace(what, escaped) : text),
    chunk,
  );
