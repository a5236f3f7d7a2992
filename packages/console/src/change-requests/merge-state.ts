import { listOfNames, type MergeStatus, type Verdicts } from './merge-rules.ts';
import type { ChangeRequest } from './queries.ts';

/** What stands between a change request and its merge. */
export type MergeState = 'draft' | 'blocked' | 'objected' | 'ready';

/** The state of a change request before its merge: a draft stays a draft even if nothing else is missing. */
export const mergeState = (
  request: Pick<ChangeRequest, 'status'>,
  { conflicts, rules }: Pick<MergeStatus, 'conflicts' | 'rules'>,
  { objecting }: Verdicts,
): MergeState => {
  if (request.status === 'draft') return 'draft';
  if (conflicts !== 'none' || rules.some(({ isMet }) => !isMet)) return 'blocked';
  return objecting.length > 0 ? 'objected' : 'ready';
};

/** The heading of the merge box. */
export const STATE_TITLES: Readonly<Record<MergeState, string>> = {
  draft: 'Draft',
  blocked: 'Not ready to merge',
  objected: 'Changes requested',
  ready: 'Ready to merge',
};

/** Says whose request for changes a merge passes over, such as “You and Ben requested changes”. */
export const objectionsInWords = (
  { objecting }: Verdicts,
  userId: string,
  nameOf: (userId: string) => string,
): string | undefined => {
  const own = objecting.includes(userId);
  const names = [...(own ? ['You'] : []), ...objecting.filter((id) => id !== userId).map(nameOf)];
  return names.length === 0 ? undefined : `${listOfNames(names)} requested changes`;
};
