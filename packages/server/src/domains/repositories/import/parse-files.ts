import type { RepositoryPlaces } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import { forEachAtOnce, type Watching } from '../concurrency.ts';

const LONGEST_PAGE = 500_000;

/** What is known of a file that was read. */
export type Read = Awaited<ReturnType<Kernel['markdown']['readFiles']>>[number];

/** Reading the files of repositories. */
export const createParsingService = ({ markdown }: Pick<Kernel, 'markdown'>) => {
  /** Reads files in threads; one that cannot be read is left empty, and the others are not. */
  const readAll = async (
    files: readonly { path: string; text: string; kind: 'page' | 'reusable' }[],
    places: RepositoryPlaces,
    { signal, progress }: Watching,
    already: number,
  ): Promise<Map<string, Read>> => {
    const read = new Map<string, Read>();
    const nothing = (problem: string): Read => ({
      fields: {},
      markdown: '',
      found: { links: [], anchors: [] },
      sections: [],
      problems: [problem],
    });
    const short = files.filter(({ text }) => text.length <= LONGEST_PAGE);
    for (const { path, text } of files)
      if (text.length > LONGEST_PAGE) read.set(path, nothing('is too long to be a page, and was left empty'));
    await forEachAtOnce(
      inBatches(short, ({ text }) => text.length),
      signal,
      async (portion) => {
        try {
          const done = await markdown.readFiles(portion, places);
          for (const [at, { path }] of portion.entries()) read.set(path, done[at]!);
        } catch {
          for (const file of portion) {
            const [one] = await markdown.readFiles([file], places).catch(() => []);
            read.set(file.path, one ?? nothing('could not be read, and was left empty'));
          }
        }
        progress?.(already + read.size, already + files.length);
      },
    );
    return read;
  };

  return { readAll };
};
