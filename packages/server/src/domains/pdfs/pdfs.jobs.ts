import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type PdfsService, RENDER_JOBS } from './pdfs.service.ts';
import type { PdfKey } from './pdfs.store.ts';

/** Jobs that render PDFs, one queue for short and one for long ones, and delete unused ones. */
export const pdfsJobs = (pdfs: PdfsService): JobDefinition[] => [
  ...(['short', 'long'] as const).map((queue) => ({
    name: RENDER_JOBS[queue],
    // One retry if the process dies; failed renderings are recorded and not retried.
    retryLimit: 1,
    run: (data: object) => pdfs.render(data as PdfKey, queue),
  })),
  {
    name: 'pdfs.forget',
    cron: '23 4 * * *',
    run: async () => {
      await pdfs.deleteUnused();
    },
  },
];
