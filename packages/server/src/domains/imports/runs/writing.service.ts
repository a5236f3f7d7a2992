import { createHash } from 'node:crypto';
import {
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
import type { RepositoriesService, RepositoryTarget } from '../../repositories/index.ts';
import { type SpacesService, spacePolicy } from '../../spaces/index.ts';
import type { ImportedPage, Remark } from '../imports.store.ts';
import { type Course, type GatheredFile, knownAs, nothingToImport } from '../sources/import-files.ts';

type Dependencies = Pick<Kernel, 'db' | 'markdown'> & {
  readonly spaces: SpacesService;
  readonly changeRequests: ChangeRequestsService;
  readonly content: ContentService;
  readonly repositories: RepositoriesService;
};

/** Where an import goes. */
export interface ImportTarget {
  readonly space: string;
  readonly changeRequest?: string | undefined;
  readonly page?: string | undefined;
}

/** What came of an import. */
export interface Written {
  readonly pages: readonly ImportedPage[];
  readonly report: readonly Remark[];
}

/** Writing imports: the files of a repository become pages of a space or of a change request, as one revision. */
export const createWritingService = ({
  db,
  markdown,
  spaces,
  changeRequests,
  content,
  repositories,
}: Dependencies) => {
  /** What an import goes to, as far as somebody may change it. */
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
        throw conflict(`This change request is ${request.status}: nothing can be imported into it`);
      return { changeRequest: request };
    }
    if (!spacePolicy.can.edit(space)) throw forbiddenAction('edit', 'space');
    if (space.edit_mode !== 'live')
      throw conflict(
        'This space is locked: name a change request to import into (--change-request at the command line), or set its editMode to live',
      );
    return { space };
  };

  const requirePage = async (target: RepositoryTarget, pageId: string): Promise<void> => {
    const { space, revision } = placeOf(target);
    await content.page(await content.at(space, revision), pageId);
  };

  /** The same, with the page below which it goes. */
  const requireTarget = async (caller: Caller, wish: ImportTarget): Promise<RepositoryTarget> => {
    const target = await targetFor(caller, wish);
    if (wish.page !== undefined) await requirePage(target, wish.page);
    return target;
  };

  /**
   * What git would call files: by that, those that are the same as before are known again. A text that the space would
   * be written as goes by the name that it came with, however it was spelled then.
   */
  const oidsOf = async (
    mode: 'add' | 'replace',
    target: RepositoryTarget,
    sources: readonly SourceFile[],
    files: readonly GatheredFile[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> => {
    const oids = new Map(files.map(({ path, bytes }) => [path, oidOf(bytes)]));
    if (mode === 'add') return oids;
    const { space, revision } = placeOf(target);
    const { view, revision: at } = await content.at(space, revision);
    const [tree, reusables] = await Promise.all([readTree(view), readReusables(view)]);
    const known = new Map(
      [...pagesIn(tree), ...reusables.values()].flatMap(({ git }) => (git ? [[git.path, git.oid]] : [])),
    );
    const spelledAnew = sources.filter(({ path, text }) => {
      const oid = known.get(path);
      return text !== undefined && oid !== undefined && oid !== oids.get(path);
    });
    if (spelledAnew.length === 0) return oids;
    const { repository } = await repositories.describe(space.organization_id, at.root, {
      ...(await repositories.configuredFor(space)),
      signal,
    });
    for (const { path, text } of spelledAnew)
      if (repository.texts.get(path) === text) oids.set(path, known.get(path)!);
    return oids;
  };

  return {
    requireTarget,

    /** Writes the files of a repository, after what is there or in its place; `settle` is part of the same transaction. */
    write: async (
      caller: Caller,
      wish: ImportTarget,
      files: readonly GatheredFile[],
      mode: 'add' | 'replace',
      { signal, progress }: Course,
      settle: (tx: DatabaseTransaction, written: Written) => Promise<void> = async () => {},
    ): Promise<Written & { revision: string | undefined }> => {
      const sources = files.map(({ path, bytes }) => sourceFileOf(path, bytes));
      const { repository, problems: found } = await markdown.repository(sources);
      const byPath = new Map(files.map((file) => [file.path, file]));
      const named = (remark: Remark): Remark => {
        const file = byPath.get(remark.path);
        return file ? { ...remark, path: knownAs(file) } : remark;
      };
      const problems = [...found, ...leftOut(files, repository, found)].map(named);
      signal.throwIfAborted();
      if (repository.pages.length === 0) throw nothingToImport('was found', problems);
      const target = await requireTarget(caller, wish);
      const oids = await oidsOf(mode, target, sources, files, signal);
      const toWritten = (pages: ReadonlyMap<string, string>, more: readonly Remark[]): Written => ({
        pages: [...pages].map(([path, id]) => {
          const sourceURL = byPath.get(path)?.sourceURL;
          return { id, ...(sourceURL !== undefined && { sourceURL }) };
        }),
        report: [...problems, ...more.map(named)],
      });
      const applied = await repositories.apply(
        caller,
        target,
        {
          repository,
          open: async function* (path) {
            yield byPath.get(path)!.bytes;
          },
          oidOf: (path) => oids.get(path),
          ...(mode === 'add' && { add: { into: wish.page ?? null } }),
        },
        {
          signal,
          progress: (done, total) => progress({ stage: 'write', done, total }),
          settle: async (tx, { pages, problems: more }) => {
            // Rights may have been taken away while it was under way.
            await targetFor(caller, wish, tx);
            await settle(tx, toWritten(pages, more));
          },
        },
      );
      return { ...toWritten(applied.pages, applied.problems), revision: applied.revision };
    },
  };
};

/** What is said of files that become nothing; hidden ones are for programs. */
const leftOut = (
  files: readonly GatheredFile[],
  { layout, texts, files: taken }: Repository,
  told: readonly Remark[],
): Remark[] => {
  const known = new Set([...texts.keys(), ...taken, layout.summary, ...told.map(({ path }) => path)]);
  return files
    .filter(({ path }) => !known.has(path) && !/(?:^|\/)\./.test(path))
    .map(({ path }) => ({ path, message: 'is neither a page nor a file that one shows, and was left out' }));
};

/** The space and the revision that an import builds on. */
const placeOf = (target: RepositoryTarget) =>
  'space' in target
    ? { space: target.space, revision: target.space.revision_id }
    : { space: target.changeRequest.space, revision: target.changeRequest.revision_id };

const pagesIn = (nodes: readonly PageNode[]): PageRecord[] =>
  nodes.flatMap(({ page, children }) => [page, ...pagesIn(children)]);

const oidOf = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** Writing imports. */
export type WritingService = ReturnType<typeof createWritingService>;
