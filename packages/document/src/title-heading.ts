import type { Block, Document, Node } from './document.ts';
import { plainText } from './text.ts';

/** The heading that is the title of a page. */
export interface TitleHeading {
  /** The position of its block. */
  readonly at: number;
  /** Its text without markup. */
  readonly title: string;
}

// Attributes that other tools write behind headings: `{#id .class}`.
const attributes = /\s*\{[#.:][^{}]*\}$/;

/** Whether a title ends with something that is not a part of titles in headings. */
export const hasAttributes = (title: string): boolean => attributes.test(title);

/** Finds the heading of a title: a `#` heading with text, before which only comments and images may stand. */
export function titleHeading(document: Document): TitleHeading | undefined {
  const at = document.nodes.findIndex((block) => !mayPrecede(block));
  const block = document.nodes[at];
  if (block?.type !== 'heading-1' || block.data?.level !== 1) return undefined;
  const title = plainText({ ...document, nodes: [block] })
    .replace(/\s+/g, ' ')
    .trim()
    .replace(attributes, '');
  return title === '' ? undefined : { at, title };
}

const isComment = ({ type, data }: Block): boolean =>
  type === 'html' && /^<!--[\s\S]*-->$/.test(String(data?.source).trim());

const isImage = (node: Node): boolean =>
  node.object === 'text'
    ? node.leaves.every(({ text }) => text.trim() === '')
    : node.object === 'inline' &&
      (node.type === 'inline-image' || (node.type === 'link' && (node.nodes ?? []).every(isImage)));

const mayPrecede = (block: Block): boolean =>
  isComment(block) ||
  block.type === 'definition' ||
  block.type === 'images' ||
  (block.type === 'paragraph' && (block.nodes ?? []).length > 0 && block.nodes!.every(isImage));
