import { type JobDefinition, queuedJob } from '../../../kernel/jobs/jobs.ts';
import { REBUILD_REFERENCES, type ReferencesService } from './references.service.ts';

/** Background job that rebuilds the references of a space. */
export const referencesJobs = (references: ReferencesService): JobDefinition[] => [
  queuedJob(REBUILD_REFERENCES, { run: references.rebuild }),
];
