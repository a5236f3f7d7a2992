import { isKnownKind, linesOfAdmonition, linesOfCode, linesOfTabs } from './admonition.ts';
import { indentOf, isBlank, maxMarker, type ReadNotation } from './source-lines.ts';

const opening =
  /^ *(:{3,}) *(?:\{\.callout-([a-z]+)([^{}]*)\}|\{?([A-Za-z][\w-]*)\}?|\{[^{}]*\})(?:\[(.*)\])?(?:\{[^{}]*\})?(?:[ \t]+(.*))?$/;
const closing = /^ *(:{3,})$/;
/** Any block that begins, also one that is not read. */
const beginning = /^ *(:{3,}) *[^\s:]/;

/** A block whose end is not found yet. */
interface OpenBlock {
  readonly at: number;
  readonly size: number;
  readonly indent: number;
  /** The smallest size of this block and of those around it. */
  readonly smallest: number;
  /** The smallest indent of its lines. */
  least: number;
}

/**
 * Matches the lines of blocks: a line with only colons closes the innermost block with as many or fewer colons. Blocks with a
 * line that is indented less are none.
 */
export function pairColons(
  lines: readonly string[],
  literal: readonly boolean[],
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: OpenBlock[] = [];
  const counts = new Map<number, number>();
  const count = (size: number, change: number): void => {
    counts.set(size, (counts.get(size) ?? 0) + change);
  };
  const note = (indent: number): void => {
    const last = open.at(-1);
    if (last !== undefined) last.least = Math.min(last.least, indent);
  };
  for (const [at, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    const isMarker = !literal[at] && line.length <= maxMarker && line.startsWith(':::', indent);
    const end = isMarker ? closing.exec(line.trimEnd())?.[1]?.length : undefined;
    const hasEqual = end !== undefined && (counts.get(end) ?? 0) > 0;
    if (end !== undefined && (hasEqual || (open.at(-1)?.smallest ?? end) < end)) {
      for (let isOpen = true; isOpen; ) {
        const block = open.pop()!;
        count(block.size, -1);
        isOpen = hasEqual ? block.size !== end : block.size >= end;
        if (!isOpen && block.least >= block.indent) pairs.set(block.at, at);
        note(block.least);
      }
    }
    note(indent);
    const size = isMarker ? beginning.exec(line)?.[1]?.length : undefined;
    if (size === undefined) continue;
    const smallest = Math.min(size, open.at(-1)?.smallest ?? size);
    open.push({ at, size, indent, smallest, least: Number.POSITIVE_INFINITY });
    count(size, 1);
  }
  return pairs;
}

/** Reads `:::note Title` up to `:::`, of Docusaurus, VitePress, VuePress, MyST and Quarto. */
export const readColonBlock: ReadNotation = (source, at) => {
  const { lines, convert } = source;
  const line = lines[at]!.trimEnd();
  const [found, , callout, options = '', name, label, text = ''] = opening.exec(line) ?? [];
  const kind = callout ?? name ?? '';
  const end = found === undefined ? undefined : source.closingOf(at);
  if (end === undefined) return undefined;
  const indent = indentOf(line);
  const inner = lines.slice(at + 1, end);
  const content = inner.map((line) => line.slice(indent));
  const to = end + 1;
  const result = (made: readonly string[]) => ({ to, lines: indented(made, indent) });
  const tabs = kind === 'code-group' ? codeTabs(content) : undefined;
  if (tabs !== undefined) return result(linesOfTabs(tabs));
  const title = (label ?? text.replace(/\s*\{[^{}]*\}$/, '')).trim();
  if (kind === 'details' || isKnownKind(kind)) {
    const quoted = /title="([^"]*)"/.exec(options)?.[1] ?? title;
    const folds = kind === 'details' || /collapse="?true/.test(options);
    const folding = folds ? (/\{[^{}]*\bopen\b[^{}]*\}$/.test(text) ? 'open' : 'closed') : undefined;
    return result(linesOfAdmonition({ kind, title: quoted, folding, content: convert(content) }));
  }
  // The lines of an unknown block are kept as code, and its content is text.
  return result([
    ...linesOfCode([line.slice(indent)]),
    ...convert(content),
    ...linesOfCode([lines[end]!.trim()]),
  ]);
};

/** Lines with an indent. */
export const indented = (lines: readonly string[], indent: number): readonly string[] =>
  indent === 0 ? lines : lines.map((line) => (line === '' ? line : ' '.repeat(indent) + line));

const labelled = /^(`{3,}|~{3,})([^\s[\]`]*)[^[\]`]*(?:\[([^\]]*)\])?[^`]*$/;

/** The tabs of a group of code; undefined if it has other content. */
function codeTabs(
  content: readonly string[],
): readonly { readonly title: string; readonly content: readonly string[] }[] | undefined {
  const tabs: { title: string; content: readonly string[] }[] = [];
  for (let at = 0; at < content.length; at++) {
    if (isBlank(content[at]!)) continue;
    const [, marks, language, label] = labelled.exec(content[at]!) ?? [];
    const end = marks === undefined ? -1 : content.indexOf(marks, at + 1);
    if (end < 0) return undefined;
    tabs.push({
      title: label ?? language!,
      content: [`${marks}${language}`, ...content.slice(at + 1, end + 1)],
    });
    at = end;
  }
  return tabs.length > 0 ? tabs : undefined;
}
