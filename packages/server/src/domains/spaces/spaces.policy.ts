import { policy } from '../../kernel/auth/policy.ts';
import { spaceActions } from '../access/index.ts';
import type { SpaceSubject } from './spaces.store.ts';

/** Who may do what with a space. */
export const spacePolicy = policy<SpaceSubject>()('space', spaceActions);

/** Who may do what with a deleted space: its administrators may restore it. */
export const trashedSpacePolicy = policy<SpaceSubject>()('space', {
  view: (space) => space.role !== null && (space.deleted_at === null || spaceActions.admin(space)),
  restore: spaceActions.admin,
});
