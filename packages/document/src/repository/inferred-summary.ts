import { compareText } from '../compare-text.ts';
import type { RepositoryLayout } from './configuration.ts';
import { encodePath, folderOfFile, nameOfFile, relativePath } from './paths.ts';
import type { SummaryEntry } from './summary.ts';

interface Folder {
  readonly path: string;
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

const readable = (name: string): string => {
  const words =
    name
      .replace(/\.(?:md|markdown)$/i, '')
      .replace(/[-_]+/g, ' ')
      .trim() || name;
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
      ? [layout.readme, ...folder.files.filter(isReadme)].find((path) => folder.files.includes(path))
      : folder.files.find(isReadme);
  const entriesOf = (folder: Folder): SummaryEntry[] => {
    const own = readmeOf(folder);
    const files = folder.files
      .filter((path) => path !== own)
      .map((path) => [nameOfFile(path), pageOf(path, readable(nameOfFile(path)), [])] as const);
    const folders = [...folder.folders].map(([name, below]) => [name, entryOf(name, below)] as const);
    return [...files, ...folders].sort(([a], [b]) => compareText(a, b)).map(([, entry]) => entry);
  };
  const entryOf = (name: string, folder: Folder): SummaryEntry => {
    const own = readmeOf(folder);
    const children = entriesOf(folder);
    return own === undefined
      ? { kind: 'page', title: readable(name), children }
      : pageOf(own, readable(name), children);
  };
  const home = readmeOf(top);
  return [...(home === undefined ? [] : [pageOf(home, 'Home', [])]), ...entriesOf(top)];
}

const isReadme = (path: string): boolean => /^(?:README|index)\.(?:md|markdown)$/i.test(nameOfFile(path));
