import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaExtensions } from '../schema/schema.ts';
import { GROUP_SIZE, type GroupedBlocks, groupBlocks } from './block-groups.ts';

const schema = getSchema(schemaExtensions);
const line = (text: string): Node => schema.node('paragraph', null, schema.text(text));
const heading = (text: string): Node => schema.node('heading1', null, schema.text(text));
const lines = (count: number): Node[] => Array.from({ length: count }, (_, at) => line(`${at}`));

/** The numbers of blocks of the groups in their order. */
const sizes = ({ drawn }: GroupedBlocks): number[] => {
  const counts: number[] = [];
  for (const [at, { marks }] of drawn.entries())
    if (at > 0 && marks === drawn[at - 1]!.marks) counts[counts.length - 1]!++;
    else counts.push(1);
  return counts;
};

/** How many blocks are drawn again. */
const redrawn = (before: GroupedBlocks, { drawn }: GroupedBlocks): number =>
  drawn.filter((block) => !before.drawn.includes(block)).length;

describe('groups of blocks', () => {
  const blocks = lines(4 * GROUP_SIZE);
  const start = groupBlocks(blocks);

  test('new groups have the same size', () => {
    expect(sizes(start)).toEqual([GROUP_SIZE, GROUP_SIZE, GROUP_SIZE, GROUP_SIZE]);
    expect(start.drawn.every((block, at) => block.mark([]).eq(blocks[at]!))).toBe(true);
  });

  test('an edited block stays in its group, also the first and the last one', () => {
    for (const at of [0, GROUP_SIZE - 1, GROUP_SIZE, GROUP_SIZE + 7, blocks.length - 1]) {
      const next = groupBlocks(blocks.with(at, line('edited')), start);
      expect(next.drawn[at]!.marks).toBe(start.drawn[at]!.marks);
      expect(redrawn(start, next)).toBe(1);
    }
  });

  test('a block that is divided, joined, added or deleted leaves the others as they are', () => {
    for (const at of [0, GROUP_SIZE - 1, GROUP_SIZE, blocks.length - 1]) {
      expect(redrawn(start, groupBlocks(blocks.toSpliced(at, 1, line('a'), line('b')), start))).toBe(2);
      expect(redrawn(start, groupBlocks(blocks.toSpliced(at, 2, line('ab')), start))).toBe(1);
      expect(redrawn(start, groupBlocks(blocks.toSpliced(at, 0, line('new')), start))).toBe(1);
      expect(redrawn(start, groupBlocks(blocks.toSpliced(at, 1), start))).toBe(0);
    }
    expect(redrawn(start, groupBlocks([...blocks, line('end')], start))).toBe(1);
  });

  test('a heading is in the group of the block before it', () => {
    const edited = groupBlocks(blocks.with(GROUP_SIZE, heading('Title')), start);
    expect(sizes(edited)).toEqual([GROUP_SIZE + 1, GROUP_SIZE - 1, GROUP_SIZE, GROUP_SIZE]);
    expect(redrawn(start, edited)).toBe(1);
    const many = blocks.map((block, at) => (at % 10 === 0 ? heading(`${at}`) : block));
    const tops = groupBlocks(many).drawn.filter(({ marks }, at, all) => marks !== all[at - 1]?.marks);
    expect(tops.slice(1).map(({ type }) => type.name)).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });

  test('a group that grows too large is divided', () => {
    const more = blocks.toSpliced(GROUP_SIZE + 3, 0, ...lines(3 * GROUP_SIZE));
    const next = groupBlocks(more, start);
    expect(sizes(next)).toEqual(Array.from({ length: 7 }, () => GROUP_SIZE));
    expect(next.drawn.slice(0, GROUP_SIZE)).toEqual(start.drawn.slice(0, GROUP_SIZE));
  });

  test('after any edits, every block is in one group of neighbours', () => {
    const edit = fc.record({
      at: fc.nat(),
      deleted: fc.nat(3 * GROUP_SIZE),
      added: fc.array(fc.constantFrom('line', 'heading'), { maxLength: 3 * GROUP_SIZE }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        let grouped = start;
        for (const { at, deleted, added } of edits) {
          const made = added.map((kind) => (kind === 'line' ? line('new') : heading('new')));
          const next = grouped.blocks.toSpliced(at % (grouped.blocks.length + 1), deleted, ...made);
          grouped = groupBlocks(next, grouped);
          expect(grouped.blocks).toBe(next);
          expect(grouped.drawn.length).toBe(next.length);
          expect(grouped.drawn.every((block, index) => block.content === next[index]!.content)).toBe(true);
          expect(sizes(grouped).length).toBe(new Set(grouped.drawn.map(({ marks }) => marks)).size);
        }
      }),
      { numRuns: 50 },
    );
  });
});
