import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { spaceActions } from '../access/index.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { ChangeRequestRow } from './change-requests.store.ts';

/** A change request, with its space, as the caller meets it. */
export interface ChangeRequestSubject extends ChangeRequestRow {
  readonly space: SpaceSubject;
  readonly isAuthor: boolean;
  /** Whether the caller was asked to review it. */
  readonly is_requested: boolean;
}

const can = spacePolicy.can;

/** Whether somebody with this role on the space may review once they are asked to. */
export const canBeRequestedAsReviewer = (role: Role | null): boolean =>
  spaceActions.comment({ role, deleted_at: null });

/** Whoever sees the space sees its change requests; authors keep the word over theirs while they may still comment. */
export const changeRequestPolicy = policy<ChangeRequestSubject>()('change request', {
  view: ({ space }) => spaceActions.view(space),
  comment: ({ space }) => can.comment(space),
  edit: ({ space, isAuthor }) => can.edit(space) || (isAuthor && can.comment(space)),
  review: ({ space, is_requested }) => can.review(space) || (is_requested && can.comment(space)),
  merge: ({ space }) => can.merge(space),
});
