import { matchSequences } from '../diff/sequence.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { type ForeignPart, foreignParts, withParts } from '../notations/index.ts';

/** A file of a repository, and the text that is to replace it. */
export interface FileVersions {
  /** The text of the file. */
  readonly existing: string;
  /** Its content as it was printed before it changed. */
  readonly base: string;
  /** The content as it is printed now. */
  readonly printed: string;
}

/**
 * The printed text with the lines of the existing file wherever the content did not change, so that an edit of a paragraph
 * changes its lines alone. More is printed where the result would be read differently.
 */
export function keepFormatting(
  { existing, base, printed }: FileVersions,
  reprint: (text: string) => string,
): string {
  if (base === printed) return existing;
  const lines = existing.replace(/\r\n?/g, '\n');
  if (lines === base) return printed;
  const reprinted = reprint(lines);
  for (const format of formats(lines, printed, reprint))
    for (const grain of ['fine', 'coarse'] as const) {
      const kept = mergeLines(base, printed, format, grain);
      // The content that was read from the file, with the same changes.
      if (kept === printed || reprint(kept) === mergeLines(base, printed, reprinted, grain)) return kept;
    }
  return printed;
}

/** The text of a file; then with the changed blocks that other systems wrote in the notation of this one. */
function* formats(text: string, printed: string, reprint: (text: string) => string): Generator<string> {
  yield text;
  const [frontMatter, body] = splitFrontMatter(text);
  const lines = body.split('\n');
  const parts = foreignParts(lines);
  if (parts.length === 0) return;
  const now = unindented(printed);
  const isChanged = ({ lines: own }: ForeignPart): boolean => {
    const indent = /^ */.exec(own[0]!)![0].length;
    const outside = own.map((line) => line.replace(/^ */, (blanks) => blanks.slice(indent)));
    return !now.includes(unindented(reprint(outside.join('\n'))).trim());
  };
  yield frontMatter + withParts(lines, parts.filter(isChanged)).join('\n');
  yield frontMatter + withParts(lines, parts).join('\n');
}

/** A text as it is in a list, a quote or neither. */
const unindented = (text: string): string => text.replace(/^[ \t>]+/gm, '');

/** A range of the base that a side replaced by lines of its own. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Fine: adjacent changes are independent, and lines of lists change one by one. */
type Grain = 'fine' | 'coarse';

/** Merges the changes of two texts by line; where both changed the same lines, the changed content is taken. */
function mergeLines(base: string, content: string, format: string, grain: Grain): string {
  const original = base.split('\n');
  const [changes, formats] = hunksOf(original, [content.split('\n'), format.split('\n')]);
  const gap = grain === 'fine' ? 0 : 1;
  const out: string[] = [];
  let at = 0;
  let [i, j] = [0, 0];
  while (i < changes!.length || j < formats!.length) {
    const [ours, theirs] = [[] as Hunk[], [] as Hunk[]];
    const from = Math.min(changes![i]?.from ?? Infinity, formats![j]?.from ?? Infinity);
    let to = -1;
    for (let next = from; next !== undefined; ) {
      // An insertion comes before a change of the line after it.
      const isOurs =
        changes![i]?.from === next && !(formats![j]?.from === next && formats![j]!.to < changes![i]!.to);
      const hunk = isOurs ? changes![i++]! : formats![j++]!;
      (isOurs ? ours : theirs).push(hunk);
      to = Math.max(to, hunk.to);
      const following = Math.min(changes![i]?.from ?? Infinity, formats![j]?.from ?? Infinity);
      if (following >= to + gap) break;
      next = following;
    }
    out.push(...original.slice(at, from));
    const apply = (hunks: readonly Hunk[]) => applied(original, from, to, hunks);
    if (ours.length === 0) out.push(...apply(theirs));
    else if (theirs.length === 0) out.push(...apply(ours));
    else out.push(...overlapping(original.slice(from, to), apply(ours), apply(theirs), grain));
    at = to;
  }
  out.push(...original.slice(at));
  return out.join('\n');
}

const marker = /^\s*(?:(?:[*+-]|\d+[.)])\s+)?/;

/** Lines that both sides changed: the content, with the format of lines that correspond to each other. */
function overlapping(
  before: readonly string[],
  content: readonly string[],
  format: readonly string[],
  grain: Grain,
): readonly string[] {
  const filled = (lines: readonly string[]) => lines.filter((line) => line !== '');
  const [old, now] = [filled(before), filled(content)];
  if (grain === 'coarse' || old.length !== now.length || now.length !== filled(format).length) return content;
  let at = 0;
  return format.map((line) => {
    if (line === '') return line;
    const [from, to] = [old[at]!, now[at++]!];
    if (from === to) return line;
    const start = marker.exec(to)![0];
    return start === marker.exec(from)![0] ? marker.exec(line)![0] + to.slice(start.length) : to;
  });
}

/** A range of lines with hunks in it. */
function applied(
  lines: readonly string[],
  from: number,
  to: number,
  hunks: readonly Hunk[],
): readonly string[] {
  const out: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    out.push(...lines.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  return [...out, ...lines.slice(at, to)];
}

/** The changes of each side. */
function hunksOf(base: readonly string[], sides: readonly (readonly string[])[]): readonly Hunk[][] {
  const numbers = new Map<string, number>();
  // A blank line belongs to the text after it: other blank lines do not match it.
  const numberOf = (line: string, at: number, lines: readonly string[]): number => {
    const key = line === '' ? `\n${(lines[at + 1] ?? '').replace(marker, '').slice(0, 4)}` : line;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const ofBase = base.map(numberOf);
  return sides.map((side) => {
    const hunks: Hunk[] = [];
    let [from, sideFrom] = [0, 0];
    const matches = matchSequences(ofBase, side.map(numberOf));
    for (const [to, sideTo] of [...matches, [base.length, side.length] as const]) {
      if (to > from || sideTo > sideFrom) {
        const hunk = trimmed(base, { from, to, lines: side.slice(sideFrom, sideTo) });
        if (hunk.to > hunk.from || hunk.lines.length > 0) hunks.push(hunk);
      }
      [from, sideFrom] = [to + 1, sideTo + 1];
    }
    return hunks;
  });
}

/** A hunk without the lines at its ends that are equal. */
function trimmed(base: readonly string[], { from, to, lines }: Hunk): Hunk {
  let [start, end] = [0, lines.length];
  while (from + start < to && start < end && base[from + start] === lines[start]) start++;
  let last = to;
  while (last > from + start && end > start && base[last - 1] === lines[end - 1])
    [last, end] = [last - 1, end - 1];
  return { from: from + start, to: last, lines: lines.slice(start, end) };
}
