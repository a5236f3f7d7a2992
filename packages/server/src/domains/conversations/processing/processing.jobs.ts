import { type JobDefinition, queuedJob } from '../../../kernel/jobs/jobs.ts';
import { PROCESS } from '../conversations.service.ts';
import { CONSOLIDATE, type ProcessingService } from './processing.service.ts';

// After this time without a heartbeat another process takes over.
const LEASE_SECONDS = 20;

/** Jobs that extract issues, cluster them, and process conversations that failed jobs missed. */
export const processingJobs = (processing: ProcessingService): JobDefinition[] => [
  queuedJob(PROCESS, {
    // A run ends by itself long before.
    expireInSeconds: 300,
    leaseSeconds: LEASE_SECONDS,
    run: ({ organizationId }) => processing.process(organizationId),
  }),
  queuedJob(CONSOLIDATE, {
    leaseSeconds: LEASE_SECONDS,
    run: ({ organizationId, version }) => processing.consolidate(organizationId, version),
  }),
  { name: 'conversations.process-missed', cron: '*/15 * * * *', run: () => processing.processMissed() },
];
