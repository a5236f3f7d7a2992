import type { ItemOf } from '../api/operations.ts';

/** A revision without its content. */
export type RevisionSummary = ItemOf<'/spaces/{spaceId}/revisions'>;

const NAMES: Readonly<Record<RevisionSummary['type'], string>> = {
  edits: 'Edited the space',
  merge: 'Merged a change request',
  rollback: 'Rolled the space back',
  update: 'Updated from the space',
  computed: 'Updated computed pages',
};

/** What a revision did, in words. */
export const revisionInWords = ({ type, message, mergedFrom }: RevisionSummary): string => {
  if (type === 'merge' && mergedFrom) return `Merged #${mergedFrom.number} ${mergedFrom.subject}`.trim();
  return message?.split('\n', 1)[0] || NAMES[type];
};
