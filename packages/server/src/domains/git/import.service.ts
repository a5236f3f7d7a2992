import {
  isRepositoryText,
  joinPath,
  type Repository,
  type RepositoryProblem,
  sourceFileOf,
} from '@lectern/document';
import { type GitCommit, GitError, type GitRepository } from '../../kernel/git.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RepositoriesService, RepositoryInput } from '../repositories/index.ts';
import type { RevisionRow, RevisionsService } from '../revisions/index.ts';
import { isOf, remoteOf } from './git.service.ts';
import { findSync, putSync, type SyncRow, updateOperation } from './git.store.ts';
import type { RunningOperation, Synced } from './operations.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'clock' | 'events' | 'git' | 'markdown'> & {
  readonly revisions: RevisionsService;
  readonly repositories: RepositoriesService;
};

const LARGEST_PAGE = 2 * 1024 * 1024;

/** A repository that was fetched for an operation. */
interface Fetched {
  readonly repository: GitRepository;
  readonly head: GitCommit;
}

/** Bringing what repositories say into spaces. */
export const createImportingService = ({
  db,
  transaction,
  mutex,
  clock,
  events,
  git,
  markdown,
  revisions,
  repositories,
}: Dependencies) => {
  const read = async (running: RunningOperation, { repository, head }: Fetched) => {
    await running.reach('config_check');
    const texts = head.entries.filter(({ path, size }) => isRepositoryText(path) && size <= LARGEST_PAGE);
    const found = await repository.texts(texts.map(({ oid }) => oid));
    const textAt = new Map(texts.map(({ path, oid }) => [path, found.get(oid)!]));
    const oids = new Map(head.entries.map(({ path, oid }) => [path, oid]));
    const { repository: said, problems } = await markdown.repository(
      head.entries.map(({ path }) => {
        const bytes = textAt.get(path);
        return bytes ? sourceFileOf(path, bytes) : { path };
      }),
      { project: running.request.repoProjectDirectory ?? '' },
    );
    const skipped = head.skipped.map((path) => ({ path, message: 'is no plain file, and was left out' }));
    const taken = new Set([...said.texts.keys(), ...said.files]);
    const input: RepositoryInput = {
      repository: said,
      open: (path) => repository.open(oids.get(path)!),
      oidOf: (path) => oids.get(path),
      treeUrl: running.request.repoTreeURL,
      missing: missingIn(said, oids),
      others: head.entries.map(({ path }) => path).filter((path) => !taken.has(path)),
    };
    return { input, problems: [...problems, ...skipped] };
  };

  /** What an import is compared with: where both were last the same, or what the space has. */
  const baseOf = async (running: RunningOperation, sync: SyncRow | undefined): Promise<RevisionRow> => {
    const { space, request } = running;
    const known =
      sync && !request.force && isOf(sync, request)
        ? await revisions.find(space, sync.revision_id)
        : undefined;
    const base = known ?? (await transaction((tx) => revisions.lockHead(tx, space)));
    if (!base) throw new GitError('The space is gone');
    return base;
  };

  /** Brings a commit into a space as one revision. */
  const bring = async (
    running: RunningOperation,
    fetched: Fetched,
  ): Promise<Synced & { readonly problems: readonly RepositoryProblem[] }> => {
    const { space, caller, request, row, signal, progress } = running;
    const organizationId = space.organization_id;
    const isStandalone = request.direction === 'import' && request.standalone === true;
    const sync = await findSync(db, space);
    const { input, problems } = await read(running, fetched);
    await running.reach('content_process');
    const base = await baseOf(running, sync);
    const prepared = await repositories.prepare(
      organizationId,
      base.root,
      { ...input, redirectsBefore: sync?.redirects ?? [] },
      { signal, progress },
    );
    await running.reach('finalize');
    const { oid, message } = fetched.head;
    const commit = {
      oid,
      message: message.slice(0, 1000),
      isOurs: false,
      ref: request.ref,
      ...(request.repoCommitURL && { url: `${request.repoCommitURL.replace(/\/+$/, '')}/${oid}` }),
    };
    const revision = await mutex(space.id, () =>
      transaction(async (tx) => {
        if (!(await updateOperation(tx, row, { updated_at: clock.now() })))
          throw new GitError('Another process has taken over');
        const head = await revisions.lockHead(tx, space);
        if (!head) throw new GitError('The space is gone');
        const add = (root: string, parents: readonly string[]) =>
          revisions.insert(tx, {
            organizationId,
            spaceId: space.id,
            root,
            type: 'edits',
            parents,
            createdBy: caller.principal.userId,
            git: commit,
          });
        const theirs = await repositories.write(tx, organizationId, base.root, prepared);
        if (isStandalone) {
          const revision = await add(theirs, [base.id]);
          await record(tx, running, 'space.git-imported', { revision, commit: oid, standalone: true });
          return revision;
        }
        const root = await repositories.merge(tx, organizationId, {
          base: base.root,
          ours: head.root,
          theirs,
        });
        // Where the space went its own way since, what the repository says is a revision of its own: the next base.
        const isApart = root !== theirs;
        const synced = theirs === base.root ? base.id : isApart ? await add(theirs, [base.id]) : undefined;
        const isNew = root !== head.root;
        const revision = isNew ? await add(root, [head.id, ...(isApart && synced ? [synced] : [])]) : head.id;
        if (isNew) {
          await revisions.moveHead(tx, space, revision);
          await record(tx, running, 'space.content-updated', { revision, from: head.id });
        }
        await putSync(tx, space, {
          remote: remoteOf(request),
          ref: request.ref,
          commit_oid: oid,
          revision_id: synced ?? revision,
          layout: input.repository.layout,
          redirects: Object.keys(input.repository.redirects),
        });
        await repositories.keepConfigured(tx, space, input.repository);
        await record(tx, running, 'space.git-imported', { revision, commit: oid });
        return revision;
      }),
    );
    return { revision, commit: oid, problems: [...problems, ...prepared.problems] };

    function record(
      tx: Parameters<typeof events.record>[0],
      { space: target }: RunningOperation,
      action: string,
      payload: object,
    ) {
      return events.record(tx, caller, {
        organizationId,
        action,
        target: { type: 'space', id: target.id, label: target.title },
        payload: { ...payload, operation: row.id },
      });
    }
  };

  return {
    bring,

    /** Runs an import. */
    run: async (running: RunningOperation): Promise<void> => {
      const { request, space, signal } = running;
      await running.reach('repo_fetch');
      const repository = await git.fetch(request, signal);
      try {
        const { head } = repository;
        if (!head) throw new GitError(`There is no ${request.ref} in the repository`);
        await running.start(head.oid);
        const sync = await findSync(db, space);
        const project = joinPath('', request.repoProjectDirectory ?? '') ?? '';
        const isKnown =
          sync?.commit_oid === head.oid && isOf(sync, request) && sync.layout.project === project;
        const isAsked = request.force || (request.direction === 'import' && request.standalone);
        if (isKnown && !isAsked) await running.succeed({ revision: sync.revision_id, commit: head.oid });
        else await running.succeed(await bring(running, { repository, head }));
      } finally {
        await repository.close();
      }
    },
  };
};

/** Why a repository has no pages, where nobody said that it has none. */
const missingIn = ({ layout, pages }: Repository, files: ReadonlyMap<string, string>): string | undefined =>
  pages.length > 0 || files.has(layout.summary)
    ? undefined
    : `There is nothing to import, and the space stays as it is: there is neither ${layout.summary} nor a page ${layout.root === '' ? 'in the repository' : `below ${layout.root}`}`;

/** Bringing what repositories say into spaces. */
export type ImportingService = ReturnType<typeof createImportingService>;
