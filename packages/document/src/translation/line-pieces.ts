import type { PositionedSyntax } from '../markdown/positioned-syntax.ts';
import { attributeSegments, isAddress, isUntranslated, placedTag } from './html-pieces.ts';
import { type Piece, type Segment, valueSegment } from './segment.ts';

/** The source range of a node; undefined for a node made of a part of another. */
export const rangeOf = ({ position }: PositionedSyntax): readonly [number, number] | undefined =>
  position && [position.start.offset, position.end.offset];

/** Nodes whose content is translated. */
const pairs = new Set(['strong', 'emphasis', 'delete', 'link', 'linkReference']);

const isOnlyAddress = ({ type, url, children = [] }: PositionedSyntax): boolean =>
  type === 'link' && children.length === 1 && isAddress(children[0]!.value ?? '', url);

const isPair = (node: PositionedSyntax): boolean =>
  pairs.has(node.type) &&
  node.title !== 'mention' &&
  !isOnlyAddress(node) &&
  // The text of a short reference is its identifier.
  (node.type !== 'linkReference' || node.referenceType === 'full') &&
  node.children!.length > 0 &&
  node.children!.every((child) => rangeOf(child) !== undefined);

const withoutEndings = (value: string): string => value.replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, ' ');

/** The pieces of a line so far, and the segments of attributes and images inside it. */
interface LinePieces {
  readonly source: string;
  readonly pieces: Piece[];
  readonly inside: Segment[];
}

/** The pieces of a line of Markdown, and the segments of attributes and images inside it. */
export function linePieces(
  source: string,
  nodes: readonly PositionedSyntax[],
): { readonly pieces: readonly Piece[]; readonly inside: readonly Segment[] } {
  const line: LinePieces = { source, pieces: [], inside: [] };
  addNodes(line, nodes);
  return line;
}

function addPiece({ pieces }: LinePieces, kind: Piece['kind'], start: number, end: number, text = ''): void {
  // Source between nodes, such as the markers of quoted lines, is preserved.
  const before = pieces.at(-1);
  if (before && before.end < start) pieces.push({ kind: 'mark', start: before.end, end: start, text: '' });
  pieces.push({ kind, start, end, text });
}

function addNodes(line: LinePieces, nodes: readonly PositionedSyntax[]): void {
  const { source, pieces, inside } = line;
  const open: string[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const range = rangeOf(node);
    if (range === undefined) continue;
    const [start, end] = range;
    if (node.type === 'text') addPiece(line, 'text', start, end, withoutEndings(node.value!));
    else if (node.type === 'html') at = addTag(line, nodes, at, open);
    else if (isPair(node)) {
      addPiece(line, 'open', start, rangeOf(node.children![0]!)![0]);
      addNodes(line, node.children!);
      addPiece(line, 'close', rangeOf(node.children!.at(-1)!)![1], end);
    } else {
      if (node.type === 'image') inside.push(...labelSegments(source, node));
      addPiece(line, 'mark', start, end);
    }
    if (node.type === 'link' || node.type === 'image') inside.push(...titleSegments(source, node));
  }
  // An opening tag whose closing tag is outside of the surrounding pair has no partner.
  for (const _ of open) {
    const last = pieces.findLastIndex((piece) => piece.kind === 'open' && source[piece.start] === '<');
    if (last >= 0) pieces[last] = { ...pieces[last]!, kind: 'mark' };
  }
}

/** Adds a tag, or a whole element that is not translated; returns the index of the last added node. */
function addTag(line: LinePieces, nodes: readonly PositionedSyntax[], at: number, open: string[]): number {
  const { source, inside } = line;
  const [start, end] = rangeOf(nodes[at]!)!;
  const tag = placedTag(source.slice(start, end), start);
  if (tag && tag.kind !== 'closing') inside.push(...attributeSegments(source, tag));
  const until = tag?.kind === 'opening' ? closingOf(source, nodes, at, tag.name) : undefined;
  const isLink = tag?.name === 'a' && until === at + 2 && nodes[at + 1]!.type === 'text';
  if (
    tag &&
    until !== undefined &&
    (isUntranslated(tag) || (isLink && isAddress(nodes[at + 1]!.value!, tag.attributes.href)))
  ) {
    addPiece(line, 'mark', start, rangeOf(nodes[until]!)![1]);
    return until;
  }
  if (tag && until !== undefined) {
    open.push(tag.name);
    addPiece(line, 'open', start, end);
  } else if (tag?.kind === 'closing' && open.at(-1) === tag.name) {
    open.pop();
    addPiece(line, 'close', start, end);
  } else addPiece(line, 'mark', start, end);
  return at;
}

/** The index of the closing tag of an opening tag. */
function closingOf(
  source: string,
  list: readonly PositionedSyntax[],
  from: number,
  name: string,
): number | undefined {
  let depth = 0;
  for (let at = from; at < list.length; at++) {
    const node = list[at]!;
    const range = node.type === 'html' ? rangeOf(node) : undefined;
    const tag = range && placedTag(source.slice(...range), range[0]);
    if (tag?.name !== name || tag.kind === 'void') continue;
    depth += tag.kind === 'opening' ? 1 : -1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The alternative text of an image. */
export function labelSegments(source: string, node: PositionedSyntax): readonly Segment[] {
  const range = rangeOf(node);
  if (!range || !/\p{L}/u.test(node.alt ?? '')) return [];
  const start = range[0] + 2;
  let depth = 0;
  for (let at = start; at < range[1]; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') depth++;
    else if (source[at] === ']' && depth-- === 0)
      return [valueSegment('label', start, at, withoutEndings(node.alt!))];
  }
  return [];
}

const titleAtEnd =
  /[ \t]("(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|\((?:[^()\\\n]|\\[^\n])*\))[ \t]*\)?$/;

/** The title of a link or an image, if it is on one line. */
export function titleSegments(source: string, { title, position }: PositionedSyntax): readonly Segment[] {
  if (!position || !title || title === 'mention' || !/\p{L}/u.test(title)) return [];
  const { start, end } = position;
  const found = titleAtEnd.exec(source.slice(start.offset, end.offset));
  if (!found) return [];
  const from = start.offset + found.index + 1;
  return [valueSegment('title', from, from + found[1]!.length, title)];
}
