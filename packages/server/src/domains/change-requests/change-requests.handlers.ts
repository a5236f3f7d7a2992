import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toUser } from '../identity/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import type { ChangeRequest, changeRequestsContract } from './change-requests.contract.ts';
import { changeRequestPolicy } from './change-requests.policy.ts';
import type { ChangeRequestsService } from './change-requests.service.ts';
import type { ChangeRequestRow } from './change-requests.store.ts';

/** A change request as the API shows it. */
export const toChangeRequest = (links: Links, row: ChangeRequestRow): Static<typeof ChangeRequest> => ({
  object: 'change-request',
  id: row.id,
  number: row.number,
  status: row.status,
  subject: row.subject,
  ...(row.description && { description: row.description }),
  createdBy: toUser(links, row.creator),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  space: row.space_id,
  revision: row.revision_id,
  revisionInitial: row.revision_initial,
  ...(row.revision_merged_ancestor && { revisionMergedAncestor: row.revision_merged_ancestor }),
  ...(row.revision_merged && { revisionMerged: row.revision_merged }),
  comments: row.open_comments,
  outdated: row.outdated,
  ...(row.cluster_id && { conversationsIssuesCluster: row.cluster_id }),
  urls: {
    app: links.appUrl(`/s/${row.space_id}/~/changes/${row.number}`),
    location: links.apiUrl(`/spaces/${row.space_id}/change-requests/${row.id}`),
  },
});

/** Creates a change request with its first content. */
type CreateChangeRequest = (
  caller: Caller,
  space: SpaceSubject,
  input: Static<(typeof changeRequestsContract)['createChangeRequest']['body']>,
) => Promise<ChangeRequestRow>;

/** Handlers of change requests. */
export const changeRequestsHandlers = (
  service: ChangeRequestsService,
  create: CreateChangeRequest,
  links: Links,
): Handlers<typeof changeRequestsContract> => {
  const show = (row: ChangeRequestRow) => toChangeRequest(links, row);
  const cursorOf = (row: ChangeRequestRow) => [row.id];
  return {
    listChangeRequestsForSpace: async ({ subject, query, page }) =>
      listOf(page, await service.listInSpace(subject, query, page), cursorOf, show),
    listChangeRequestsForOrganization: async ({ caller, subject, query, page }) =>
      listOf(page, await service.listInOrganization(caller, subject.id, query, page), cursorOf, show),
    createChangeRequest: async ({ caller, subject, body }) => show(await create(caller, subject, body)),
    getChangeRequestById: async ({ subject }) => ({
      ...show(subject),
      permissions: permissionsOf(changeRequestPolicy, subject),
    }),
    updateChangeRequestById: async ({ caller, subject, body }) =>
      show(await service.update(caller, subject, body)),
    listChangeRequestStatusChanges: async ({ subject, page }) =>
      listOf(
        page,
        await service.listStatusChanges(subject, page),
        ({ id }) => [id],
        ({ id, status, user, occurred_at }) => ({
          object: 'change-request-status-change',
          id,
          status,
          changedBy: toUser(links, user),
          changedAt: occurred_at.toISOString(),
        }),
      ),
    getContributorsByChangeRequestId: async ({ subject }) => {
      const items = (await service.listContributors(subject)).map(({ user, type, count, at }) => ({
        user: toUser(links, user),
        count,
        updatedAt: at.toISOString(),
        actionType: type,
      }));
      return { count: items.length, items };
    },
  };
};
