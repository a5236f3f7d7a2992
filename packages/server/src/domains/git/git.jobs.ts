import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { SYNC } from './git.service.ts';
import type { SpaceKey } from './git.store.ts';
import { type OperationsService, SILENT_MS } from './operations.service.ts';

/** Imports and exports in the background. */
export const gitJobs = (operations: OperationsService): JobDefinition[] => [
  {
    name: SYNC,
    concurrency: 2,
    expireInSeconds: 3600,
    run: (data) => operations.run(data as unknown as SpaceKey),
  },
  {
    name: 'git.resume',
    cron: '* * * * *',
    // At once, and when one that was killed just before the start has said nothing for long enough.
    afterStart: [0, SILENT_MS / 1000 + 1],
    run: () => operations.resume(),
  },
  { name: 'git.remove-old', cron: '27 4 * * *', run: () => operations.removeOld() },
];
