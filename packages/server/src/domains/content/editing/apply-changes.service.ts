import { ContentError, type FileRecord, hashText, readPages } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, NewObjects, RevisionsService } from '../../revisions/index.ts';
import type { BodyLinksService, LinksOfBody } from '../links/body-links.service.ts';
import { createBodyParser, type ParsedBody, type WrittenBody } from './body-parser.ts';
import { refResolver } from './edit-refs.ts';
import type { Change, ChangeOf } from './editing.contract.ts';
import { type BytesByPath, createFileChanges } from './file-changes.ts';
import { createPageChanges, type EditTarget, type PageResults } from './page-changes.ts';
import {
  createReusableContentChanges,
  type InsertedContent,
  type UpdatedContent,
} from './reusable-content-changes.ts';
import { setVariables } from './variable-changes.ts';

type Dependencies = Pick<Kernel, 'newId' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly bodyLinks: BodyLinksService;
  readonly noteSections: NoteSections;
};

/** Keeps the searchable sections of bodies that a transaction writes, by hash, so that they are not parsed again. */
export type NoteSections = (
  tx: DatabaseTransaction,
  found: readonly { readonly body: string; readonly sections: ParsedBody['sections'] }[],
) => void;

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

/** What edits write besides revisions, to be stored together. */
interface EditWrites {
  readonly objects: NewObjects;
  readonly links: Map<string, LinksOfBody>;
}

/** Applies prepared changes to snapshots. */
export const createApplyChangesService = (dependencies: Dependencies) => {
  const { newId, revisions, bodyLinks, noteSections } = dependencies;
  const bodies = createBodyParser(dependencies);

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

  const collect = (organizationId: string): EditWrites => ({
    objects: revisions.collectObjects(organizationId),
    links: new Map(),
  });

  /** Applies changes to a snapshot; returns the new root and the result. */
  const apply = async (
    tx: DatabaseTransaction,
    writes: EditWrites,
    target: EditTarget,
    changes: PreparedChanges,
  ): Promise<{ root: string; result: EditResult }> => {
    let done: Awaited<ReturnType<typeof applyToDraft>> | undefined;
    const root = await revisions.collectEdit(tx, writes.objects, target.root, async (draft) => {
      done = await applyToDraft(tx, target, changes, draft);
    });
    const { result, written } = done!;
    const stored = written.filter(({ markdown }) => markdown !== '');
    const parsed = stored.map((one) => ({ ...one, body: hashText(one.markdown) }));
    for (const { body, found } of parsed) writes.links.set(body, { body, ...found });
    noteSections(tx, parsed);
    return { root, result };
  };

  const store = async (tx: DatabaseTransaction, { objects, links }: EditWrites): Promise<void> => {
    await revisions.storeObjects(tx, objects);
    await bodyLinks.store(tx, objects.organizationId, [...links.values()]);
  };

  return {
    /** What edits of an organization write, nothing at first. */
    collect,
    apply,
    /** Adds what one edit writes to that of others. */
    add: ({ objects, links }: EditWrites, more: EditWrites): void => {
      for (const [hash, text] of more.objects.nodes) objects.nodes.set(hash, text);
      for (const [hash, text] of more.objects.bodies) objects.bodies.set(hash, text);
      for (const [body, found] of more.links) links.set(body, found);
    },
    store,

    /** Applies changes to a snapshot and stores what they write. */
    applyNow: async (
      tx: DatabaseTransaction,
      target: EditTarget,
      changes: PreparedChanges,
    ): Promise<{ root: string; result: EditResult }> => {
      const writes = collect(target.organizationId);
      const applied = await apply(tx, writes, target, changes);
      await store(tx, writes);
      return applied;
    },
  };
};

/** Applies prepared changes to snapshots. */
export type ApplyChanges = ReturnType<typeof createApplyChangesService>;
