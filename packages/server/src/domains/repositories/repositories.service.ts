import {
  type Conflict,
  conflictEntries,
  type FileRecord,
  keys,
  mergeSnapshots,
  type PageRecord,
  type Repository,
  type RepositoryProblem,
  type ReusableRecord,
} from '@lectern/document';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestSubject } from '../change-requests/index.ts';
import { type BodyLinksService, createBodyMerger } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchIndexService } from '../search/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';

import type { ProgressOptions } from './concurrency.ts';
import { type NamedConflict, RepositoryConflictError } from './conflict-error.ts';
import { createRepositoryExportService } from './export/repository-export.service.ts';
import { createRepositoryImportService, type PreparedImport } from './import/repository-import.service.ts';
import type { RepositoryInput } from './import/repository-input.ts';
import {
  findConfiguration,
  type RepositoryConfiguration,
  upsertConfiguration,
} from './repositories.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'markdown' | 'blobs' | 'newId' | 'clock' | 'mutex' | 'transaction' | 'events'
> & {
  readonly revisions: RevisionsService;
  readonly bodyLinks: BodyLinksService;
  readonly searchIndex: Pick<SearchIndexService, 'cacheSections'>;
  readonly changeRequestContent: ChangeRequestContentService;
};

/** The target of an import: a space or a change request. */
export type RepositoryTarget =
  | { readonly space: SpaceSubject }
  | { readonly changeRequest: ChangeRequestSubject };

/** The result of an import. */
export interface AppliedImport {
  /** The new revision; undefined if nothing changed. */
  readonly revision: string | undefined;
  /** The page ids of files, by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly problems: readonly RepositoryProblem[];
}

/** Options of an import; `complete` runs in its transaction. */
export interface ApplyOptions extends ProgressOptions {
  readonly complete?: (tx: DatabaseTransaction, applied: Omit<AppliedImport, 'revision'>) => Promise<void>;
}

/** The side that is taken in conflicts. */
type FavoredSide = 'ours' | 'theirs';

// Distinguishes imports from edits in the history.
const importMessage = (pages: number): string => `Imported ${pages} ${pages === 1 ? 'page' : 'pages'}`;

// The keys of content that can be in conflict.
const KEYS = { page: 'page', file: 'file', 'reusable-content': 'reusable' } as const;

const MAX_NAMED_CONFLICTS = 50;

/** Imports and exports of Markdown repositories. */
export const createRepositoriesService = (deps: Dependencies) => {
  const { db, mutex, transaction, events, revisions, bodyLinks, searchIndex, changeRequestContent } = deps;
  const { prepare } = createRepositoryImportService(deps);
  const { exportSnapshot, streamSnapshot, changedTexts } = createRepositoryExportService(deps);

  /** Writes a prepared import to its snapshot. */
  const write = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    prepared: PreparedImport,
  ): Promise<string> => {
    const imported = await revisions.edit(tx, organizationId, root, prepared.write);
    await bodyLinks.store(
      tx,
      organizationId,
      prepared.found.map(({ body, links }) => ({ body, ...links })),
    );
    searchIndex.cacheSections(prepared.found);
    return revisions.addFormerPaths(tx, organizationId, root, imported);
  };

  /** Names conflicts by title and path, since ids tell users nothing. */
  const namedConflicts = async (
    tx: DatabaseTransaction,
    organizationId: string,
    roots: readonly string[],
    conflicts: readonly Conflict[],
  ): Promise<NamedConflict[]> => {
    type Named = Partial<PageRecord & FileRecord & ReusableRecord>;
    const keyOf = ({ kind, id }: Conflict) =>
      kind === 'variable' ? keys.variable(id) : keys[KEYS[kind]](id);
    const found = await Promise.all(
      roots.map((root) => revisions.view(organizationId, root, tx).getMany(conflicts.map(keyOf))),
    );
    return conflicts.map((each) => {
      const record = found.map((records) => records.get(keyOf(each)) as Named | undefined).find((it) => it);
      const title = record?.title ?? record?.name;
      return {
        kind: each.kind,
        id: each.id,
        field: each.field,
        ...(title !== undefined && { title }),
        ...(record?.git && { path: record.git.path }),
      };
    });
  };

  type Sides = Record<'base' | 'ours' | 'theirs', string>;

  const mergeSides = async (tx: DatabaseTransaction, organizationId: string, sides: Sides) => {
    const bodies = createBodyMerger(deps, tx, organizationId, 'ours');
    const merged = await mergeSnapshots(revisions.merkleMap(organizationId, tx), sides, bodies.merge);
    // Only synchronization writes this field.
    const conflicts = merged.conflicts.filter(({ field }) => field !== 'git');
    const write = async (marks: ReadonlyMap<string, unknown>): Promise<string> => {
      await bodies.store(tx);
      const root = await revisions.writeChanges(
        tx,
        organizationId,
        sides.ours,
        new Map([...merged.changes, ...(marks as typeof merged.changes)]),
      );
      return revisions.addFormerPaths(tx, organizationId, sides.ours, root);
    };
    return { conflicts, write };
  };

  /** Merges the changes between two snapshots into a third; in a conflict, the favored side is taken. */
  const mergeFavoring = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { base, ours, theirs }: Sides,
    favored: FavoredSide,
  ): Promise<string> => {
    const [primary, other] = favored === 'ours' ? [ours, theirs] : [theirs, ours];
    const bodies = createBodyMerger(deps, tx, organizationId, 'ours', { takesPrimary: true });
    const { changes } = await mergeSnapshots(
      revisions.merkleMap(organizationId, tx),
      { base, ours: primary, theirs: other },
      bodies.merge,
      { favorsOurs: true },
    );
    await bodies.store(tx);
    const root = await revisions.writeChanges(tx, organizationId, primary, changes);
    return revisions.addFormerPaths(tx, organizationId, ours, root);
  };

  /**
   * Merges the changes between two snapshots into a third. Throws on conflicts, and changes nothing then, unless one side is
   * favored.
   */
  const merge = async (
    tx: DatabaseTransaction,
    organizationId: string,
    sides: Sides,
    favored?: FavoredSide,
  ): Promise<string> => {
    if (sides.base === sides.ours) return sides.theirs;
    if (favored) return mergeFavoring(tx, organizationId, sides, favored);
    const { conflicts, write } = await mergeSides(tx, organizationId, sides);
    if (conflicts.length > 0)
      throw new RepositoryConflictError(
        conflicts.length,
        await namedConflicts(
          tx,
          organizationId,
          [sides.base, sides.ours],
          conflicts.slice(0, MAX_NAMED_CONFLICTS),
        ),
      );
    return write(new Map());
  };

  /** Like `merge`, with conflicts marked for people to resolve in a change request. */
  const mergeMarked = async (
    tx: DatabaseTransaction,
    organizationId: string,
    sides: Sides,
  ): Promise<string> => {
    const { conflicts, write } = await mergeSides(tx, organizationId, sides);
    return write(conflictEntries(conflicts, 'ours'));
  };

  const currentRoot = async (target: RepositoryTarget): Promise<{ organizationId: string; root: string }> => {
    const [space, id] =
      'space' in target
        ? [target.space, target.space.revision_id]
        : [target.changeRequest.space, target.changeRequest.revision_id];
    const revision = await revisions.find(space, id);
    if (!revision) throw notFound('revision');
    return { organizationId: space.organization_id, root: revision.root };
  };

  const applyToSpace = (
    caller: Caller,
    space: SpaceSubject,
    message: string,
    work: (tx: DatabaseTransaction, root: string) => Promise<string>,
  ): Promise<string | undefined> =>
    mutex(space.id, () =>
      transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) throw notFound('space');
        const root = await work(tx, head.root);
        if (root === head.root) return undefined;
        const id = await revisions.commit(tx, space, head, root, caller.principal, { message });
        await events.record(tx, caller, {
          organizationId: space.organization_id,
          action: 'space.content-updated',
          target: { type: 'space', id: space.id, label: space.title },
          payload: { revision: id, from: head.id },
        });
        return id;
      }),
    );

  /** Stores the layout of the repository of a space. */
  const storeConfiguration = (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    { layout, redirects, configuration }: Pick<Repository, 'layout' | 'redirects' | 'configuration'>,
  ): Promise<void> =>
    upsertConfiguration(tx, space, {
      layout,
      redirects: Object.keys(redirects),
      ...(configuration === undefined ? {} : { configuration }),
    });

  return {
    prepare,
    storeConfiguration,
    /** The layout of the repository that a space was last imported from or exported to. */
    configurationOf: (space: SpaceSubject): Promise<RepositoryConfiguration | undefined> =>
      findConfiguration(db, space),
    write,
    merge,
    mergeMarked,

    /** Imports a repository into a space or a change request as one revision, and merges it with concurrent edits. */
    apply: async (
      caller: Caller,
      target: RepositoryTarget,
      input: RepositoryInput,
      options: ApplyOptions = {},
    ): Promise<AppliedImport> => {
      const { organizationId, root } = await currentRoot(target);
      const prepared = await prepare(organizationId, root, input, options);
      const { pages, problems } = prepared;
      const work = async (tx: DatabaseTransaction, ours: string): Promise<string> => {
        options.signal?.throwIfAborted();
        const theirs = await write(tx, organizationId, root, prepared);
        const merged = await merge(tx, organizationId, { base: root, ours, theirs });
        // Only an import that replaces the content of a space determines its layout.
        if ('space' in target && !input.add) await storeConfiguration(tx, target.space, input.repository);
        await options.complete?.(tx, { pages, problems });
        return merged;
      };
      if ('space' in target) {
        const revision = await applyToSpace(caller, target.space, importMessage(pages.size), work);
        return { revision, pages, problems };
      }
      const request = await changeRequestContent.editSnapshot(caller, target.changeRequest, work);
      const isNew = request.revision_id !== target.changeRequest.revision_id;
      return { revision: isNew ? request.revision_id : undefined, pages, problems };
    },

    /** Exports a snapshot as a repository. */
    exportSnapshot,
    /** Exports a snapshot as a repository, text by text. */
    streamSnapshot,
    /** The paths of texts that may differ between two snapshots. */
    changedTexts,
  };
};

/** Imports and exports of Markdown repositories. */
export type RepositoriesService = ReturnType<typeof createRepositoriesService>;
