import type { Kernel } from '../../../kernel/kernel.ts';
import { inBatches } from '../../../kernel/markdown/batches.ts';
import { forEachConcurrently } from '../concurrency.ts';
import type { UnprintedFiles } from './changed-files.ts';

/** A printed text and the text of the file that it replaces. */
export interface TextToReplace {
  readonly path: string;
  readonly printed: string;
  readonly existing: string;
  /** The existing content as it was printed, if it is known. */
  readonly base?: string | undefined;
}

/** The texts of pages and reusable contents to write over files, by path: only lines whose content changed are printed. */
export const replacedTexts = async (
  markdown: Kernel['markdown'],
  { toPrint, places }: UnprintedFiles,
  texts: readonly TextToReplace[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
  const kinds = new Map(toPrint.map(({ path, kind }) => [path, kind]));
  const files = texts.flatMap((text) => {
    const kind = kinds.get(text.path);
    return kind === undefined ? [] : [{ ...text, kind }];
  });
  const replaced = new Map<string, string>();
  const batches = inBatches(files, ({ printed, existing }) => printed.length + existing.length);
  await forEachConcurrently(batches, signal, async (batch) => {
    const results = await markdown.replaceFiles(batch, places);
    for (const [at, { path }] of batch.entries()) replaced.set(path, results[at]!);
  });
  return replaced;
};
