import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { withTemporaryFolder } from '../kernel/temporary-folder.ts';
import { CommandError } from './command-error.ts';
import { MAX_PRINTED, sortedReport, summarizeReport, type Warning } from './import-report.ts';
import { type Installation, withServices } from './installation.ts';
import { interruptible } from './interruption.ts';
import { parseText } from './parse-text.ts';
import { progressBar } from './progress-bar.ts';
import { findSpaceFor } from './space-access.ts';

interface Options {
  readonly user?: string;
  readonly add?: boolean;
  readonly page?: string;
  readonly changeRequest?: string;
  readonly ref: string;
  readonly report?: string;
}

type Imports = Installation['services']['imports'];

const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const STAGES = { fetch: 'Reading files', convert: 'Converting', write: 'Writing' };
const SKIPPED = new Set(['.git', 'node_modules']);

/** All files below a folder; symbolic links are not followed. */
const readFolder = async ({ fileOnDisk }: Imports, folder: string, signal: AbortSignal) => {
  const files: ReturnType<typeof fileOnDisk>[] = [];
  const skipped: string[] = [];
  let bytes = 0;
  const read = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      signal.throwIfAborted();
      const at = below === '' ? entry.name : `${below}/${entry.name}`;
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) await read(at);
      else if (!entry.isFile()) skipped.push(at);
      else {
        const file = path.join(folder, at);
        bytes += (await stat(file)).size;
        if (bytes > MAX_BYTES) throw new CommandError(`${folder} contains more than 2 GB.`);
        files.push(fileOnDisk(at, file));
      }
    }
  };
  await read('');
  return { files, skipped };
};

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

const readSource = async (
  imports: Imports,
  source: string,
  ref: string,
  context: Parameters<Imports['unzip']>[1],
) => {
  if (ADDRESS.test(source)) return imports.checkOut({ url: source, ref }, context);
  const { signal } = context;
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory()) return readFolder(imports, source, signal);
  if (!found?.isFile())
    throw new CommandError(`${source} is not a folder, a file or the URL of a repository.`);
  if (!/\.zip$/i.test(source))
    return { files: [imports.fileOnDisk(path.basename(source), source)], skipped: [] };
  return { files: await imports.unzip(source, context), skipped: [] };
};

/** A file in a new folder that only this user can read: a known path could be a link of somebody else. */
const newReportFile = async (): Promise<string> =>
  path.join(await mkdtemp(path.join(tmpdir(), 'lectern-import-report-')), 'warnings.txt');

/** Prints the warnings of an import; of many, a summary, and the whole list to a file. */
const printReport = async (warnings: readonly Warning[], file: string | undefined): Promise<void> => {
  const isLong = warnings.length > MAX_PRINTED;
  for (const line of isLong ? summarizeReport(warnings) : sortedReport(warnings)) console.error(line);
  const at = file ?? (isLong ? await newReportFile() : undefined);
  if (at === undefined) return;
  await writeFile(
    at,
    sortedReport(warnings)
      .map((line) => `${line}\n`)
      .join(''),
  );
  console.error(`All ${warnings.length} warnings are in ${at}`);
};

const run = (spaceId: string, source: string, options: Options) =>
  interruptible((signal) =>
    withServices(async (installation) => {
      const { imports } = installation.services;
      const { space, caller } = await findSpaceFor(installation, spaceId, options.user);
      const bar = progressBar();
      const context = {
        signal,
        progress: (progress: { stage: keyof typeof STAGES; done: number; total: number }) =>
          bar.show(STAGES[progress.stage], progress.done, progress.total),
      };
      const { changeRequest, page, ref } = options;
      const mode = options.add || page !== undefined ? 'add' : 'replace';
      const target = { space: space.id, changeRequest, page };
      try {
        const { skipped, content, written } = await withTemporaryFolder('import', async (folder) => {
          const { files, skipped } = await readSource(imports, source, ref, { ...context, folder });
          const content = await imports.toRepository(files, context);
          if (mode === 'replace') await imports.requireReadDocuments(caller, target, content.unread ?? []);
          const written = await imports.write(caller, target, content.files, mode, context);
          return { skipped, content, written };
        });
        bar.end();
        const notFiles = skipped.map((name) => ({
          path: name,
          message: 'skipped, because it is not a regular file',
        }));
        await printReport([...notFiles, ...content.report, ...written.report], options.report);
        console.log(written.revision ?? 'Nothing changed.');
      } finally {
        bar.end();
      }
    }),
  );

/** lectern import: replaces the content of a space by a folder, an archive or a repository. */
export const importCommand = new Command('import')
  .argument('<space>', 'space id')
  .argument('<source>', 'folder, file, .zip archive, or http(s) URL of a git repository')
  .option('--ref <ref>', 'branch or tag of the repository', parseText(200), 'HEAD')
  .option('--add', 'append to the existing pages instead of replacing them')
  .option('--page <id>', 'insert below this page instead of replacing existing pages')
  .option('--change-request <number>', 'import into a change request (required for locked spaces)')
  .option('--report <file>', 'file for the list of all warnings')
  .option('--user <e-mail>', 'user to import as (default: the creator of the space)', parseText(320))
  .addHelpText('after', '\nPrints the id of the new revision.')
  .action(run);
