import { type PositionedSyntax, parseWithPositions } from '../markdown/positioned-syntax.ts';
import { readTagLine, tagShapes, unquote } from '../markdown/tags.ts';
import { htmlSegments } from './html-pieces.ts';
import { labelSegments, linePieces, rangeOf, titleSegments } from './line-pieces.ts';
import { lineSegment, type Place, type Segment, valueSegment } from './segment.ts';

const lines: Readonly<Record<string, Place>> = { paragraph: 'line', heading: 'heading', tableCell: 'cell' };

/** What is translated in a page, in the order in which it is written. */
export function segmentsOf(markdown: string): readonly Segment[] {
  const found: Segment[] = [];
  visit(markdown, parseWithPositions(markdown), false, found);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Where the headings of a page stand, those without a word among them. */
export function headingRanges(markdown: string): readonly (readonly [start: number, end: number])[] {
  const within = (nodes: readonly PositionedSyntax[]): readonly (readonly [number, number])[] =>
    nodes.flatMap((node) => {
      const range = rangeOf(node);
      const isHeading =
        node.type === 'heading' || (node.type === 'html' && /^\s*<h[1-6][\s>]/i.test(node.value!));
      return isHeading && range ? [range] : within(node.children ?? []);
    });
  return [...within(parseWithPositions(markdown))].sort(([a], [b]) => a - b);
}

function visit(
  source: string,
  nodes: readonly PositionedSyntax[],
  isQuoted: boolean,
  found: Segment[],
): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const range = rangeOf(node);
    if (range === undefined) continue;
    if (node.type === 'tag') {
      found.push(...tagSegments(source, node));
      at = afterBody(nodes, at);
    } else if (node.type === 'html') {
      if (!/^\s*<[!?]/.test(node.value!)) found.push(...htmlSegments(source, ...range, isQuoted));
    } else if (node.type === 'definition') found.push(...titleSegments(source, node));
    else if (lines[node.type]) addLine(source, node, found);
    else if (node.children) visit(source, node.children, isQuoted || node.type === 'blockquote', found);
  }
}

function addLine(source: string, node: PositionedSyntax, found: Segment[]): void {
  const children = node.children ?? [];
  const [only] = children;
  const isInCell = node.type === 'tableCell';
  const addInside = (inside: readonly Segment[]) =>
    found.push(...inside.map((segment) => ({ ...segment, isInCell })));
  if (children.length === 1 && only!.type === 'image') {
    addInside([...labelSegments(source, only!), ...titleSegments(source, only!)]);
    return;
  }
  const { pieces, inside } = linePieces(source, children);
  const segment = lineSegment(lines[node.type]!, pieces);
  if (segment) found.push(segment);
  addInside(inside);
}

function tagSegments(source: string, node: PositionedSyntax): readonly Segment[] {
  const tag = readTagLine(node.value!).name;
  const name = Object.hasOwn(tagShapes, tag) ? tagShapes[tag]!.translated : undefined;
  const [start, end] = rangeOf(node)!;
  const written = source.slice(start, end);
  // In a list or quote the lines of a tag begin with more than belongs to it.
  if (name === undefined || written !== node.value) return [];
  const pattern = new RegExp(
    `\\s${name}\\s*=\\s*("(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\]|\\\\[\\s\\S])*')`,
  );
  const value = pattern.exec(written);
  if (!value || !/\p{L}/u.test(value[1]!)) return [];
  const from = start + value.index + value[0].length - value[1]!.length;
  return [valueSegment('tag-value', from, from + value[1]!.length, unquote(value[1]!.slice(1, -1)))];
}

/** What stands between some tags and their ends is made by the server itself. */
function afterBody(nodes: readonly PositionedSyntax[], at: number): number {
  const { name } = readTagLine(nodes[at]!.value!);
  if (!Object.hasOwn(tagShapes, name) || tagShapes[name]!.content !== 'body') return at;
  const end = nodes.findIndex(
    (node, place) => place > at && node.type === 'tag' && readTagLine(node.value!).name === `end${name}`,
  );
  return end < 0 ? at : end;
}
