import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { WRITE } from './agent-tasks.service.ts';
import type { WritingService } from './writing/writing.service.ts';

// After this time without a heartbeat another process takes over.
const LEASE_SECONDS = 20;

/** Jobs that write the change requests of started tasks. */
export const agentTasksJobs = (writing: WritingService): JobDefinition[] => [
  queuedJob(WRITE, {
    concurrency: 2,
    leaseSeconds: LEASE_SECONDS,
    run: writing.run,
  }),
];
