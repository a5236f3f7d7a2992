import { policy } from '../../kernel/auth/policy.ts';
import type { UserRow } from './identity.store.ts';

/** A user with the relation of the caller. */
export interface UserSubject extends UserRow {
  readonly isCaller: boolean;
  /** Whether the caller is a member (not a guest) of an organization of this user. */
  readonly isColleague: boolean;
}

/** Permissions on users. */
export const userPolicy = policy<UserSubject>()('user', {
  view: (user) => user.isCaller || user.isColleague,
  edit: (user) => user.isCaller,
});
