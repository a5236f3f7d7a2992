import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { batchedQuery } from '../../kernel/database/prepared-query.ts';
import { updateChanged } from '../../kernel/database/update-changed.ts';
import type { Changes } from '../../kernel/events/field-changes.ts';
import { type ContentsQuery, contentsFor, visibleContents } from '../access/index.ts';
import type { CollectionSubject } from './collections.policy.ts';

const withDetails = (db: Database, contents: ContentsQuery) =>
  db
    .selectFrom(contents.as('contents'))
    .innerJoin('collections', (join) =>
      join
        .onRef('collections.organization_id', '=', 'contents.organization_id')
        .onRef('collections.id', '=', 'contents.id'),
    )
    .selectAll('contents')
    .select(['collections.title', 'collections.description']);

const collectionById = batchedQuery((db, { id, readerId }: { id: string; readerId: string }) =>
  withDetails(db, contentsFor(db, readerId).where('contents.id', '=', id)),
);

/** A collection with the role of a reader. */
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
  let visible = visibleContents(db, organizationId, 'collection', readerId);
  if (!nested) visible = visible.where('contents.parent_id', 'is', null);
  const key = nested ? ('contents.id' as const) : ('contents.position' as const);
  const after = page.after && String(page.after[0]);
  const shown = visible
    .$if(after !== undefined, (query) => query.where(key, '>', after!))
    .orderBy(key)
    .limit(page.limit + 1);
  return paginate(page, withDetails(db, shown).orderBy(key), visible);
};

/** Inserts the row of a collection; its row in the content tree must exist. */
export const insertCollection = async (
  tx: DatabaseTransaction,
  collection: { organizationId: string; id: string; title: string },
): Promise<void> => {
  await tx
    .insertInto('collections')
    .values({ organization_id: collection.organizationId, id: collection.id, title: collection.title })
    .execute();
};

interface CollectionFields {
  readonly title: string;
  readonly description: string | null;
}

/** Updates title and description where they differ; returns the changes. */
export const updateCollection = (
  tx: DatabaseTransaction,
  collection: CollectionSubject,
  fields: { readonly [Field in keyof CollectionFields]?: CollectionFields[Field] | undefined },
): Promise<Changes<CollectionFields>> =>
  updateChanged<CollectionFields>(tx, 'collections', collection, fields);
