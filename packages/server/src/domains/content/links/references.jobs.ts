import type { JobDefinition } from '../../../kernel/jobs/jobs.ts';
import type { SpaceKey } from '../../revisions/index.ts';
import { REBUILD_REFERENCES, type ReferencesService } from './references.service.ts';

/** Background job that rebuilds the references of a space. */
export const referencesJobs = (references: ReferencesService): JobDefinition[] => [
  { name: REBUILD_REFERENCES, run: (data) => references.rebuild(data as unknown as SpaceKey) },
];
