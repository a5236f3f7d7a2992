import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf, type Page, type PageRequest } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import type { EditList, historyContract, RevisionList } from './history.contract.ts';
import type { ChangedPages, HistoryService } from './history.service.ts';
import type { EditRow, PastRevision } from './history.store.ts';

type Summary = Static<typeof RevisionList>['items'][number];

const toSummary = (links: Links, row: PastRevision, changedPages?: ChangedPages): Summary => ({
  object: 'revision',
  id: row.id,
  type: row.type,
  parents: row.parents,
  createdAt: row.created_at.toISOString(),
  createdBy: toUser(links, row.creator),
  authors: [row.creator, ...row.others].map((user) => toUser(links, user)),
  ...(row.merged && { mergedFrom: row.merged }),
  ...(row.message && { message: row.message }),
  ...(changedPages && { changedPages }),
  urls: {
    app: links.appUrl(`/s/${row.space_id}/~/revisions/${row.id}`),
    location: links.apiUrl(`/spaces/${row.space_id}/revisions/${row.id}`),
  },
});

/** A page of revisions, as the API shows it. */
export const toRevisionList = (
  links: Links,
  page: PageRequest,
  revisions: Page<PastRevision>,
  changedPages: ReadonlyMap<string, ChangedPages> = new Map(),
): Static<typeof RevisionList> =>
  listOf(
    page,
    revisions,
    ({ id }) => [id],
    (row) => toSummary(links, row, changedPages.get(row.id)),
  );

const toEdit = (links: Links, row: EditRow): Static<typeof EditList>['items'][number] => ({
  object: 'edit',
  revision: row.id,
  editedAt: row.created_at.toISOString(),
  space: { id: row.space_id, title: row.title, emoji: row.emoji },
  ...(row.change_request && { changeRequest: row.change_request }),
  urls: {
    app: links.appUrl(
      row.change_request ? `/s/${row.space_id}/~/changes/${row.change_request.number}` : `/s/${row.space_id}`,
    ),
  },
});

/** Handlers of the history of spaces. */
export const historyHandlers = (history: HistoryService, links: Links): Handlers<typeof historyContract> => ({
  listOwnEdits: async ({ caller, subject, query }) => {
    const edits = await history.ofUser(subject.id, caller.principal.userId, query.limit ?? 10);
    return { count: edits.length, items: edits.map((row) => toEdit(links, row)) };
  },
  listRevisionsForSpace: async ({ subject, query: { changedPage, withChangedPages, ...filter }, page }) => {
    const pagesOf = (rows: readonly PastRevision[]) =>
      withChangedPages ? history.changedPages(subject, rows) : undefined;
    if (changedPage === undefined) {
      const found = await history.ofSpace(subject, filter, page);
      return toRevisionList(links, page, found, await pagesOf(found.rows));
    }
    const { rows, next } = await history.ofPage(subject, changedPage, filter, page);
    const changedPages = await pagesOf(rows);
    return {
      ...(next !== undefined && { next: { page: page.encodeCursor([next]) } }),
      count: rows.length,
      items: rows.map((row) => toSummary(links, row, changedPages?.get(row.id))),
    };
  },
});
