import { Node } from '@tiptap/core';
import { atomBlocks } from './atoms.ts';
import { carried } from './attributes.ts';
import { codeBlocks } from './code.ts';
import { containerBlocks } from './containers.ts';
import { inlineNodes } from './inlines.ts';
import { listBlocks } from './lists.ts';
import { markExtensions } from './marks.ts';
import { pictureBlocks } from './pictures.ts';
import { tableBlocks } from './tables.ts';
import { textBlocks } from './text-blocks.ts';

const doc = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block+',
  addAttributes: () => carried('document'),
});

const text = Node.create({ name: 'text', group: 'inline' });

/** Every node and mark of the editor: one for each type of block, inline and mark of documents. */
export const schemaExtensions = [
  doc,
  ...textBlocks,
  text,
  ...listBlocks,
  ...containerBlocks,
  ...codeBlocks,
  ...pictureBlocks,
  ...tableBlocks,
  ...atomBlocks,
  ...inlineNodes,
  ...markExtensions,
];
