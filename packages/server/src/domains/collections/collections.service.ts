import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ContentTreeService, Destination, toDefaultLevel } from '../access/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { CollectionSubject } from './collections.policy.ts';
import { findCollection, insertCollection, listCollections, updateCollection } from './collections.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events'> {
  readonly tree: ContentTreeService;
  readonly revisions: RevisionsService;
}

/** The API names of the fields. */
const FIELDS = { title: 'title', description: 'description', defaultLevel: 'defaultLevel' };

/** Collections. */
export const createCollectionsService = ({ db, transaction, events, tree, revisions }: Dependencies) => {
  const reload = async (tx: DatabaseTransaction, caller: Caller, id: string) => {
    const collection = await findCollection(tx, id, caller.principal.userId);
    if (!collection) throw notFound('collection');
    return collection;
  };
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    collection: CollectionSubject,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: collection.organization_id,
      action,
      target: { type: 'collection', id: collection.id, label: collection.title },
      payload,
    });

  return {
    find: (userId: string, id: string, executor = db) => findCollection(executor, id, userId),

    list: (caller: Caller, organizationId: string, nested: boolean, page: PageRequest) =>
      listCollections(db, organizationId, caller.principal.userId, nested, page),

    create: (
      caller: Caller,
      organizationId: string,
      input: { title?: string; parent?: string },
    ): Promise<CollectionSubject> =>
      transaction(async (tx) => {
        const id = await tree.add(tx, caller, {
          organizationId,
          kind: 'collection',
          parentId: input.parent ?? null,
        });
        await insertCollection(tx, { organizationId, id, title: input.title ?? 'Untitled' });
        const collection = await reload(tx, caller, id);
        await record(tx, caller, 'collection.created', collection);
        return collection;
      }),

    update: (
      caller: Caller,
      collection: CollectionSubject,
      changes: { title?: string; description?: string; defaultLevel?: ReturnType<typeof toDefaultLevel> },
    ): Promise<CollectionSubject> =>
      transaction(async (tx) => {
        const { title, description, defaultLevel } = changes;
        const content =
          defaultLevel === undefined
            ? await tree.lock(tx, caller, collection, 'admin')
            : await tree.lockForAccessChange(tx, caller, collection);
        const payload = changedFields(
          {
            // An empty description is stored as null.
            ...(await updateCollection(tx, collection, {
              title,
              description: description === '' ? null : description,
            })),
            defaultLevel: await tree.setDefaultLevel(tx, content, defaultLevel),
          },
          FIELDS,
        );
        if (payload) {
          await tree.touch(tx, content);
          await record(tx, caller, 'collection.updated', collection, payload);
        }
        return reload(tx, caller, collection.id);
      }),

    remove: (caller: Caller, collection: CollectionSubject): Promise<void> =>
      transaction(async (tx) => {
        const removed = await tree.removeCollection(tx, caller, collection);
        if (removed) await record(tx, caller, 'collection.deleted', collection, removed);
      }),

    move: (caller: Caller, collection: CollectionSubject, to: Destination): Promise<CollectionSubject> =>
      transaction(async (tx) => {
        await record(tx, caller, 'collection.moved', collection, await tree.move(tx, caller, collection, to));
        return reload(tx, caller, collection.id);
      }),

    transfer: (
      caller: Caller,
      collection: CollectionSubject,
      organizationId: string,
    ): Promise<CollectionSubject> =>
      transaction(async (tx) => {
        const { contents, dropped } = await tree.transfer(tx, caller, collection, organizationId);
        await revisions.copyContent(tx, collection.organization_id, organizationId, contents);
        const payload = { from: collection.organization_id, to: organizationId, contents: contents.length };
        // The receiving organization does not learn the previous access.
        await record(tx, caller, 'collection.transferred', collection, { ...payload, dropped });
        await record(
          tx,
          caller,
          'collection.received',
          { ...collection, organization_id: organizationId },
          payload,
        );
        return reload(tx, caller, collection.id);
      }),
  };
};

/** Collections. */
export type CollectionsService = ReturnType<typeof createCollectionsService>;
