import { Node } from '@tiptap/core';
import { blockName } from '../../../../document/src/editor/names.ts';
import { blocksOfShape } from '../../../../document/src/editor/shapes.ts';
import { BLOCKS, type BlockType } from '../../../../document/src/node-types.ts';
import { listItemView } from '../views/list-item-view.ts';
import { blockFields, dataOf } from './attributes.ts';

const attributesOf = (type: BlockType, start: unknown) => {
  if (type === 'list-ordered') return { start: typeof start === 'number' ? String(start) : undefined };
  return { class: type === 'list-tasks' ? 'tasks' : undefined };
};

const lists = blocksOfShape('items')
  .filter((type) => BLOCKS[type].isList)
  .map((type) =>
    Node.create({
      name: blockName(type),
      group: 'block list',
      content: 'listItem+',
      addAttributes: () => blockFields(),
      renderHTML: ({ node }) => [
        type === 'list-ordered' ? 'ol' : 'ul',
        attributesOf(type, dataOf(node).start),
        0,
      ],
    }),
  );

const listItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addAttributes: () => blockFields(),
  renderHTML: () => ['li', 0],
  addNodeView: () => listItemView,
});

/** Lists, and their items. */
export const listBlocks = [...lists, listItem];
