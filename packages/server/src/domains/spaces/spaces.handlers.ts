import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { permissionsOf } from '../../kernel/auth/policy.ts';
import { jsonText } from '../../kernel/contract/json-text.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf, listText } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { publishedUrl } from '../../kernel/published-url.ts';
import { toDefaultLevel } from '../access/index.ts';
import type { SpaceItem } from './space-lists.service.ts';
import type { GitSync, Space, spacesContract } from './spaces.contract.ts';
import { spacePolicy } from './spaces.policy.ts';
import type { SpacesService } from './spaces.service.ts';
import type { SpaceSubject } from './spaces.store.ts';
import { visibilityOf } from './visibility.ts';

const CACHED_CHARACTERS = 16 * 1024 * 1024;

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

/** The text of spaces in lists; kept, because what a space shows depends on nothing else. */
const createItemTexts = (links: Links) => {
  const texts = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (text, key) => text.length + key.length,
  });
  return ({ key, read }: SpaceItem): string => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(toSpace(links, read()));
    if (key !== '') texts.set(key, text);
    return text;
  };
};

/** Handlers of spaces. */
export const spacesHandlers = (
  spaces: SpacesService,
  links: Links,
  textOf = createItemTexts(links),
): Handlers<typeof spacesContract> => ({
  listSpacesInOrganizationById: async ({ caller, subject, query, page }) => {
    const title = query.title?.trim() || undefined;
    if (!query.trashed && !title)
      return jsonText(listText(page, await spaces.list(caller, subject.id, page), (row) => [row.id], textOf));
    const toItem = (row: SpaceSubject) => toSpace(links, row);
    if (query.trashed)
      return listOf(
        page,
        await spaces.listTrashed(caller, subject.id, title, page),
        // Spaces in the trash have a time of deletion.
        (row) => [row.deleted_at!.toISOString(), row.id],
        toItem,
      );
    return listOf(page, await spaces.listTitled(caller, subject.id, title!, page), (row) => [row.id], toItem);
  },
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
