import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { publishedUrl } from '../../kernel/published-url.ts';
import { toDefaultLevel } from '../access/index.ts';
import type { GitSync, Space, spacesContract } from './spaces.contract.ts';
import { spacePolicy } from './spaces.policy.ts';
import type { SpacesService } from './spaces.service.ts';
import type { SpaceSubject } from './spaces.store.ts';
import { visibilityOf } from './visibility.ts';

const toInstalledGitSync = (spaceId: string, sync: Static<typeof GitSync>) => ({
  ...sync,
  // Clients need a provider, which selects the icon of the link to the repository.
  installationProvider: sync.installationProvider ?? (sync.url?.includes('gitlab') ? 'gitlab' : 'github'),
  // A space has one synchronization.
  installationId: spaceId,
  installationStatus: 'active' as const,
});

/** A space as the API shows it. */
export const toSpace = (links: Links, row: SpaceSubject) =>
  ({
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: visibilityOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at && { deletedAt: row.deleted_at.toISOString() }),
    editMode: row.edit_mode,
    mergeRules: row.merge_rules,
    urls: {
      location: links.apiUrl(`/spaces/${row.id}`),
      app: links.appUrl(`/s/${row.id}`),
      ...(row.published_place && {
        published: publishedUrl(links, row.published_place, row.published_place.address),
      }),
      ...(row.icon_url && { icon: row.icon_url }),
    },
    organization: row.organization_id,
    ...(row.parent_id && { parent: row.parent_id }),
    ...(row.position && { position: row.position }),
    ...(row.language && { language: row.language }),
    ...(row.git_sync !== null && { gitSync: toInstalledGitSync(row.id, row.git_sync) }),
    revision: row.revision_id,
    defaultLevel: toDefaultLevel(row),
    comments: row.open_comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: permissionsOf(spacePolicy, row),
  }) as Static<typeof Space>;

/** Handlers of spaces. */
export const spacesHandlers = (spaces: SpacesService, links: Links): Handlers<typeof spacesContract> => ({
  listSpacesInOrganizationById: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      query.trashed
        ? await spaces.listTrashed(caller, subject.id, page)
        : await spaces.list(caller, subject.id, page),
      (row) => [row.id],
      (row) => toSpace(links, row),
    ),
  createSpace: async ({ caller, subject, body }) =>
    toSpace(links, await spaces.create(caller, subject.id, body)),
  listSpacesInCollectionById: async ({ caller, subject, page }) =>
    listOf(
      page,
      await spaces.listInCollection(caller, subject, page),
      (row) => [row.position],
      (row) => toSpace(links, row),
    ),
  listSpacesForOrganizationMember: async ({ caller, subject, params, query, page }) =>
    listOf(
      page,
      await spaces.listOfMember(caller, subject, params.userId, query.order ?? 'desc', page),
      (row) => [row.id],
      (row) => ({ permission: row.their_role, space: toSpace(links, row) }),
    ),
  getSpaceById: async ({ subject }) => toSpace(links, subject),
  updateSpaceById: async ({ caller, subject, body }) =>
    toSpace(links, await spaces.update(caller, subject, body)),
  deleteSpaceById: async ({ caller, subject }) => {
    await spaces.remove(caller, subject);
    return undefined;
  },
  restoreSpace: async ({ caller, subject }) => toSpace(links, await spaces.restore(caller, subject)),
  duplicateSpace: async ({ caller, subject }) => toSpace(links, await spaces.duplicate(caller, subject)),
  moveSpace: async ({ caller, subject, body }) => toSpace(links, await spaces.move(caller, subject, body)),
  transferSpace: async ({ caller, subject, body }) =>
    toSpace(links, await spaces.transfer(caller, subject, body.organization)),
});
