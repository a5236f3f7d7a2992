import { compareText } from '../compare-text.ts';
import type { RepositoryLayout } from './configuration.ts';
import {
  encodePath,
  folderOfFile,
  isFolderPage,
  nameOfFile,
  relativePath,
  withoutNotionId,
} from './paths.ts';
import type { SummaryEntry } from './summary.ts';

interface Folder {
  readonly path: string;
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

const withoutExtension = (name: string): string => name.replace(/\.(?:mdx?|markdown)$/i, '');

const readable = (name: string): string => {
  const words = withoutNotionId(withoutExtension(name)).replace(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The table of contents of a repository without one: its folders and files, sorted by name. */
export function inferredSummary(pages: readonly string[], layout: RepositoryLayout): SummaryEntry[] {
  const top: Folder = { path: layout.root, files: [], folders: new Map() };
  const from = layout.root === '' ? 0 : layout.root.length + 1;
  for (const path of pages) {
    const steps = path.slice(from).split('/').slice(0, -1);
    // Folders with a leading dot are for tools.
    if (steps.some((step) => step.startsWith('.') || step === 'node_modules')) continue;
    let folder = top;
    for (const step of steps) {
      const below = folder.folders.get(step) ?? {
        path: folder.path === '' ? step : `${folder.path}/${step}`,
        files: [],
        folders: new Map(),
      };
      folder.folders.set(step, below);
      folder = below;
    }
    folder.files.push(path);
  }

  const summaryFolder = folderOfFile(layout.summary);
  const pageOf = (path: string, title: string, children: readonly SummaryEntry[]): SummaryEntry => ({
    kind: 'page',
    title,
    address: encodePath(relativePath(summaryFolder, path)),
    children,
  });
  const readmeOf = (folder: Folder): string | undefined =>
    folder === top
      ? [layout.readme, ...folder.files.filter(isFolderPage)].find((path) => folder.files.includes(path))
      : folder.files.find(isFolderPage);
  const entriesOf = (folder: Folder): SummaryEntry[] => {
    const own = readmeOf(folder);
    // A page beside a folder of the same name is the page of the folder, unless that has one.
    const pages = new Map(
      folder.files.flatMap((path) => {
        const below = path === own ? undefined : folder.folders.get(withoutExtension(nameOfFile(path)));
        return below && readmeOf(below) === undefined ? [[below, path] as const] : [];
      }),
    );
    const beside = new Set(pages.values());
    const files = folder.files
      .filter((path) => path !== own && !beside.has(path))
      .map((path) => [nameOfFile(path), pageOf(path, readable(nameOfFile(path)), [])] as const);
    const folders = [...folder.folders].map(
      ([name, below]) => [name, entryOf(name, below, pages.get(below))] as const,
    );
    return [...files, ...folders].sort(([a], [b]) => compareText(a, b)).map(([, entry]) => entry);
  };
  const entryOf = (name: string, folder: Folder, page: string | undefined): SummaryEntry => {
    const own = readmeOf(folder) ?? page;
    const children = entriesOf(folder);
    return own === undefined
      ? { kind: 'page', title: readable(name), children }
      : pageOf(own, readable(name), children);
  };
  const home = readmeOf(top);
  return [...(home === undefined ? [] : [pageOf(home, 'Home', [])]), ...entriesOf(top)];
}
