import { type JobDefinition, jobName, queuedJob } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GarbageCollectionService } from './garbage-collection/garbage-collection.service.ts';

const COLLECT = jobName<{ organizationId: string }>('revisions.collect-garbage');
const BATCH_SIZE = 1000;

/** Garbage collection: once a day, one job per organization. */
export const revisionsJobs = (
  garbageCollection: GarbageCollectionService,
  { jobs, transaction }: Pick<Kernel, 'jobs' | 'transaction'>,
): JobDefinition[] => [
  {
    name: 'revisions.schedule-garbage-collection',
    cron: '41 3 * * *',
    run: async () => {
      for (let after = ''; ; ) {
        const organizations = await garbageCollection.organizations(after, BATCH_SIZE);
        await transaction(async (tx) => {
          for (const organizationId of organizations) await jobs.enqueue(tx, COLLECT, { organizationId });
        });
        if (organizations.length < BATCH_SIZE) return;
        after = organizations.at(-1)!;
      }
    },
  },
  queuedJob(COLLECT, {
    // The next day's run retries.
    retryLimit: 1,
    run: async ({ organizationId }) => {
      await garbageCollection.collect(organizationId);
    },
  }),
];
