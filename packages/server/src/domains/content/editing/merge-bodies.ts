import { hashText, type MergeBodies } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';

/**
 * Merges bodies block by block; merged texts are written by `store`, once the merge succeeds. With `takesPrimary`, conflicts
 * are resolved in favor of the primary side.
 */
export const createBodyMerger = (
  { markdown, revisions }: Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService },
  tx: DatabaseTransaction,
  organizationId: string,
  primary: 'ours' | 'theirs',
  { takesPrimary = false }: { readonly takesPrimary?: boolean } = {},
) => {
  const mergedTexts = new Map<string, string>();
  const read = (body: string | undefined) => revisions.markdownOf(organizationId, body, tx);
  const merge: MergeBodies = async (base, ours, theirs) => {
    const [main, change] = primary === 'ours' ? [ours, theirs] : [theirs, ours];
    const texts = [await read(base), await read(main), await read(change)] as const;
    const merged = takesPrimary
      ? { markdown: await markdown.mergeTakingPrimary(...texts), conflicts: 0 }
      : await markdown.merge(...texts);
    const body = merged.markdown === '' ? undefined : hashText(merged.markdown);
    if (body) mergedTexts.set(body, merged.markdown);
    return { body, hasConflicts: merged.conflicts > 0 };
  };
  const store = async () => {
    for (const text of mergedTexts.values()) await revisions.putBody(tx, organizationId, text);
  };
  return { merge, store };
};
