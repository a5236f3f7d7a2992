/** The states of an import, in order; the last three are final. */
export const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

/** The stages of a running import. */
export const STAGES = ['fetch', 'convert', 'write'] as const;

/** The state of an import. */
export type ImportStatus = (typeof STATUSES)[number];

/** The stage of a running import, and how much of it is done. */
export interface Progress {
  readonly stage: (typeof STAGES)[number];
  readonly done: number;
  readonly total: number;
}
