import { Readable } from 'node:stream';
import {
  configurationPath,
  type FileRecord,
  isWithin,
  joinPath,
  keys,
  type PageRecord,
  partsOf,
  type RepositoryProblem,
  type ReusableRecord,
  readConfiguration,
  sourceFileOf,
  writeRepository,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { type GitCommit, GitError, type GitRepository } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type ExportOptions,
  foldersOf,
  type RepositoriesService,
  type RepositoryConfiguration,
  replacedTexts,
  type StreamedRepository,
  takenPaths,
  unwrittenVariables,
} from '../repositories/index.ts';
import type { Draft, RevisionRow, RevisionsService } from '../revisions/index.ts';
import { formerPaths, withLineEndsOf } from './existing-texts.ts';
import { findSync, type SyncRow, updateOperation, upsertSync } from './git.store.ts';
import type { GitImportService } from './git-import.service.ts';
import { isSyncedWith, remoteOf } from './git-request.ts';
import { commitOf, type RunningOperation, recordSpaceEvent, type SyncResult } from './running-operation.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'mutex' | 'clock' | 'events' | 'blobs' | 'markdown'
> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
  readonly imports: GitImportService;
};

// Files that readers of a repository might execute by accident.
const EXECUTABLE = /\.(?:js|mjs|cjs|exe|bat|cmd|sh|ps1|jar|com|scr|vbs)$/i;

/** The files of a snapshot. */
interface ExportedFiles {
  /** The texts that are not equal in the last synchronized revision. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of all texts. */
  readonly textPaths: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileRecord>;
}

type IsTaken = NonNullable<ExportOptions['isTaken']>;

const takenIn = (head: GitCommit | undefined, own: readonly string[]): IsTaken =>
  takenPaths([...(head?.entries.map(({ path }) => path) ?? []), ...(head?.skipped ?? [])], own);

/** The text of a file in the fetched commit. */
const textAt = async (repository: GitRepository, path: string): Promise<string | undefined> => {
  const file = repository.head?.entries.find((entry) => entry.path === path);
  const bytes = file && (await repository.texts([file.oid])).get(file.oid);
  return bytes && sourceFileOf(path, bytes).text;
};

const NO_FILES: ExportedFiles = { texts: new Map(), textPaths: new Set(), files: new Map() };

/** The texts of a repository other than those of its pages and reusable contents. */
const writtenBesidePages = ({ repository }: StreamedRepository): ReadonlyMap<string, string> =>
  writeRepository({ ...repository, texts: new Map() });

/** The paths of all files of a snapshot. */
const pathsIn = (exported: StreamedRepository): string[] => [
  ...exported.toPrint.map(({ path }) => path),
  ...writtenBesidePages(exported).keys(),
  ...exported.files.keys(),
];

/** Exports spaces to git repositories. */
export const createGitExportService = ({
  db,
  transaction,
  mutex,
  clock,
  events,
  blobs,
  markdown,
  revisions,
  repositories,
  imports,
}: Dependencies) => {
  const headOf = async ({ space }: RunningOperation): Promise<RevisionRow> => {
    const head = await transaction((tx) => revisions.lockHead(tx, space));
    if (!head) throw new GitError('The space was deleted');
    return head;
  };

  /** The layout of the repository: as stored for the space, as of the last synchronization, or as its configuration says. */
  const configurationFor = async (
    { request, space }: RunningOperation,
    repository: GitRepository,
    sync: SyncRow | undefined,
  ): Promise<RepositoryConfiguration> => {
    const project = joinPath('', request.repoProjectDirectory ?? '') ?? '';
    const text = await textAt(repository, configurationPath(project));
    const configuration = text === undefined ? {} : { configuration: text };
    const stored = text === undefined ? await repositories.configurationOf(space) : undefined;
    if (stored?.layout.project === project) return stored;
    if (sync?.layout.project === project)
      return { layout: sync.layout, redirects: sync.redirects, ...configuration };
    return { layout: readConfiguration(text, project).layout, redirects: [], ...configuration };
  };

  /** The files of the last synchronized revision and of the current one; only texts that may differ or have no file are printed. */
  const printChanged = async (
    organizationId: string,
    last: StreamedRepository | undefined,
    now: StreamedRepository,
    present: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<{ readonly current: ExportedFiles; readonly previous: ExportedFiles }> => {
    const changed = last && (await repositories.changedTexts(organizationId, last, now, signal));
    const printed =
      changed &&
      now.toPrint.map(({ path }) => path).filter((path) => changed.has(path) || !present.has(path));
    const formerPath = formerPaths(last, now);
    const only = printed && new Set(printed.flatMap((path) => [path, formerPath.get(path) ?? path]));
    const print = async (exported: StreamedRepository): Promise<ExportedFiles> => {
      const others = writtenBesidePages(exported);
      const texts = new Map<string, string>();
      for await (const [path, text] of exported.texts(only)) texts.set(path, text);
      for (const [path, text] of others) texts.set(path, text);
      const textPaths = new Set([...exported.toPrint.map(({ path }) => path), ...others.keys()]);
      return { texts, textPaths, files: exported.files };
    };
    return { previous: last ? await print(last) : NO_FILES, current: await print(now) };
  };

  /** The files to write and to remove, so that the repository equals the space. */
  const fileChanges = async (
    organizationId: string,
    repository: GitRepository,
    now: StreamedRepository,
    last: StreamedRepository | undefined,
    { current, previous }: Awaited<ReturnType<typeof printChanged>>,
    signal: AbortSignal,
  ) => {
    const { head } = repository;
    const {
      repository: { layout },
      toPrint,
    } = now;
    const summary = last && (await textAt(repository, layout.summary));
    const present = new Map(head?.entries.map(({ path, oid }) => [path, oid]));
    const texts: (readonly [path: string, text: string])[] = [];
    const written: { path: string; size: number; open(): Promise<Readable> }[] = [];
    // A page that had no file gets one, which the table of contents has to name.
    const summaryChanged = toPrint.some(({ path }) => !present.has(path) && previous.textPaths.has(path));
    for (const [path, text] of current.texts) {
      // Unchanged files keep the formatting that they have in the repository.
      const isUnchanged = previous.texts.get(path) === text && !(summaryChanged && path === layout.summary);
      // A repository without a table of contents gets one when its pages change.
      if (isUnchanged && (present.has(path) || path === layout.summary)) continue;
      const files = () => [...present.keys(), ...toPrint.map(({ path }) => path)];
      const isMerged = path === layout.summary && summary !== undefined;
      texts.push([
        path,
        isMerged ? await markdown.keepLeftOut(text, { text: summary, files: files() }, layout) : text,
      ]);
    }
    const formerPath = formerPaths(last, now);
    const replacedPath = (path: string): string => formerPath.get(path) ?? path;
    const oids = texts.flatMap(([path]) => present.get(replacedPath(path)) ?? []);
    const contents = await repository.texts(oids);
    const existing = new Map(
      texts.flatMap(([path]) => {
        const bytes = contents.get(present.get(replacedPath(path)) ?? '');
        return bytes ? [[path, bytes] as const] : [];
      }),
    );
    const toReplace = texts.flatMap(([path, printed]) => {
      const bytes = existing.get(path);
      const base = previous.texts.get(replacedPath(path));
      return bytes ? [{ path, printed, base, existing: sourceFileOf(path, bytes).text! }] : [];
    });
    const replaced = await replacedTexts(markdown, now, toReplace, signal);
    for (const [path, text] of texts) {
      const before = existing.get(path);
      const kept = replaced.get(path) ?? text;
      const isSame = before !== undefined && sourceFileOf(path, before).text === kept;
      const bytes = isSame ? before : Buffer.from(withLineEndsOf(before, kept));
      written.push({ path, size: bytes.length, open: async () => Readable.from([bytes]) });
    }
    for (const [path, { hash, size }] of current.files) {
      if (present.has(path) && previous.files.get(path)?.hash === hash) continue;
      // Such a file is in the repository, where it was imported from.
      if (!isWithin(layout.project, path)) continue;
      if (EXECUTABLE.test(path)) throw new GitError(`${path} is an executable file, which is not exported`);
      const open = async () => {
        const bytes = await blobs.open(organizationId, hash);
        if (!bytes) throw new GitError(`The content of ${path} is missing`);
        return bytes;
      };
      written.push({ path, size, open });
    }
    const remaining = new Set([...current.textPaths, ...current.files.keys()]);
    const removed = [...previous.textPaths, ...previous.files.keys()].filter(
      (path) => present.has(path) && !remaining.has(path) && isWithin(layout.project, path),
    );
    const skipped = new Set(head?.skipped);
    const others = new Set([...present.keys(), ...skipped]);
    for (const path of removed) others.delete(path);
    for (const { path } of written) {
      if (skipped.has(path))
        throw new GitError(
          `${path} cannot be written, because it is a symbolic link or a submodule: make it a file`,
        );
      const file = foldersOf(path).find((folder) => others.has(folder));
      if (file) throw new GitError(`${path} cannot be written, because ${file} is not a folder`);
    }
    return { written, removed };
  };

  /** Stores the paths and object ids of a commit with all content of a snapshot. */
  const storeObjectIds = async (
    draft: Draft,
    { paths, synced }: StreamedRepository,
    commit: GitCommit,
  ): Promise<void> => {
    const oids = new Map(commit.entries.map(({ path, oid }) => [path, oid]));
    const changed = [...paths].flatMap(([id, path]) => {
      const [git, oid] = [synced.get(id), oids.get(path)];
      return oid === undefined || (git?.path === path && git.oid === oid) ? [] : [{ id, path, oid }];
    });
    const records = await draft.view.getMany(
      changed.flatMap(({ id }) => [keys.page(id), keys.file(id), keys.reusable(id)]),
    );
    for (const { id, path, oid } of changed) {
      const page = records.get(keys.page(id)) as PageRecord | undefined;
      const file = records.get(keys.file(id)) as FileRecord | undefined;
      const reusable = records.get(keys.reusable(id)) as ReusableRecord | undefined;
      const fields = ['git'];
      if (page) {
        const record = { ...page, git: { oid, path } };
        draft.replacePages({ removed: new Map(), placed: new Map([[id, record]]) });
      }
      if (file) draft.putFile(id, { ...file, git: { oid, path } }, fields);
      if (reusable) draft.putReusable(id, { ...reusable, git: { oid, path } }, fields);
    }
  };

  const commitAndPush = async (
    { author, request, clock: at }: RunningOperation & { clock: Date },
    repository: GitRepository,
    changes: Awaited<ReturnType<typeof fileChanges>>,
  ): Promise<GitCommit> => {
    const message = request.direction === 'export' ? request.commitMessage : '';
    const commit = await repository.commit({ parent: repository.head?.oid, message, author, at, ...changes });
    await repository.push(commit.oid);
    return commit;
  };

  /** The exported revision with the object ids of the commit; a new one where these changed. */
  const revisionWithObjectIds = async (
    tx: DatabaseTransaction,
    operation: RunningOperation,
    source: RevisionRow,
    exported: StreamedRepository,
    commit: GitCommit,
  ): Promise<string> => {
    const { space, caller } = operation;
    const organizationId = space.organization_id;
    const root = await revisions.edit(tx, organizationId, source.root, (draft) =>
      storeObjectIds(draft, exported, commit),
    );
    if (root === source.root) return source.id;
    return revisions.insert(tx, {
      organizationId,
      spaceId: space.id,
      root,
      type: 'edits',
      parents: [source.id],
      createdBy: caller.principal.userId,
      git: commitOf(operation, commit, { isOurs: true }),
    });
  };

  /** Stores the synchronized state after a commit was pushed. */
  const finish = (
    operation: RunningOperation,
    source: RevisionRow,
    exported: StreamedRepository,
    { texts }: ExportedFiles,
    commit: GitCommit,
  ): Promise<string> => {
    const { space, request, row } = operation;
    return mutex(space.id, () =>
      transaction(async (tx) => {
        const isOurs = await updateOperation(tx, row, { updated_at: clock.now() });
        if (!isOurs) throw new GitError('Another process has taken over this operation');
        const head = await revisions.lockHead(tx, space);
        if (!head) throw new GitError('The space was deleted');
        const revision = await revisionWithObjectIds(tx, operation, source, exported, commit);
        // If the space was edited meanwhile, the new revision is only the base of the next merge.
        if (head.id === source.id && revision !== head.id) {
          await revisions.moveHead(tx, space, revision, operation.caller.principal.chain);
          await recordSpaceEvent(events, tx, operation, 'space.content-updated', { revision, from: head.id });
        }
        const { layout, redirects } = exported.repository;
        await upsertSync(tx, space, {
          remote: remoteOf(request),
          ref: request.ref,
          commit_oid: commit.oid,
          revision_id: revision,
          layout,
          redirects: Object.keys(redirects),
        });
        const configuration = texts.get(configurationPath(layout.project));
        await repositories.storeConfiguration(tx, space, {
          layout,
          redirects,
          ...(configuration === undefined ? {} : { configuration }),
        });
        await recordSpaceEvent(events, tx, operation, 'space.git-exported', { revision, commit: commit.oid });
        return revision;
      }),
    );
  };

  /** Exports a space; commits that were pushed since the last synchronization are imported first. */
  const exportTo = async (operation: RunningOperation, repository: GitRepository): Promise<SyncResult> => {
    const { space, request, signal, progress } = operation;
    const organizationId = space.organization_id;
    const { head } = repository;
    let sync = await findSync(db, space);
    if (sync && !isSyncedWith(sync, request)) sync = undefined;
    let problems: readonly RepositoryProblem[] = [];
    if (sync && head && sync.commit_oid !== head.oid) {
      const imported = await imports.importCommit(operation, { repository, head });
      if (imported.changeRequest) return imported;
      ({ problems } = imported);
      sync = await findSync(db, space);
    }
    await operation.enterStage('config_check');
    const configuration = await configurationFor(operation, repository, sync);
    await operation.enterStage('content_process');
    const source = await headOf(operation);
    const synced = sync && (await revisions.find(space, sync.revision_id));
    const others = head?.entries.map(({ path }) => path) ?? [];
    const oids = new Map(head?.entries.map(({ path, oid }) => [path, oid]));
    const oidOf = (path: string) => oids.get(path);
    const variablesFile = await textAt(repository, partsOf(configuration.layout).variables);
    const readRoot = (root: string, isTaken?: IsTaken): Promise<StreamedRepository> => {
      const target = { treeUrl: request.repoTreeURL, others, variablesFile, oidOf };
      const options = { ...configuration, signal, progress, ...target, ...(isTaken && { isTaken }) };
      return repositories.streamSnapshot(organizationId, root, options);
    };
    const last = synced && (await readRoot(synced.root, takenIn(head, [])));
    // The first export to a branch overwrites its content; later ones only what was synchronized.
    const now = await readRoot(source.root, last && takenIn(head, pathsIn(last)));
    const printed = await printChanged(organizationId, last, now, oids, signal);
    problems = [...problems, ...unwrittenVariables(now.repository)];
    const changes = await fileChanges(organizationId, repository, now, last, printed, signal);
    await operation.enterStage('finalize');
    const hasChanges = changes.written.length + changes.removed.length > 0;
    const commit =
      hasChanges || !head
        ? await commitAndPush({ ...operation, clock: clock.now() }, repository, changes)
        : head;
    const revision = await finish(operation, source, now, printed.current, commit);
    const written = changes.written.map(({ path }) => path);
    return { revision, commit: commit.oid, problems, changes: { written, removed: changes.removed } };
  };

  return {
    /** Runs an export. */
    run: async (operation: RunningOperation): Promise<void> => {
      await operation.enterStage('repo_fetch');
      const repository = await operation.fetch();
      try {
        await operation.start(repository.head?.oid);
        await operation.succeed(await exportTo(operation, repository));
      } finally {
        await repository.close();
      }
    },
  };
};

/** Exports spaces to git repositories. */
export type GitExportService = ReturnType<typeof createGitExportService>;
