import type { JobDefinition } from '../../../kernel/jobs/jobs.ts';
import type { SpaceKey } from '../../revisions/index.ts';
import { FILL_REFERENCES, type ReferencesService } from './references.service.ts';

/** Following large copies in the background. */
export const referencesJobs = (references: ReferencesService): JobDefinition[] => [
  { name: FILL_REFERENCES, run: (data) => references.fill(data as unknown as SpaceKey) },
];
