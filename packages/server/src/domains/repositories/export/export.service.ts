import {
  createRepositoryRefs,
  type FileRecord,
  keys,
  type PageFields,
  type PageNode,
  type PageRecord,
  type PlacedPage,
  placeInRepository,
  type Repository,
  type RepositoryLayout,
  type RepositoryPage,
  type RepositoryPlaces,
  readFiles,
  readReusables,
  readTree,
  readVariables,
  relativePath,
  type SnapshotView,
  slugOf,
  type VariableValue,
  withoutComputed,
} from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { forEachAtOnce, type Watching } from '../concurrency.ts';
import { flattenedNodes } from '../import/moved-links.ts';
import type { Configured } from '../repositories.store.ts';

/** A snapshot as a repository. */
export interface DescribedContent {
  readonly repository: Repository;
  /** The files of the space, by path. */
  readonly files: ReadonlyMap<string, FileRecord>;
  /** The paths of pages, files and reusable contents, by id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** How a snapshot is to become a repository. */
export interface DescribeOptions extends Watching, Partial<Configured> {
  readonly treeUrl?: string | undefined;
  readonly others?: readonly string[];
  /** Paths that are not to be taken by what has none yet. */
  readonly isTaken?: (path: string) => boolean;
}

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: RevisionsService };

/** Where things stand in a repository that says nothing else. */
const USUAL_LAYOUT: RepositoryLayout = {
  project: '',
  root: '',
  readme: 'README.md',
  summary: 'SUMMARY.md',
};

/** Snapshots as repositories. */
export const createDescribingService = ({ markdown, revisions }: Dependencies) => {
  const describe = async (
    organizationId: string,
    root: string,
    options: DescribeOptions = {},
  ): Promise<DescribedContent> => {
    const { layout = USUAL_LAYOUT, signal, progress } = options;
    const view = revisions.view(organizationId, root);
    const [all, files, reusables, variables] = await Promise.all([
      readTree(view),
      readFiles(view),
      readReusables(view),
      readVariables(view),
    ]);
    // What is made of computed pages is made anew wherever they are read.
    const tree = withoutComputed(all);
    const former = await formerPages(view, options.redirects ?? []);
    const bodies = await revisions.markdownsOf(
      organizationId,
      [...flattenedNodes(tree).map(({ page }) => page), ...reusables.values()].flatMap(
        ({ body }) => body ?? [],
      ),
    );
    const lines = linesIn(tree, new Set([...former.values(), ...mentionedIn(bodies.values())]));
    const paths = placeInRepository(
      {
        pages: tree.map((node) => placedOf(node, lines)),
        files: [...files].map(([id, { name, git }]) => ({ id, name, path: git?.path })),
        reusables: [...reusables].map(([id, { title, git }]) => ({ id, name: title, path: git?.path })),
      },
      layout,
      options.isTaken,
    );
    const documents = flattenedNodes(tree).filter(
      ({ id, page }) => page.type === 'document' && !lines.has(id),
    );
    const targets: Record<string, string> = {};
    for (const { id } of documents) targets[paths.get(id)!] = `/pages/${id}`;
    for (const id of files.keys()) targets[paths.get(id)!] = `/files/${id}`;
    for (const id of reusables.keys()) targets[paths.get(id)!] = `/reusable-contents/${id}`;
    const places: RepositoryPlaces = {
      targets,
      readme: layout.readme,
      root: layout.root,
      ...(options.treeUrl === undefined ? {} : { treeUrl: options.treeUrl, others: options.others ?? [] }),
    };

    const toPrint = [
      ...documents.map(({ id, page }) => ({
        path: paths.get(id)!,
        body: page.body,
        kind: 'page' as const,
        fields: fieldsOf(page),
      })),
      ...[...reusables].map(([id, { title, body }]) => ({
        path: paths.get(id)!,
        body,
        kind: 'reusable' as const,
        fields: { title },
      })),
    ];
    const texts = await printAll(bodies, toPrint, places, { signal, progress });
    const refs = createRepositoryRefs(places)(layout.summary);
    const redirects: Record<string, string> = {};
    for (const [from, page] of former) {
      const path = paths.get(page);
      if (path !== undefined) redirects[from] = relativePath(layout.root, path);
    }
    const pageOf = ({ id, page, children }: PageNode): RepositoryPage => {
      const { title } = page;
      if (page.type === 'link') {
        const address = refs.print(page.target ?? { kind: 'url', url: '#' });
        // Without it, the line would be the page itself.
        return {
          type: 'link',
          title,
          address: page.target?.kind === 'page' && !page.target.space ? `${address}#` : address,
        };
      }
      if (page.type === 'computed') return { type: 'computed', title, computed: page.computed ?? {} };
      const below = children.map(pageOf);
      if (page.type === 'group')
        return {
          type: 'group',
          title,
          ...(page.slug === slugOf(title) ? {} : { slug: page.slug! }),
          children: below,
        };
      return {
        type: 'document',
        ...(lines.has(id) ? {} : { path: paths.get(id)! }),
        title,
        ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
        children: below,
      };
    };
    return {
      repository: {
        layout,
        pages: tree.map(pageOf),
        texts,
        files: [...files.keys()].map((id) => paths.get(id)!).sort(),
        reusables: [...reusables.keys()].map((id) => paths.get(id)!).sort(),
        variables: variables as Record<string, VariableValue>,
        redirects,
        ...(options.configuration === undefined ? {} : { configuration: options.configuration }),
      },
      files: new Map([...files].map(([id, file]) => [paths.get(id)!, file])),
      paths,
    };
  };

  const printAll = async (
    bodies: ReadonlyMap<string, string>,
    files: readonly {
      path: string;
      body: string | undefined;
      kind: 'page' | 'reusable';
      fields: PageFields;
    }[],
    places: RepositoryPlaces,
    { signal, progress }: Watching,
  ): Promise<Map<string, string>> => {
    const printed = new Map<string, string>();
    progress?.(0, files.length);
    const all = files.map(({ body, ...file }) => ({
      ...file,
      markdown: body === undefined ? '' : (bodies.get(body) ?? ''),
    }));
    await forEachAtOnce(
      inBatches(all, (file) => file.markdown.length),
      signal,
      async (portion) => {
        const texts = await markdown.printFiles(portion, places);
        for (const [at, { path }] of portion.entries()) printed.set(path, texts[at]!);
        progress?.(printed.size, files.length);
      },
    );
    // In the order of the pages, whoever was done first.
    return new Map(files.map(({ path }) => [path, printed.get(path)!]));
  };

  return { describe };
};

/** The pages that former paths lead to. */
const formerPages = async (
  view: SnapshotView,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const keyOf = (path: string) => keys.formerPath(path.toLowerCase().replace(/^(?:\.?\/)+/, ''));
  const found = await view.getMany(paths.map(keyOf));
  return new Map(
    paths.flatMap((path) => {
      const page = found.get(keyOf(path)) as string | undefined;
      return page === undefined ? [] : [[path, page] as const];
    }),
  );
};

const mentionedIn = (markdowns: Iterable<string>): string[] =>
  [...markdowns].flatMap((text) => [...text.matchAll(/\/pages\/([\w-]+)/g)].map(([, id]) => id!));

/** The pages that are a line of the table of contents and need no file: it says all of them that there is to say. */
const linesIn = (tree: readonly PageNode[], mentioned: ReadonlySet<string>): ReadonlySet<string> => {
  const all = flattenedNodes(tree);
  const targets = new Set(
    all.flatMap(({ page }) => (page.target && 'page' in page.target ? [page.target.page] : [])),
  );
  const isLine = ({ id, page, children }: PageNode): boolean =>
    page.type === 'document' &&
    children.length > 0 &&
    page.git === undefined &&
    page.body === undefined &&
    page.linkTitle === undefined &&
    !page.slugIsChosen &&
    page.title !== '' &&
    page.title === page.title.replace(/\s+/g, ' ').trim() &&
    Object.keys(fieldsOf(page)).every((field) => field === 'title') &&
    !mentioned.has(id) &&
    !targets.has(id);
  return new Set(all.filter(isLine).map(({ id }) => id));
};

const placedOf = ({ id, page, children }: PageNode, lines: ReadonlySet<string>): PlacedPage => ({
  id,
  // Neither has a file of its own.
  type: lines.has(id) ? 'group' : page.type,
  slug: page.slug,
  path: page.git?.path,
  children: children.map((child) => placedOf(child, lines)),
});

const fieldsOf = (page: PageRecord): PageFields => {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = page;
  const { variables, tags, cover, layout, more } = page;
  const all = {
    title,
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    variables,
    tags,
    cover,
    layout,
    more,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as PageFields;
};
