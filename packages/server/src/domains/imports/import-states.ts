/** The states of an import, in order; the last three are final. */
export const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

/** The stages of a running import. */
export const STAGES = ['fetch', 'convert', 'write'] as const;
