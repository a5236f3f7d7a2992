import { hashText, type MergeBodies } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';

/** Merges bodies block by block; merged texts are written by `store`, once the merge succeeds. */
export const createBodyMerger = (
  { markdown, revisions }: Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService },
  tx: DatabaseTransaction,
  organizationId: string,
  primary: 'ours' | 'theirs',
) => {
  const mergedTexts = new Map<string, string>();
  const read = (body: string | undefined) => revisions.markdownOf(organizationId, body, tx);
  const merge: MergeBodies = async (base, ours, theirs) => {
    const [main, change] = primary === 'ours' ? [ours, theirs] : [theirs, ours];
    const merged = await markdown.merge(await read(base), await read(main), await read(change));
    const body = merged.markdown === '' ? undefined : hashText(merged.markdown);
    if (body) mergedTexts.set(body, merged.markdown);
    return { body, hasConflicts: merged.conflicts > 0 };
  };
  const store = async () => {
    for (const text of mergedTexts.values()) await revisions.putBody(tx, organizationId, text);
  };
  return { merge, store };
};
