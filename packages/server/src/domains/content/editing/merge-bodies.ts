import { hashText, type MergeBodies } from '@lectern/document';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { PromiseCache } from '../../../kernel/promise-cache.ts';
import type { RevisionsService } from '../../revisions/index.ts';

/** A merged body, and the number of its conflicts. */
export type MergedBody = Awaited<ReturnType<Kernel['markdown']['merge']>>;

interface Dependencies extends Pick<Kernel, 'markdown'> {
  readonly revisions: RevisionsService;
  /** Merges that were made before, by the ids of the base, the primary side and the change. */
  readonly merges?: PromiseCache<MergedBody>;
}

/**
 * Merges bodies block by block; merged texts are written by `store`, once the merge succeeds. With `takesPrimary`, conflicts
 * are resolved in favor of the primary side.
 */
export const createBodyMerger = (
  { markdown, revisions, merges }: Dependencies,
  executor: Database,
  organizationId: string,
  primary: 'ours' | 'theirs',
  { takesPrimary = false }: { readonly takesPrimary?: boolean } = {},
) => {
  const mergedTexts = new Map<string, string>();
  const read = (body: string | undefined) => revisions.markdownOf(organizationId, body, executor);
  const merge: MergeBodies = async (base, ours, theirs) => {
    const [main, change] = primary === 'ours' ? [ours, theirs] : [theirs, ours];
    const mergeTexts = async (): Promise<MergedBody> => {
      const texts = [await read(base), await read(main), await read(change)] as const;
      return takesPrimary
        ? { markdown: await markdown.mergeTakingPrimary(...texts), conflicts: 0 }
        : markdown.merge(...texts);
    };
    const merged = await (merges?.get([base, main, change].join(' '), mergeTexts) ?? mergeTexts());
    const body = merged.markdown === '' ? undefined : hashText(merged.markdown);
    if (body) mergedTexts.set(body, merged.markdown);
    return { body, hasConflicts: merged.conflicts > 0 };
  };
  const store = async (tx: DatabaseTransaction) => {
    for (const text of mergedTexts.values()) await revisions.putBody(tx, organizationId, text);
  };
  return { merge, store };
};
