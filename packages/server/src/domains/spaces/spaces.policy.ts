import { policy } from '../../kernel/auth/policy.ts';
import { type ContentSubject, spaceActions } from '../access/index.ts';
import type { PublishedPlace, SpaceRow } from './spaces.store.ts';

/** A space with the caller's role. */
export type SpaceSubject = ContentSubject & SpaceRow & { readonly published_place: PublishedPlace | null };

/** The visibility of a space in the API. */
export const visibilityOf = (space: SpaceSubject) =>
  space.visibility === 'private' && space.parent_id && space.inherits ? 'in-collection' : space.visibility;

/** Who may do what with a space. */
export const spacePolicy = policy<SpaceSubject>()('space', spaceActions);

/** Who may do what with a deleted space: its administrators may restore it. */
export const trashedSpacePolicy = policy<SpaceSubject>()('space', {
  view: (space) => space.role !== null && (space.deleted_at === null || spaceActions.admin(space)),
  restore: spaceActions.admin,
});
