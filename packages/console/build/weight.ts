import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** The most compressed kilobytes of scripts that screens load before somebody does something. */
export const LIMITS = { firstScreen: 180, editor: 250 };

/** The most scripts of the first screen: each is a request, which costs the browser more than its size. */
export const MOST_FILES = 3;

/** The compressed size of a built script, in kilobytes. */
export const sizeOf = (folder: string, file: string): number =>
  statSync(path.join(folder, `${file}.gz`)).size / 1024;

/** The compressed kilobytes of scripts of the first screen, with their number, and of those that opening the editor adds. */
export const weightsOf = (
  folder: string,
): { readonly firstScreen: number; readonly files: number; readonly editor: number } => {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const chunksOf = (entries: readonly string[]): ReadonlySet<string> => {
    const found = new Set(entries);
    for (const name of found) for (const next of manifest[name]!.imports ?? []) found.add(next);
    return found;
  };
  const sum = (names: Iterable<string>): number =>
    [...names].map((name) => manifest[name]!.file).reduce((total, file) => total + sizeOf(folder, file), 0);
  const first = chunksOf(['index.html']);
  const editor = chunksOf(['index.html', 'src/pages/page-route.tsx', 'src/editor/page-editor.tsx']);
  return { firstScreen: sum(first), files: first.size, editor: sum(editor) - sum(first) };
};
