import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpaceKey } from '../../revisions/index.ts';
import { listRevisions, type RevisionFilter } from './history.store.ts';

/** Lists the revisions of spaces and of change requests. */
export const createHistoryService = ({ db }: Pick<Kernel, 'db'>) => ({
  ofSpace: (space: SpaceKey, filter: RevisionFilter, page: PageRequest) =>
    listRevisions(db, space, undefined, filter, page),

  ofChangeRequest: (space: SpaceKey, changeRequestId: string, filter: RevisionFilter, page: PageRequest) =>
    listRevisions(db, space, changeRequestId, filter, page),
});

/** Lists the revisions of spaces and of change requests. */
export type HistoryService = ReturnType<typeof createHistoryService>;
