import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GarbageCollectionService } from './garbage-collection/garbage-collection.service.ts';

const REMOVE = 'revisions.remove-leftovers';
const PLANNED_AT_ONCE = 1000;

/** Removing what nothing refers to: once a day, one organization after the other. */
export const revisionsJobs = (
  garbageCollection: GarbageCollectionService,
  { jobs, transaction }: Pick<Kernel, 'jobs' | 'transaction'>,
): JobDefinition[] => [
  {
    name: 'revisions.plan-removal',
    cron: '41 3 * * *',
    run: async () => {
      for (let after = ''; ; ) {
        const organizations = await garbageCollection.organizations(after, PLANNED_AT_ONCE);
        await transaction(async (tx) => {
          for (const organizationId of organizations) await jobs.enqueue(tx, REMOVE, { organizationId });
        });
        if (organizations.length < PLANNED_AT_ONCE) return;
        after = organizations.at(-1)!;
      }
    },
  },
  {
    name: REMOVE,
    // What is not removed today is tomorrow.
    retryLimit: 1,
    run: async ({ organizationId }) => {
      await garbageCollection.collect(String(organizationId));
    },
  },
];
