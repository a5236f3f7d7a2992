import { ContentError, keys, type PagePatch, type ReusableRecord, readPage } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import type { Body, ContentChange, ContentChanges } from './editing.contract.ts';

type Change = Static<typeof ContentChange>;
type ChangeOf<Name extends Change['operation']> = Extract<Change, { operation: Name }>;

type Dependencies = Pick<Kernel, 'transaction' | 'newId' | 'events' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
};

const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const statusOf = { missing: 404, invalid: 400, conflict: 409 } as const;

/** What editing a snapshot needs to know of where it happens. */
export interface EditPlace {
  readonly organizationId: string;
  readonly root: string;
  /** The snapshot that pages are reverted to, unless a change names a revision. */
  readonly rootBefore: string;
  readonly rootOf: (revisionId: string) => Promise<string | undefined>;
}

/** Changes whose bodies have been read: that takes longest, and nothing needs to be held meanwhile. */
export type PreparedChanges = readonly {
  readonly change: Change;
  /** The canonical Markdown of the body that the change brings, if it brings one. */
  readonly markdown?: string | undefined;
}[];

/** Changing content: the same changes for spaces and for change requests. */
export const createEditingService = (parts: Dependencies) => {
  const { transaction, newId, events, markdown, revisions, spaces } = parts;

  /** The Markdown of a body that a client sent, in its one canonical form. */
  const markdownOf = async (body: Static<typeof Body>, path: string): Promise<string> => {
    if ('markdown' in body) return markdown.canonical(body.markdown);
    if (!('document' in body)) return '';
    const result = await markdown.accept(body.document);
    if ('markdown' in result) return result.markdown;
    throw invalid(
      ...result.problems.map((problem) => ({ ...problem, path: `${path}.document.${problem.path}` })),
    );
  };

  /** Reads what changes bring; wrong input is refused here already. */
  const prepare = async ({ changes }: Static<typeof ContentChanges>): Promise<PreparedChanges> => {
    const prepared = [];
    for (const [index, change] of changes.entries()) {
      const body = 'document' in change ? change.document : undefined;
      const path = `body.changes.${index}.document`;
      prepared.push({ change, markdown: body && (await markdownOf(body, path)) });
    }
    return prepared;
  };

  const apply = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    changes: PreparedChanges,
    draft: Draft,
  ): Promise<void> => {
    const made = new Map<string, string>();
    const resolve = (id: string) => made.get(id) ?? id;
    const bodyOf = (text: string | undefined) => (text ? draft.putBody(text) : undefined);
    const patchOf = (
      change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>,
      text: string | undefined,
    ): PagePatch => {
      const { operation: _, document: __, into: ___, at: ____, ...fields } = change;
      const { page: _____, ref: ______, type: _______, ...patch } = fields as Record<string, unknown>;
      return { ...patch, ...(text !== undefined && { body: bodyOf(text) ?? null }) } as PagePatch;
    };
    const reusable = async (id: string): Promise<ReusableRecord> => {
      const found = (await draft.view.getMany([keys.reusable(id)])).get(keys.reusable(id));
      if (!found) throw new ContentError('missing', 'reusableContent', `There is no reusable content ${id}`);
      return found as ReusableRecord;
    };

    const operations: {
      [Name in Change['operation']]: (change: ChangeOf<Name>, text: string | undefined) => Promise<void>;
    } = {
      insert_page: async (change, text) => {
        const id = newId();
        const { title = 'Untitled', ...patch } = patchOf(change, text);
        await draft.insertPage(
          id,
          change.type ?? 'document',
          { ...patch, title: title ?? 'Untitled' },
          { parent: change.into ? resolve(change.into) : null, at: change.at },
        );
        if (change.ref !== undefined) made.set(change.ref, id);
      },
      update_page: async (change, text) => {
        const id = resolve(change.page);
        const moves = change.into !== undefined || change.at !== undefined;
        const parent =
          change.into === undefined
            ? ((await readPage(draft.view, id))?.parent ?? null)
            : change.into && resolve(change.into);
        await draft.updatePage(id, patchOf(change, text), moves ? { parent, at: change.at } : undefined);
      },
      delete_page: async (change) => {
        await draft.deletePage(resolve(change.page));
      },
      revert_page: async (change) => {
        const root = change.revision === undefined ? place.rootBefore : await place.rootOf(change.revision);
        if (root === undefined)
          throw new ContentError('missing', 'revision', `There is no revision ${change.revision}`);
        await revertPage(tx, place, draft, root, change.page);
      },
      set_variables: async ({ variables }) => {
        for (const [name, value] of Object.entries(variables)) {
          if (!VARIABLE_NAME.test(name))
            throw new ContentError('invalid', `variables.${name}`, 'is not a name of a variable');
          if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
            throw new ContentError(
              'invalid',
              `variables.${name}`,
              'must be text, a number, a boolean or null',
            );
          if (typeof value === 'string' && value.length > 256)
            throw new ContentError('invalid', `variables.${name}`, 'must not have more than 256 characters');
          draft.setVariable(name, value === null ? undefined : (value as string));
        }
      },
      insert_reusable_content: async ({ title, ref }, text) => {
        const id = newId();
        draft.putReusable(id, { title, body: bodyOf(text) });
        if (ref !== undefined) made.set(ref, id);
      },
      update_reusable_content: async ({ reusableContent, title }, text) => {
        const id = resolve(reusableContent);
        const before = await reusable(id);
        draft.putReusable(id, {
          ...before,
          ...(title !== undefined && { title }),
          ...(text !== undefined && { body: bodyOf(text) }),
        });
      },
      delete_reusable_content: async ({ reusableContent }) => {
        await reusable(resolve(reusableContent));
        draft.deleteReusable(resolve(reusableContent));
      },
    };

    for (const [index, { change, markdown: text }] of changes.entries()) {
      const path = `body.changes.${index}`;
      const operate = operations[change.operation] as (change: Change, text?: string) => Promise<void>;
      try {
        await operate(change, text);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        const details = [{ path: `${path}.${error.field}`, message: error.message }];
        throw new ApiError(statusOf[error.kind], `${path}.${error.field}: ${error.message}`, { details });
      }
    }
  };

  // Everything about the page but where it stands, and where it stands too if it is gone.
  const revertPage = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    draft: Draft,
    root: string,
    id: string,
  ) => {
    const before = await readPage(revisions.view(place.organizationId, root, tx), id);
    const now = await readPage(draft.view, id);
    if (!before && !now) throw new ContentError('missing', 'page', `There is no page ${id}`);
    if (!before) return void (await draft.deletePage(id));
    const {
      type,
      parent,
      position: _,
      slugIsChosen: __,
      createdAt: ___,
      updatedAt: ____,
      ...fields
    } = before;
    if (now) {
      const gone = Object.fromEntries(Object.keys(now).map((field) => [field, null]));
      const {
        type: _1,
        parent: _2,
        position: _3,
        slugIsChosen: _4,
        createdAt: _5,
        updatedAt: _6,
        ...cleared
      } = gone;
      return draft.updatePage(id, { ...cleared, ...fields } as PagePatch);
    }
    const parentThere = parent !== null && (await readPage(draft.view, parent)) !== undefined;
    await draft.insertPage(id, type, fields, { parent: parentThere ? parent : null });
  };

  /** Applies changes to a snapshot; the root of what came out. */
  const change = (tx: DatabaseTransaction, place: EditPlace, changes: PreparedChanges) =>
    revisions.edit(tx, place.organizationId, place.root, (draft) => apply(tx, place, changes, draft));

  return {
    prepare,
    change,
    markdownOf,

    /** Changes a space that is edited live. */
    changeSpace: async (
      caller: Caller,
      space: SpaceSubject,
      wanted: Static<typeof ContentChanges>,
    ): Promise<SpaceSubject> => {
      const changes = await prepare(wanted);
      return transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) throw notFound('space');
        const now = await spaces.find(caller.principal.userId, space.id, tx);
        if (now?.edit_mode !== 'live')
          throw conflict('This space is locked: its content is changed through change requests');
        const before = head.parents[0] && (await revisions.find(space, head.parents[0], tx));
        const root = await change(
          tx,
          {
            organizationId: space.organization_id,
            root: head.root,
            rootBefore: before ? before.root : head.root,
            rootOf: async (id) => (await revisions.find(space, id, tx))?.root,
          },
          changes,
        );
        if (root === head.root) return now;
        const id = await revisions.add(tx, {
          organizationId: space.organization_id,
          spaceId: space.id,
          root,
          type: 'edits',
          parents: [head.id],
          createdBy: caller.principal.userId,
        });
        await revisions.moveHead(tx, space, id);
        await record(tx, caller, 'space.content-updated', space, { revision: id, from: head.id });
        return (await spaces.find(caller.principal.userId, space.id, tx))!;
      });
    },

    /** Brings a space back to a revision of its own; what came after stays in its history. */
    rollback: (caller: Caller, space: SpaceSubject, revisionId: string): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        const target = await revisions.find(space, revisionId, tx);
        // What is in a change request gets in by being merged.
        const isOwn = target && (target.change_request_id === null || target.type === 'merge');
        if (!head || !isOwn) throw notFound('revision');
        if (head.root === target.root) throw conflict('The space is at this content already');
        const id = await revisions.add(tx, {
          organizationId: space.organization_id,
          spaceId: space.id,
          root: target.root,
          type: 'rollback',
          parents: [head.id],
          createdBy: caller.principal.userId,
        });
        await revisions.moveHead(tx, space, id);
        await record(tx, caller, 'space.rolled-back', space, { revision: id, from: head.id, to: revisionId });
        return (await spaces.find(caller.principal.userId, space.id, tx))!;
      }),
  };

  function record(
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    space: SpaceSubject,
    payload: Record<string, unknown>,
  ) {
    return events.record(tx, caller, {
      organizationId: space.organization_id,
      action,
      target: { type: 'space', id: space.id, label: space.title },
      payload,
    });
  }
};

/** Changing content. */
export type EditingService = ReturnType<typeof createEditingService>;
