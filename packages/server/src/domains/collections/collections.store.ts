import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { fetchPage } from '../../kernel/database/page.ts';
import { preparedQuery } from '../../kernel/database/prepared-query.ts';
import { contentsFor } from '../access/index.ts';
import type { CollectionSubject } from './collections.policy.ts';

const collectionsFor = (db: Database, readerId: string) =>
  contentsFor(db, readerId)
    .innerJoin('collections', (join) =>
      join
        .onRef('collections.organization_id', '=', 'contents.organization_id')
        .onRef('collections.id', '=', 'contents.id'),
    )
    .select(['collections.title', 'collections.description']);

const collectionById = preparedQuery((db, { id, readerId }: { id: string; readerId: string }) =>
  collectionsFor(db, readerId).where('contents.id', '=', id),
);

/** A collection as a reader meets it. */
export const findCollection = async (
  db: Database,
  id: string,
  readerId: string,
): Promise<CollectionSubject | undefined> => (await collectionById(db, { id, readerId }))[0];

/** The collections of an organization that a reader may see: all by age, or those at the root by position. */
export const listCollections = (
  db: Database,
  organizationId: string,
  readerId: string,
  nested: boolean,
  page: PageRequest,
): Promise<Page<CollectionSubject>> => {
  let visible = collectionsFor(db, readerId)
    .where('contents.organization_id', '=', organizationId)
    .where('content_access.role', 'is not', null);
  if (!nested) visible = visible.where('contents.parent_id', 'is', null);
  const key = nested ? ('contents.id' as const) : ('contents.position' as const);
  const after = page.after && String(page.after[0]);
  return fetchPage(
    page,
    visible.$if(after !== undefined, (query) => query.where(key, '>', after!)).orderBy(key),
    visible,
  );
};

/** Stores what a collection is besides its place in the tree. */
export const insertCollection = async (
  tx: DatabaseTransaction,
  collection: { organizationId: string; id: string; title: string },
): Promise<void> => {
  await tx
    .insertInto('collections')
    .values({ organization_id: collection.organizationId, id: collection.id, title: collection.title })
    .execute();
};

/** Changes title and description. */
export const updateCollection = async (
  tx: DatabaseTransaction,
  collection: CollectionSubject,
  changes: { title?: string | undefined; description?: string | undefined },
): Promise<void> => {
  if (changes.title === undefined && changes.description === undefined) return;
  await tx
    .updateTable('collections')
    .set(changes)
    .where('organization_id', '=', collection.organization_id)
    .where('id', '=', collection.id)
    .execute();
};
