import { readPages, type SnapshotView } from '@lectern/document';
import type { Change } from './editing.contract.ts';

/** The message of a revision that only restores pages: its changes do not tell it from other edits. */
export const restoreMessage = async (
  changes: readonly Change[],
  after: SnapshotView,
): Promise<string | undefined> => {
  const restored = changes.flatMap((change) =>
    change.operation === 'revert_page' && !change.block ? change.page : [],
  );
  if (restored.length < changes.length) return undefined;
  const titles = [...(await readPages(after, restored)).values()].map(({ title }) => title);
  const [first, ...more] = titles;
  if (first === undefined) return undefined;
  return more.length === 0 ? `Restored ${first}` : `Restored ${first} and ${more.length} more`;
};
