import { fileNameOf } from '../content/file-names.ts';
import { freeSlug, slugOf } from '../content/slugs.ts';
import { configurationPath, type RepositoryLayout } from './configuration.ts';
import { folderOfFile, isFolderPage, isSafePath, isWithin, nameOfFile, withoutNotionId } from './paths.ts';
import { partsOf } from './repository.ts';

/** A page that needs a file path. */
export interface PageWithPath {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly slug?: string | undefined;
  /** Its current path. */
  readonly path?: string | undefined;
  readonly children: readonly PageWithPath[];
}

/** A file or a reusable content that needs a file path. */
export interface FileWithPath {
  readonly id: string;
  readonly name: string;
  readonly path?: string | undefined;
}

/** The slug of a page from the path of its file. */
export const slugOfFile = (path: string): string => {
  const name = nameOfFile(path);
  const folder = nameOfFile(folderOfFile(path));
  return slugOf(
    isFolderPage(name) && folder !== '' ? folder : withoutNotionId(name.replace(/\.(?:mdx?|markdown)$/i, '')),
  );
};

const withoutNumber = (name: string): string => name.replace(/-\d+(?=\.[^.]*$|$)/, '');

// A duplicate name has a number at its end: of a content, or of its file.
const isNamedBy = (name: string, file: string): boolean =>
  name === file || withoutNumber(name) === file || name === withoutNumber(file);

/** The contents that get file paths. */
interface ContentWithPaths {
  readonly pages: readonly PageWithPath[];
  readonly files: readonly FileWithPath[];
  readonly reusables: readonly FileWithPath[];
}

/** The paths assigned so far. */
const createAssignedPaths = (layout: RepositoryLayout, isTaken: (path: string) => boolean) => {
  const assigned = new Map<string, string>();
  const reserved = [layout.summary, configurationPath(layout.project), partsOf(layout).variables];
  // New paths differ in more than case, since some file systems ignore it. Existing paths are reused regardless.
  const used = new Set(reserved);
  const usedIgnoringCase = new Set(reserved.map((path) => path.toLowerCase()));
  const isFree = (path: string) => !usedIgnoringCase.has(path.toLowerCase()) && !isTaken(path);
  const assign = (id: string, path: string) => {
    assigned.set(id, path);
    used.add(path);
    usedIgnoringCase.add(path.toLowerCase());
  };
  return {
    assigned,
    isFree,
    assign,
    /** Assigns the current path of a content, if it is valid. */
    reuse: (id: string, path: string | undefined, isValid: (path: string) => boolean) => {
      if (path !== undefined && isSafePath(path) && !used.has(path) && isValid(path)) assign(id, path);
    },
    /** A free path in a folder. */
    freeIn: (folder: string, stem: string, extension: string): string => {
      const pathOf = (name: string) => `${folder === '' ? '' : `${folder}/`}${name}${extension}`;
      // The page of a folder would be named after the folder at the next import.
      const isUsable = (path: string) => isFree(path) && (extension !== '.md' || !isFolderPage(path));
      return pathOf(freeSlug(stem, (name) => !isUsable(pathOf(name))));
    },
  };
};

type AssignedPaths = ReturnType<typeof createAssignedPaths>;

/** Assigns a path to every page, file and reusable content: its current one while it is valid, else one made of its name. */
export function assignFilePaths(
  content: ContentWithPaths,
  layout: RepositoryLayout,
  isTaken: (path: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const paths = createAssignedPaths(layout, isTaken);
  const documents = documentsIn(content.pages);
  reusePaths(paths, content, documents, layout);
  const [home] = documents;
  if (home && !paths.assigned.has(home.id) && paths.isFree(layout.readme))
    paths.assign(home.id, layout.readme);
  assignPagePaths(paths, content.pages, layout.root, layout);
  assignOtherPaths(paths, content, layout);
  return paths.assigned;
}

const documentsIn = (pages: readonly PageWithPath[]): PageWithPath[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...documentsIn(page.children)]);

const reusePaths = (
  { reuse }: AssignedPaths,
  { reusables, files }: ContentWithPaths,
  documents: readonly PageWithPath[],
  layout: RepositoryLayout,
): void => {
  const { includes } = partsOf(layout);
  for (const { id, path, slug = '' } of documents)
    reuse(
      id,
      path,
      (own) =>
        /\.(?:mdx?|markdown)$/i.test(own) &&
        isWithin(layout.project, own) &&
        (own === layout.readme || isNamedBy(slug, slugOfFile(own))),
    );
  for (const { id, path } of reusables) reuse(id, path, (own) => own.startsWith(`${includes}/`));
  for (const { id, path, name } of files)
    reuse(id, path, (own) => isNamedBy(name, fileNameOf(nameOfFile(own))) || name === nameOfFile(own));
};

const assignPagePaths = (
  paths: AssignedPaths,
  pages: readonly PageWithPath[],
  folder: string,
  layout: RepositoryLayout,
): void => {
  for (const page of pages) {
    if (page.type === 'document' && !paths.assigned.has(page.id)) {
      const slug = page.slug ?? 'page';
      paths.assign(page.id, paths.freeIn(folder, slug, page.children.length > 0 ? '/README.md' : '.md'));
    }
    assignPagePaths(paths, page.children, folderOf(paths, page, folder, layout), layout);
  }
};

/** The folder of a page's children. */
const folderOf = (
  { assigned }: AssignedPaths,
  page: PageWithPath,
  parent: string,
  layout: RepositoryLayout,
): string => {
  const path = assigned.get(page.id);
  if (path === undefined) return `${parent === '' ? '' : `${parent}/`}${page.slug ?? slugOf(page.id)}`;
  return path === layout.readme || isFolderPage(path) ? folderOfFile(path) : path.replace(/\.[^./]*$/, '');
};

const assignOtherPaths = (
  { assigned, assign, freeIn }: AssignedPaths,
  { reusables, files }: ContentWithPaths,
  layout: RepositoryLayout,
): void => {
  const { includes, assets } = partsOf(layout);
  for (const { id, name } of reusables)
    if (!assigned.has(id)) assign(id, freeIn(includes, slugOf(name), '.md'));
  for (const { id, name } of files) {
    if (assigned.has(id)) continue;
    const safe = fileNameOf(name);
    const extension = /[^.](\.[^.]{1,20})$/u.exec(safe)?.[1] ?? '';
    assign(id, freeIn(assets, safe.slice(0, safe.length - extension.length), extension));
  }
};
