import {
  isRepositoryText,
  joinPath,
  type Repository,
  type RepositoryProblem,
  sourceFileOf,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { type GitCommit, GitError, type GitRepository } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { MAX_PAGE_CHARACTERS } from '../../kernel/markdown/limits.ts';
import {
  type RepositoriesService,
  RepositoryConflictError,
  type RepositoryInput,
} from '../repositories/index.ts';
import type { RevisionRow, RevisionsService } from '../revisions/index.ts';
import type { ConflictResolutionsService } from './conflict-resolutions.service.ts';
import { findSync, type SyncRow, updateOperation, upsertSync } from './git.store.ts';
import { type GitRequest, isSyncedWith, remoteOf } from './git-request.ts';
import { commitOf, type RunningOperation, recordSpaceEvent, type SyncResult } from './running-operation.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'clock' | 'events' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
  readonly resolutions: Pick<ConflictResolutionsService, 'open'>;
};

// More than the characters of any page have in UTF-8.
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** A fetched repository with at least one commit. */
interface Fetched {
  readonly repository: GitRepository;
  readonly head: GitCommit;
}

/** A prepared import, and the revision that it changes. */
interface PreparedSync {
  readonly base: RevisionRow;
  readonly input: RepositoryInput;
  readonly prepared: Awaited<ReturnType<RepositoriesService['prepare']>>;
}

/** Imports git repositories into spaces. */
export const createGitImportService = ({
  db,
  transaction,
  mutex,
  clock,
  events,
  markdown,
  revisions,
  repositories,
  resolutions,
}: Dependencies) => {
  const readRepository = async (operation: RunningOperation, { repository, head }: Fetched) => {
    await operation.enterStage('config_check');
    const texts = head.entries.filter(({ path }) => isRepositoryText(path));
    const tooLong = texts.find(({ size }) => size > MAX_PAGE_BYTES);
    if (tooLong)
      throw new GitError(
        `${tooLong.path} has ${tooLong.size} bytes, and a page can have at most ${MAX_PAGE_CHARACTERS} characters: split it up. Nothing was imported.`,
      );
    const contents = await repository.texts(texts.map(({ oid }) => oid));
    const textAt = new Map(texts.map(({ path, oid }) => [path, contents.get(oid)!]));
    const oids = new Map(head.entries.map(({ path, oid }) => [path, oid]));
    const { repository: parsed, problems } = await markdown.parseRepository(
      head.entries.map(({ path }) => {
        const bytes = textAt.get(path);
        return bytes ? sourceFileOf(path, bytes) : { path };
      }),
      { project: operation.request.repoProjectDirectory ?? '' },
    );
    const skipped = head.skipped.map((path) => ({
      path,
      message: 'is not a regular file and was skipped',
    }));
    const imported = new Set([...parsed.texts.keys(), ...parsed.files]);
    const input: RepositoryInput = {
      repository: parsed,
      open: (path) => repository.open(oids.get(path)!),
      oidOf: (path) => oids.get(path),
      treeUrl: operation.request.repoTreeURL,
      missing: missingPagesMessage(parsed, oids),
      others: head.entries.map(({ path }) => path).filter((path) => !imported.has(path)),
    };
    return { input, problems: [...problems, ...skipped] };
  };

  /** The common ancestor of the space and the commit: the last synchronized revision, or the current one. */
  const baseOf = async (operation: RunningOperation, sync: SyncRow | undefined): Promise<RevisionRow> => {
    const { space, request } = operation;
    const synced =
      sync && isSyncedWith(sync, request) ? await revisions.find(space, sync.revision_id) : undefined;
    const base = synced ?? (await transaction((tx) => revisions.lockHead(tx, space)));
    if (!base) throw new GitError('The space was deleted');
    return base;
  };

  /** Writes an import as a revision, merged with the current content of the space. */
  const writeRevision = async (
    tx: DatabaseTransaction,
    operation: RunningOperation,
    commit: GitCommit,
    { base, input, prepared }: PreparedSync,
  ): Promise<Pick<SyncResult, 'revision' | 'changeRequest'>> => {
    const { space, caller, request, row } = operation;
    const organizationId = space.organization_id;
    const isStandalone = request.direction === 'import' && request.standalone === true;
    if (!(await updateOperation(tx, row, { updated_at: clock.now() })))
      throw new GitError('Another process has taken over this operation');
    const head = await revisions.lockHead(tx, space);
    if (!head) throw new GitError('The space was deleted');
    const addRevision = (root: string, parents: readonly string[]) =>
      revisions.insert(tx, {
        organizationId,
        spaceId: space.id,
        root,
        type: 'edits',
        parents,
        createdBy: caller.principal.userId,
        git: commitOf(operation, commit, { isOurs: false }),
      });
    const theirs = await repositories.write(tx, organizationId, base.root, prepared);
    if (isStandalone) {
      const revision = await addRevision(theirs, [base.id]);
      await recordSpaceEvent(events, tx, operation, 'space.git-imported', {
        revision,
        commit: commit.oid,
        standalone: true,
      });
      return { revision };
    }
    const { layout, redirects } = input.repository;
    const state = {
      remote: remoteOf(request),
      ref: request.ref,
      commit_oid: commit.oid,
      layout,
      redirects: Object.keys(redirects),
    };
    const sides = { base: base.root, ours: head.root, theirs };
    const root = await repositories
      .merge(tx, organizationId, sides, favoredSide(request))
      .catch((error: unknown) => {
        if (request.resolveConflicts && error instanceof RepositoryConflictError) return undefined;
        throw error;
      });
    if (root === undefined) {
      const revision = await addRevision(theirs, [base.id]);
      const changeRequest = await resolutions.open(tx, operation, sides, { ...state, revision_id: revision });
      return { revision: head.id, changeRequest };
    }
    // If the space has changes of its own, the content of the repository gets a revision as the next base.
    const hasOwnChanges = root !== theirs;
    const synced =
      theirs === base.root ? base.id : hasOwnChanges ? await addRevision(theirs, [base.id]) : undefined;
    const isNew = root !== head.root;
    const revision = isNew
      ? await addRevision(root, [head.id, ...(hasOwnChanges && synced ? [synced] : [])])
      : head.id;
    if (isNew) {
      await revisions.moveHead(tx, space, revision, operation.caller.principal.chain);
      await recordSpaceEvent(events, tx, operation, 'space.content-updated', { revision, from: head.id });
    }
    await upsertSync(tx, space, { ...state, revision_id: synced ?? revision });
    await repositories.storeConfiguration(tx, space, input.repository);
    await recordSpaceEvent(events, tx, operation, 'space.git-imported', { revision, commit: commit.oid });
    return { revision };
  };

  /** Imports a commit into a space as one revision. */
  const importCommit = async (
    operation: RunningOperation,
    fetched: Fetched,
  ): Promise<SyncResult & { readonly problems: readonly RepositoryProblem[] }> => {
    const { space, signal, progress } = operation;
    const sync = await findSync(db, space);
    const { input, problems } = await readRepository(operation, fetched);
    await operation.enterStage('content_process');
    const base = await baseOf(operation, sync);
    const prepared = await repositories.prepare(
      space.organization_id,
      base.root,
      { ...input, redirectsBefore: sync?.redirects ?? [] },
      { signal, progress },
    );
    await operation.enterStage('finalize');
    const written = await mutex(space.id, () =>
      transaction((tx) => writeRevision(tx, operation, fetched.head, { base, input, prepared })),
    );
    return {
      ...written,
      commit: fetched.head.oid,
      problems: [...problems, ...prepared.problems],
      ...(written.changeRequest === undefined && { changes: prepared.changes }),
    };
  };

  return {
    importCommit,

    /** Runs an import. */
    run: async (operation: RunningOperation): Promise<void> => {
      const { request, space } = operation;
      await operation.enterStage('repo_fetch');
      const repository = await operation.fetch();
      try {
        const { head } = repository;
        if (!head) throw new GitError(`The repository has no ref ${request.ref}`);
        await operation.start(head.oid);
        const sync = await findSync(db, space);
        const project = joinPath('', request.repoProjectDirectory ?? '') ?? '';
        const isUpToDate =
          sync?.commit_oid === head.oid && isSyncedWith(sync, request) && sync.layout.project === project;
        const isForced = request.force || (request.direction === 'import' && request.standalone);
        if (isUpToDate && !isForced)
          await operation.succeed({ revision: sync.revision_id, commit: head.oid });
        else await operation.succeed(await importCommit(operation, { repository, head }));
      } finally {
        await repository.close();
      }
    },
  };
};

/** The side to take in conflicts: an import favors the repository, an export the space. */
const favoredSide = ({ force, direction }: GitRequest): 'ours' | 'theirs' | undefined => {
  if (!force) return undefined;
  return direction === 'import' ? 'theirs' : 'ours';
};

/** The error of a repository without pages and without a table of contents; undefined for any other. */
const missingPagesMessage = (
  { layout, pages }: Repository,
  files: ReadonlyMap<string, string>,
): string | undefined =>
  pages.length > 0 || files.has(layout.summary)
    ? undefined
    : `There is nothing to import, and the space was not changed: there is neither ${layout.summary} nor a page ${layout.root === '' ? 'in the repository' : `below ${layout.root}`}`;

/** Imports git repositories into spaces. */
export type GitImportService = ReturnType<typeof createGitImportService>;
