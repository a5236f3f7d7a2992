import { policy } from '../../kernel/auth/policy.ts';
import type { UserRow } from './identity.store.ts';

/** A user as the caller meets them. */
export interface UserSubject extends UserRow {
  readonly isCaller: boolean;
  /** Whether the caller is a member, not only a guest, of an organization of this user. */
  readonly isColleague: boolean;
}

/** Who may see and change a user. */
export const userPolicy = policy<UserSubject>()('user', {
  view: (user) => user.isCaller || user.isColleague,
  edit: (user) => user.isCaller,
});
