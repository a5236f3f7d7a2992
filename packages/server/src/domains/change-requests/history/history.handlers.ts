import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type Page, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import type { historyContract, RevisionList } from './history.contract.ts';
import type { HistoryService } from './history.service.ts';
import type { PastRevision } from './history.store.ts';

type Summary = Static<typeof RevisionList>['items'][number];

const toSummary = (links: Links, row: PastRevision): Summary => ({
  object: 'revision',
  id: row.id,
  type: row.type,
  parents: row.parents,
  createdAt: row.created_at.toISOString(),
  createdBy: toUser(links, row.creator),
  ...(row.merged && { mergedFrom: row.merged }),
  ...(row.message && { message: row.message }),
  urls: {
    app: links.app(`/s/${row.space_id}/~/revisions/${row.id}`),
    location: links.location(`/spaces/${row.space_id}/revisions/${row.id}`),
  },
});

/** Operation to service to answer. */
export const historyHandlers = (history: HistoryService, links: Links): Handlers<typeof historyContract> => {
  const list = (page: PageRequest, found: Page<PastRevision>) =>
    listOf(
      page,
      found,
      ({ id }) => [id],
      (row) => toSummary(links, row),
    );
  return {
    listRevisionsForSpace: async ({ subject, query, page }) =>
      list(page, await history.ofSpace(subject, query, page)),
    listRevisionsForChangeRequest: async ({ subject, query, page }) =>
      list(page, await history.ofChangeRequest(subject, query, page)),
  };
};
