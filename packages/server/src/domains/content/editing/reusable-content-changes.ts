import { ContentError, keys, type ReusableRecord } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft } from '../../revisions/index.ts';
import type { ChangeOf } from './editing.contract.ts';
import { requireBase } from './require-base.ts';

/** A reusable content that an edit inserted. */
export interface InsertedContent {
  readonly id: string;
  readonly title: string;
  readonly ref?: string | undefined;
}

/** A reusable content that an edit updated, with the hash of its body. */
export interface UpdatedContent {
  readonly id: string;
  readonly body: string | undefined;
}

/** The operations of an edit that change reusable contents. */
export const createReusableContentChanges = ({
  draft,
  createdIds,
  newId,
  bodyFor,
}: {
  readonly draft: Draft;
  readonly createdIds: Map<string, string>;
  readonly newId: Kernel['newId'];
  readonly bodyFor: (path: string, owner: { reusable: string }) => string | null | undefined;
}) => {
  const find = async (given: string): Promise<{ id: string; record: ReusableRecord }> => {
    const id = createdIds.get(given) ?? given;
    const record = (await draft.view.getMany([keys.reusable(id)])).get(keys.reusable(id));
    if (!record)
      throw new ContentError('missing', 'reusableContent', `is not existing reusable content (${id})`);
    return { id, record: record as ReusableRecord };
  };
  const inserted = new Map<string, InsertedContent>();
  const updatedIds = new Set<string>();
  const operations = {
    insert_reusable_content: async (
      { title, ref }: ChangeOf<'insert_reusable_content'>,
      path: string,
    ): Promise<void> => {
      const id = newId();
      draft.putReusable(id, { title, body: bodyFor(path, { reusable: id }) ?? undefined });
      if (ref !== undefined) createdIds.set(ref, id);
      inserted.set(id, { id, title, ref });
    },
    update_reusable_content: async (
      { reusableContent, title, base }: ChangeOf<'update_reusable_content'>,
      path: string,
    ): Promise<void> => {
      const { id, record } = await find(reusableContent);
      requireBase('reusable content', base, record.body);
      const body = bodyFor(path, { reusable: id });
      const fields = {
        ...(title !== undefined && { title }),
        ...(body !== undefined && { body: body ?? undefined }),
      };
      draft.putReusable(id, { ...record, ...fields }, Object.keys(fields));
      updatedIds.add(id);
      const before = inserted.get(id);
      if (before && title !== undefined) inserted.set(id, { ...before, title });
    },
    delete_reusable_content: async ({
      reusableContent,
    }: ChangeOf<'delete_reusable_content'>): Promise<void> => {
      const { id } = await find(reusableContent);
      draft.deleteReusable(id);
      inserted.delete(id);
      updatedIds.delete(id);
    },
  };
  /** The updated contents after all changes. */
  const updated = async (): Promise<readonly UpdatedContent[]> => {
    const records = await draft.view.getMany([...updatedIds].map(keys.reusable));
    return [...updatedIds].map((id) => ({
      id,
      body: (records.get(keys.reusable(id)) as ReusableRecord | undefined)?.body,
    }));
  };
  return { inserted: inserted as ReadonlyMap<string, InsertedContent>, updated, operations };
};
