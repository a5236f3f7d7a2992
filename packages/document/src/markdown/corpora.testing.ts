import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeep } from '../testing/deep.ts';

/** The folder of public documentation for tests, if there is one. */
export const corporaFolder =
  process.env.LECTERN_CORPORA ?? join(import.meta.dirname, '../../../../../shared/corpora');

// Most runs read every eighth page; a deep run reads all.
const SAMPLE = isDeep ? 1 : 8;

/** Every eighth Markdown file of the corpora, or all of them, by path; none if the folder is absent. */
export function corpora(step = SAMPLE): readonly { path: string; source: string }[] {
  if (!existsSync(corporaFolder)) return [];
  return (readdirSync(corporaFolder, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.md') && path !== 'README.md')
    .sort()
    .filter((_, index) => index % step === 0)
    .map((path) => ({ path: relative('.', path), source: readFileSync(join(corporaFolder, path), 'utf8') }));
}

/** The repositories of public documentation; none if the folder is absent. */
export const repositories: readonly string[] = existsSync(corporaFolder)
  ? readdirSync(corporaFolder).filter((name) => existsSync(join(corporaFolder, name, 'SUMMARY.md')))
  : [];

/** Their names for tables of tests, with a placeholder if there are none. */
export const repositoriesToTest: readonly string[] =
  repositories.length > 0 ? repositories : ['(there are no corpora beside this repository)'];

// Most runs read the first pages of each repository, and all other files.
const SAMPLE_PAGES = isDeep ? Number.POSITIVE_INFINITY : 40;

/** The files of a repository by path, with the first pages of its table of contents, or all pages in a deep run. */
export const filesOfRepository = (name: string, pages = SAMPLE_PAGES): Record<string, Buffer> => {
  const folder = join(corporaFolder, name);
  const paths = (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
  const files = Object.fromEntries(paths.map((file) => [file, readFileSync(join(folder, file))]));
  return Number.isFinite(pages) ? withFirstPages(files, pages) : files;
};

const withFirstPages = (files: Record<string, Buffer>, count: number): Record<string, Buffer> => {
  const pages = new Set<string>();
  const summary: string[] = [];
  for (const line of files['SUMMARY.md']!.toString().split('\n')) {
    if (pages.size === count) break;
    summary.push(line);
    const page = decodeURIComponent(/\]\(<?([^)>\s]+\.md)/.exec(line)?.[1] ?? '');
    if (files[page]) pages.add(page);
  }
  const others = Object.entries(files).filter(
    ([file]) => pages.has(file) || !file.endsWith('.md') || file.startsWith('.gitbook/'),
  );
  return { ...Object.fromEntries(others), 'SUMMARY.md': Buffer.from(`${summary.join('\n')}\n`) };
};
