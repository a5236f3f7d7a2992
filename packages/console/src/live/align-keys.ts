import type { Block, Document, Node } from '@lectern/document';
import { matchSequences } from '../../../document/src/diff/sequence.ts';

const blocksIn = (nodes: readonly Node[] = []): readonly Block[] =>
  nodes.flatMap((node) =>
    node.object === 'block'
      ? [
          node,
          ...blocksIn(node.nodes as readonly Node[]),
          ...(node.fragments ?? []).flatMap((fragment) => blocksIn(fragment.nodes as readonly Node[])),
        ]
      : [],
  );

const textOf = (node: Node): string =>
  node.object === 'text'
    ? node.leaves.map(({ text }) => text).join('')
    : ((node.nodes ?? []) as readonly Node[]).map(textOf).join('');

/** The keys of blocks in a version of a page, by those in another version: of blocks with the same text, and of those between them. */
export const alignKeys = (before: Document, after: Document): Map<string, string> => {
  const [old, made] = [blocksIn(before.nodes as readonly Node[]), blocksIn(after.nodes as readonly Node[])];
  const numbers = new Map<string, number>();
  const numberOf = (block: Block): number => {
    const text = `${block.type} ${textOf(block)}`;
    numbers.set(text, numbers.get(text) ?? numbers.size);
    return numbers.get(text)!;
  };
  const keys = new Map<string, string>();
  const pair = (x: number, y: number) => {
    const [from, to] = [old[x]?.key, made[y]?.key];
    if (from !== undefined && to !== undefined) keys.set(from, to);
  };
  let [x, y] = [0, 0];
  const matches = matchSequences(old.map(numberOf), made.map(numberOf));
  for (const [toX, toY] of [...matches, [old.length, made.length] as const]) {
    while (x < toX && y < toY) pair(x++, y++);
    pair(toX, toY);
    [x, y] = [toX + 1, toY + 1];
  }
  return keys;
};
