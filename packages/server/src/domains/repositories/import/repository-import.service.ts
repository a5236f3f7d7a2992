import {
  computedPages,
  type DesiredPage,
  type FileRecord,
  fileNameOf,
  freeFileName,
  hashText,
  nameOfFile,
  type PageRecord,
  partsOf,
  type RepositoryPage,
  type RepositoryProblem,
  type ReusableRecord,
  readFiles,
  readReusables,
  readTree,
  readVariables,
  replacePages,
  titlesOf,
  withComputed,
} from '@lectern/document';
import { badRequest } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionsService } from '../../revisions/index.ts';
import type { ProgressOptions } from '../concurrency.ts';
import { flattenTree } from '../flatten-tree.ts';
import { buildPages, createBodies, redirectsOf, withAddedPages } from './build-pages.ts';
import {
  createObjectIds,
  flattenPages,
  type MatchedContent,
  matchContent,
  type ObjectIds,
  type PathMatch,
} from './match-content.ts';
import { createMovedLinkCheck, type ExistingContent } from './moved-links.ts';
import { checkListedTitles, type FileToParse, type ParsedFile, parseFiles } from './parse-files.ts';
import type { RepositoryInput } from './repository-input.ts';
import { createFileStorage } from './store-files.ts';

/** An import whose files are parsed and stored, and not yet part of a snapshot. */
export interface PreparedImport {
  /** Writes the import to a draft of the snapshot that it was prepared for. */
  write(draft: Draft): Promise<void>;
  /** The links and search sections of new bodies. */
  readonly found: readonly (Pick<ParsedFile, 'sections'> & {
    readonly body: string;
    readonly links: ParsedFile['found'];
  })[];
  /** The page ids of files, by path. */
  readonly pages: ReadonlyMap<string, string>;
  /** The page tree that it adds, or replaces the existing one with. */
  readonly tree: readonly DesiredPage[];
  readonly problems: readonly RepositoryProblem[];
  readonly changes: FileChanges;
}

/** The paths of files that were added or changed, and of those that were removed. */
export interface FileChanges {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

type Dependencies = Pick<Kernel, 'markdown' | 'blobs' | 'newId' | 'clock'> & {
  readonly revisions: RevisionsService;
};

/** The maximum number of pages in an imported space. */
export const MAX_PAGES = 100_000;

/** The files of an import that changed. */
interface ChangedFiles {
  readonly unchanged: ReadonlyMap<RepositoryPage, PageRecord | undefined>;
  readonly texts: readonly FileToParse[];
  readonly others: readonly string[];
}

type GitOf = (path: string) => Pick<PageRecord, 'git'>;

/** Prepares imports of repositories into snapshots. */
export const createRepositoryImportService = (deps: Dependencies) => {
  const { markdown, newId, clock, revisions } = deps;
  const storeFiles = createFileStorage(deps);

  const readExisting = async (organizationId: string, root: string) => {
    const view = revisions.view(organizationId, root);
    const [tree, files, reusables, variables] = await Promise.all([
      readTree(view),
      readFiles(view),
      readReusables(view),
      readVariables(view),
    ]);
    return { tree, files, reusables, variables };
  };

  /** The files that an import has to parse or store. */
  const changedFiles = (
    { repository, isUnchanged }: RepositoryInput,
    existing: ExistingContent,
    { pages, pageIds, files, reusables, places }: MatchedContent,
    { oidOf }: ObjectIds,
  ): ChangedFiles => {
    const textOf = (path: string) => repository.texts.get(path) ?? '';
    const isSame = (git: PageRecord['git'], path: string): boolean =>
      git?.path === path && git.oid === oidOf(path) && (isUnchanged?.(path) ?? true);
    const existingPages = new Map(flattenTree(existing.tree).map(({ id, page }) => [id, page]));
    const hasMovedLinks = createMovedLinkCheck(places.targets, existing, repository.layout.readme);
    const unchangedRecord = (page: RepositoryPage): PageRecord | undefined => {
      if (page.type !== 'document' || page.path === undefined) return undefined;
      const before = existingPages.get(pageIds.get(page)!);
      if (!before || !isSame(before.git, page.path)) return undefined;
      const titles = titlesOf(page, { title: before.title });
      const hasSameTitles = titles.title === before.title && titles.linkTitle === before.linkTitle;
      return hasSameTitles && !hasMovedLinks(textOf(page.path)) ? before : undefined;
    };
    // Computed once per page: it searches the whole text.
    const unchanged = new Map(pages.map((page) => [page, unchangedRecord(page)]));
    const changedPages = pages.flatMap((page) =>
      page.type === 'document' && page.path !== undefined && !unchanged.get(page)
        ? [{ path: page.path, text: textOf(page.path), kind: 'page' as const }]
        : [],
    );
    const changedReusables = [...reusables].flatMap(([path, { existing: before }]) =>
      isSame(before?.git, path) && !hasMovedLinks(textOf(path))
        ? []
        : [{ path, text: textOf(path), kind: 'reusable' as const }],
    );
    const others = [...files].flatMap(([path, { existing: before }]) =>
      before?.git && before.git.oid === oidOf(path) ? [] : [path],
    );
    return { unchanged, texts: [...changedPages, ...changedReusables], others };
  };

  /** Prepares the import of a repository into a snapshot; only changed files are parsed and stored. */
  const prepare = async (
    organizationId: string,
    root: string,
    input: RepositoryInput,
    options: ProgressOptions = {},
  ): Promise<PreparedImport> => {
    const { repository, add } = input;
    const existing = await readExisting(organizationId, root);
    const { tree } = existing;
    if (input.missing !== undefined && tree.length > 0) throw badRequest(input.missing);
    const listed = flattenPages(repository.pages);
    if (listed.length > MAX_PAGES) throw badRequest(`A space can have at most ${MAX_PAGES} pages`);
    checkListedTitles(repository, listed);
    const oids = createObjectIds(input);
    const matched = await matchContent(deps, organizationId, input, existing, oids, options.signal);
    const { unchanged, texts, others } = changedFiles(input, existing, matched, oids);
    const total = texts.length + others.length;
    options.progress?.(0, total);
    const storage = { ...options, total, oids: oids.computed };
    const { stored, problems } = await storeFiles(organizationId, others, input, storage);
    const parsed = await parseFiles(markdown, texts, matched.places, options, others.length);
    for (const [path, { problems: messages }] of parsed)
      for (const message of messages) problems.push({ path, message });

    const bodies = createBodies(parsed);
    const gitOf: GitOf = (path) => {
      const oid = oids.oidOf(path);
      return oid === undefined || add ? {} : { git: { oid, path } };
    };
    const existingPages = new Map(flattenTree(tree).map(({ id, page }) => [id, page]));
    const wanted = buildPages(input, matched, { parsed, unchanged }, existingPages, bodies.hashOf, gitOf);
    // Generated pages stay until they are generated again.
    const generated = computedPages(tree);
    const replacement = replacePages(
      tree,
      add
        ? withAddedPages(tree, wanted, add.into)
        : withComputed(wanted, ({ id }) => generated.get(id) ?? []),
      { newId, now: () => clock.now().toISOString() },
    );
    if (add) problems.push(...variablesKept(input, existing.variables));
    const reusables = reusableRecords(matched.reusables, parsed, bodies.hashOf, gitOf);
    const files = fileRecords(matched.files, stored, add ? existing.files : new Map(), gitOf);
    return {
      found: foundIn(parsed),
      pages: pageIdsByPath(matched),
      tree: wanted,
      problems,
      changes: {
        written: [...texts.map(({ path }) => path), ...others],
        removed: removedFiles(existing, repository),
      },
      write: async (draft) => {
        for (const text of bodies.texts.values()) draft.putBody(text);
        draft.replacePages(replacement);
        const before = add ? { files: new Map(), reusables: new Map() } : existing;
        replaceRecords(before.files, files, draft.putFile, draft.deleteFile);
        replaceRecords(before.reusables, reusables, draft.putReusable, draft.deleteReusable);
        writeVariables(draft, input, existing.variables);
        writeRedirects(draft, input, matched);
      },
    };
  };

  return { prepare };
};

/** The files of the last synchronization that a repository no longer has. */
const removedFiles = (
  { tree, files, reusables }: ExistingContent,
  repository: RepositoryInput['repository'],
): string[] => {
  const present = new Set([...repository.texts.keys(), ...repository.files]);
  const records = [...flattenTree(tree).map(({ page }) => page), ...files.values(), ...reusables.values()];
  return records.flatMap(({ git }) => (git && !present.has(git.path) ? [git.path] : []));
};

const foundIn = (parsed: ReadonlyMap<string, ParsedFile>): PreparedImport['found'] =>
  [...parsed.values()]
    .filter(({ markdown }) => markdown !== '')
    .map(({ markdown, found, sections }) => ({ body: hashText(markdown), links: found, sections }));

const pageIdsByPath = ({ pages, pageIds }: MatchedContent): Map<string, string> =>
  new Map(
    pages.flatMap((page) =>
      page.type === 'document' && page.path !== undefined ? [[page.path, pageIds.get(page)!] as const] : [],
    ),
  );

const reusableRecords = (
  matches: ReadonlyMap<string, PathMatch<ReusableRecord>>,
  parsed: ReadonlyMap<string, ParsedFile>,
  bodyOf: (path: string) => string | undefined,
  gitOf: GitOf,
): Map<string, ReusableRecord> =>
  new Map(
    [...matches].map(([path, { id, existing }]): [string, ReusableRecord] => {
      const file = parsed.get(path);
      if (!file) return [id, { ...existing!, ...gitOf(path) }];
      const { title = nameOfFile(path).replace(/\.\w+$/, ''), frontMatter } = file.fields;
      const body = bodyOf(path);
      const source = frontMatter === undefined ? {} : { frontMatter };
      return [id, { title, ...(body === undefined ? {} : { body }), ...source, ...gitOf(path) }];
    }),
  );

const fileRecords = (
  matches: ReadonlyMap<string, PathMatch<FileRecord>>,
  stored: ReadonlyMap<string, Omit<FileRecord, 'name' | 'git'>>,
  otherFiles: ReadonlyMap<string, FileRecord>,
  gitOf: GitOf,
): Map<string, FileRecord> => {
  const records = new Map<string, FileRecord>();
  const names = new Map([...otherFiles].map(([id, { name }]) => [name.toLowerCase(), id]));
  for (const [path, { id, existing }] of matches) {
    const preferred = existing && existing.git?.path === path ? existing.name : fileNameOf(nameOfFile(path));
    const name = freeFileName(preferred, (each) => (names.get(each.toLowerCase()) ?? id) !== id);
    names.set(name.toLowerCase(), id);
    const file = stored.get(path);
    records.set(id, { ...(file ?? existing!), name, ...gitOf(path) });
  }
  return records;
};

const replaceRecords = <R>(
  existing: ReadonlyMap<string, R>,
  records: ReadonlyMap<string, R>,
  put: (id: string, record: R) => void,
  remove: (id: string) => void,
): void => {
  for (const id of existing.keys()) if (!records.has(id)) remove(id);
  for (const [id, record] of records)
    if (JSON.stringify(existing.get(id)) !== JSON.stringify(record)) put(id, record);
};

/** Problems of variables that are added, but have another value in the space. */
const variablesKept = (
  { repository }: RepositoryInput,
  existing: Readonly<Record<string, unknown>>,
): RepositoryProblem[] =>
  Object.entries(repository.variables)
    .filter(([name, value]) => Object.hasOwn(existing, name) && existing[name] !== value)
    .map(([name]) => ({
      path: partsOf(repository.layout).variables,
      message: `defines the variable ${name}, which was left out: the space has another value for it`,
    }));

const writeVariables = (
  draft: Draft,
  { repository, add }: RepositoryInput,
  existing: Readonly<Record<string, unknown>>,
): void => {
  if (!add)
    for (const name of Object.keys(existing))
      if (!Object.hasOwn(repository.variables, name)) draft.setVariable(name, undefined);
  for (const [name, value] of Object.entries(repository.variables))
    if (!add || !Object.hasOwn(existing, name)) draft.setVariable(name, value);
};

const writeRedirects = (
  draft: Draft,
  { repository, redirectsBefore = [] }: RepositoryInput,
  matched: MatchedContent,
): void => {
  for (const from of redirectsBefore)
    if (!Object.hasOwn(repository.redirects, from)) draft.setPreviousPath(from, undefined);
  for (const [from, page] of redirectsOf(repository, matched)) draft.setPreviousPath(from, page);
};
