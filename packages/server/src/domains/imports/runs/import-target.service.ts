import {
  type DesiredPage,
  type PageNode,
  type PageRecord,
  type Repository,
  readReusables,
  readTree,
  type SourceFile,
  sourceFileOf,
} from '@lectern/document';
import { forbiddenAction } from '../../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type ChangeRequestsService, changeRequestPolicy } from '../../change-requests/index.ts';
import type { ContentService } from '../../content/index.ts';
import { gitObjectId, type RepositoriesService, type RepositoryTarget } from '../../repositories/index.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import {
  type ImportContext,
  ImportError,
  type ImportFile,
  nothingToImport,
  originalNameOf,
  type ReportEntry,
  type UnreadDocument,
} from '../import-files.ts';
import type { ImportedPage, ImportPreview, PreviewedPage } from './import-runs.store.ts';

// As many as a reader looks at.
const MAX_PREVIEWED_PAGES = 500;

type Dependencies = Pick<Kernel, 'db' | 'markdown'> & {
  readonly spaces: SpacesService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ContentService;
  readonly repositories: RepositoriesService;
};

/** The target of an import. */
export interface ImportTarget {
  readonly space: string;
  readonly changeRequest?: string | undefined;
  readonly page?: string | undefined;
}

/** The result of an import. */
export interface ImportResult {
  readonly pages: readonly ImportedPage[];
  readonly report: readonly ReportEntry[];
}

/** Writes the files of a Markdown repository to a space or a change request, as one revision. */
export const createImportTargetService = ({
  db,
  markdown,
  spaces,
  changeRequests,
  content,
  repositories,
}: Dependencies) => {
  /** The target of an import, if the caller can edit it. */
  const targetFor = async (
    caller: Caller,
    target: ImportTarget,
    executor: Database = db,
  ): Promise<RepositoryTarget> => {
    const { userId } = caller.principal;
    const space = await spaces.find(userId, target.space, executor);
    if (!space || !spacePolicy.can.view(space)) throw notFound('space');
    if (target.changeRequest !== undefined) {
      const request = await changeRequests.find(userId, space.id, target.changeRequest, executor);
      if (!request) throw notFound('change request');
      if (!changeRequestPolicy.can.edit(request)) throw forbiddenAction('edit', 'change request');
      if (request.status === 'archived' || request.status === 'merged')
        throw conflict(`Cannot import into this change request: it is ${request.status}`);
      return { changeRequest: request };
    }
    if (!spacePolicy.can.edit(space)) throw forbiddenAction('edit', 'space');
    if (space.edit_mode !== 'live')
      throw conflict(
        'This space is locked: import into a change request (on the command line, with --change-request), or set its editMode to live',
      );
    return { space };
  };

  const requirePage = async (target: RepositoryTarget, pageId: string): Promise<void> => {
    const { space, revision } = locationOf(target);
    await content.page(await content.at(space, revision), pageId);
  };

  /** The same, if the page to import below exists. */
  const requireTarget = async (caller: Caller, requested: ImportTarget): Promise<RepositoryTarget> => {
    const target = await targetFor(caller, requested);
    if (requested.page !== undefined) await requirePage(target, requested.page);
    return target;
  };

  /**
   * The git object ids of files, which identify unchanged files. A file that equals the export of the space gets the id
   * that it was imported with, even if its text was formatted differently then; the paths of such files are returned.
   */
  const oidsOf = async (
    mode: 'add' | 'replace',
    target: RepositoryTarget,
    sources: readonly SourceFile[],
    files: readonly ImportFile[],
    signal: AbortSignal,
  ): Promise<{ oids: ReadonlyMap<string, string>; exported: ReadonlySet<string> }> => {
    const oids = new Map(files.map(({ path, bytes }) => [path, gitObjectId(bytes)]));
    const exported = new Set<string>();
    if (mode === 'add') return { oids, exported };
    const { space, revision } = locationOf(target);
    const { view, revision: at } = await content.at(space, revision);
    const [tree, reusables] = await Promise.all([readTree(view), readReusables(view)]);
    const imported = new Map(
      [...pagesIn(tree), ...reusables.values()].flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])),
    );
    const reformatted = sources.filter(({ path, text }) => {
      const oid = imported.get(path);
      return text !== undefined && oid !== undefined && oid !== oids.get(path);
    });
    if (reformatted.length === 0) return { oids, exported };
    const { repository } = await repositories.exportSnapshot(space.organization_id, at.root, {
      ...(await repositories.configurationOf(space)),
      signal,
    });
    for (const { path, text } of reformatted)
      if (repository.texts.get(path) === text) {
        oids.set(path, imported.get(path)!);
        exported.add(path);
      }
    return { oids, exported };
  };

  /** Refuses an import that would remove a page because its document could not be read. */
  const requireReadDocuments = async (
    caller: Caller,
    requested: ImportTarget,
    unread: readonly UnreadDocument[],
  ): Promise<void> => {
    if (unread.length === 0) return;
    const target = await requireTarget(caller, requested);
    const { space, revision } = locationOf(target);
    const { view } = await content.at(space, revision);
    const existing = new Set(pagesIn(await readTree(view)).map(({ git }) => git?.path));
    const first = unread.find(({ page }) => existing.has(page));
    if (first)
      throw new ImportError(
        `${first.path} ${first.message.replace(/\.+$/, '')}. The space has a page of it, which would be lost: nothing was imported. Repair the document, or delete it to remove the page.`,
      );
  };

  /** The repository in files, and a report of what it leaves out. */
  const parse = async (files: readonly ImportFile[], signal: AbortSignal) => {
    // Only the content of texts is read.
    const sources = files.map((file) => sourceFileOf(file.path, () => file.bytes));
    const { repository, problems: found } = await markdown.parseRepository(sources);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const withOriginalName = (entry: ReportEntry): ReportEntry => {
      const file = byPath.get(entry.path);
      return file ? { ...entry, path: originalNameOf(file) } : entry;
    };
    const problems = [...found, ...ignoredFiles(files, repository, found)].map(withOriginalName);
    signal.throwIfAborted();
    if (repository.pages.length === 0) throw nothingToImport('was found', problems);
    return { sources, repository, byPath, problems, withOriginalName };
  };

  return {
    requireTarget,
    requireReadDocuments,

    /** What an import in addition to the existing pages would add; nothing is written. */
    preview: async (
      caller: Caller,
      requested: ImportTarget,
      files: readonly ImportFile[],
      { signal, progress }: ImportContext,
    ): Promise<Pick<ImportResult, 'report'> & { readonly preview: ImportPreview }> => {
      const { repository, byPath, problems, withOriginalName } = await parse(files, signal);
      const target = await requireTarget(caller, requested);
      const { space, revision } = locationOf(target);
      const { revision: at } = await content.at(space, revision);
      const oids = new Map(files.map(({ path, bytes }) => [path, gitObjectId(bytes)]));
      const prepared = await repositories.prepare(
        space.organization_id,
        at.root,
        inputOf(repository, byPath, oids, requested.page),
        { signal, progress: (done, total) => progress({ stage: 'convert', done, total }) },
      );
      const fromFiles = new Set(prepared.pages.values());
      const pages = previewedPages(prepared.tree, fromFiles);
      return {
        preview: {
          pages: pages.slice(0, MAX_PREVIEWED_PAGES),
          pageCount: fromFiles.size,
          fileCount: repository.files.length,
        },
        report: [...problems, ...prepared.problems.map(withOriginalName)],
      };
    },

    /** Writes the files of a repository, in addition to the existing pages or replacing them; `complete` runs in the same transaction. */
    write: async (
      caller: Caller,
      requested: ImportTarget,
      files: readonly ImportFile[],
      mode: 'add' | 'replace',
      { signal, progress }: ImportContext,
      complete: (tx: DatabaseTransaction, result: ImportResult) => Promise<void> = async () => {},
    ): Promise<ImportResult & { revision: string | undefined }> => {
      const { sources, repository, byPath, problems, withOriginalName } = await parse(files, signal);
      const target = await requireTarget(caller, requested);
      const { oids, exported } = await oidsOf(mode, target, sources, files, signal);
      const toResult = (pages: ReadonlyMap<string, string>, more: readonly ReportEntry[]): ImportResult => ({
        pages: [...pages].map(([path, id]) => {
          const sourceURL = byPath.get(path)?.sourceURL;
          return { id, ...(sourceURL !== undefined && { sourceURL }) };
        }),
        report: [...problems, ...more.map(withOriginalName)],
      });
      const { add, ...input } = inputOf(repository, byPath, oids, requested.page);
      const applied = await repositories.apply(
        caller,
        target,
        {
          ...input,
          // A file replaces edits made in the space, even if the file itself did not change.
          isUnchanged: (path) => exported.has(path),
          ...(mode === 'add' && { add }),
        },
        {
          signal,
          progress: (done, total) => progress({ stage: 'write', done, total }),
          complete: async (tx, { pages, problems: more }) => {
            // The permission may have been revoked meanwhile.
            await targetFor(caller, requested, tx);
            await complete(tx, toResult(pages, more));
          },
        },
      );
      return { ...toResult(applied.pages, applied.problems), revision: applied.revision };
    },
  };
};

/** The input of an import in addition to the existing pages. */
const inputOf = (
  repository: Repository,
  byPath: ReadonlyMap<string, ImportFile>,
  oids: ReadonlyMap<string, string>,
  into: string | undefined,
) => ({
  repository,
  open: async function* (path: string) {
    yield byPath.get(path)!.bytes;
  },
  oidOf: (path: string) => oids.get(path),
  add: { into: into ?? null },
});

const previewedPages = (
  pages: readonly DesiredPage[],
  fromFiles: ReadonlySet<string>,
  depth = 0,
): PreviewedPage[] =>
  pages.flatMap(({ id, fields: { title }, children }) => [
    { title, depth, ...(!fromFiles.has(id) && { isFolder: true as const }) },
    ...previewedPages(children, fromFiles, depth + 1),
  ]);

/** Report entries for files that are neither pages nor assets; hidden files are not reported. */
const ignoredFiles = (
  files: readonly ImportFile[],
  { layout, texts, files: taken }: Repository,
  reported: readonly ReportEntry[],
): ReportEntry[] => {
  const used = new Set([...texts.keys(), ...taken, layout.summary, ...reported.map(({ path }) => path)]);
  return files
    .filter(({ path }) => !used.has(path) && !/(?:^|\/)\./.test(path))
    .map(({ path }) => ({ path, message: 'is neither a page nor a supported file and was skipped' }));
};

/** The space and the revision that an import builds on. */
const locationOf = (target: RepositoryTarget) =>
  'space' in target
    ? { space: target.space, revision: target.space.revision_id }
    : { space: target.changeRequest.space, revision: target.changeRequest.revision_id };

const pagesIn = (nodes: readonly PageNode[]): PageRecord[] =>
  nodes.flatMap(({ page, children }) => [page, ...pagesIn(children)]);

/** Writes the files of a Markdown repository to a space or a change request. */
export type ImportTargetService = ReturnType<typeof createImportTargetService>;
