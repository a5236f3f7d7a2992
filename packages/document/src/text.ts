import type { Block, Document, Fragment, Inline, Node } from './document.ts';
import { emojiCharacters } from './markdown/emoji.ts';
import type { BlockType, InlineType } from './node-types.ts';

const NO_LINES: readonly string[] = [];

const noLines = (): readonly string[] => NO_LINES;

/** A line from a field of a block's data. */
const field =
  (name: string) =>
  (block: Block): readonly string[] => {
    const text = String(block.data?.[name] ?? '');
    return text === '' ? NO_LINES : [text];
  };

const columnTitles = (block: Block): readonly string[] =>
  Object.values((block.data?.definition ?? {}) as Record<string, { title?: string }>)
    .map((column) => column.title ?? '')
    .filter((title) => title !== '');

const withoutTags = (source: string): string => source.replace(/<[^>]*>/g, ' ');

/** The lines that each type of block shows besides its content. */
const ownLines = {
  paragraph: noLines,
  'heading-1': noLines,
  'heading-2': noLines,
  'heading-3': noLines,
  blockquote: noLines,
  divider: noLines,
  math: field('formula'),
  hint: noLines,
  'list-unordered': noLines,
  'list-ordered': noLines,
  'list-tasks': noLines,
  'list-item': noLines,
  code: field('title'),
  'code-line': noLines,
  prompt: field('description'),
  images: noLines,
  image: field('alt'),
  drawing: noLines,
  file: noLines,
  embed: noLines,
  'content-ref': noLines,
  table: columnTitles,
  'table-row': noLines,
  expandable: noLines,
  tabs: noLines,
  'tabs-item': field('title'),
  stepper: noLines,
  'stepper-step': noLines,
  columns: noLines,
  column: noLines,
  updates: noLines,
  update: noLines,
  if: noLines,
  swagger: noLines,
  'openapi-operation': noLines,
  'openapi-schemas': noLines,
  'openapi-webhook': noLines,
  integration: noLines,
  'reusable-content': noLines,
  conflict: noLines,
  'conflict-primary': noLines,
  'conflict-changed': noLines,
  html: (block) => {
    const text = withoutTags(String(block.data?.source ?? ''));
    return text === '' ? NO_LINES : [text];
  },
  tag: noLines,
  definition: noLines,
} satisfies Record<BlockType, (block: Block) => readonly string[]>;

const noText = (): string => '';

/** The text that each type of inline shows before its content. */
const ownText = {
  link: noText,
  mention: (node) => String(node.data?.label ?? ''),
  button: (node) => String(node.data?.label ?? ''),
  annotation: noText,
  expression: noText,
  'inline-image': (node) => String(node.data?.alt ?? ''),
  'inline-math': (node) => String(node.data?.formula ?? ''),
  emoji: (node) => emojiCharacters(String(node.data?.code ?? '')),
  icon: noText,
  anchor: noText,
  html: (node) => withoutTags(String(node.data?.source ?? '')),
  tag: (node) => String(node.data?.source ?? ''),
} satisfies Record<InlineType, (node: Inline) => string>;

/** The text of one line: inlines and texts without anything between. */
function inLine(node: Node): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
  // The body of an annotation is a separate line.
  if (node.object === 'inline') return ownText[node.type](node) + (node.nodes ?? []).map(inLine).join('');
  return '';
}

/** Calls back with every line of text in reading order, the block it belongs to, and the outermost table around it. */
export function eachLine(
  node: Block | Fragment,
  found: (line: string, block: Block | undefined, table: Block | undefined) => void,
  around?: Block,
): void {
  const block = node.object === 'block' ? node : undefined;
  const table = around ?? (block?.type === 'table' ? block : undefined);
  if (block) for (const line of ownLines[block.type](block)) found(line, block, table);
  const children = node.nodes ?? [];
  if (children.some((child) => child.object !== 'block')) {
    found(children.map(inLine).join(''), block, table);
    for (const child of children)
      if (child.object === 'inline') for (const part of child.fragments ?? []) eachLine(part, found, table);
    return;
  }
  for (const child of children) if (child.object === 'block') eachLine(child, found, table);
  for (const part of block?.fragments ?? []) eachLine(part, found, table);
}

/** The text of a document, line by line. */
export function plainText(document: Document): string {
  const lines: string[] = [];
  for (const block of document.nodes) eachLine(block, (line) => lines.push(line.trim()));
  return lines.filter((line) => line !== '').join('\n');
}

/** The number of words; in scripts without spaces each character counts as one. */
export const wordCount = (document: Document): number =>
  (
    plainText(document).match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu,
    ) ?? []
  ).length;
