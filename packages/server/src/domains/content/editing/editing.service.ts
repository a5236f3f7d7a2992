import { ContentError, type FileRecord, hashText, readPages } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import type { FilesService } from '../files/files.service.ts';
import type { BodyLinksService } from '../links/body-links.service.ts';
import { createBodyParser, hasConflict, type ParsedBody, type WrittenBody } from './body-parser.ts';
import { refResolver, requireUniqueRefs } from './edit-refs.ts';
import type { Change, ChangeOf, ContentChanges } from './editing.contract.ts';
import { type BytesByPath, createFileChanges, filesOf } from './file-changes.ts';
import { createPageChanges, type EditTarget, type PageResults } from './page-changes.ts';
import {
  createReusableContentChanges,
  type InsertedContent,
  type UpdatedContent,
} from './reusable-content-changes.ts';
import { setVariables } from './variable-changes.ts';

type Dependencies = Pick<Kernel, 'transaction' | 'mutex' | 'newId' | 'events' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly files: FilesService;
  readonly bodyLinks: BodyLinksService;
};

const statusOf = { missing: 404, invalid: 400, conflict: 409 } as const;

/** Changes with parsed bodies and received files; preparing them is slow and needs no lock. */
export interface PreparedChanges {
  readonly changes: readonly Change[];
  readonly bodies: ReadonlyMap<string, ParsedBody>;
  readonly bytes: BytesByPath;
}

/** The result of an edit: changed pages, inserted files and reusable contents. */
export interface EditResult {
  readonly pages: PageResults;
  readonly files: readonly (readonly [id: string, file: FileRecord])[];
  readonly contents: readonly InsertedContent[];
  readonly updatedContents: readonly UpdatedContent[];
}

/** Applies changes to content, of spaces and of change requests. */
export const createEditingService = (dependencies: Dependencies) => {
  const {
    transaction,
    mutex,
    newId,
    events,
    revisions,
    spaces,
    files: filesService,
    bodyLinks,
  } = dependencies;
  const bodies = createBodyParser(dependencies);

  /** Parses bodies and receives files; refuses invalid input. */
  const prepare = async (
    organizationId: string,
    { changes }: Static<typeof ContentChanges>,
  ): Promise<PreparedChanges> => {
    requireUniqueRefs(changes);
    const parsed = new Map<string, ParsedBody>();
    for (const [index, change] of changes.entries()) {
      const path = `body.changes.${index}`;
      if ('document' in change && change.document)
        parsed.set(path, await bodies.parse(change.document, `${path}.document`));
    }
    return {
      changes,
      bodies: parsed,
      bytes: await filesService.receiveAll(organizationId, filesOf(changes)),
    };
  };

  const applyToDraft = async (
    tx: DatabaseTransaction,
    target: EditTarget,
    { changes, bodies: parsed, bytes }: PreparedChanges,
    draft: Draft,
  ): Promise<{ result: EditResult; written: readonly ParsedBody[] }> => {
    const pageIds = new Map<string, string>();
    const reusableIds = new Map<string, string>();
    // A later change of the same body replaces the earlier one.
    const written = new Map<string, WrittenBody>();
    const files = createFileChanges(draft, changes, bytes, newId);
    const resolveRef = refResolver(pageIds, reusableIds, files.resolveRef);
    const bodyFor = (
      path: string,
      owner: { page: string } | { reusable: string },
    ): string | null | undefined => {
      const body = parsed.get(path);
      if (!body) return undefined;
      written.set(Object.values(owner)[0]!, { ...body, ...owner });
      return body.markdown === '' ? null : draft.putBody(body.markdown);
    };
    const pages = createPageChanges(
      { tx, target, draft, createdIds: pageIds, resolveRef, bodyFor },
      dependencies,
    );
    const contents = createReusableContentChanges({ draft, createdIds: reusableIds, newId, bodyFor });
    const operations: {
      [Name in Change['operation']]: (change: ChangeOf<Name>, path: string) => Promise<void>;
    } = {
      ...pages.operations,
      ...files.operations,
      ...contents.operations,
      set_variables: async ({ variables }) => setVariables(draft, variables),
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
    const linked = await bodies.resolveLinks(draft, resolveRef, written.values());
    const records = await readPages(draft.view, [...pages.results.keys()]);
    const results = new Map(
      [...pages.results].map(([id, result]) => [id, { ...result, body: records.get(id)?.body }]),
    );
    return {
      result: {
        pages: results,
        files: files.inserted,
        contents: [...contents.inserted.values()],
        updatedContents: await contents.updated(),
      },
      written: [...written.values(), ...linked],
    };
  };

  /** Applies changes to a snapshot; returns the new root and the result. */
  const apply = async (
    tx: DatabaseTransaction,
    target: EditTarget,
    changes: PreparedChanges,
  ): Promise<{ root: string; result: EditResult }> => {
    const { organizationId } = target;
    let done: Awaited<ReturnType<typeof applyToDraft>> | undefined;
    const root = await revisions.edit(tx, organizationId, target.root, async (draft) => {
      done = await applyToDraft(tx, target, changes, draft);
    });
    const { result, written } = done!;
    const stored = written.filter(({ markdown }) => markdown !== '');
    await bodyLinks.store(
      tx,
      organizationId,
      stored.map((body) => ({ body: hashText(body.markdown), ...body.found })),
    );
    return { root, result };
  };

  // Edits of the same space run one after the other.
  const withSpaceLock = <T>(
    space: SpaceSubject,
    command: (tx: DatabaseTransaction) => Promise<T>,
  ): Promise<T> => mutex(space.id, () => transaction(command));

  /** Refuses spaces whose content is not edited directly. */
  const requireLive = (space: SpaceSubject | undefined): SpaceSubject => {
    if (space?.edit_mode === 'live') return space;
    throw conflict('This space is locked: edit it through a change request');
  };

  // Conflicts are resolved in change requests, before they are merged.
  const requireNoConflicts = async ({ bodies: parsed }: PreparedChanges): Promise<void> => {
    for (const [path, { markdown }] of parsed)
      if (await hasConflict(dependencies.markdown, markdown))
        throw invalid({
          path: `${path}.document`,
          message: 'contains an unresolved conflict, which is only allowed in a change request',
        });
  };

  // Revisions of change requests do not belong to the space until they are merged.
  const findSpaceRevision = async (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    id: string,
  ): Promise<RevisionRow | undefined> => {
    const revision = await revisions.find(space, id, tx);
    return revision?.change_request_id === null || revision?.type === 'merge' ? revision : undefined;
  };

  /** Applies prepared changes to a space with live edits. */
  const applyToSpace = (
    caller: Caller,
    space: SpaceSubject,
    prepared: PreparedChanges,
  ): Promise<{ space: SpaceSubject; result: EditResult }> =>
    withSpaceLock(space, async (tx) => {
      const head = await revisions.lockHead(tx, space);
      if (!head) throw notFound('space');
      const now = requireLive(await spaces.find(caller.principal.userId, space.id, tx));
      const before = head.parents[0] && (await revisions.find(space, head.parents[0], tx));
      const { root, result } = await apply(
        tx,
        {
          organizationId: space.organization_id,
          root: head.root,
          rootBefore: before ? before.root : head.root,
          rootOf: async (id) => (await findSpaceRevision(tx, space, id))?.root,
        },
        prepared,
      );
      if (root === head.root) return { space: now, result };
      const id = await revisions.commit(tx, space, head, root, caller.principal);
      await recordEvent(tx, caller, 'space.content-updated', space, { revision: id, from: head.id });
      return { space: (await spaces.find(caller.principal.userId, space.id, tx))!, result };
    });

  return {
    prepare,
    apply,
    requireLive,
    applyToSpace,

    /** Edits a space with live edits. */
    editSpace: async (
      caller: Caller,
      space: SpaceSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<{ space: SpaceSubject; result: EditResult }> => {
      requireLive(space);
      const prepared = await prepare(space.organization_id, changes);
      await requireNoConflicts(prepared);
      return applyToSpace(caller, space, prepared);
    },

    /** Rolls a space back to one of its revisions; later revisions stay in the history. */
    rollback: (caller: Caller, space: SpaceSubject, revisionId: string): Promise<SpaceSubject> =>
      withSpaceLock(space, async (tx) => {
        const head = await revisions.lockHead(tx, space);
        const target = await findSpaceRevision(tx, space, revisionId);
        if (!head || !target) throw notFound('revision');
        const root = await revisions.addFormerPaths(tx, space.organization_id, head.root, target.root);
        if (head.root === root) throw conflict('The space already has the content of this revision');
        const id = await revisions.insert(tx, {
          organizationId: space.organization_id,
          spaceId: space.id,
          root,
          type: 'rollback',
          parents: [head.id],
          createdBy: caller.principal.userId,
        });
        await revisions.moveHead(tx, space, id, caller.principal.chain);
        await recordEvent(tx, caller, 'space.rolled-back', space, {
          revision: id,
          from: head.id,
          to: revisionId,
        });
        return (await spaces.find(caller.principal.userId, space.id, tx))!;
      }),
  };

  function recordEvent(
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

/** Applies changes to content. */
export type EditingService = ReturnType<typeof createEditingService>;
