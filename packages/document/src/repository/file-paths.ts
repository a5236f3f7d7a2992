import { fileNameOf } from '../content/file-names.ts';
import { freeSlug, slugOf } from '../content/slugs.ts';
import { configurationPath, type RepositoryLayout } from './configuration.ts';
import { folderOfFile, isSafePath, nameOfFile } from './paths.ts';
import { partsOf } from './repository.ts';

/** A page that is to get a file, or keeps the one that it has. */
export interface PageWithPath {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly slug?: string | undefined;
  /** The file that it was read from, or last written to. */
  readonly path?: string | undefined;
  readonly children: readonly PageWithPath[];
}

/** Something else that is to get a file: named by what it is called. */
export interface FileWithPath {
  readonly id: string;
  readonly name: string;
  readonly path?: string | undefined;
}

/** The part of a page's path that the name of its file makes. */
export const slugOfFile = (path: string): string => {
  const name = nameOfFile(path);
  const folder = nameOfFile(folderOfFile(path));
  return slugOf(
    /^(?:README|index)\.(?:md|markdown)$/i.test(name) && folder !== ''
      ? folder
      : name.replace(/\.(?:md|markdown)$/i, ''),
  );
};

// A name may have had to give way to another one.
const isNamedBy = (name: string, wanted: string): boolean =>
  name === wanted || name.replace(/-\d+(?=\.[^.]*$|$)/, '') === wanted;

/** Gives every page, file and reusable content a path: the one that it has while it still fits, else one that its name makes. */
export function assignFilePaths(
  content: {
    readonly pages: readonly PageWithPath[];
    readonly files: readonly FileWithPath[];
    readonly reusables: readonly FileWithPath[];
  },
  layout: RepositoryLayout,
  isTaken: (path: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const parts = partsOf(layout);
  const placed = new Map<string, string>();
  const own = [layout.summary, configurationPath(layout.project), parts.variables];
  // Some systems do not tell letters by their case: nothing new is named so, but what has a file keeps it.
  const used = new Set(own);
  const taken = new Set(own.map((path) => path.toLowerCase()));
  const place = (id: string, path: string) => {
    placed.set(id, path);
    used.add(path);
    taken.add(path.toLowerCase());
  };
  const isFree = (path: string) => !taken.has(path.toLowerCase()) && !isTaken(path);
  const keep = (id: string, path: string | undefined, fits: (path: string) => boolean) => {
    if (path !== undefined && isSafePath(path) && !used.has(path) && fits(path)) place(id, path);
  };
  const freeIn = (folder: string, stem: string, ending: string): string => {
    const pathOf = (name: string) => `${folder === '' ? '' : `${folder}/`}${name}${ending}`;
    return pathOf(freeSlug(stem, (name) => !isFree(pathOf(name))));
  };

  const documents: PageWithPath[] = [];
  const gather = (pages: readonly PageWithPath[]): void => {
    for (const page of pages) {
      if (page.type === 'document') documents.push(page);
      gather(page.children);
    }
  };
  gather(content.pages);
  for (const { id, path, slug = '' } of documents)
    keep(
      id,
      path,
      (own) => /\.(?:md|markdown)$/i.test(own) && (own === layout.readme || isNamedBy(slug, slugOfFile(own))),
    );
  for (const { id, path } of content.reusables) keep(id, path, (own) => own.startsWith(`${parts.includes}/`));
  for (const { id, path, name } of content.files)
    keep(id, path, (own) => isNamedBy(name, fileNameOf(nameOfFile(own))) || name === nameOfFile(own));
  const [home] = documents;
  if (home && !placed.has(home.id) && isFree(layout.readme)) place(home.id, layout.readme);

  const folderOf = (page: PageWithPath, above: string): string => {
    const path = placed.get(page.id);
    if (path === undefined) return `${above === '' ? '' : `${above}/`}${page.slug ?? slugOf(page.id)}`;
    return path === layout.readme || /^(?:README|index)\./i.test(nameOfFile(path))
      ? folderOfFile(path)
      : path.replace(/\.[^./]*$/, '');
  };
  const walk = (pages: readonly PageWithPath[], folder: string): void => {
    for (const page of pages) {
      if (page.type === 'document' && !placed.has(page.id)) {
        const slug = page.slug ?? 'page';
        place(page.id, freeIn(folder, slug, page.children.length > 0 ? '/README.md' : '.md'));
      }
      walk(page.children, folderOf(page, folder));
    }
  };
  walk(content.pages, layout.root);
  for (const { id, name } of content.reusables)
    if (!placed.has(id)) place(id, freeIn(parts.includes, slugOf(name), '.md'));
  for (const { id, name } of content.files) {
    if (placed.has(id)) continue;
    const safe = fileNameOf(name);
    const ending = /[^.](\.[^.]{1,20})$/u.exec(safe)?.[1] ?? '';
    place(id, freeIn(parts.assets, safe.slice(0, safe.length - ending.length), ending));
  }
  return placed;
}
