import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
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
    if (error.code === 'ENOTDIR') throw new CommandError(`${folder} is no folder.`);
    throw error;
  });
  if (names.some((name) => name !== '.git'))
    throw new CommandError(`${folder} is not empty. With --overwrite, files of the same names are replaced.`);
};

/** Makes a folder and those above it. Node's own way never ends where nobody can make any, as below /proc. */
const makeFolder = async (folder: string): Promise<void> => {
  const make = () =>
    mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  const parent = path.dirname(folder);
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await make();
  });
};

const run = (spaceId: string, folder: string, { user, overwrite }: Options) =>
  interruptible((signal) =>
    withServices(async (installation) => {
      if (!overwrite) await requireEmpty(folder);
      const { space } = await findSpaceFor(installation, spaceId, user);
      const bar = progressBar();
      const { texts, files } = await installation.services.imports.exportSpace(space, {
        signal,
        progress: (done, total) => bar.show('Reading pages', done, total),
      });
      await makeFolder(path.resolve(folder));
      const total = texts.size + files.length;
      let done = 0;
      const placeOf = async (at: string): Promise<string> => {
        signal.throwIfAborted();
        bar.show('Writing files', ++done, total);
        const place = path.join(folder, at);
        await mkdir(path.dirname(place), { recursive: true });
        return place;
      };
      for (const [at, text] of texts) await writeFile(await placeOf(at), text);
      for (const { path: at, open } of files) {
        const place = await placeOf(at);
        const content = await open();
        if (content) await pipeline(content, createWriteStream(place), { signal });
        else console.error(`${at}: its bytes are missing, and it was left out`);
      }
      bar.end();
      console.log(`${texts.size} texts and ${files.length} other files`);
    }),
  );

/** lectern export: the content of a space as a tidy repository of Markdown. */
export const exportCommand = new Command('export')
  .argument('<space>', 'the id of the space')
  .argument('<folder>', 'a folder that is empty or not there yet')
  .option('--overwrite', 'replace files of the same names in a folder that is not empty')
  .option('--user <e-mail>', 'who sees the space (default: who made it)', parseText(320))
  .action(run);
