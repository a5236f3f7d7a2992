import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeep } from '../testing/deep.ts';

/** The folder of public documentation that tests read, where there is one. */
export const corporaFolder =
  process.env.LECTERN_CORPORA ?? join(import.meta.dirname, '../../../../../shared/corpora');

// Of real documentation every eighth page is enough for most runs; a deep run takes all.
const SAMPLE = isDeep ? 1 : 8;

/** Every eighth Markdown file of the corpora, or every one, by their paths in them; nothing where the folder is absent. */
export function corpora(step = SAMPLE): readonly { path: string; source: string }[] {
  if (!existsSync(corporaFolder)) return [];
  return (readdirSync(corporaFolder, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.md') && path !== 'README.md')
    .sort()
    .filter((_, index) => index % step === 0)
    .map((path) => ({ path: relative('.', path), source: readFileSync(join(corporaFolder, path), 'utf8') }));
}

/** The repositories of public documentation beside this one; none where they are absent. */
export const repositories: readonly string[] = existsSync(corporaFolder)
  ? readdirSync(corporaFolder).filter((name) => existsSync(join(corporaFolder, name, 'SUMMARY.md')))
  : [];

/** Their names for tables of tests, which need one to be skipped where there are none. */
export const repositoriesToTest: readonly string[] =
  repositories.length > 0 ? repositories : ['(there are no corpora beside this repository)'];

/** The files of a repository, by their paths in it. */
export const filesOfRepository = (name: string): Record<string, Buffer> => {
  const folder = join(corporaFolder, name);
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file))]));
};
