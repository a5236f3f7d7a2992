import { BLOCKS, type BlockType } from '../node-types.ts';

/**
 * The structure of a block in the editor:
 * - `line`: text and inlines
 * - `flow`: any blocks
 * - `items`: blocks of given types only
 * - `code`: one text, whose lines are the lines of code
 * - `captioned`: nothing but a caption
 * - `expandable`: a title and a body
 * - `table`: rows and cells
 * - `atom`: a block without editable content, which carries its node unchanged
 * - `part`: only inside of another block, which converts it
 */
export type Shape =
  | 'line'
  | 'flow'
  | 'items'
  | 'code'
  | 'captioned'
  | 'expandable'
  | 'table'
  | 'atom'
  | 'part';

/** The structure of a type of block in the editor. */
export const shapeOf = (type: BlockType): Shape => {
  const { holds, fragments, isReadOnly } = BLOCKS[type];
  if (type === 'code-line' || isReadOnly) return 'part';
  if (type === 'code') return 'code';
  if (holds === 'inlines') return 'line';
  if (holds === 'blocks') return 'flow';
  if (holds !== 'nothing') return 'items';
  if (fragments === 'cells') return 'table';
  if (fragments?.includes('caption')) return 'captioned';
  return fragments?.includes('expandable-title') ? 'expandable' : 'atom';
};

/** The types of blocks that only occur inside of certain others. */
const itemTypes: ReadonlySet<BlockType> = new Set(
  (Object.keys(BLOCKS) as BlockType[]).flatMap((type) => {
    const { holds } = BLOCKS[type];
    // A code block is the content of a prompt, and a block of its own too.
    return Array.isArray(holds) ? (holds as BlockType[]).filter((item) => item !== 'code') : [];
  }),
);

/** Whether a type of block may be anywhere in a document. */
export const isFlowBlock = (type: BlockType): boolean => !itemTypes.has(type) && shapeOf(type) !== 'part';

/** The types of blocks with this structure. */
export const blocksOfShape = (shape: Shape): readonly BlockType[] =>
  (Object.keys(BLOCKS) as BlockType[]).filter((type) => shapeOf(type) === shape);
