import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpaceSubject } from '../../spaces/index.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import { listRevisions, type RevisionFilter } from './history.store.ts';

/** What became of content over time. */
export const createHistoryService = ({ db }: Pick<Kernel, 'db'>) => ({
  ofSpace: (space: SpaceSubject, filter: RevisionFilter, page: PageRequest) =>
    listRevisions(db, space, undefined, filter, page),

  ofChangeRequest: (request: ChangeRequestSubject, filter: RevisionFilter, page: PageRequest) =>
    listRevisions(db, request.space, request.id, filter, page),
});

/** What became of content over time. */
export type HistoryService = ReturnType<typeof createHistoryService>;
