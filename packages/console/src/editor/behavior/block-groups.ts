import { type Mark, type Node, Schema } from '@tiptap/pm/model';

/** The class of the element of a group. */
export const GROUP_CLASS = 'block-group';

/** The number of blocks of a new group. */
export const GROUP_SIZE = 50;

// A group that grows over it is divided.
const LARGEST_GROUP = 2 * GROUP_SIZE;

/** The element of a group. Its classes belong to the view, not to the text. */
const drawGroup = () => {
  const dom = document.createElement('div');
  dom.className = GROUP_CLASS;
  return { dom, contentDOM: dom, ignoreMutation: ({ type }: MutationRecord) => type === 'attributes' };
};

// A schema of its own: groups are never in a document.
const { blockGroup } = new Schema({
  nodes: { doc: { content: 'text*' }, text: {} },
  marks: { blockGroup: { attrs: { id: {} }, toDOM: drawGroup, reparseInView: true } },
}).marks;

const newGroup = (): readonly Mark[] => [blockGroup!.create({ id: Symbol('group') })];

/** The blocks of a document, and the same blocks as they are drawn: with the mark of their group. */
export interface GroupedBlocks {
  readonly blocks: readonly Node[];
  readonly drawn: readonly Node[];
}

// The space above a heading and the one below the block before it are one only in the same group.
const isTied = ({ type: { name } }: Node): boolean => name.startsWith('heading');

const sharedStart = (one: readonly Node[], other: readonly Node[]): number => {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
};

const sharedEnd = (one: readonly Node[], other: readonly Node[], start: number): number => {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
};

/** Which of the former blocks the group of each block comes from: changed and new ones stay in the groups of what they replace. */
const formerBlocks = (blocks: readonly Node[], before: readonly Node[]): readonly number[] => {
  const start = sharedStart(blocks, before);
  const end = sharedEnd(blocks, before, start);
  const last = Math.max(before.length - end - 1, 0);
  return blocks.map((_, at) =>
    at >= blocks.length - end ? at - blocks.length + before.length : Math.min(at, last),
  );
};

/**
 * Divides blocks into groups of neighbours. Blocks keep the groups that they had, so that an edit draws again what it changed and
 * nothing else.
 */
export const groupBlocks = (
  blocks: readonly Node[],
  before: GroupedBlocks = { blocks: [], drawn: [] },
): GroupedBlocks => {
  const former = formerBlocks(blocks, before.blocks);
  const formerGroup = (at: number) => before.drawn[former[at]!]?.marks;
  const sizes = new Map<readonly Mark[] | undefined, number>();
  for (const at of blocks.keys()) sizes.set(formerGroup(at), (sizes.get(formerGroup(at)) ?? 0) + 1);
  const isTooLarge = (group: readonly Mark[] | undefined): boolean =>
    group === undefined || sizes.get(group)! > LARGEST_GROUP;
  const drawn: Node[] = [];
  let wanted: readonly Mark[] | undefined;
  let group: readonly Mark[] | undefined;
  let size = 0;
  for (const [at, block] of blocks.entries()) {
    const own = formerGroup(at);
    const isFull = isTooLarge(own) && size >= GROUP_SIZE;
    if (!group || ((own !== wanted || isFull) && !isTied(block))) {
      group = own === wanted ? newGroup() : (own ?? newGroup());
      wanted = own;
      size = 0;
    }
    size++;
    const same = before.drawn[former[at]!];
    const isSame = same?.marks === group && before.blocks[former[at]!] === block;
    drawn.push(isSame ? same : block.mark(group));
  }
  return { blocks, drawn };
};
