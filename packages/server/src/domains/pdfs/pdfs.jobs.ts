import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { type PdfsService, PRINT } from './pdfs.service.ts';
import type { PdfKey } from './pdfs.store.ts';

/** Making PDFs, one of each lane after the other, and forgetting them. */
export const pdfsJobs = (pdfs: PdfsService): JobDefinition[] => [
  ...(['short', 'long'] as const).map((lane) => ({
    name: PRINT[lane],
    // Once more where a process is gone; what failed says so itself.
    retryLimit: 1,
    run: (data: object) => pdfs.print(data as PdfKey, lane),
  })),
  {
    name: 'pdfs.forget',
    cron: '23 4 * * *',
    run: async () => {
      await pdfs.forget();
    },
  },
];
