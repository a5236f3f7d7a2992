import { type JobDefinition, jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type SpacesService, TRASH_MS } from './spaces.service.ts';

/** Name of the job that empties the trash. */
export const EMPTY_TRASH = jobName<Record<string, never>>('spaces.empty-trash');

/** Jobs that remove deleted spaces: one is scheduled for each deletion, and an hourly run catches the rest. */
export const spacesJobs = (
  spaces: SpacesService,
  { jobs, clock, transaction }: Pick<Kernel, 'jobs' | 'clock' | 'transaction'>,
): JobDefinition[] => [
  {
    name: 'spaces.schedule-removal',
    on: ['space.deleted', 'collection.deleted'],
    run: () =>
      transaction((tx) =>
        jobs.enqueue(tx, EMPTY_TRASH, {}, { startAfter: new Date(clock.now().getTime() + TRASH_MS + 1000) }),
      ),
  },
  {
    name: EMPTY_TRASH,
    cron: '17 * * * *',
    run: () => spaces.removeExpired(),
  },
];
