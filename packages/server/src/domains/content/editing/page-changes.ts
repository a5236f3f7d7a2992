import {
  ContentError,
  type ContentRef,
  childrenOf,
  compileExpression,
  levelsBelow,
  type PagePatch,
  type PageRecord,
  type Place,
  readPage,
  readPages,
  type SnapshotView,
  settleConflict,
} from '@lectern/document';
import type { Static } from 'typebox';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionsService } from '../../revisions/index.ts';
import type { ContentChange } from './editing.contract.ts';

type ChangeOf<Name extends Static<typeof ContentChange>['operation']> = Extract<
  Static<typeof ContentChange>,
  { operation: Name }
>;

/** What editing a snapshot needs to know of where it happens. */
export interface EditTarget {
  readonly organizationId: string;
  readonly root: string;
  /** The snapshot that pages are reverted to, unless a change names a revision. */
  readonly rootBefore: string;
  readonly rootOf: (revisionId: string) => Promise<string | undefined>;
}

/** What became of pages, in the order in which they were first met. */
export type PageResults = ReadonlyMap<
  string,
  { readonly became: 'created' | 'updated' | 'deleted'; readonly ref?: string | undefined }
>;

interface Edit {
  readonly tx: DatabaseTransaction;
  readonly place: EditTarget;
  readonly draft: Draft;
  /** The ids of what the edit has made, by the refs that they were given. */
  readonly made: Map<string, string>;
  readonly located: <Ref extends ContentRef>(ref: Ref) => ContentRef;
  /** The body that a change brings, by where the change stands; null for an empty one. */
  readonly bodyAt: (path: string, owner: { page: string }) => string | null | undefined;
}

type Dependencies = Pick<Kernel, 'newId' | 'markdown'> & { readonly revisions: RevisionsService };

// Where a page stands, and what is noted about it, is not what it says; nor is a slug that only follows its title.
const said = ({
  type: _,
  parent: __,
  position: ___,
  createdAt: ____,
  updatedAt: _____,
  slugIsChosen,
  slug,
  ...fields
}: PageRecord) => ({ ...fields, slug: slugIsChosen ? slug! : null });

/** The changes of pages in an edit. */
export const createPageChanges = (
  { tx, place, draft, made, located, bodyAt }: Edit,
  { newId, markdown, revisions }: Dependencies,
) => {
  const outcome = new Map<string, { became: 'created' | 'updated' | 'deleted'; ref?: string | undefined }>();
  // A page that comes and goes in the same breath was never there.
  const met = (id: string, became: 'created' | 'updated' | 'deleted') => {
    const before = outcome.get(id)?.became;
    if (before === 'created' && became === 'deleted') outcome.delete(id);
    else if (before !== 'created') outcome.set(id, { became: before === 'deleted' ? 'updated' : became });
  };
  const remove = async (id: string) => {
    for (const gone of await draft.deletePage(id)) met(gone, 'deleted');
  };
  const resolve = (id: string) => made.get(id) ?? id;
  // What is made of something else would be made anew the next time.
  const refuseComputed = (page: PageRecord | undefined) => {
    if (page?.computedFrom !== undefined)
      throw new ContentError('conflict', 'page', 'The page is computed: change what it is computed from');
  };

  const patchOf = (
    id: string,
    pageType: PageRecord['type'] | undefined,
    change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>,
    path: string,
  ): PagePatch => {
    const { operation: _, document: __, into: ___, at: ____, cover, target, ...fields } = change;
    const { page: _____, ref: ______, type: _______, ...patch } = fields as Record<string, unknown>;
    const body = bodyAt(path, { page: id });
    if (body && pageType !== undefined && pageType !== 'document')
      throw new ContentError('invalid', 'document', `A page of type ${pageType} has no body`);
    const condition = change.condition ? compileExpression(change.condition) : undefined;
    if (condition?.ok === false) throw new ContentError('invalid', 'condition', condition.message);
    return {
      ...patch,
      ...(target && { target: located(target) }),
      ...(cover !== undefined && {
        cover: cover && {
          ...cover,
          ...(cover.ref && { ref: located(cover.ref) }),
          ...(cover.refDark && { refDark: located(cover.refDark) }),
        },
      }),
      ...(body !== undefined && { body }),
    } as PagePatch;
  };

  const snapshotOf = async (revision: string | undefined): Promise<string> => {
    const root = revision === undefined ? place.rootBefore : await place.rootOf(revision);
    if (root === undefined) throw new ContentError('missing', 'revision', `There is no revision ${revision}`);
    return root;
  };

  // Before the first of those that it stood before and that are still there.
  const placeOf = async (view: SnapshotView, id: string, { parent }: PageRecord): Promise<Place> => {
    if (parent !== null && !(await readPage(draft.view, parent))) return { parent: null };
    const [then, now] = [await childrenOf(view, parent), await childrenOf(draft.view, parent)];
    const places = new Map(now.map((sibling, place) => [sibling, place]));
    const next = then.slice(then.indexOf(id) + 1).find((sibling) => places.has(sibling));
    return { parent, at: next === undefined ? undefined : places.get(next) };
  };

  const putBack = async (id: string, before: PageRecord, where: Place): Promise<void> => {
    met(id, 'created');
    await draft.insertPage(id, before.type, said(before), where);
  };

  // Pages below it that went elsewhere meanwhile stay there, with all below them.
  const bringBack = async (view: SnapshotView, id: string, before: PageRecord): Promise<void> => {
    await putBack(id, before, await placeOf(view, id, before));
    const back = new Set([id]);
    for await (const level of levelsBelow(view, id)) {
      const here = await readPages(draft.view, level);
      for (const [child, page] of await readPages(view, level)) {
        if (here.has(child) || !back.has(page.parent!)) continue;
        await putBack(child, page, { parent: page.parent });
        back.add(child);
      }
    }
  };

  // Everything about the page but where it stands; if it is gone also that, and what stood below it.
  const revertPage = async (
    view: SnapshotView,
    id: string,
    before: PageRecord | undefined,
    now: PageRecord | undefined,
  ) => {
    if (!before) return remove(id);
    if (!now) return bringBack(view, id, before);
    met(id, 'updated');
    const cleared = Object.fromEntries(Object.keys(said(now)).map((field) => [field, null]));
    return draft.updatePage(id, { ...cleared, ...said(before) } as PagePatch);
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
      throw new ContentError('invalid', 'block', `There is no block ${unknown.join(', ')} in the page`);
    met(id, 'updated');
    await draft.updatePage(id, { body: text === '' ? null : draft.putBody(text) });
  };

  return {
    outcome: outcome as PageResults,

    operations: {
      insert_page: async (change: ChangeOf<'insert_page'>, path: string) => {
        const id = newId();
        const type = change.type ?? 'document';
        if ((type === 'computed') !== (change.computed !== undefined))
          throw new ContentError('invalid', 'computed', 'is what a page of type computed is made from');
        const { title, ...patch } = patchOf(id, type, change, path);
        await draft.insertPage(
          id,
          type,
          { ...patch, title: title ?? 'Untitled' },
          { parent: change.into ? resolve(change.into) : null, at: change.at },
        );
        if (change.ref !== undefined) made.set(change.ref, id);
        outcome.set(id, { became: 'created', ref: change.ref });
      },
      update_page: async (change: ChangeOf<'update_page'>, path: string) => {
        const id = resolve(change.page);
        const moves = change.into !== undefined || change.at !== undefined;
        const now = await readPage(draft.view, id);
        refuseComputed(now);
        const parent =
          change.into === undefined ? (now?.parent ?? null) : change.into && resolve(change.into);
        await draft.updatePage(
          id,
          patchOf(id, now?.type, change, path),
          moves ? { parent, at: change.at } : undefined,
        );
        met(id, 'updated');
      },
      resolve_conflict: async ({ kind, id, field, keep }: ChangeOf<'resolve_conflict'>) => {
        const { changed, deleted } = await settleConflict(draft, { kind, id, field }, keep);
        for (const page of changed) met(page, 'updated');
        for (const page of deleted) met(page, 'deleted');
      },
      delete_page: async (change: ChangeOf<'delete_page'>) => {
        const id = resolve(change.page);
        refuseComputed(await readPage(draft.view, id));
        await remove(id);
      },
      revert_page: async ({ page, revision, block }: ChangeOf<'revert_page'>) => {
        const root = await snapshotOf(revision);
        const view = revisions.view(place.organizationId, root, tx);
        const before = await readPage(view, page);
        const now = await readPage(draft.view, page);
        refuseComputed(now ?? before);
        if (!now && (block || !before)) throw new ContentError('missing', 'page', `There is no page ${page}`);
        return block ? revertBlocks(page, before, now!, block) : revertPage(view, page, before, now);
      },
    },
  };
};
