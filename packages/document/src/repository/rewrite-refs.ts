import { type RefCodec, stableRefs } from '../refs.ts';

const OWN = /\/(?:pages|files|reusable-contents)\/[A-Za-z0-9_-]/;
// An address by id as printed: in a link or an image, or as the value of an attribute or a tag.
const ADDRESS =
  /(?:\]\(|\b(?:href|src|srcset|url)="|\binclude ")(\/(?:pages|files|reusable-contents)\/[A-Za-z0-9_-]+(?:#[A-Za-z0-9_.-]+)?)(?=[)"]| ")/g;
// Constructs over several lines in which a link is plain text.
const APART = /\$\$|<!--|<(?:pre|script|style|textarea|code)\b/;
const FENCE = /^[\s>*0-9.-]*(?:`{3}|~{3})/;
// Tags other than those with references.
const TAG = /\{%(?!\s*(?:content-ref|file|embed|include|hint|tab|step)\b)/;

/**
 * Rewrites the references of stored Markdown with another codec, without parsing it; undefined if parsing is needed to find
 * them. Most pages do not need it, and parsing takes ten times as long as printing.
 */
export const rewriteRefs = (markdown: string, refs: RefCodec): string | undefined => {
  if (!OWN.test(markdown)) return markdown;
  if (APART.test(markdown)) return undefined;
  let isCode = false;
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!OWN.test(line)) {
      lines.push(line);
      continue;
    }
    if (isCode || line.startsWith('    ') || TAG.test(line)) return undefined;
    const printed: string[] = [];
    const rest: string[] = [];
    let end = 0;
    let isInCode = false;
    for (const found of line.matchAll(ADDRESS)) {
      const [whole, address = ''] = found;
      const before = line.slice(end, found.index);
      isInCode = isInCode !== isOdd(before);
      const next = refs.print(stableRefs.parse(address, 'link'));
      // Addresses in code are text, and only the printer escapes addresses.
      if (isInCode || !/^[^&\\\s()<>]*$/.test(next)) return undefined;
      printed.push(before, whole.slice(0, -address.length), next);
      rest.push(before);
      end = found.index + whole.length;
    }
    rest.push(line.slice(end));
    if (rest.some((part) => OWN.test(part))) return undefined;
    lines.push(printed.join('') + line.slice(end));
  }
  return isCode ? undefined : lines.join('\n');
};

/** Whether a text has an odd number of backticks. */
const isOdd = (text: string): boolean => (text.split('`').length - 1) % 2 === 1;
