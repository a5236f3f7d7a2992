import { policy } from '../../kernel/auth/policy.ts';
import { type ContentSubject, spaceActions } from '../access/index.ts';
import type { PublishedPlace, SpaceRow } from './spaces.store.ts';

/** A space as the caller meets it. */
export type SpaceSubject = ContentSubject & SpaceRow & { readonly published_place: PublishedPlace | null };

/** How open a space is, as the API says it. */
export const visibilityOf = (space: SpaceSubject) =>
  space.visibility === 'private' && space.parent_id && space.inherits ? 'in-collection' : space.visibility;

/** What may be done with a space. */
export const spacePolicy = policy<SpaceSubject>()('space', spaceActions);

/** What may be done with a space that may lie in the trash: whoever administered it can bring it back. */
export const trashedSpacePolicy = policy<SpaceSubject>()('space', {
  view: (space) => space.role !== null && (space.deleted_at === null || spaceActions.admin(space)),
  restore: spaceActions.admin,
});
