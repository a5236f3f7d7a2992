import type { JobDefinition } from '../../../kernel/jobs/jobs.ts';
import type { SpaceKey } from '../../revisions/index.ts';
import { REBUILD_REFERENCES, type ReferencesService } from './references.service.ts';

/** Following large copies in the background. */
export const referencesJobs = (references: ReferencesService): JobDefinition[] => [
  { name: REBUILD_REFERENCES, run: (data) => references.rebuild(data as unknown as SpaceKey) },
];
