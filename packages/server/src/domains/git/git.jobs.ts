import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { ConnectionsService } from './connections/connections.service.ts';
import { SYNC } from './git.service.ts';
import { type OperationsService, STALE_MS } from './operations.service.ts';

/** Jobs that run queued operations, restart those of processes that have ended, and export changed spaces. */
export const gitJobs = (
  operations: OperationsService,
  connections: Pick<ConnectionsService, 'exportChanged'>,
): JobDefinition[] => [
  queuedJob(SYNC, {
    concurrency: 2,
    expireInSeconds: 3600,
    run: operations.run,
  }),
  {
    name: 'git.resume',
    cron: '* * * * *',
    // At once, and when an operation of a process that was killed just before the start is stale.
    afterStart: [0, STALE_MS / 1000 + 1],
    run: () => operations.resume(),
  },
  { name: 'git.export-changed', cron: '* * * * *', run: () => connections.exportChanged() },
  { name: 'git.remove-old', cron: '27 4 * * *', run: () => operations.deleteOld() },
];
