import {
  type Conflict,
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
import { conflict, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestSubject } from '../change-requests/index.ts';
import { type BodyLinksService, createBodyMerger } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SearchService } from '../search/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import type { Watching } from './concurrency.ts';
import { createDescribingService } from './export/export.service.ts';
import {
  createReadingService,
  type PreparedRepository,
  type RepositoryInput,
} from './import/import.service.ts';
import { type Configured, findConfigured, putConfigured } from './repositories.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'markdown' | 'blobs' | 'newId' | 'clock' | 'mutex' | 'transaction' | 'events'
> & {
  readonly revisions: RevisionsService;
  readonly bodyLinks: BodyLinksService;
  readonly search: Pick<SearchService, 'cacheSections'>;
  readonly changeRequestContent: ChangeRequestContentService;
};

/** Where a repository is brought in: what a space shows, or a change request. */
export type RepositoryTarget =
  | { readonly space: SpaceSubject }
  | { readonly changeRequest: ChangeRequestSubject };

/** What came of bringing in a repository. */
export interface Applied {
  /** The revision that it made; absent where it changed nothing. */
  readonly revision: string | undefined;
  /** The pages that its files have become, by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly problems: readonly RepositoryProblem[];
}

/** How bringing in a repository is followed; what settles it is part of its transaction. */
export interface Applying extends Watching {
  readonly settle?: (tx: DatabaseTransaction, applied: Omit<Applied, 'revision'>) => Promise<void>;
}

// Where things that can be in conflict stand in a snapshot.
const KEYS = { page: 'page', file: 'file', 'reusable-content': 'reusable' } as const;

/** Repositories of Markdown: brought into spaces, and made of what spaces hold. */
export const createRepositoriesService = (parts: Dependencies) => {
  const { db, mutex, transaction, events, revisions, bodyLinks, search, changeRequestContent } = parts;
  const reading = createReadingService(parts);
  const { describe } = createDescribingService(parts);

  /** Makes a snapshot of the one that something was prepared for. */
  const write = async (
    tx: DatabaseTransaction,
    organizationId: string,
    root: string,
    prepared: PreparedRepository,
  ): Promise<string> => {
    const made = await revisions.edit(tx, organizationId, root, prepared.write);
    await bodyLinks.store(
      tx,
      organizationId,
      prepared.found.map(({ body, links }) => ({ body, ...links })),
    );
    search.cacheSections(prepared.found);
    return revisions.addFormerPaths(tx, organizationId, root, made);
  };

  /** What things in conflict are called, and where they stand: ids tell people nothing. */
  const namesOf = async (
    tx: DatabaseTransaction,
    organizationId: string,
    roots: readonly string[],
    conflicts: readonly Conflict[],
  ): Promise<(conflict: Conflict) => string> => {
    type Named = Partial<PageRecord & FileRecord & ReusableRecord>;
    const keyOf = ({ kind, id }: Conflict) =>
      kind === 'variable' ? keys.variable(id) : keys[KEYS[kind]](id);
    const found = await Promise.all(
      roots.map((root) => revisions.view(organizationId, root, tx).getMany(conflicts.map(keyOf))),
    );
    return (one) => {
      const record = found.map((records) => records.get(keyOf(one)) as Named | undefined).find((it) => it);
      const title = record?.title ?? record?.name;
      const called = title === undefined ? '' : ` “${title}”`;
      const place = record?.git ? ` in ${record.git.path}` : '';
      return `${one.kind}${called}${place} (${one.field}; ${one.id})`;
    };
  };

  /** Brings what changed between two snapshots into a third; refuses, with what is in conflict, and changes nothing then. */
  const merge = async (
    tx: DatabaseTransaction,
    organizationId: string,
    sides: { base: string; ours: string; theirs: string },
  ): Promise<string> => {
    if (sides.base === sides.ours) return sides.theirs;
    const bodies = createBodyMerger(parts, tx, organizationId, 'ours');
    const merged = await mergeSnapshots(revisions.merkleMap(organizationId, tx), sides, bodies.merge);
    // Only syncing writes what git knows of a thing.
    const open = merged.conflicts.filter(({ field }) => field !== 'git');
    if (open.length > 0) {
      const named = await namesOf(tx, organizationId, [sides.base, sides.ours], open.slice(0, 5));
      throw conflict(
        `${open.length === 1 ? 'One thing was' : `${open.length} things were`} changed on both sides in ways that do not go together: ${open
          .slice(0, 5)
          .map(named)
          .join(', ')}`,
      );
    }
    await bodies.store();
    const root = await revisions.writeChanges(tx, organizationId, sides.ours, merged.changes);
    return revisions.addFormerPaths(tx, organizationId, sides.ours, root);
  };

  const rootNow = async (target: RepositoryTarget): Promise<{ organizationId: string; root: string }> => {
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
    work: (tx: DatabaseTransaction, root: string) => Promise<string>,
  ): Promise<string | undefined> =>
    mutex(space.id, () =>
      transaction(async (tx) => {
        const head = await revisions.lockHead(tx, space);
        if (!head) throw notFound('space');
        const root = await work(tx, head.root);
        if (root === head.root) return undefined;
        const id = await revisions.commit(tx, space, head, root, caller.principal.userId);
        await events.record(tx, caller, {
          organizationId: space.organization_id,
          action: 'space.content-updated',
          target: { type: 'space', id: space.id, label: space.title },
          payload: { revision: id, from: head.id },
        });
        return id;
      }),
    );

  /** Remembers how the repository is laid out that a space and somebody else share. */
  const keepConfigured = (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    { layout, redirects, configuration }: Pick<Repository, 'layout' | 'redirects' | 'configuration'>,
  ): Promise<void> =>
    putConfigured(tx, space, {
      layout,
      redirects: Object.keys(redirects),
      ...(configuration === undefined ? {} : { configuration }),
    });

  return {
    prepare: reading.prepare,
    keepConfigured,
    /** How the repository is laid out that a space came from last, or went to. */
    configuredFor: (space: SpaceSubject): Promise<Configured | undefined> => findConfigured(db, space),
    write,
    merge,

    /** Brings a repository into a space or a change request as one revision; what changed there meanwhile stays. */
    apply: async (
      caller: Caller,
      target: RepositoryTarget,
      input: RepositoryInput,
      watching: Applying = {},
    ): Promise<Applied> => {
      const { organizationId, root } = await rootNow(target);
      const prepared = await reading.prepare(organizationId, root, input, watching);
      const { pages, problems } = prepared;
      const work = async (tx: DatabaseTransaction, ours: string): Promise<string> => {
        watching.signal?.throwIfAborted();
        const theirs = await write(tx, organizationId, root, prepared);
        const merged = await merge(tx, organizationId, { base: root, ours, theirs });
        // A change request shares its space with others: only what takes the place of a space says how it is laid out.
        if ('space' in target && !input.add) await keepConfigured(tx, target.space, input.repository);
        await watching.settle?.(tx, { pages, problems });
        return merged;
      };
      if ('space' in target)
        return { revision: await applyToSpace(caller, target.space, work), pages, problems };
      const request = await changeRequestContent.editSnapshot(caller, target.changeRequest, work);
      const isNew = request.revision_id !== target.changeRequest.revision_id;
      return { revision: isNew ? request.revision_id : undefined, pages, problems };
    },

    /** A snapshot as a repository. */
    describe,
  };
};

/** Repositories of Markdown. */
export type RepositoriesService = ReturnType<typeof createRepositoriesService>;
