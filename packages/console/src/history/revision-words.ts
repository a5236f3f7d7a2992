import type { ItemOf } from '../api/operations.ts';
import { titlesInWords } from '../home/changed-pages.ts';

/** A revision without its content. */
export type RevisionSummary = ItemOf<'/spaces/{spaceId}/revisions'>;

const NAMES: Readonly<Record<RevisionSummary['type'], string>> = {
  edits: 'Edited the space',
  merge: 'Merged a change request',
  rollback: 'Rolled the space back',
  update: 'Updated from the space',
  computed: 'Updated computed pages',
};

/** The pages that a revision changed, in words; empty if there are none. */
export const pagesInWords = ({ changedPages }: Pick<RevisionSummary, 'changedPages'>): string =>
  changedPages ? titlesInWords(changedPages.items, changedPages.count) : '';

/** What a revision did, in words. */
export const revisionInWords = (revision: RevisionSummary): string => {
  const { type, message, mergedFrom, parents } = revision;
  if (type === 'merge' && mergedFrom) return `Merged #${mergedFrom.number} ${mergedFrom.subject}`.trim();
  if (message) return message.split('\n', 1)[0]!;
  if (type === 'edits' && parents.length === 0) return 'Created the space';
  const pages = pagesInWords(revision);
  return type === 'edits' && pages !== '' ? `Edited ${pages}` : NAMES[type];
};
