import {
  ContentError,
  type ContentRef,
  type FileRecord,
  hashText,
  keys,
  type ReusableRecord,
} from '@lectern/document';
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
import type { ContentChange, ContentChanges } from './editing.contract.ts';
import { type BytesByPath, createFileChanges, filesOf, refsOf } from './file-changes.ts';
import { createPageChanges, type EditTarget, type PageResults } from './page-changes.ts';

type Change = Static<typeof ContentChange>;
type ChangeOf<Name extends Change['operation']> = Extract<Change, { operation: Name }>;

type Dependencies = Pick<Kernel, 'transaction' | 'mutex' | 'newId' | 'events' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly files: FilesService;
  readonly bodyLinks: BodyLinksService;
};

const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const MAX_PARSING_MS = 30_000;

const statusOf = { missing: 404, invalid: 400, conflict: 409 } as const;

/** Changes whose bodies were read and whose files were taken in: that takes longest, and nothing is held meanwhile. */
export interface PreparedChanges {
  readonly changes: readonly Change[];
  readonly bodies: ReadonlyMap<string, ParsedBody>;
  readonly bytes: BytesByPath;
}

/** A reusable content that an edit made. */
interface InsertedContent {
  readonly id: string;
  readonly title: string;
  readonly ref?: string | undefined;
}

/** What became of pages, and which files and reusable contents are new. */
export interface EditResult {
  readonly pages: PageResults;
  readonly files: readonly (readonly [id: string, file: FileRecord])[];
  readonly contents: readonly InsertedContent[];
}

/** Changing content: the same changes for spaces and for change requests. */
export const createEditingService = (parts: Dependencies) => {
  const { transaction, mutex, newId, events, revisions, spaces, files: filesService, bodyLinks } = parts;
  const bodies = createBodyParser(parts);

  /** Reads what changes bring; wrong input is refused here already. */
  const prepare = async (
    organizationId: string,
    { changes }: Static<typeof ContentChanges>,
  ): Promise<PreparedChanges> => {
    requireOwnRefs(changes);
    const read = new Map<string, ParsedBody>();
    const begin = performance.now();
    for (const [index, change] of changes.entries()) {
      const path = `body.changes.${index}`;
      if (performance.now() - begin > MAX_PARSING_MS)
        throw invalid({ path, message: 'These changes take too long to read: send fewer at once' });
      if ('document' in change && change.document)
        read.set(path, await bodies.parse(change.document, `${path}.document`));
    }
    return { changes, bodies: read, bytes: await filesService.receiveAll(organizationId, filesOf(changes)) };
  };

  const applyToDraft = async (
    tx: DatabaseTransaction,
    place: EditTarget,
    { changes, bodies: read, bytes }: PreparedChanges,
    draft: Draft,
  ): Promise<{ outcome: EditResult; written: readonly ParsedBody[] }> => {
    const made = new Map<string, string>();
    const reusables = new Map<string, string>();
    // What is written last counts.
    const written = new Map<string, WrittenBody>();
    const files = createFileChanges(draft, changes, bytes, newId);
    const located = locate(made, reusables, files.located);
    const bodyAt = (path: string, owner: Owner): string | null | undefined => {
      const body = read.get(path);
      if (!body) return undefined;
      written.set(Object.values(owner)[0]!, { ...body, ...owner });
      return body.markdown === '' ? null : draft.putBody(body.markdown);
    };
    const pages = createPageChanges({ tx, place, draft, made, located, bodyAt }, parts);
    const contents = createReusableChanges({ draft, made: reusables, newId, bodyAt });
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
    const linked = await bodies.resolveLinks(draft, located, written.values());
    return {
      outcome: { pages: pages.outcome, files: files.inserted, contents: [...contents.inserted.values()] },
      written: [...written.values(), ...linked],
    };
  };

  /** Applies changes to a snapshot; the root of what came out, and what became of pages and files. */
  const apply = async (
    tx: DatabaseTransaction,
    place: EditTarget,
    changes: PreparedChanges,
  ): Promise<{ root: string; outcome: EditResult }> => {
    const { organizationId } = place;
    let done: Awaited<ReturnType<typeof applyToDraft>> | undefined;
    const root = await revisions.edit(tx, organizationId, place.root, async (draft) => {
      done = await applyToDraft(tx, place, changes, draft);
    });
    const { outcome, written } = done!;
    const found = written.filter(({ markdown }) => markdown !== '');
    await bodyLinks.store(
      tx,
      organizationId,
      found.map((body) => ({ body: hashText(body.markdown), ...body.found })),
    );
    return { root, outcome };
  };

  // Editors of a space take turns.
  const withSpaceLock = <T>(
    space: SpaceSubject,
    command: (tx: DatabaseTransaction) => Promise<T>,
  ): Promise<T> => mutex(space.id, () => transaction(command));

  /** Refuses spaces whose content is not edited directly. */
  const requireLive = (space: SpaceSubject | undefined): SpaceSubject => {
    if (space?.edit_mode === 'live') return space;
    throw conflict('This space is locked: its content is changed through change requests');
  };

  // What is merged was settled before: a space is no place for it.
  const requireNoConflicts = async ({ bodies: read }: PreparedChanges): Promise<void> => {
    for (const [path, { markdown }] of read)
      if (await hasConflict(parts.markdown, markdown))
        throw invalid({ path: `${path}.document`, message: 'has a conflict: only a change request may' });
  };

  // What is in a change request gets in by being merged.
  const findSpaceRevision = async (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    id: string,
  ): Promise<RevisionRow | undefined> => {
    const revision = await revisions.find(space, id, tx);
    return revision?.change_request_id === null || revision?.type === 'merge' ? revision : undefined;
  };

  /** Changes a space that is edited live, by what was prepared. */
  const applyToSpace = (
    caller: Caller,
    space: SpaceSubject,
    prepared: PreparedChanges,
  ): Promise<{ space: SpaceSubject; outcome: EditResult }> =>
    withSpaceLock(space, async (tx) => {
      const head = await revisions.lockHead(tx, space);
      if (!head) throw notFound('space');
      const now = requireLive(await spaces.find(caller.principal.userId, space.id, tx));
      const before = head.parents[0] && (await revisions.find(space, head.parents[0], tx));
      const { root, outcome } = await apply(
        tx,
        {
          organizationId: space.organization_id,
          root: head.root,
          rootBefore: before ? before.root : head.root,
          rootOf: async (id) => (await findSpaceRevision(tx, space, id))?.root,
        },
        prepared,
      );
      if (root === head.root) return { space: now, outcome };
      const id = await revisions.commit(tx, space, head, root, caller.principal.userId);
      await record(tx, caller, 'space.content-updated', space, { revision: id, from: head.id });
      return { space: (await spaces.find(caller.principal.userId, space.id, tx))!, outcome };
    });

  return {
    prepare,
    apply,
    requireLive,
    applyToSpace,

    /** Changes a space that is edited live. */
    editSpace: async (
      caller: Caller,
      space: SpaceSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<{ space: SpaceSubject; outcome: EditResult }> => {
      requireLive(space);
      const prepared = await prepare(space.organization_id, changes);
      await requireNoConflicts(prepared);
      return applyToSpace(caller, space, prepared);
    },

    /** Brings a space back to a revision of its own; what came after stays in its history. */
    rollback: (caller: Caller, space: SpaceSubject, revisionId: string): Promise<SpaceSubject> =>
      withSpaceLock(space, async (tx) => {
        const head = await revisions.lockHead(tx, space);
        const target = await findSpaceRevision(tx, space, revisionId);
        if (!head || !target) throw notFound('revision');
        const root = await revisions.addFormerPaths(tx, space.organization_id, head.root, target.root);
        if (head.root === root) throw conflict('The space is at this content already');
        const id = await revisions.insert(tx, {
          organizationId: space.organization_id,
          spaceId: space.id,
          root,
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

// Each ref names one thing.
const requireOwnRefs = (changes: readonly Change[]): void => {
  const seen = new Set<string>();
  for (const { path, ref } of refsOf(changes)) {
    if (seen.has(ref)) throw invalid({ path, message: 'is used twice: each ref names one thing' });
    seen.add(ref);
  }
};

type Owner = { readonly page: string } | { readonly reusable: string };

const setVariables = (draft: Draft, variables: Readonly<Record<string, unknown>>): void => {
  const wrong = (name: string, message: string) => new ContentError('invalid', `variables.${name}`, message);
  for (const [name, value] of Object.entries(variables)) {
    if (!VARIABLE_NAME.test(name)) throw wrong(name, 'is not a name of a variable');
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      throw wrong(name, 'must be text, a number, a boolean or null');
    if (typeof value === 'string' && value.length > 256)
      throw wrong(name, 'must not have more than 256 characters');
    draft.setVariable(name, value === null ? undefined : (value as string));
  }
};

/** The changes of reusable contents in an edit. */
const createReusableChanges = ({
  draft,
  made,
  newId,
  bodyAt,
}: {
  readonly draft: Draft;
  readonly made: Map<string, string>;
  readonly newId: Kernel['newId'];
  readonly bodyAt: (path: string, owner: { reusable: string }) => string | null | undefined;
}) => {
  const find = async (given: string): Promise<{ id: string; record: ReusableRecord }> => {
    const id = made.get(given) ?? given;
    const record = (await draft.view.getMany([keys.reusable(id)])).get(keys.reusable(id));
    if (!record) throw new ContentError('missing', 'reusableContent', `There is no reusable content ${id}`);
    return { id, record: record as ReusableRecord };
  };
  const inserted = new Map<string, InsertedContent>();
  const operations = {
    insert_reusable_content: async (
      { title, ref }: ChangeOf<'insert_reusable_content'>,
      path: string,
    ): Promise<void> => {
      const id = newId();
      draft.putReusable(id, { title, body: bodyAt(path, { reusable: id }) ?? undefined });
      if (ref !== undefined) made.set(ref, id);
      inserted.set(id, { id, title, ref });
    },
    update_reusable_content: async (
      { reusableContent, title }: ChangeOf<'update_reusable_content'>,
      path: string,
    ): Promise<void> => {
      const { id, record } = await find(reusableContent);
      const body = bodyAt(path, { reusable: id });
      const fields = {
        ...(title !== undefined && { title }),
        ...(body !== undefined && { body: body ?? undefined }),
      };
      draft.putReusable(id, { ...record, ...fields }, Object.keys(fields));
      const before = inserted.get(id);
      if (before && title !== undefined) inserted.set(id, { ...before, title });
    },
    delete_reusable_content: async ({
      reusableContent,
    }: ChangeOf<'delete_reusable_content'>): Promise<void> => {
      const { id } = await find(reusableContent);
      draft.deleteReusable(id);
      inserted.delete(id);
    },
  };
  return { inserted: inserted as ReadonlyMap<string, InsertedContent>, operations };
};

/** What a reference leads to once what the edit makes has its ids. */
const locate =
  (
    made: ReadonlyMap<string, string>,
    reusables: ReadonlyMap<string, string>,
    file: (ref: ContentRef) => ContentRef,
  ) =>
  (ref: ContentRef): ContentRef => {
    if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined)
      return made.has(ref.page) ? { ...ref, page: made.get(ref.page)! } : ref;
    if (ref.kind === 'reusable-content')
      return { ...ref, reusableContent: reusables.get(ref.reusableContent) ?? ref.reusableContent };
    const local = ref.kind === 'url' ? /^\.\/([^/#]+)(?:#(.+))?$/.exec(ref.url) : null;
    const reusableContent = local && reusables.get(local[1]!);
    if (reusableContent) return { kind: 'reusable-content', reusableContent };
    const page = local && made.get(local[1]!);
    if (!page) return file(ref);
    return local[2] === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor: local[2], page };
  };

/** Changing content. */
export type EditingService = ReturnType<typeof createEditingService>;
