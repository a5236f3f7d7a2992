import type { SpaceSubject } from './spaces.store.ts';

/** The visibility of a space in the API. */
export const visibilityOf = (space: SpaceSubject) =>
  space.visibility === 'private' && space.parent_id && space.inherits ? 'in-collection' : space.visibility;
