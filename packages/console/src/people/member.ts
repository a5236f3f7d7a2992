import type { ItemOf } from '../api/operations.ts';

/** A member of an organization in a list. */
export type Member = ItemOf<'/orgs/{organizationId}/members'>;
