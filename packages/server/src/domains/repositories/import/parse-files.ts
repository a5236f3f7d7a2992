import type { RepositoryPaths } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import { forEachConcurrently, type ProgressOptions } from '../concurrency.ts';

const MAX_PAGE_LENGTH = 500_000;

/** A parsed file. */
export type ParsedFile = Awaited<ReturnType<Kernel['markdown']['readFiles']>>[number];

/** A file to parse. */
export interface FileToParse {
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'reusable';
}

const emptyFile = (problem: string): ParsedFile => ({
  fields: {},
  markdown: '',
  found: { links: [], anchors: [] },
  sections: [],
  problems: [problem],
});

/** Parses files in worker threads; a file that cannot be parsed is left empty. */
export const parseFiles = async (
  markdown: Kernel['markdown'],
  files: readonly FileToParse[],
  places: RepositoryPaths,
  { signal, progress }: ProgressOptions,
  alreadyDone: number,
): Promise<Map<string, ParsedFile>> => {
  const parsed = new Map<string, ParsedFile>();
  for (const { path, text } of files)
    if (text.length > MAX_PAGE_LENGTH)
      parsed.set(path, emptyFile('is too long for a page, and was left empty'));
  await forEachConcurrently(
    inBatches(
      files.filter(({ text }) => text.length <= MAX_PAGE_LENGTH),
      ({ text }) => text.length,
    ),
    signal,
    async (batch) => {
      try {
        const results = await markdown.readFiles(batch, places);
        for (const [at, { path }] of batch.entries()) parsed.set(path, results[at]!);
      } catch {
        for (const file of batch) {
          const [result] = await markdown.readFiles([file], places).catch(() => []);
          parsed.set(file.path, result ?? emptyFile('could not be parsed, and was left empty'));
        }
      }
      progress?.(alreadyDone + parsed.size, alreadyDone + files.length);
    },
  );
  return parsed;
};
