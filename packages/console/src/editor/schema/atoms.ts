import { Node } from '@tiptap/core';
import { PRESERVED } from '../../../../document/src/editor/editor-node.ts';
import { blockName } from '../../../../document/src/editor/names.ts';
import { blocksOfShape } from '../../../../document/src/editor/shapes.ts';
import { blockAtomView } from '../views/atom-view.ts';
import { integrationView } from '../views/integration-view.ts';
import { carried } from './attributes.ts';

/** Blocks without editable content: they carry their node unchanged, and show it as the site does; those of integrations are drawn by these. */
export const atomBlocks = [...blocksOfShape('atom').map(blockName), PRESERVED].map((name) =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => carried('node'),
    renderHTML: () => ['div', { 'data-block': name }],
    addNodeView: () => (name === 'integration' ? integrationView : blockAtomView),
  }),
);
