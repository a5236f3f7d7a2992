import type { Change, Customization } from '../draft.ts';

/** What every group of settings gets: the draft, and how to change it. */
export interface GroupProps {
  readonly settings: Customization;
  /** Whether the settings are those of one space, which cannot have all of its own. */
  readonly isOfSpace?: boolean;
  readonly change: Change;
}
