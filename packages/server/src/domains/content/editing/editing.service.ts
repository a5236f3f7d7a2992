import {
  ContentError,
  type Document,
  type FileRecord,
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
import { type BytesByPath, createFileChanges, filesOf } from '../file-changes/file-changes.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { Body, ContentChange, ContentChanges } from './editing.contract.ts';

type Change = Static<typeof ContentChange>;
type ChangeOf<Name extends Change['operation']> = Extract<Change, { operation: Name }>;

type Dependencies = Pick<Kernel, 'transaction' | 'newId' | 'events'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly files: FilesService;
};

const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const statusOf = { missing: 404, invalid: 400, conflict: 409 } as const;

/** Changes whose files have been taken in. */
export interface PreparedChanges {
  readonly changes: readonly Change[];
  readonly bytes: BytesByPath;
}

/** What became of pages, in the order in which they were first met, and which files are new. */
export interface Outcome {
  readonly pages: Readonly<Became>;
  readonly files: readonly (readonly [id: string, file: FileRecord])[];
}

type Became = Map<string, { became: 'created' | 'updated' | 'deleted'; ref?: string | undefined }>;

// A page that comes and goes in the same breath was never there.
const met = (pages: Became, id: string, became: 'created' | 'updated' | 'deleted') => {
  const before = pages.get(id)?.became;
  if (before === 'created' && became === 'deleted') pages.delete(id);
  else if (before !== 'created') pages.set(id, { became: before === 'deleted' ? 'updated' : became });
};

/** What editing a snapshot needs to know of where it happens. */
export interface EditPlace {
  readonly organizationId: string;
  readonly root: string;
  /** The snapshot that pages are reverted to, unless a change names a revision. */
  readonly rootBefore: string;
  readonly rootOf: (revisionId: string) => Promise<string | undefined>;
}

/** Changing content: the same changes for spaces and for change requests. */
export const createEditingService = ({
  transaction,
  newId,
  events,
  revisions,
  spaces,
  files,
}: Dependencies) => {
  /** The Markdown of a body that a client sent, in its one canonical form. */
  const markdownOf = (
    body: Static<typeof Body>,
    path: string,
    finish: (document: Document) => Document = (document) => document,
  ): string | undefined => {
    if ('markdown' in body) return printMarkdown(finish(parseMarkdown(body.markdown)));
    if (!('document' in body)) return undefined;
    const result = normalizeDocument(body.document);
    if ('problems' in result)
      throw invalid(
        ...result.problems.map((problem) => ({ ...problem, path: `${path}.document.${problem.path}` })),
      );
    return printMarkdown(finish(result.document));
  };

  const apply = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    { changes, bytes }: PreparedChanges,
    draft: Draft,
  ): Promise<Outcome> => {
    const made = new Map<string, string>();
    const pages: Became = new Map();
    const files = createFileChanges(draft, changes, bytes, newId);
    const resolve = (id: string) => made.get(id) ?? id;
    const bodyOf = (body: Static<typeof Body> | undefined, path: string) => {
      const markdown = body && markdownOf(body, path, files.withFiles);
      return markdown ? draft.putBody(markdown) : undefined;
    };
    const patchOf = (change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>, path: string): PagePatch => {
      const { operation: _, document, into: __, at: ___, ...fields } = change;
      const { page: ____, ref: _____, type: ______, ...patch } = fields as Record<string, unknown>;
      const { ref, refDark } = change.cover ?? {};
      return {
        ...patch,
        ...(change.cover && {
          cover: {
            ...change.cover,
            ...(ref && { ref: files.located(ref) }),
            ...(refDark && { refDark: files.located(refDark) }),
          },
        }),
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
        pages.set(id, { became: 'created', ref: change.ref });
      },
      update_page: async (change, path) => {
        const id = resolve(change.page);
        const moves = change.into !== undefined || change.at !== undefined;
        const parent =
          change.into === undefined
            ? ((await readPage(draft.view, id))?.parent ?? null)
            : change.into && resolve(change.into);
        await draft.updatePage(id, patchOf(change, path), moves ? { parent, at: change.at } : undefined);
        met(pages, id, 'updated');
      },
      delete_page: async (change) => {
        for (const id of await draft.deletePage(resolve(change.page))) met(pages, id, 'deleted');
      },
      revert_page: async (change) => {
        const root = change.revision === undefined ? place.rootBefore : await place.rootOf(change.revision);
        if (root === undefined)
          throw new ContentError('missing', 'revision', `There is no revision ${change.revision}`);
        await revertPage(tx, place, draft, root, change.page, pages);
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
      ...files.operations,
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
    return { pages, files: files.inserted };
  };

  // Everything about the page but where it stands, and where it stands too if it is gone.
  const revertPage = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    draft: Draft,
    root: string,
    id: string,
    pages: Became,
  ) => {
    const before = await readPage(revisions.view(place.organizationId, root, tx), id);
    const now = await readPage(draft.view, id);
    if (!before && !now) throw new ContentError('missing', 'page', `There is no page ${id}`);
    if (!before) {
      for (const gone of await draft.deletePage(id)) met(pages, gone, 'deleted');
      return;
    }
    met(pages, id, now ? 'updated' : 'created');
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

  /** Takes in the files of changes: that may take a while, and is done before anything is held for it. */
  const prepare = async (
    organizationId: string,
    { changes }: Static<typeof ContentChanges>,
  ): Promise<PreparedChanges> => ({
    changes,
    bytes: await files.receive(organizationId, filesOf(changes)),
  });

  /** Applies changes to a snapshot; the root of what came out, and what became of pages and files. */
  const change = async (
    tx: DatabaseTransaction,
    place: EditPlace,
    changes: PreparedChanges,
  ): Promise<{ root: string; outcome: Outcome }> => {
    let outcome: Outcome = { pages: new Map(), files: [] };
    const root = await revisions.edit(tx, place.organizationId, place.root, async (draft) => {
      outcome = await apply(tx, place, changes, draft);
    });
    return { root, outcome };
  };

  const requireLive = (space: SpaceSubject | undefined): SpaceSubject => {
    if (space?.edit_mode === 'live') return space;
    throw conflict('This space is locked: its content is changed through change requests');
  };

  return {
    prepare,
    change,
    markdownOf,

    /** Changes a space that is edited live. */
    changeSpace: async (
      caller: Caller,
      space: SpaceSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<{ space: SpaceSubject; outcome: Outcome }> => {
      requireLive(space);
      const prepared = await prepare(space.organization_id, changes);
      return transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) throw notFound('space');
        const now = requireLive(await spaces.find(caller.principal.userId, space.id, tx));
        const before = head.parents[0] && (await revisions.find(space, head.parents[0], tx));
        const { root, outcome } = await change(
          tx,
          {
            organizationId: space.organization_id,
            root: head.root,
            rootBefore: before ? before.root : head.root,
            rootOf: async (id) => (await revisions.find(space, id, tx))?.root,
          },
          prepared,
        );
        if (root === head.root) return { space: now, outcome };
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
        return { space: (await spaces.find(caller.principal.userId, space.id, tx))!, outcome };
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
