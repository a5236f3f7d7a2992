import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { RunsService } from './runs/runs.service.ts';
import { RUN } from './translations.service.ts';
import type { TranslationKey } from './translations.store.ts';

/** Translating in the background, and going on with what was left. */
export const translationsJobs = (runs: RunsService): JobDefinition[] => [
  {
    name: RUN,
    concurrency: 2,
    // What waits for an engine takes its time; a run that is left is taken up long before.
    expireInSeconds: 12 * 60 * 60,
    retryLimit: 3,
    run: (data) => runs.run(data as unknown as TranslationKey),
  },
  { name: 'translations.resume', cron: '* * * * *', run: () => runs.resume() },
];
