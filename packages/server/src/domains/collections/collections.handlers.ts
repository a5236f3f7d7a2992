import { permissionsOf } from '../../kernel/auth/policy.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import { toDefaultLevel } from '../access/index.ts';
import type { collectionsContract } from './collections.contract.ts';
import { type CollectionSubject, collectionPolicy } from './collections.policy.ts';
import type { CollectionsService } from './collections.service.ts';

/** A collection as the API shows it. */
export const toCollection = (links: Links, row: CollectionSubject) => ({
  object: 'collection' as const,
  id: row.id,
  title: row.title,
  ...(row.description && { description: row.description }),
  organization: row.organization_id,
  ...(row.parent_id && { parent: row.parent_id }),
  position: row.position,
  defaultLevel: toDefaultLevel(row),
  urls: { location: links.apiUrl(`/collections/${row.id}`), app: links.appUrl(`/c/${row.id}`) },
  permissions: permissionsOf(collectionPolicy, row),
});

/** Handlers of collections. */
export const collectionsHandlers = (
  collections: CollectionsService,
  links: Links,
): Handlers<typeof collectionsContract> => ({
  listCollectionsInOrganizationById: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await collections.list(caller, subject.id, query.nested ?? true, page),
      (row) => [query.nested === false ? row.position : row.id],
      (row) => toCollection(links, row),
    ),
  createCollection: async ({ caller, subject, body }) =>
    toCollection(links, await collections.create(caller, subject.id, body)),
  getCollectionById: async ({ subject }) => toCollection(links, subject),
  updateCollectionById: async ({ caller, subject, body }) =>
    toCollection(links, await collections.update(caller, subject, body)),
  deleteCollectionById: async ({ caller, subject }) => {
    await collections.remove(caller, subject);
    return undefined;
  },
  moveCollection: async ({ caller, subject, body }) =>
    toCollection(links, await collections.move(caller, subject, body)),
  transferCollection: async ({ caller, subject, body }) =>
    toCollection(links, await collections.transfer(caller, subject, body.organization)),
});
