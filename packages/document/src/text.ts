import type { Block, Document, Fragment, Inline, Node } from './document.ts';
import { emojiCharacters } from './markdown/emoji.ts';

/** What readers see of nodes that have no text of their own. */
const shown: Readonly<Record<string, (node: Block | Inline) => string>> = {
  emoji: (node) => emojiCharacters(String(node.data?.code ?? '')),
  'inline-math': (node) => String(node.data?.formula ?? ''),
  math: (node) => String(node.data?.formula ?? ''),
  'inline-image': (node) => String(node.data?.alt ?? ''),
  image: (node) => String(node.data?.alt ?? ''),
  button: (node) => String(node.data?.label ?? ''),
  mention: (node) => String(node.data?.label ?? ''),
  'tabs-item': (node) => String(node.data?.title ?? ''),
  code: (node) => String(node.data?.title ?? ''),
  prompt: (node) => String(node.data?.description ?? ''),
  tag: (node) => (node.object === 'inline' ? String(node.data?.source ?? '') : ''),
  html: (node) => String(node.data?.source ?? '').replace(/<[^>]*>/g, ' '),
};

const list = (node: Node | Fragment): readonly (Node | Fragment)[] =>
  node.object === 'text'
    ? []
    : [...((node as Block).nodes ?? []), ...(((node as Block).fragments ?? []) as readonly Fragment[])];

/** The text of one line: inline nodes and texts without anything between. */
function inLine(node: Node | Fragment): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  if (node.object === 'inline') {
    const own = shown[node.type]?.(node) ?? '';
    // The body of an annotation stands beside the line.
    return own + (node.nodes ?? []).map(inLine).join('');
  }
  return '';
}

/** Calls back with every line of text in reading order, and the block it belongs to. */
function eachLine(node: Node | Fragment, found: (line: string, block: Block | undefined) => void): void {
  if (node.object === 'text' || node.object === 'inline') return;
  const block = node.object === 'block' ? node : undefined;
  const own = block && shown[block.type]?.(block);
  if (own) found(own, block);
  if (block?.type === 'table') for (const title of columnTitles(block)) found(title, block);
  const children = node.nodes as readonly Node[] | undefined;
  if (children?.some((child) => child.object !== 'block')) {
    found(children.map(inLine).join(''), block);
    for (const child of children)
      if (child.object === 'inline') for (const part of child.fragments ?? []) eachLine(part, found);
    return;
  }
  for (const child of list(node)) eachLine(child, found);
}

const columnTitles = (block: Block): readonly string[] =>
  Object.values((block.data?.definition ?? {}) as Record<string, { title?: string }>)
    .map((column) => column.title ?? '')
    .filter((title) => title !== '');

/** All text of a document, a line for every line of it. */
export function plainText(document: Document): string {
  const lines: string[] = [];
  for (const block of document.nodes) eachLine(block, (line) => lines.push(line.trim()));
  return lines.filter((line) => line !== '').join('\n');
}

/** A piece of a page under one heading. */
export interface Section {
  /** The heading's anchor; the piece before the first heading has none. */
  readonly id?: string;
  readonly title?: string;
  readonly body: string;
}

/** The document cut at its headings, wherever they stand, for search. */
export function sectionsOf(document: Document): readonly Section[] {
  const sections: { id?: string; title?: string; lines: string[] }[] = [{ lines: [] }];
  for (const block of document.nodes)
    eachLine(block, (line, owner) => {
      if (owner?.type.startsWith('heading-'))
        sections.push({ id: owner.meta?.id as string | undefined, title: line.trim(), lines: [] });
      else if (line.trim() !== '') sections.at(-1)!.lines.push(line.trim());
    });
  return sections
    .map(({ id, title, lines }) => ({
      ...(id === undefined ? {} : { id }),
      ...(title === undefined ? {} : { title }),
      body: lines.join('\n'),
    }))
    .filter((section, at) => at > 0 || section.body !== '');
}

/** How many words a reader finds; each character of a script without spaces counts as one. */
export const wordCount = (document: Document): number =>
  (
    plainText(document).match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu,
    ) ?? []
  ).length;
