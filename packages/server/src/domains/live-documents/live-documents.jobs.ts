import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { StoredPagesService } from './pages/stored-pages.service.ts';

/** Saves and ends shared pages that nobody has open. */
export const liveDocumentsJobs = (pages: StoredPagesService): JobDefinition[] => [
  { name: 'live-documents.end-abandoned', cron: '* * * * *', retryLimit: 0, run: () => pages.endAbandoned() },
];
