import {
  ContentError,
  type ContentRef,
  childrenOf,
  compileExpression,
  levelsBelow,
  type PagePatch,
  type PagePosition,
  type PageRecord,
  readPage,
  readPages,
  type SnapshotView,
  settleConflict,
  withTags,
} from '@lectern/document';

import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionsService } from '../../revisions/index.ts';
import type { ChangeOf } from './editing.contract.ts';
import { requireBase, requireExpected } from './require-base.ts';

/** The snapshot that an edit is applied to. */
export interface EditTarget {
  readonly organizationId: string;
  readonly root: string;
  /** The snapshot that pages are reverted to if a change names no revision. */
  readonly rootBefore: () => Promise<string>;
  readonly rootOf: (revisionId: string) => Promise<string | undefined>;
}

/** The changed pages, in the order of the changes. */
export type PageResults = ReadonlyMap<
  string,
  {
    readonly result: 'created' | 'updated' | 'deleted';
    readonly ref?: string | undefined;
    /** The hash of the body after the edit. */
    readonly body?: string | undefined;
  }
>;

interface Edit {
  readonly tx: DatabaseTransaction;
  readonly target: EditTarget;
  readonly draft: Draft;
  /** The ids of the pages that the edit has created, by ref. */
  readonly createdIds: Map<string, string>;
  readonly resolveRef: <Ref extends ContentRef>(ref: Ref) => ContentRef;
  /** The hash of the body of a change, by its place in the request body; null for an empty one. */
  readonly bodyFor: (path: string, owner: { page: string }) => string | null | undefined;
}

type Dependencies = Pick<Kernel, 'newId' | 'markdown'> & { readonly revisions: RevisionsService };

// Without position, timestamps and a slug that is derived from the title.
const contentFieldsOf = ({
  type: _,
  parent: __,
  position: ___,
  createdAt: ____,
  updatedAt: _____,
  slugIsChosen,
  slug,
  ...fields
}: PageRecord) => ({ ...fields, slug: slugIsChosen ? slug! : null });

/** The operations of an edit that change pages. */
export const createPageChanges = (
  { tx, target, draft, createdIds, resolveRef, bodyFor }: Edit,
  { newId, markdown, revisions }: Dependencies,
) => {
  const results = new Map<string, { result: 'created' | 'updated' | 'deleted'; ref?: string | undefined }>();
  // A page that is created and deleted in the same edit is not reported.
  const noteResult = (id: string, result: 'created' | 'updated' | 'deleted') => {
    const before = results.get(id)?.result;
    if (before === 'created' && result === 'deleted') results.delete(id);
    else if (before !== 'created') results.set(id, { result: before === 'deleted' ? 'updated' : result });
  };
  const remove = async (id: string) => {
    for (const gone of await draft.deletePage(id)) noteResult(gone, 'deleted');
  };
  const resolve = (id: string) => createdIds.get(id) ?? id;
  // The next run would overwrite the change.
  const refuseComputed = (page: PageRecord | undefined) => {
    if (page?.computedFrom !== undefined)
      throw new ContentError('conflict', 'page', 'is computed: change its source instead');
  };

  const patchOf = (
    id: string,
    page: Pick<PageRecord, 'type' | 'tags'> | undefined,
    change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>,
    path: string,
  ): PagePatch => {
    const { operation: _, document: __, into: ___, at: ____, cover, target, tags, ...fields } = change;
    const {
      page: _____,
      ref: ______,
      type: _______,
      base: ________,
      expected: _________,
      ...patch
    } = fields as Record<string, unknown>;
    const body = bodyFor(path, { page: id });
    if (body && page && page.type !== 'document')
      throw new ContentError('invalid', 'document', `is not allowed for pages of type ${page.type}`);
    const condition = change.condition ? compileExpression(change.condition) : undefined;
    if (condition?.ok === false)
      throw new ContentError(
        'invalid',
        'condition',
        `is not a valid condition (character ${condition.offset}): ${condition.message}`,
      );
    return {
      ...patch,
      ...(target && { target: resolveRef(target) }),
      ...(cover !== undefined && {
        cover: cover && {
          ...cover,
          ...(cover.ref && { ref: resolveRef(cover.ref) }),
          ...(cover.refDark && { refDark: resolveRef(cover.refDark) }),
        },
      }),
      ...(tags !== undefined && { tags: tags?.length ? withTags(page?.tags, tags) : null }),
      ...(body !== undefined && { body }),
    } as PagePatch;
  };

  const snapshotOf = async (revision: string | undefined): Promise<string> => {
    const root = revision === undefined ? await target.rootBefore() : await target.rootOf(revision);
    if (root === undefined)
      throw new ContentError('missing', 'revision', `is not an existing revision (${revision})`);
    return root;
  };

  // Before the first of its former next siblings that still exists.
  const placeOf = async (
    view: SnapshotView,
    id: string,
    { parent, position }: PageRecord,
  ): Promise<PagePosition> => {
    if (parent !== null && !(await readPage(draft.view, parent))) return { parent: null };
    const [then, now] = [await childrenOf(view, parent), await childrenOf(draft.view, parent)];
    const places = new Map(now.map((sibling, place) => [sibling, place]));
    const next = then.slice(then.indexOf(id) + 1).find((sibling) => places.has(sibling));
    return { parent, at: next === undefined ? undefined : places.get(next), kept: position };
  };

  const restorePage = async (id: string, before: PageRecord, where: PagePosition): Promise<void> => {
    noteResult(id, 'created');
    await draft.insertPage(id, before.type, contentFieldsOf(before), where);
  };

  // Descendants that were moved elsewhere in the meantime stay there.
  const restoreSubtree = async (view: SnapshotView, id: string, before: PageRecord): Promise<void> => {
    await restorePage(id, before, await placeOf(view, id, before));
    const restored = new Set([id]);
    for await (const level of levelsBelow(view, id)) {
      const here = await readPages(draft.view, level);
      for (const [child, page] of await readPages(view, level)) {
        if (here.has(child) || !restored.has(page.parent!)) continue;
        await restorePage(child, page, { parent: page.parent, kept: page.position });
        restored.add(child);
      }
    }
  };

  // Reverts all fields except the position; a deleted page is restored with its position and its descendants.
  const revertPage = async (
    view: SnapshotView,
    id: string,
    before: PageRecord | undefined,
    now: PageRecord | undefined,
  ) => {
    if (!before) return remove(id);
    if (!now) return restoreSubtree(view, id, before);
    noteResult(id, 'updated');
    const cleared = Object.fromEntries(Object.keys(contentFieldsOf(now)).map((field) => [field, null]));
    return draft.updatePage(id, { ...cleared, ...contentFieldsOf(before) } as PagePatch);
  };

  const revertBlocks = async (
    id: string,
    before: PageRecord | undefined,
    now: PageRecord,
    blocks: readonly string[],
  ) => {
    const texts = [await draft.bodyOf(before?.body), await draft.bodyOf(now.body)] as const;
    const { markdown: text, unknown } = await markdown.revert(...texts, blocks);
    if (unknown.length > 0)
      throw new ContentError(
        'invalid',
        'block',
        `contains blocks that are not in the page (${unknown.join(', ')})`,
      );
    noteResult(id, 'updated');
    await draft.updatePage(id, { body: text === '' ? null : draft.putBody(text) });
  };

  return {
    results: results as PageResults,

    operations: {
      insert_page: async (change: ChangeOf<'insert_page'>, path: string) => {
        const id = newId();
        const type = change.type ?? 'document';
        if ((type === 'computed') !== (change.computed !== undefined))
          throw new ContentError(
            'invalid',
            'computed',
            'is required for pages of type computed, and not allowed for others',
          );
        const { title, ...patch } = patchOf(id, { type }, change, path);
        await draft.insertPage(
          id,
          type,
          { ...patch, title: title ?? 'Untitled' },
          { parent: change.into ? resolve(change.into) : null, at: change.at },
        );
        if (change.ref !== undefined) createdIds.set(change.ref, id);
        results.set(id, { result: 'created', ref: change.ref });
      },
      update_page: async (change: ChangeOf<'update_page'>, path: string) => {
        const id = resolve(change.page);
        const moves = change.into !== undefined || change.at !== undefined;
        const now = await readPage(draft.view, id);
        refuseComputed(now);
        // A page that does not exist is refused as such.
        if (now) {
          requireBase('page', change.base, now.body);
          requireExpected(change.expected, change, now);
        }
        const parent =
          change.into === undefined ? (now?.parent ?? null) : change.into && resolve(change.into);
        await draft.updatePage(
          id,
          patchOf(id, now, change, path),
          moves ? { parent, at: change.at } : undefined,
        );
        noteResult(id, 'updated');
      },
      resolve_conflict: async ({ kind, id, field, keep }: ChangeOf<'resolve_conflict'>) => {
        const { changed, deleted } = await settleConflict(draft, { kind, id, field }, keep);
        for (const page of changed) noteResult(page, 'updated');
        for (const page of deleted) noteResult(page, 'deleted');
      },
      delete_page: async (change: ChangeOf<'delete_page'>) => {
        const id = resolve(change.page);
        refuseComputed(await readPage(draft.view, id));
        await remove(id);
      },
      revert_page: async ({ page, revision, block }: ChangeOf<'revert_page'>) => {
        const root = await snapshotOf(revision);
        const view = revisions.view(target.organizationId, root, tx);
        const before = await readPage(view, page);
        const now = await readPage(draft.view, page);
        refuseComputed(now ?? before);
        if (!now && (block || !before))
          throw new ContentError('missing', 'page', `is not an existing page (${page})`);
        return block ? revertBlocks(page, before, now!, block) : revertPage(view, page, before, now);
      },
    },
  };
};
