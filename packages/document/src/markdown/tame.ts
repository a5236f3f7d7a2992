import type { Syntax } from './syntax.ts';

/** How many lines a paragraph may have; a longer one is one line, as its line breaks are spaces anyway. */
const mostLines = 2000;
/** How many containers may open on one line. */
const mostContainers = 60;

const deepLine = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${mostContainers}}(?=[ \\t]*(?:>|[-*+]|\\d))[ \\t]*`,
);

// Characters that no text may hold stand in for punctuation while a page is parsed: an escape would cost what it saves.
const firstStandIn = 0xfdd0;
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const standIn = (character: string): string =>
  String.fromCharCode(firstStandIn + punctuation.indexOf(character));
const standIns = /[\uFDD0-\uFDEF]/g;

/** What costs the square of its number inside one paragraph, how many are read, and what stands in for more. */
const costly: readonly {
  readonly what: RegExp;
  readonly most: number;
  readonly stand: (found: string) => string;
}[] = [
  // An escaped character stays the character it means.
  { what: /\\[!-/:-@[-`{-~]|[*_~[\]<&`$!]/g, most: 3000, stand: (found) => standIn(found.at(-1)!) },
];

const shortest = 1000;
/** Lines that begin a paragraph, a row or a block of HTML of their own, so that what is before them does not count. */
const beginning = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||<|\{%.*%\}[ \t]*$)/;

const fence = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})/;

/**
 * Markdown without the few things that would cost more time than their length: containers opened by the dozen on one line,
 * and paragraphs of thousands of delimiters. Other characters stand in for them, so that they are read as text.
 */
export function tame(source: string): { readonly markdown: string; readonly isTamed: boolean } {
  if (!isSuspicious(source)) return { markdown: source, isTamed: false };
  const markdown = source.replace(standIns, '\uFFFD');
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
    } else {
      if (beginning.test(line)) flush();
      chunk.push(line.length > mostContainers ? line.replace(deepLine, '$&\\') : line);
    }
  }
  flush();
  return { markdown: out.join('\n'), isTamed: true };
}

/** The same nodes with the characters that others stood in for. */
export const untame = (nodes: readonly Syntax[]): readonly Syntax[] =>
  nodes.map((node) => {
    const result: Record<string, unknown> = { ...node };
    for (const [name, value] of Object.entries(node))
      if (typeof value === 'string')
        result[name] = value.replace(standIns, (found) => punctuation[found.charCodeAt(0) - firstStandIn]!);
    return (node.children ? { ...result, children: untame(node.children) } : result) as unknown as Syntax;
  });

/** Whether a closer look is worth it; nearly all pages are done here. */
const isSuspicious = (markdown: string): boolean =>
  hasLongParagraph(markdown) ||
  /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){60}/m.test(markdown) ||
  costly.some(({ what, most }) => markdown.length > shortest && exceeds(markdown, what, most));

/** Whether there are more lines without an empty one between them than a paragraph may have. */
function hasLongParagraph(markdown: string): boolean {
  let lines = 0;
  for (let at = 0; at < markdown.length; ) {
    const end = markdown.indexOf('\n', at);
    if (end === -1) break;
    lines = end === at ? 0 : lines + 1;
    if (lines > mostLines) return true;
    at = end + 1;
  }
  return false;
}

function exceeds(text: string, what: RegExp, most: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(what)) if (++count > most) return true;
  return false;
}

const calm = (chunk: string): string => {
  const lines = chunk.split('\n');
  // Code and tables are as long as they like: their lines are read one by one.
  if (/^(?: {4}|\t|[ \t>]*[<|])/.test(chunk) || /^[ \t>]*[:|-][-:| \t]*$/.test(lines[1] ?? '')) return chunk;
  const text =
    lines.length > mostLines
      ? lines.map((line, at) => (at === 0 ? line : line.replace(/^[ \t>]+/, ''))).join(' ')
      : chunk;
  return costly.reduce(
    (tamed, { what, most, stand }) => (exceeds(tamed, what, most) ? tamed.replace(what, stand) : tamed),
    text,
  );
};
