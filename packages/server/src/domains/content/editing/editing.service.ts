import {
  ContentError,
  keys,
  normalizeDocument,
  type PagePatch,
  parseMarkdown,
  printMarkdown,
  type ReusableRecord,
  readPage,
} from '@lectern/document';
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

type Dependencies = Pick<Kernel, 'transaction' | 'newId' | 'events'> & {
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

/** Changing content: the same changes for spaces and for change requests. */
export const createEditingService = ({ transaction, newId, events, revisions, spaces }: Dependencies) => {
  /** The Markdown of a body that a client sent, in its one canonical form. */
  const markdownOf = (body: Static<typeof Body>, path: string): string | undefined => {
    if ('markdown' in body) return printMarkdown(parseMarkdown(body.markdown));
    if (!('document' in body)) return undefined;
    const result = normalizeDocument(body.document);
    if ('problems' in result)
      throw invalid(
        ...result.problems.map((problem) => ({ ...problem, path: `${path}.document.${problem.path}` })),
      );
    return printMarkdown(result.document);
  };

  const apply = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    changes: readonly Change[],
    draft: Draft,
  ): Promise<void> => {
    const made = new Map<string, string>();
    const resolve = (id: string) => made.get(id) ?? id;
    const bodyOf = (body: Static<typeof Body> | undefined, path: string) => {
      const markdown = body && markdownOf(body, path);
      return markdown ? draft.putBody(markdown) : undefined;
    };
    const patchOf = (change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>, path: string): PagePatch => {
      const { operation: _, document, into: __, at: ___, ...fields } = change;
      const { page: ____, ref: _____, type: ______, ...patch } = fields as Record<string, unknown>;
      return {
        ...patch,
        ...(document && { body: bodyOf(document, `${path}.document`) ?? null }),
      } as PagePatch;
    };
    const reusable = async (id: string): Promise<ReusableRecord> => {
      const found = (await draft.view.getMany([keys.reusable(id)])).get(keys.reusable(id));
      if (!found) throw new ContentError('missing', 'reusableContent', `There is no reusable content ${id}`);
      return found as ReusableRecord;
    };

    const operations: {
      [Name in Change['operation']]: (change: ChangeOf<Name>, path: string) => Promise<void>;
    } = {
      insert_page: async (change, path) => {
        const id = newId();
        const { title = 'Untitled', ...patch } = patchOf(change, path);
        await draft.insertPage(
          id,
          change.type ?? 'document',
          { ...patch, title: title ?? 'Untitled' },
          { parent: change.into ? resolve(change.into) : null, at: change.at },
        );
        if (change.ref !== undefined) made.set(change.ref, id);
      },
      update_page: async (change, path) => {
        const id = resolve(change.page);
        const moves = change.into !== undefined || change.at !== undefined;
        const parent =
          change.into === undefined
            ? ((await readPage(draft.view, id))?.parent ?? null)
            : change.into && resolve(change.into);
        await draft.updatePage(id, patchOf(change, path), moves ? { parent, at: change.at } : undefined);
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
      insert_reusable_content: async ({ title, ref, document }, path) => {
        const id = newId();
        draft.putReusable(id, { title, body: bodyOf(document, `${path}.document`) });
        if (ref !== undefined) made.set(ref, id);
      },
      update_reusable_content: async ({ reusableContent, title, document }, path) => {
        const id = resolve(reusableContent);
        const before = await reusable(id);
        draft.putReusable(id, {
          ...before,
          ...(title !== undefined && { title }),
          ...(document && { body: bodyOf(document, `${path}.document`) }),
        });
      },
      delete_reusable_content: async ({ reusableContent }) => {
        await reusable(resolve(reusableContent));
        draft.deleteReusable(resolve(reusableContent));
      },
    };

    for (const [index, change] of changes.entries()) {
      const path = `body.changes.${index}`;
      try {
        await (operations[change.operation] as (change: Change, path: string) => Promise<void>)(change, path);
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
  const change = (tx: DatabaseTransaction, place: EditPlace, { changes }: Static<typeof ContentChanges>) =>
    revisions.edit(tx, place.organizationId, place.root, (draft) => apply(tx, place, changes, draft));

  return {
    change,

    /** Changes a space that is edited live. */
    changeSpace: (
      caller: Caller,
      space: SpaceSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<SpaceSubject> =>
      transaction(async (tx) => {
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
      }),

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
