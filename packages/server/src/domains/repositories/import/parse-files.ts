import {
  MAX_TITLE_LENGTH,
  type Repository,
  type RepositoryPage,
  type RepositoryPaths,
} from '@lectern/document';
import { badRequest } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import { MAX_PAGE_CHARACTERS } from '../../../kernel/markdown/limits.ts';
import { forEachConcurrently, type ProgressOptions } from '../concurrency.ts';

/** A parsed file. */
export type ParsedFile = Awaited<ReturnType<Kernel['markdown']['readFiles']>>[number];

/** A file to parse. */
export interface FileToParse {
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'reusable';
}

const refuse = (path: string, problem: string): never => {
  throw badRequest(`${path} ${problem}. Nothing was imported.`);
};

const refuseLongTitle = (path: string, title = ''): void => {
  if (title.length > MAX_TITLE_LENGTH)
    refuse(
      path,
      `has a title of ${title.length} characters, and a title can have at most ${MAX_TITLE_LENGTH}`,
    );
};

/** Refuses a table of contents with titles that are too long. */
export const checkListedTitles = ({ layout }: Repository, pages: readonly RepositoryPage[]): void => {
  for (const page of pages) {
    refuseLongTitle(layout.summary, page.title);
    if (page.type === 'document') refuseLongTitle(layout.summary, page.linkTitle);
  }
};

/** Parses files in worker threads; a file that cannot be parsed is refused by name, since an empty page would be exported over it. */
export const parseFiles = async (
  markdown: Kernel['markdown'],
  files: readonly FileToParse[],
  places: RepositoryPaths,
  { signal, progress }: ProgressOptions,
  alreadyDone: number,
): Promise<Map<string, ParsedFile>> => {
  const parsed = new Map<string, ParsedFile>();
  for (const { path, text } of files)
    if (text.length > MAX_PAGE_CHARACTERS)
      refuse(
        path,
        `has ${text.length} characters, and a page can have at most ${MAX_PAGE_CHARACTERS}: split it up`,
      );
  const parseOne = async (file: FileToParse): Promise<void> => {
    const results = await markdown
      .readFiles([file], places)
      .catch((error: Error) => refuse(file.path, `could not be parsed: ${error.message}`));
    parsed.set(file.path, results[0]!);
  };
  await forEachConcurrently(
    inBatches(files, ({ text }) => text.length),
    signal,
    async (batch) => {
      try {
        const results = await markdown.readFiles(batch, places);
        for (const [at, { path }] of batch.entries()) parsed.set(path, results[at]!);
      } catch {
        // Finds the file.
        for (const file of batch) await parseOne(file);
      }
      progress?.(alreadyDone + parsed.size, alreadyDone + files.length);
    },
  );
  for (const [path, { fields }] of parsed) refuseLongTitle(path, fields.title);
  return parsed;
};
