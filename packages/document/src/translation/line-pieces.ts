import type { PositionedSyntax } from '../markdown/positioned-syntax.ts';
import { attributeSegments, isAddress, isUntouched, placedTag } from './html-pieces.ts';
import { type Piece, type Segment, valueSegment } from './segment.ts';

/** Where a node is written; nothing for one that was made of a part of another. */
export const rangeOf = ({ position }: PositionedSyntax): readonly [number, number] | undefined =>
  position && [position.start.offset, position.end.offset];

/** Nodes whose text is translated inside of them. */
const pairs = new Set(['strong', 'emphasis', 'delete', 'link', 'linkReference']);

const isOnlyAddress = ({ type, url, children = [] }: PositionedSyntax): boolean =>
  type === 'link' && children.length === 1 && isAddress(children[0]!.value ?? '', url);

const isPair = (node: PositionedSyntax): boolean =>
  pairs.has(node.type) &&
  node.title !== 'mention' &&
  !isOnlyAddress(node) &&
  // The text of a short reference is its name.
  (node.type !== 'linkReference' || node.referenceType === 'full') &&
  node.children!.length > 0 &&
  node.children!.every((child) => rangeOf(child) !== undefined);

const withoutEndings = (value: string): string => value.replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, ' ');

/** The pieces of a line of Markdown, and the texts of pictures in it. */
export function linePieces(
  source: string,
  nodes: readonly PositionedSyntax[],
): { readonly pieces: readonly Piece[]; readonly inside: readonly Segment[] } {
  const pieces: Piece[] = [];
  const inside: Segment[] = [];
  const put = (kind: Piece['kind'], start: number, end: number, text = ''): void => {
    // What no node is written as, such as the beginnings of quoted lines, stays.
    const before = pieces.at(-1);
    if (before && before.end < start) pieces.push({ kind: 'mark', start: before.end, end: start, text: '' });
    pieces.push({ kind, start, end, text });
  };
  const addTag = (list: readonly PositionedSyntax[], at: number, open: string[]): number => {
    const [start, end] = rangeOf(list[at]!)!;
    const tag = placedTag(source.slice(start, end), start);
    if (tag && tag.kind !== 'closing') inside.push(...attributeSegments(source, tag));
    const until = tag?.kind === 'opening' ? closingOf(source, list, at, tag.name) : undefined;
    const isLink = tag?.name === 'a' && until === at + 2 && list[at + 1]!.type === 'text';
    if (
      tag &&
      until !== undefined &&
      (isUntouched(tag) || (isLink && isAddress(list[at + 1]!.value!, tag.attributes.href)))
    ) {
      put('mark', start, rangeOf(list[until]!)![1]);
      return until;
    }
    if (tag && until !== undefined) {
      open.push(tag.name);
      put('open', start, end);
    } else if (tag?.kind === 'closing' && open.at(-1) === tag.name) {
      open.pop();
      put('close', start, end);
    } else put('mark', start, end);
    return at;
  };
  const addAll = (list: readonly PositionedSyntax[]): void => {
    const open: string[] = [];
    for (let at = 0; at < list.length; at++) {
      const node = list[at]!;
      const range = rangeOf(node);
      if (range === undefined) continue;
      const [start, end] = range;
      if (node.type === 'text') put('text', start, end, withoutEndings(node.value!));
      else if (node.type === 'html') at = addTag(list, at, open);
      else if (isPair(node)) {
        put('open', start, rangeOf(node.children![0]!)![0]);
        addAll(node.children!);
        put('close', rangeOf(node.children!.at(-1)!)![1], end);
      } else {
        if (node.type === 'image') inside.push(...labelSegments(source, node));
        put('mark', start, end);
      }
      if (node.type === 'link' || node.type === 'image') inside.push(...titleSegments(source, node));
    }
    // Tags that cross the edge of what is around them have lost their partner.
    for (const _ of open) {
      const last = pieces.findLastIndex((piece) => piece.kind === 'open' && source[piece.start] === '<');
      if (last >= 0) pieces[last] = { ...pieces[last]!, kind: 'mark' };
    }
  };
  addAll(nodes);
  return { pieces, inside };
}

/** The tag among the nodes after an opening one that closes it. */
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

/** The words between the brackets of a picture. */
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

/** The words that are shown over a link or a picture, where they stand in one line. */
export function titleSegments(source: string, { title, position }: PositionedSyntax): readonly Segment[] {
  if (!position || !title || title === 'mention' || !/\p{L}/u.test(title)) return [];
  const { start, end } = position;
  const found = titleAtEnd.exec(source.slice(start.offset, end.offset));
  if (!found) return [];
  const from = start.offset + found.index + 1;
  return [valueSegment('title', from, from + found[1]!.length, title)];
}
