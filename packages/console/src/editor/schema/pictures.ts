import { Node } from '@tiptap/core';
import { blockName } from '../../../../document/src/editor/names.ts';
import { blocksOfShape, isFlowBlock } from '../../../../document/src/editor/shapes.ts';
import { captionedView } from '../views/captioned-view.ts';
import { blockFields, carried, dataOf } from './attributes.ts';
import { classNames } from './dom.ts';

const images = Node.create({
  name: 'images',
  group: 'block',
  content: 'image+',
  isolating: true,
  addAttributes: () => blockFields(),
  renderHTML: ({ node }) => {
    const { align, fullWidth, withFrame } = dataOf(node);
    const aligned = ['left', 'center', 'right'].includes(String(align)) && `align-${align}`;
    const className = classNames(
      'images',
      node.childCount > 1 && 'gallery',
      aligned,
      fullWidth === true && 'full',
      withFrame === true && 'framed',
    );
    return ['div', { class: className }, 0];
  },
});

const captioned = blocksOfShape('captioned').map((type) =>
  Node.create({
    name: blockName(type),
    ...(isFlowBlock(type) && { group: 'block' }),
    content: 'caption?',
    draggable: true,
    isolating: true,
    addAttributes: () => blockFields('hasFragments'),
    renderHTML: () => ['figure', { class: type }, 0],
    addNodeView: () => captionedView,
  }),
);

const caption = Node.create({
  name: 'caption',
  content: 'paragraph+',
  isolating: true,
  addAttributes: () => carried('fields'),
  renderHTML: () => ['figcaption', 0],
});

/** Images, files and embeds, which may have a caption. */
export const pictureBlocks = [images, ...captioned, caption];
