import {
  assignFilePaths,
  createRepositoryRefs,
  type FileRecord,
  type PageNode,
  type PageRecord,
  type PageWithPath,
  type Repository,
  type RepositoryLayout,
  type RepositoryPage,
  type RepositoryPaths,
  type ReusableRecord,
  readFiles,
  readReusables,
  readTree,
  readVariables,
  relativePath,
  slugOf,
  type VariableValue,
  withoutComputed,
} from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { forEachConcurrently, type ProgressOptions } from '../concurrency.ts';
import { flattenTree } from '../flatten-tree.ts';
import type { RepositoryConfiguration } from '../repositories.store.ts';
import { changedFiles, type FileToPrint, type UnprintedFiles } from './changed-files.ts';
import { staysAt } from './existing-files.ts';
import {
  frontMatterOf,
  isLineOfText,
  linkedPagesIn,
  pagesWithoutFile,
  redirectedPages,
} from './pages-without-file.ts';

/** A snapshot as a repository. */
export interface ExportedRepository {
  readonly repository: Repository;
  /** The files of the space, by path. */
  readonly files: ReadonlyMap<string, FileRecord>;
  /** The paths of pages, files and reusable contents, by id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** A snapshot as a repository, whose pages and reusable contents are printed while they are read. */
export interface StreamedRepository extends Pick<ExportedRepository, 'files' | 'paths'>, UnprintedFiles {
  readonly repository: Omit<Repository, 'texts'>;
  /** The number of texts. */
  readonly count: number;
  /** The files of the last synchronization, by the id of their content. */
  readonly synced: ReadonlyMap<string, NonNullable<PageRecord['git']>>;
  /** The paths and texts of pages and reusable contents, in the order of the pages; optionally only those of some paths. */
  readonly texts: (only?: ReadonlySet<string>) => AsyncGenerator<readonly [path: string, text: string]>;
}

/** Options of an export. */
export interface ExportOptions extends ProgressOptions, Partial<RepositoryConfiguration> {
  readonly treeUrl?: string | undefined;
  readonly others?: readonly string[];
  /** The text of the existing file of variables. */
  readonly variablesFile?: string | undefined;
  /** The object ids of existing files, which can be outside of the project. */
  readonly oidOf?: (path: string) => string | undefined;
  /** Whether a path must not be used for content without a path. */
  readonly isTaken?: (path: string) => boolean;
}

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** The number of pages whose texts are in memory at the same time. */
const GROUP_SIZE = 100;

const DEFAULT_LAYOUT: RepositoryLayout = {
  project: '',
  root: '',
  readme: 'README.md',
  summary: 'SUMMARY.md',
};

/** The exported content of a snapshot. */
interface ExportedContent {
  readonly tree: readonly PageNode[];
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly reusables: ReadonlyMap<string, ReusableRecord>;
  /** Pages that are only a line of the table of contents. */
  readonly withoutFile: ReadonlySet<string>;
}

/** Exports snapshots as repositories. */
export const createRepositoryExportService = ({ markdown, revisions }: Dependencies) => {
  /** The bodies of pages and reusable contents, a group at a time. */
  async function* bodiesInGroups<T extends { readonly body?: string | undefined }>(
    organizationId: string,
    all: readonly T[],
    signal: AbortSignal | undefined,
  ) {
    for (let from = 0; from < all.length; from += GROUP_SIZE) {
      signal?.throwIfAborted();
      const group = all.slice(from, from + GROUP_SIZE);
      const hashes = group.flatMap(({ body }) => body ?? []);
      yield { group, bodies: await revisions.markdownsOf(organizationId, hashes) };
    }
  }

  async function* printFiles(
    organizationId: string,
    files: readonly FileToPrint[],
    places: RepositoryPaths,
    { signal, progress }: ProgressOptions,
  ): AsyncGenerator<readonly [path: string, text: string]> {
    let done = 0;
    progress?.(0, files.length);
    for await (const { group, bodies } of bodiesInGroups(organizationId, files, signal)) {
      const printed = new Map<string, string>();
      const all = group.map(({ body, ...file }) => ({
        ...file,
        markdown: body === undefined ? '' : (bodies.get(body) ?? ''),
      }));
      await forEachConcurrently(
        inBatches(all, (file) => file.markdown.length),
        signal,
        async (batch) => {
          const texts = await markdown.printFiles(batch, places);
          for (const [at, { path }] of batch.entries()) printed.set(path, texts[at]!);
          done += batch.length;
          progress?.(done, files.length);
        },
      );
      for (const { path } of group) yield [path, printed.get(path)!];
    }
  }

  /** The pages that are only a line of the table of contents; bodies are searched for links only if there may be some. */
  const findPagesWithoutFile = async (
    organizationId: string,
    tree: readonly PageNode[],
    reusables: ReadonlyMap<string, ReusableRecord>,
    redirected: ReadonlyMap<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlySet<string>> => {
    const linked = new Set(redirected.values());
    const possible = pagesWithoutFile(tree, linked);
    if (possible.size === 0) return possible;
    const all = [...flattenTree(tree).map(({ page }) => page), ...reusables.values()];
    for await (const { bodies } of bodiesInGroups(organizationId, all, signal))
      for (const id of linkedPagesIn(bodies.values())) linked.add(id);
    return pagesWithoutFile(tree, linked);
  };

  const streamSnapshot = async (
    organizationId: string,
    root: string,
    options: ExportOptions = {},
  ): Promise<StreamedRepository> => {
    const { layout = DEFAULT_LAYOUT, signal, progress } = options;
    const view = revisions.view(organizationId, root);
    const [all, files, reusables, variables] = await Promise.all([
      readTree(view),
      readFiles(view),
      readReusables(view),
      readVariables(view),
    ]);
    // Pages that are generated from computed pages are not exported.
    const tree = withoutComputed(all);
    const redirected = await redirectedPages(view, options.redirects ?? []);
    const withoutFile = await findPagesWithoutFile(organizationId, tree, reusables, redirected, signal);
    const content: ExportedContent = { tree, files, reusables, withoutFile };
    const paths = pathsOf(content, layout, options);
    const places = placesOf(content, paths, layout, options);
    const toPrint = filesToPrint(content, paths);
    const redirects: Record<string, string> = {};
    for (const [from, page] of redirected) {
      const path = paths.get(page);
      if (path !== undefined) redirects[from] = relativePath(layout.root, path);
    }
    return {
      repository: {
        layout,
        pages: tableOfContents(content, paths, places, layout),
        files: [...files.keys()].map((id) => paths.get(id)!).sort(),
        reusables: [...reusables.keys()].map((id) => paths.get(id)!).sort(),
        variables: variables as Record<string, VariableValue>,
        redirects,
        ...(options.configuration === undefined ? {} : { configuration: options.configuration }),
        ...(options.variablesFile === undefined ? {} : { variablesFile: options.variablesFile }),
      },
      files: new Map([...files].map(([id, file]) => [paths.get(id)!, file])),
      paths,
      count: toPrint.length,
      toPrint,
      places,
      synced: syncedFiles(content),
      texts: (only) => {
        const files = only ? toPrint.filter(({ path }) => only.has(path)) : toPrint;
        return printFiles(organizationId, files, places, {
          ...(signal && { signal }),
          ...(progress && { progress }),
        });
      },
    };
  };

  return {
    /** Exports a snapshot text by text. */
    streamSnapshot,

    /** The paths of texts that may differ between two snapshots. */
    changedTexts: (
      organizationId: string,
      before: UnprintedFiles,
      now: UnprintedFiles,
      signal?: AbortSignal,
    ): Promise<ReadonlySet<string>> =>
      changedFiles(before, now, (files) => bodiesInGroups(organizationId, files, signal)),

    /** Exports a snapshot with all texts. */
    exportSnapshot: async (
      organizationId: string,
      root: string,
      options: ExportOptions = {},
    ): Promise<ExportedRepository> => {
      const { repository, files, paths, texts: read } = await streamSnapshot(organizationId, root, options);
      const texts = new Map<string, string>();
      for await (const [path, text] of read()) texts.set(path, text);
      return { repository: { ...repository, texts }, files, paths };
    },
  };
};

const documentsIn = ({ tree, withoutFile }: ExportedContent): PageNode[] =>
  flattenTree(tree).filter(({ id, page }) => page.type === 'document' && !withoutFile.has(id));

/** The files of the last synchronization, by the id of their content. */
const syncedFiles = ({ tree, files, reusables }: ExportedContent): StreamedRepository['synced'] => {
  const records: (readonly [string, Pick<PageRecord, 'git'>])[] = [
    ...flattenTree(tree).map(({ id, page }) => [id, page] as const),
    ...files,
    ...reusables,
  ];
  return new Map(records.flatMap(([id, { git }]) => (git ? [[id, git] as const] : [])));
};

/** The paths of all content, by id. */
const pathsOf = (
  { tree, files, reusables, withoutFile }: ExportedContent,
  layout: RepositoryLayout,
  { isTaken, oidOf }: ExportOptions,
): ReadonlyMap<string, string> => {
  const placedOf = ({ id, page, children }: PageNode): PageWithPath => ({
    id,
    // Like a group, it has no file.
    type: withoutFile.has(id) ? 'group' : page.type,
    slug: page.slug,
    path: page.git?.path,
    children: children.map(placedOf),
  });
  return assignFilePaths(
    {
      pages: tree.map(placedOf),
      files: [...files].map(([id, { name, git }]) => ({
        id,
        name,
        path: git && staysAt(layout.project, git, oidOf) ? git.path : undefined,
      })),
      reusables: [...reusables].map(([id, { title, git }]) => ({ id, name: title, path: git?.path })),
    },
    layout,
    isTaken,
  );
};

/** The link targets of all paths. */
const placesOf = (
  content: ExportedContent,
  paths: ReadonlyMap<string, string>,
  { readme, root, namesReadmes = false }: RepositoryLayout,
  { treeUrl, others = [] }: ExportOptions,
): RepositoryPaths => {
  const targets: Record<string, string> = {};
  for (const { id } of documentsIn(content)) targets[paths.get(id)!] = `/pages/${id}`;
  for (const id of content.files.keys()) targets[paths.get(id)!] = `/files/${id}`;
  for (const id of content.reusables.keys()) targets[paths.get(id)!] = `/reusable-contents/${id}`;
  return { targets, readme, root, namesReadmes, ...(treeUrl === undefined ? {} : { treeUrl, others }) };
};

const filesToPrint = (content: ExportedContent, paths: ReadonlyMap<string, string>): FileToPrint[] => [
  ...documentsIn(content).map(({ id, page }) => ({
    path: paths.get(id)!,
    body: page.body,
    kind: 'page' as const,
    fields: frontMatterOf(page),
  })),
  ...[...content.reusables].map(([id, { title, body, frontMatter }]) => ({
    path: paths.get(id)!,
    body,
    kind: 'reusable' as const,
    fields: { title, ...(frontMatter === undefined ? {} : { frontMatter }) },
  })),
];

const tableOfContents = (
  { tree, withoutFile }: ExportedContent,
  paths: ReadonlyMap<string, string>,
  places: RepositoryPaths,
  layout: RepositoryLayout,
): RepositoryPage[] => {
  const refs = createRepositoryRefs(places)(layout.summary);
  const listed = new Set<string>();
  const entryOf = ({ id, page, children }: PageNode): RepositoryPage => {
    const { title } = page;
    if (page.type === 'link') {
      const url = refs.print(page.target ?? { kind: 'url', url: '#' });
      // The first line of a file is its page: before it, the `#` tells a link from the page itself.
      const isPageLink = page.target?.kind === 'page' && !page.target.space && !listed.has(page.target.page);
      return { type: 'link', title, address: isPageLink ? `${url}#` : url };
    }
    if (page.type === 'computed') return { type: 'computed', title, computed: page.computed ?? {} };
    listed.add(id);
    const entries = children.map(entryOf);
    if (page.type === 'group')
      return {
        type: 'group',
        title,
        ...(isLineOfText(page)
          ? { isListedAsText: true }
          : page.slug === slugOf(title)
            ? {}
            : { slug: page.slug! }),
        children: entries,
      };
    return {
      type: 'document',
      ...(!withoutFile.has(id)
        ? { path: paths.get(id)! }
        : isLineOfText(page)
          ? { isListedAsText: true }
          : {}),
      title,
      ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
      children: entries,
    };
  };
  return tree.map(entryOf);
};
