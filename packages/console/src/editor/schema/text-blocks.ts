import { Node } from '@tiptap/core';
import { blockName } from '../../../../document/src/editor/names.ts';
import { blocksOfShape } from '../../../../document/src/editor/shapes.ts';
import { BLOCKS } from '../../../../document/src/node-types.ts';
import { blockFields, carried, dataOf } from './attributes.ts';
import { classNames } from './dom.ts';

const alignments: Readonly<Record<string, string>> = {
  center: 'align-center',
  end: 'align-right',
  right: 'align-right',
};

const alignment = (data: Readonly<Record<string, unknown>>): string | undefined =>
  typeof data.align === 'string' ? alignments[data.align] : undefined;

const paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    ...blockFields(),
    isFiller: { ...carried('isFiller').isFiller, keepOnSplit: false },
  }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ node }) => ['p', { class: alignment(dataOf(node)) }, 0],
});

const headings = blocksOfShape('line')
  .filter((type) => BLOCKS[type].headingLevel !== undefined)
  .map((type) => {
    // The title of the page is the only `h1`.
    const tag = `h${BLOCKS[type].headingLevel! + 1}`;
    return Node.create({
      name: blockName(type),
      group: 'block',
      content: 'inline*',
      defining: true,
      addAttributes: () => blockFields(),
      parseHTML: () => [{ tag }],
      renderHTML: ({ node }) => [tag, { class: classNames('heading', alignment(dataOf(node))) }, 0],
    });
  });

/** Paragraphs and headings. The paragraph is first: it is what an empty container is filled with. */
export const textBlocks = [paragraph, ...headings];
