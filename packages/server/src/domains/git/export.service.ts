import { Readable } from 'node:stream';
import {
  configurationPath,
  type FileRecord,
  joinPath,
  keys,
  type PageRecord,
  type RepositoryProblem,
  type ReusableRecord,
  readConfiguration,
  sourceFileOf,
  writeRepository,
} from '@lectern/document';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { type GitCommit, GitError, type GitRepository } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Configured, DescribedContent, RepositoriesService } from '../repositories/index.ts';
import type { Draft, RevisionRow, RevisionsService } from '../revisions/index.ts';
import { isOf, remoteOf } from './git.service.ts';
import { findSync, putSync, type SyncRow, updateOperation } from './git.store.ts';
import type { ImportingService } from './import.service.ts';
import type { RunningOperation, Synced } from './operations.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'clock' | 'events' | 'git' | 'blobs'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
  readonly importing: ImportingService;
};

// What a repository could be made to run by those who only look at it.
const UNSAFE = /\.(?:js|mjs|cjs|exe|bat|cmd|sh|ps1|jar|com|scr|vbs)$/i;

/** A space as files, and what the files of a space are at their paths. */
interface Written {
  readonly described: DescribedContent;
  readonly texts: ReadonlyMap<string, string>;
}

const NOTHING = { texts: new Map<string, string>(), files: new Map<string, FileRecord>() };

/** Committing what spaces say to repositories. */
export const createExportingService = ({
  db,
  transaction,
  mutex,
  clock,
  events,
  git,
  blobs,
  revisions,
  repositories,
  importing,
}: Dependencies) => {
  const headOf = async ({ space }: RunningOperation): Promise<RevisionRow> => {
    const head = await transaction((tx) => revisions.lockHead(tx, space));
    if (!head) throw new GitError('The space is gone');
    return head;
  };

  /** Where things stand: as when both were last the same, or as the repository itself says, or the one that the content came with. */
  const configuredFor = async (
    { request, space }: RunningOperation,
    repository: GitRepository,
    sync: SyncRow | undefined,
  ): Promise<Configured> => {
    const project = joinPath('', request.repoProjectDirectory ?? '') ?? '';
    const own = repository.head?.entries.find(({ path }) => path === configurationPath(project));
    const bytes = own && (await repository.texts([own.oid])).get(own.oid);
    const text = bytes && sourceFileOf(own.path, bytes).text;
    const configuration = text === undefined ? {} : { configuration: text };
    const known = own ? undefined : await repositories.configuredFor(space);
    if (known?.layout.project === project) return known;
    if (sync?.layout.project === project)
      return { layout: sync.layout, redirects: sync.redirects, ...configuration };
    return { layout: readConfiguration(text, project).layout, redirects: [], ...configuration };
  };

  /** The files that are to be written and to go, where the repository is not as the space is. */
  const differences = async (
    organizationId: string,
    head: GitCommit | undefined,
    now: Written,
    before: typeof NOTHING,
  ) => {
    const there = new Map(head?.entries.map(({ path, oid }) => [path, oid]));
    const written: { path: string; size: number; open(): Promise<Readable> }[] = [];
    const { layout, texts: pages } = now.described.repository;
    // A page that was a line without a file gets one: the line has to name it.
    const isListedAnew = [...pages.keys()].some((path) => !there.has(path) && before.texts.has(path));
    for (const [path, text] of now.texts) {
      // What did not change here stays as somebody wrote it.
      const isUnchanged = before.texts.get(path) === text && !(isListedAnew && path === layout.summary);
      if (there.has(path) && isUnchanged) continue;
      const bytes = Buffer.from(text);
      written.push({ path, size: bytes.length, open: async () => Readable.from([bytes]) });
    }
    for (const [path, { hash, size }] of now.described.files) {
      if (there.has(path) && before.files.get(path)?.hash === hash) continue;
      if (UNSAFE.test(path)) throw new GitError(`${path} is of a kind that is not exported`);
      const open = async () => {
        const bytes = await blobs.open(organizationId, hash);
        if (!bytes) throw new GitError(`The bytes of ${path} are missing`);
        return bytes;
      };
      written.push({ path, size, open });
    }
    const kept = new Set([...now.texts.keys(), ...now.described.files.keys()]);
    const removed = [...before.texts.keys(), ...before.files.keys()].filter(
      (path) => there.has(path) && !kept.has(path),
    );
    return { written, removed };
  };

  /** Says of everything in a snapshot what git knows of it now. */
  const noteGit = async (draft: Draft, { paths }: DescribedContent, commit: GitCommit): Promise<void> => {
    const oids = new Map(commit.entries.map(({ path, oid }) => [path, oid]));
    const ids = [...paths.keys()];
    const records = await draft.view.getMany(
      ids.flatMap((id) => [keys.page(id), keys.file(id), keys.reusable(id)]),
    );
    const isKnown = (git: PageRecord['git'], path: string, oid: string) =>
      git?.path === path && git.oid === oid;
    for (const [id, path] of paths) {
      const oid = oids.get(path);
      if (oid === undefined) continue;
      const page = records.get(keys.page(id)) as PageRecord | undefined;
      const file = records.get(keys.file(id)) as FileRecord | undefined;
      const reusable = records.get(keys.reusable(id)) as ReusableRecord | undefined;
      const fields = ['git'];
      if (page && !isKnown(page.git, path, oid)) {
        const record = { ...page, git: { oid, path } };
        draft.replacePages({ removed: new Map(), placed: new Map([[id, record]]) });
      }
      if (file && !isKnown(file.git, path, oid)) draft.putFile(id, { ...file, git: { oid, path } }, fields);
      if (reusable && !isKnown(reusable.git, path, oid))
        draft.putReusable(id, { ...reusable, git: { oid, path } }, fields);
    }
  };

  const commitAndPush = async (
    { author, request, clock: at }: RunningOperation & { clock: Date },
    repository: GitRepository,
    changed: Awaited<ReturnType<typeof differences>>,
  ): Promise<GitCommit> => {
    const message = request.direction === 'export' ? request.commitMessage : '';
    const made = await repository.commit({ parent: repository.head?.oid, message, author, at, ...changed });
    await repository.push(made.oid);
    return made;
  };

  const finalize = (
    running: RunningOperation,
    exported: RevisionRow,
    { described, texts }: Written,
    commit: GitCommit,
  ): Promise<string> => {
    const { space, caller, request, row } = running;
    const organizationId = space.organization_id;
    const record = (tx: DatabaseTransaction, action: string, payload: object) =>
      events.record(tx, caller, {
        organizationId,
        action,
        target: { type: 'space', id: space.id, label: space.title },
        payload: { ...payload, operation: row.id },
      });
    return mutex(space.id, () =>
      transaction(async (tx) => {
        const isOurs = await updateOperation(tx, row, { updated_at: clock.now() });
        if (!isOurs) throw new GitError('Another process has taken over');
        const head = await revisions.lockHead(tx, space);
        if (!head) throw new GitError('The space is gone');
        const root = await revisions.edit(tx, organizationId, exported.root, (draft) =>
          noteGit(draft, described, commit),
        );
        const revision =
          root === exported.root
            ? exported.id
            : await revisions.insert(tx, {
                organizationId,
                spaceId: space.id,
                root,
                type: 'edits',
                parents: [exported.id],
                createdBy: caller.principal.userId,
                git: {
                  oid: commit.oid,
                  message: commit.message.slice(0, 1000),
                  isOurs: true,
                  ref: request.ref,
                  ...(request.repoCommitURL && {
                    url: `${request.repoCommitURL.replace(/\/+$/, '')}/${commit.oid}`,
                  }),
                },
              });
        // Whoever wrote in the meantime stays where they are: what git knows is compared with, not shown, then.
        if (head.id === exported.id && revision !== head.id) {
          await revisions.moveHead(tx, space, revision);
          await record(tx, 'space.content-updated', { revision, from: head.id });
        }
        const { layout, redirects } = described.repository;
        await putSync(tx, space, {
          remote: remoteOf(request),
          ref: request.ref,
          commit_oid: commit.oid,
          revision_id: revision,
          layout,
          redirects: Object.keys(redirects),
        });
        const configuration = texts.get(configurationPath(layout.project));
        await repositories.keepConfigured(tx, space, {
          layout,
          redirects,
          ...(configuration === undefined ? {} : { configuration }),
        });
        await record(tx, 'space.git-exported', { revision, commit: commit.oid });
        return revision;
      }),
    );
  };

  /** Exports, and says what of that was not understood which was pushed since. */
  const exportTo = async (running: RunningOperation, repository: GitRepository): Promise<Synced> => {
    const { space, request, signal, progress } = running;
    const organizationId = space.organization_id;
    const { head } = repository;
    let sync = await findSync(db, space);
    if (sync && !isOf(sync, request)) sync = undefined;
    let problems: readonly RepositoryProblem[] = [];
    // What was pushed since is brought in first: nothing of it is lost.
    if (sync && head && sync.commit_oid !== head.oid && !request.force) {
      ({ problems } = await importing.bring(running, { repository, head }));
      sync = await findSync(db, space);
    }
    await running.reach('config_check');
    const configured = await configuredFor(running, repository, sync);
    await running.reach('content_process');
    const exported = await headOf(running);
    const synced = sync && (await revisions.find(space, sync.revision_id));
    const others = head?.entries.map(({ path }) => path) ?? [];
    const describe = async (root: string): Promise<Written> => {
      const options = { ...configured, signal, progress, treeUrl: request.repoTreeURL, others };
      const described = await repositories.describe(organizationId, root, options);
      return { described, texts: writeRepository(described.repository) };
    };
    const now = await describe(exported.root);
    const was = synced && !request.force ? await describe(synced.root) : undefined;
    const before = was
      ? { texts: was.texts, files: was.described.files as Map<string, FileRecord> }
      : NOTHING;
    const changed = await differences(organizationId, head, now, before as typeof NOTHING);
    await running.reach('finalize');
    const isChanged = changed.written.length + changed.removed.length > 0;
    const commit =
      isChanged || !head
        ? await commitAndPush({ ...running, clock: clock.now() }, repository, changed)
        : head;
    const revision = await finalize(running, exported, now, commit);
    return { revision, commit: commit.oid, problems };
  };

  return {
    /** Runs an export. */
    run: async (running: RunningOperation): Promise<void> => {
      await running.reach('repo_fetch');
      const repository = await git.fetch(running.request, running.signal);
      try {
        await running.start(repository.head?.oid);
        await running.succeed(await exportTo(running, repository));
      } finally {
        await repository.close();
      }
    },
  };
};

/** Committing what spaces say to repositories. */
export type ExportingService = ReturnType<typeof createExportingService>;
