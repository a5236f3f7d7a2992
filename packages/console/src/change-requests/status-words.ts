import type { StatusChange } from './queries.ts';

type Status = StatusChange['status'];

const WORDS: Readonly<Record<Status, string>> = {
  draft: 'turned it into a draft',
  open: 'opened it for review',
  merged: 'merged it',
  archived: 'archived it',
};

/** The new status of a change request, in words after the name of the person. */
export interface StatusSentence {
  readonly id: string;
  readonly status: Status;
  readonly who: string;
  readonly words: string;
  readonly at: string;
}

/** The changes of status in words, oldest first; the list of the API has the newest first. */
export const statusChangesInWords = (
  changes: readonly Pick<StatusChange, 'id' | 'status' | 'changedBy' | 'changedAt'>[],
): readonly StatusSentence[] =>
  changes.toReversed().map(({ id, status, changedBy, changedAt }, at, all) => ({
    id,
    status,
    who: changedBy.displayName,
    words: status === 'open' && all[at - 1]?.status === 'archived' ? 'reopened it' : WORDS[status],
    at: changedAt,
  }));
