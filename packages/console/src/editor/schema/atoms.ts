import { Node } from '@tiptap/core';
import { PRESERVED } from '../conversion/editor-node.ts';
import { blockAtomView } from '../views/atom-view.ts';
import { carried } from './attributes.ts';
import { blockName } from './names.ts';
import { blocksOfShape } from './shapes.ts';

/** Blocks without editable content: they carry their node unchanged, and show it as the site does. */
export const atomBlocks = [...blocksOfShape('atom').map(blockName), PRESERVED].map((name) =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => carried('node'),
    renderHTML: () => ['div', { 'data-block': name }],
    addNodeView: () => blockAtomView,
  }),
);
