import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import {
  createRepositoryRefs,
  parseMarkdown,
  printMarkdown,
  readPageFile,
  readRepository,
  type SourceFile,
  sourceFileOf,
} from '@lectern/document';
import { parseFiles } from '../packages/server/src/domains/repositories/import/parse-files.ts';
import { createMarkdown } from '../packages/server/src/kernel/markdown/markdown.ts';
import { THREADS } from '../packages/server/src/kernel/threads.ts';

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');

const cpuOf = (work: () => void): number => {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
};

const filesOf = async (folder: string): Promise<SourceFile[]> => {
  const files: SourceFile[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) files.push(sourceFileOf(name, await readFile(file)));
  }
  return files;
};

/** The CPU time for importing whole repositories, compared with parsing their pages. */
export const measureImport = async (): Promise<string> => {
  if (!existsSync(CORPORA)) return 'Import: skipped, because there are no corpora (LECTERN_CORPORA)';
  const folders = (await readdir(CORPORA)).map((name) => path.join(CORPORA, name));
  const all = await Promise.all(
    folders.filter((folder) => existsSync(path.join(folder, 'SUMMARY.md'))).map(filesOf),
  );
  const texts = all.flatMap((files) => [...readRepository(files).repository.texts.values()]);
  const parse = () => {
    for (const text of texts) parseMarkdown(text);
  };
  const convert = () => {
    for (const files of all) {
      const { repository } = readRepository(files);
      const refs = createRepositoryRefs(placesOf(repository));
      for (const [file, text] of repository.texts) printMarkdown(readPageFile(text, refs(file)).document);
    }
  };
  // Warm-up.
  parse();
  convert();
  const [alone, whole] = [cpuOf(parse), cpuOf(convert)];
  const perSecond = (milliseconds: number) => `${((texts.length / milliseconds) * 1000).toFixed(0)} pages/s`;
  const threads = await measureThreads(all);
  return [
    `Import of ${texts.length} pages, after a round to warm up:`,
    `in one thread ${perSecond(whole)} of CPU, ${(whole / alone).toFixed(2)} × parsing alone (${perSecond(alone)});`,
    `as the server does it ${perSecond(threads.cpu)} of CPU, ${perSecond(threads.clock)} on the clock`,
    `with ${THREADS} threads on ${availableParallelism()} cores (load ${loadavg()[0]!.toFixed(1)})`,
  ].join(' ');
};

/** CPU and wall-clock milliseconds for importing the same repositories in worker threads. */
const measureThreads = async (all: readonly (readonly SourceFile[])[]) => {
  const markdown = createMarkdown();
  const read = async () => {
    for (const files of all) {
      const { repository } = readRepository(files);
      const pages = [...repository.texts].map(([file, text]) => ({
        path: file,
        text,
        kind: 'page' as const,
      }));
      await parseFiles(markdown, pages, placesOf(repository), {}, 0);
    }
  };
  try {
    await read();
    const [begin, start] = [process.cpuUsage(), performance.now()];
    await read();
    const { user, system } = process.cpuUsage(begin);
    return { cpu: (user + system) / 1000, clock: performance.now() - start };
  } finally {
    await markdown.close();
  }
};

const placesOf = ({ texts, files, layout }: ReturnType<typeof readRepository>['repository']) => {
  const paths = [...texts.keys(), ...files];
  const targets = Object.fromEntries(paths.map((file, at) => [file, `/pages/id${at}`]));
  return { targets, readme: layout.readme, root: layout.root };
};
