import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sourceFileOf } from '@lectern/document';
import { Command } from 'commander';
import { CommandError } from './command-error.ts';
import { withServices } from './installation.ts';
import { interruptible } from './interruption.ts';
import { parseText } from './parse-text.ts';
import { progressBar } from './progress-bar.ts';
import { findSpaceFor } from './space-access.ts';

interface Options {
  readonly user?: string;
  readonly overwrite?: boolean;
}

const requireEmpty = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw new CommandError(`${folder} is not a folder.`);
    throw error;
  });
  if (names.some((name) => name !== '.git'))
    throw new CommandError(`${folder} is not empty. Use --overwrite to overwrite existing files.`);
};

/** The files of an existing folder; those of `.git` and links are not followed. */
const readExisting = async (folder: string) => {
  const [files, others]: [string[], string[]] = [[], []];
  const read = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const at = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '.git') await read(at);
      } else (entry.isFile() ? files : others).push(at);
    }
  };
  await read('');
  const present = new Set(files);
  const textAt = async (at: string) =>
    present.has(at) ? sourceFileOf(at, await readFile(path.join(folder, at))).text : undefined;
  return { files, others, textAt };
};

/** Creates a folder and its parents. `mkdir` with `recursive` never ends where this is impossible, as below /proc. */
const createFolder = async (folder: string): Promise<void> => {
  const create = () =>
    mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  const parent = path.dirname(folder);
  await create().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === folder) throw error;
    await createFolder(parent);
    await create();
  });
};

const run = (spaceId: string, folder: string, { user, overwrite }: Options) =>
  interruptible((signal) =>
    withServices(async (installation) => {
      if (!overwrite) await requireEmpty(folder);
      const { space } = await findSpaceFor(installation, spaceId, user);
      const bar = progressBar();
      const { texts, count, files, problems } = await installation.services.imports.exportSpace(space, {
        signal,
        folder: await readExisting(folder),
      });
      await createFolder(path.resolve(folder));
      const total = count + files.length;
      let done = 0;
      const prepareFile = async (at: string): Promise<string> => {
        signal.throwIfAborted();
        bar.show('Writing files', ++done, total);
        const file = path.join(folder, at);
        await mkdir(path.dirname(file), { recursive: true });
        return file;
      };
      for await (const [at, text] of texts) await writeFile(await prepareFile(at), text);
      const written = done;
      for (const { path: at, open } of files) {
        const file = await prepareFile(at);
        const content = await open();
        if (content) await pipeline(content, createWriteStream(file), { signal });
        else console.error(`${at}: skipped, because its content is missing`);
      }
      bar.end();
      for (const problem of problems) console.error(`${problem.path}: ${problem.message}`);
      console.log(`${written} text files and ${files.length} other files`);
    }),
  );

/** lectern export: writes the content of a space as Markdown files. */
export const exportCommand = new Command('export')
  .argument('<space>', 'space id')
  .argument('<folder>', 'empty or new folder')
  .option('--overwrite', 'overwrite existing files')
  .option('--user <e-mail>', 'user to export as (default: the creator of the space)', parseText(320))
  .action(run);
