import type { JobDefinition } from '../../../kernel/jobs/jobs.ts';
import { PROCESS } from '../conversations.service.ts';
import { CONSOLIDATE, type ProcessingService } from './processing.service.ts';

// Who says nothing for so long is gone, and another goes on.
const LEASE_SECONDS = 20;

/** Finding issues, keeping clusters in order, and looking for what was left. */
export const processingJobs = (processing: ProcessingService): JobDefinition[] => [
  {
    name: PROCESS,
    // A run ends by itself long before.
    expireInSeconds: 300,
    leaseSeconds: LEASE_SECONDS,
    run: ({ organizationId }) => processing.process(String(organizationId)),
  },
  {
    name: CONSOLIDATE,
    leaseSeconds: LEASE_SECONDS,
    run: ({ organizationId, version }) => processing.consolidate(String(organizationId), Number(version)),
  },
  { name: 'conversations.leftovers', cron: '*/15 * * * *', run: () => processing.processLeftovers() },
];
