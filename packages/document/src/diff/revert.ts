import type { Block, Document, Fragment, Node } from '../document.ts';
import { type BlockDiff, diffDocuments } from './document.ts';

type Key = Block['key'];

const keysIn = (node: Node | Fragment, found: Set<Key>): void => {
  if (node.object === 'text') return;
  const { key, nodes = [], fragments = [] } = node as Block;
  if (key !== undefined) found.add(key);
  for (const inner of [...nodes, ...fragments]) keysIn(inner, found);
};

/**
 * Reverts the changes of blocks with the given keys: added ones are removed, removed ones restored, and changed and moved ones
 * put back. Returns keys that are in neither document as `unknown`.
 */
export const revertBlocks = (
  before: Document,
  now: Document,
  keys: readonly string[],
): { readonly document: Document; readonly unknown: readonly string[] } => {
  const wanted = new Set<Key>(keys);
  const known = new Set<Key>();
  for (const block of [...before.nodes, ...now.nodes]) keysIn(block, known);

  const reverted = (diffs: readonly BlockDiff[]): Block[] =>
    diffs.flatMap((diff): Block[] => {
      if (diff.kind !== 'changed') {
        const isReverted = diff.kind !== 'same' && wanted.has(diff.block.key);
        return (diff.kind === 'removed') === isReverted ? [diff.block] : [];
      }
      if (wanted.has(diff.before.key) || wanted.has(diff.after.key)) return [diff.before];
      return [inside(diff)];
    });

  // The rows of a table have no keys: it is reverted as a whole.
  const inside = ({ after, blocks, fragments }: Extract<BlockDiff, { kind: 'changed' }>): Block =>
    after.type === 'table'
      ? after
      : ({
          ...after,
          ...(blocks && { nodes: reverted(blocks) }),
          ...(fragments && {
            fragments: after.fragments?.map((fragment) => {
              const diff = fragments[fragment.fragment ?? fragment.type ?? ''];
              return diff ? { ...fragment, nodes: reverted(diff) } : fragment;
            }),
          }),
        } as Block);

  return {
    document: { ...now, nodes: reverted(diffDocuments(before, now)) },
    unknown: keys.filter((key) => !known.has(key)),
  };
};
