import { type JobDefinition, queuedJob } from '../../kernel/jobs/jobs.ts';
import { type PdfsService, RENDER_JOBS } from './pdfs.service.ts';

/** Jobs that render PDFs, one queue for short and one for long ones, and delete unused ones. */
export const pdfsJobs = (pdfs: PdfsService): JobDefinition[] => [
  ...(['short', 'long'] as const).map((queue) =>
    queuedJob(RENDER_JOBS[queue], {
      // One retry if the process dies; failed renderings are recorded and not retried.
      retryLimit: 1,
      run: (key) => pdfs.render(key, queue),
    }),
  ),
  {
    name: 'pdfs.delete-unused',
    cron: '23 4 * * *',
    run: async () => {
      await pdfs.deleteUnused();
    },
  },
];
