import type { Block, Data, Fragment } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { take } from './elements.ts';
import { type LineNode, normalLine, text } from './line.ts';
import { readLength } from './tags.ts';

/** A block with content. */
export const block = (type: BlockType, nodes: Block['nodes'], data: Data = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});

/** A block without content. */
export const voidBlock = (type: BlockType, data: Data = {}, fragments?: readonly Fragment[]): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...(fragments ? { fragments } : {}),
});

/** The blocks, or an empty paragraph if there are none. */
export const atLeastOne = (blocks: readonly Block[]): readonly Block[] =>
  blocks.length > 0 ? blocks : [block('paragraph', [])];

/** A paragraph, or the block of its only image or formula. */
export function paragraphOf(nodes: readonly LineNode[], data: Data = {}): Block {
  const [only] = nodes;
  if (nodes.length === 1 && only?.object === 'inline' && Object.keys(data).length === 0) {
    if (only.type === 'inline-math') return voidBlock('math', only.data);
    if (only.type === 'inline-image' && only.data!.size === undefined)
      return block('images', [imageOf(only.data!)]);
  }
  return block('paragraph', nodes, data);
}

/** A heading. `##` is the first level, since the title of a page is not in its body. */
export function heading(depth: number, nodes: readonly LineNode[], data: Data = {}): Block {
  const anchors = nodes.filter((node) => node.object === 'inline' && node.type === 'anchor');
  const isAnchored = anchors.length === 1 && (nodes[0] === anchors[0] || nodes.at(-1) === anchors[0]);
  const rest = isAnchored ? normalLine(nodes.filter((node) => node !== anchors[0])) : nodes;
  const id = isAnchored ? { id: (anchors[0] as { data: Data }).data.id } : {};
  const level = depth <= 2 ? 1 : depth === 3 ? 2 : 3;
  return block(`heading-${level}`, rest, {
    ...id,
    ...(depth === level + 1 ? {} : { level: depth }),
    ...data,
  });
}

/** A code block from its text. */
export const codeBlock = (value: string, data: Data): Block =>
  block(
    'code',
    value.split(/\r\n?|\n/).map((line) => codeLine(line === '' ? [] : [text(line)])),
    data,
  );

/** One line of a code block. */
export const codeLine = (nodes: readonly LineNode[], data: Data = {}): Block =>
  block('code-line', nodes, data);

/** An image block from the data of an inline image; its sizes are numbers. */
export function imageOf(data: Data, caption: readonly Fragment[] = []): Block {
  const { ref, refDark, alt, caption: title, attributes, ...more } = data;
  const { own, rest } = take((attributes ?? {}) as Record<string, string>, ['width', 'height']);
  const sizes: Record<string, unknown> = {};
  const invalid: Record<string, string> = {};
  for (const name of ['width', 'height'] as const) {
    if (own[name] === undefined) continue;
    const length = readLength(own[name]);
    if (length === undefined) invalid[name] = own[name];
    else sizes[name] = length;
  }
  const others = { ...invalid, ...(title === undefined ? {} : { title }), ...rest.attributes };
  return voidBlock(
    'image',
    {
      ref,
      ...(refDark === undefined ? {} : { refDark }),
      ...(alt === undefined ? {} : { alt }),
      ...sizes,
      ...more,
      ...(Object.keys(others).length > 0 ? { attributes: others } : {}),
    },
    caption,
  );
}
