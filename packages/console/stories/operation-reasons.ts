import type { Reasons } from './operation-places.ts';

/** Why no screen of the console calls these operations. */
export const REASONS: Reasons = {};
