import type { Syntax } from '../markdown/syntax.ts';
import { attributeSegments, isAddress, isUntranslated, type PlacedTag, placedTag } from './html-pieces.ts';
import { type Piece, type Segment, valueSegment } from './segment.ts';

/** Nodes whose content is translated. */
const pairs = new Set(['strong', 'emphasis', 'delete', 'link', 'linkReference']);

const isOnlyAddress = ({ type, url, children = [] }: Syntax): boolean =>
  type === 'link' && children.length === 1 && isAddress(children[0]!.value ?? '', url);

const isPair = (node: Syntax): boolean =>
  pairs.has(node.type) &&
  node.title !== 'mention' &&
  !isOnlyAddress(node) &&
  // The text of a short reference is its identifier, and it has no label.
  (node.type !== 'linkReference' || node.label !== undefined) &&
  node.children!.length > 0 &&
  node.children!.every((child) => child.range !== undefined);

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
  nodes: readonly Syntax[],
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

function addNodes(line: LinePieces, nodes: readonly Syntax[]): void {
  const { source, pieces, inside } = line;
  const open: string[] = [];
  const tags = pairedTags(source, nodes);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const range = node.range;
    if (range === undefined) continue;
    const [start, end] = range;
    if (node.type === 'text') addPiece(line, 'text', start, end, withoutEndings(node.value!));
    else if (node.type === 'html') at = addTag(line, nodes, at, tags, open);
    else if (isPair(node)) {
      addPiece(line, 'open', start, node.children![0]!.range![0]);
      addNodes(line, node.children!);
      addPiece(line, 'close', node.children!.at(-1)!.range![1], end);
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
function addTag(
  line: LinePieces,
  nodes: readonly Syntax[],
  at: number,
  tags: ReadonlyMap<number, PairedTag>,
  open: string[],
): number {
  const { source, inside } = line;
  const [start, end] = nodes[at]!.range!;
  const { tag, closing: until } = tags.get(at) ?? {};
  if (tag && tag.kind !== 'closing') inside.push(...attributeSegments(source, tag));
  const isLink = tag?.name === 'a' && until === at + 2 && nodes[at + 1]!.type === 'text';
  if (
    tag &&
    until !== undefined &&
    (isUntranslated(tag) || (isLink && isAddress(nodes[at + 1]!.value!, tag.attributes.href)))
  ) {
    addPiece(line, 'mark', start, nodes[until]!.range![1]);
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

interface PairedTag {
  readonly tag: PlacedTag;
  /** The index of the node with its closing tag. */
  readonly closing?: number;
}

/** The tags of a line by the index of their node. */
function pairedTags(source: string, nodes: readonly Syntax[]): ReadonlyMap<number, PairedTag> {
  const tags = new Map<number, PairedTag>();
  const open = new Map<string, number[]>();
  for (const [at, { type, range }] of nodes.entries()) {
    const tag = type === 'html' && range ? placedTag(source.slice(...range), range[0]) : undefined;
    if (tag === undefined) continue;
    tags.set(at, { tag });
    const before = open.get(tag.name) ?? [];
    if (tag.kind === 'opening') {
      before.push(at);
      open.set(tag.name, before);
    }
    const opening = tag.kind === 'closing' ? before.pop() : undefined;
    if (opening !== undefined) tags.set(opening, { ...tags.get(opening)!, closing: at });
  }
  return tags;
}

/** The alternative text of an image. */
export function labelSegments(source: string, node: Syntax): readonly Segment[] {
  const range = node.range;
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
export function titleSegments(source: string, { title, range }: Syntax): readonly Segment[] {
  if (!range || !title || title === 'mention' || !/\p{L}/u.test(title)) return [];
  const found = titleAtEnd.exec(source.slice(...range));
  if (!found) return [];
  const from = range[0] + found.index + 1;
  return [valueSegment('title', from, from + found[1]!.length, title)];
}
