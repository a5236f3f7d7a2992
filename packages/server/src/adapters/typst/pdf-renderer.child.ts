import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { createSymbols, iconImage, readIconSet } from '@lectern/site';
import type { BookPage, RenderCosts } from '../../kernel/pdf-renderer.ts';
import { type ResizedPicture, resizePicture } from './resize-picture.ts';
import { type BookSettings, type WrittenPage, writeBook, writePage } from './source/book.ts';
import { createTypstCompiler } from './typst-compiler.ts';

/** The task of the child process; all other input is in its folder. */
export interface RenderTask {
  readonly settings: BookSettings;
  /** Files of pictures by name. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly fontsFolder?: string;
  readonly memoryBytes: number;
}

// Typst blocks the main thread, so another thread checks the memory and whether the parent process still exists.
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.limit) process.kill(process.pid, 'SIGUSR2');
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 40);
`;

const ICON_COLOR = '#3b4252';

async function* pagesIn(folder: string): AsyncGenerator<BookPage> {
  const lines = createInterface({
    input: createReadStream(path.join(folder, 'pages.ndjson')),
    crlfDelay: Infinity,
  });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as BookPage;
}

async function resizeAll(
  folder: string,
  pictures: RenderTask['pictures'],
): Promise<ReadonlyMap<string, ResizedPicture>> {
  const resized = new Map<string, ResizedPicture>();
  for (const [index, [name, file]] of Object.entries(pictures).entries()) {
    const picture = await resizePicture(folder, file, index);
    await rm(path.join(folder, file), { force: true });
    if (picture) resized.set(name, picture);
  }
  return resized;
}

/** Draws icons; the set is read with the first one. */
const createIcons = () => {
  let symbols: ReturnType<typeof createSymbols> | undefined;
  return (name: unknown): string | undefined => {
    symbols ??= createSymbols(readIconSet());
    return iconImage(name, symbols, ICON_COLOR);
  };
};

async function render(folder: string): Promise<RenderCosts> {
  const task = JSON.parse(await readFile(path.join(folder, 'task.json'), 'utf8')) as RenderTask;
  new Worker(WATCH, { eval: true, workerData: { limit: task.memoryBytes } }).unref();
  const { settings } = task;
  const resized = await resizeAll(folder, task.pictures);
  const pictureOf = (name: string) => resized.get(name);
  const images = { pictureOf, iconOf: createIcons() };
  const written: WrittenPage[] = [];
  for await (const page of pagesIn(folder)) written.push(writePage(page, settings, images));
  const source = writeBook(settings, written, pictureOf);
  const compile = await createTypstCompiler(folder, source, task.fontsFolder);
  const plain: string[] = [];
  let result = compile(source);
  if ('problem' in result) {
    // Pages that do not compile are found one by one, and written as plain text.
    const problem = result.problem;
    const repaired: WrittenPage[] = [];
    for await (const page of pagesIn(folder)) {
      const own = written[repaired.length]!;
      const alone = compile(writeBook({ ...settings, cover: undefined }, [own], pictureOf));
      if ('problem' in alone) plain.push(`${page.id}: ${alone.problem}`);
      repaired.push('problem' in alone ? writePage(page, settings, images, true) : own);
    }
    result = compile(writeBook(settings, repaired, pictureOf));
    if ('problem' in result) throw new Error(`${problem}; ${result.problem}`);
  }
  // On a busy machine a short book may be done before the first check of the watch.
  if (process.memoryUsage.rss() > task.memoryBytes) process.kill(process.pid, 'SIGUSR2');
  await writeFile(path.join(folder, 'book.pdf'), result.pdf);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    pageCount: result.sheets,
    plain,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakBytes: maxRSS * 1024,
  };
}

const folder = process.argv[2]!;
const costs = await render(folder);
await writeFile(path.join(folder, 'costs.json'), JSON.stringify(costs));
process.exit(0);
