import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
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

/** What reading whole repositories takes of the processor, beside parsing the same pages alone. */
export const measureImport = async (): Promise<string> => {
  if (!existsSync(CORPORA)) return 'Import: skipped, for there are no corpora here (LECTERN_CORPORA)';
  const folders = (await readdir(CORPORA)).map((name) => path.join(CORPORA, name));
  const all = await Promise.all(
    folders.filter((folder) => existsSync(path.join(folder, 'SUMMARY.md'))).map(filesOf),
  );
  const texts = all.flatMap((files) => [...readRepository(files).repository.texts.values()]);
  const parse = () => {
    for (const text of texts) parseMarkdown(text);
  };
  const bring = () => {
    for (const files of all) {
      const { repository } = readRepository(files);
      const paths = [...repository.texts.keys(), ...repository.files];
      const targets = Object.fromEntries(paths.map((file, at) => [file, `/pages/id${at}`]));
      const { readme, root } = repository.layout;
      const refs = createRepositoryRefs({ targets, readme, root });
      for (const [file, text] of repository.texts) printMarkdown(readPageFile(text, refs(file)).document);
    }
  };
  parse();
  const [alone, whole] = [cpuOf(parse), cpuOf(bring)];
  const perSecond = (milliseconds: number) => `${((texts.length / milliseconds) * 1000).toFixed(0)} pages/s`;
  return `Import of ${texts.length} pages: ${perSecond(whole)} of CPU, ${(whole / alone).toFixed(2)} × parsing alone (${perSecond(alone)})`;
};
