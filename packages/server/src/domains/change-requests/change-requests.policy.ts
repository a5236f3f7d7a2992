import { policy } from '../../kernel/auth/policy.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { spaceActions } from '../access/index.ts';
import { type SpaceSubject, spacePolicy } from '../spaces/index.ts';
import type { ChangeRequestRow } from './change-requests.store.ts';

/** A change request with its space and the caller's role. */
export interface ChangeRequestSubject extends ChangeRequestRow {
  readonly space: SpaceSubject;
  readonly isAuthor: boolean;
  /** Whether the caller is a requested reviewer. */
  readonly is_requested: boolean;
}

const can = spacePolicy.can;

/** Whether a user with this role on the space can be requested as a reviewer. */
export const canBeRequestedAsReviewer = (role: Role | null): boolean =>
  spaceActions.comment({ role, deleted_at: null });

/** Who may merge: the role `review` or higher on the space; merging/merge-rules.ts adds the rules of the space. */
const mayMerge = ({ space }: ChangeRequestSubject): boolean => can.merge(space);

/** Who may do what with a change request; authors may edit theirs as long as they may comment. */
export const changeRequestPolicy = policy<ChangeRequestSubject>()('change request', {
  view: ({ space }) => spaceActions.view(space),
  comment: ({ space }) => can.comment(space),
  edit: ({ space, isAuthor }) => can.edit(space) || (isAuthor && can.comment(space)),
  review: ({ space, is_requested }) => can.review(space) || (is_requested && can.comment(space)),
  merge: mayMerge,
});
