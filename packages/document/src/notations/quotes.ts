import { isKnownKind, linesOfAdmonition } from './admonition.ts';
import { indented } from './colon-blocks.ts';
import { indentOf, isBlank, type ReadNotation } from './source-lines.ts';

const callout = /^\[!([A-Za-z][\w-]*)(?:\|[^\]]*)?\]([-+]?)(?:[ \t]+(.*))?$/;
/** Alerts of GitHub, which Markdown has. */
const alerts = /^(?:note|tip|important|warning|caution)$/i;
const quoted = /^ *> ?/;

/** Reads a quote: a callout of Obsidian, or one with other notations in it. */
export const readQuote: ReadNotation = ({ lines, convert }, at) => {
  let to = at;
  while (to < lines.length && quoted.test(lines[to]!)) to++;
  const content = lines.slice(at, to).map((line) => line.replace(quoted, ''));
  // The next line may belong to the last paragraph of the quote.
  const isEnded = to === lines.length || isBlank(lines[to]!) || isBlank(content.at(-1)!);
  const indent = indentOf(lines[at]!);
  const [, kind, fold, title = ''] = callout.exec(content[0]!.trimEnd()) ?? [];
  const isCallout = kind !== undefined && (fold !== '' || isKnownKind(kind));
  if (isCallout && isEnded && (fold !== '' || title !== '' || !alerts.test(kind))) {
    const folding = fold === '' ? undefined : fold === '+' ? 'open' : 'closed';
    const inner = convert(content.slice(1));
    return { to, lines: indented(linesOfAdmonition({ kind, title, folding, content: inner }), indent) };
  }
  const converted = convert(content);
  if (converted === content || !isEnded) return { to, lines: lines.slice(at, to) };
  const marked = converted.map((line) => (line === '' ? '>' : `> ${line}`));
  return { to, lines: indented(marked, indent) };
};
