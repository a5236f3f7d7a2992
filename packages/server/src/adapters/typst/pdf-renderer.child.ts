import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { BookPage, RenderCosts } from '../../kernel/pdf-renderer.ts';
import { type Shrunk, shrink } from './pictures.ts';
import { type BookFrame, type WrittenPage, writeBook, writePage } from './source/book.ts';
import { createTypesetter } from './typesetter.ts';

/** What the process is given: everything else lies in its folder. */
export interface RenderTask {
  readonly frame: BookFrame;
  /** The files of pictures by their names. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly fontsFolder?: string;
  readonly memoryBytes: number;
}

// Typst works without a pause, so that only another thread sees how much it takes, and that nobody waits any more.
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.limit) process.kill(process.pid, 'SIGUSR2');
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 40);
`;

async function* pagesIn(folder: string): AsyncGenerator<BookPage> {
  const lines = createInterface({
    input: createReadStream(path.join(folder, 'pages.ndjson')),
    crlfDelay: Infinity,
  });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as BookPage;
}

async function shrinkAll(
  folder: string,
  pictures: RenderTask['pictures'],
): Promise<ReadonlyMap<string, Shrunk>> {
  const shrunk = new Map<string, Shrunk>();
  for (const [index, [name, file]] of Object.entries(pictures).entries()) {
    const made = await shrink(folder, file, index);
    await rm(path.join(folder, file), { force: true });
    if (made) shrunk.set(name, made);
  }
  return shrunk;
}

async function print(folder: string): Promise<RenderCosts> {
  const task = JSON.parse(await readFile(path.join(folder, 'task.json'), 'utf8')) as RenderTask;
  new Worker(WATCH, { eval: true, workerData: { limit: task.memoryBytes } }).unref();
  const { frame } = task;
  const shrunk = await shrinkAll(folder, task.pictures);
  const pictureOf = (name: string) => shrunk.get(name);
  const written: WrittenPage[] = [];
  for await (const page of pagesIn(folder)) written.push(writePage(page, frame, pictureOf));
  const source = writeBook(frame, written, pictureOf);
  const set = await createTypesetter(folder, source, task.fontsFolder);
  const plain: string[] = [];
  let done = set(source);
  if ('problem' in done) {
    // One page that cannot be set as it is must not cost the others: those are found one by one, and set plainly.
    const problem = done.problem;
    const mended: WrittenPage[] = [];
    for await (const page of pagesIn(folder)) {
      const own = written[mended.length]!;
      const alone = set(writeBook({ ...frame, cover: undefined }, [own], pictureOf));
      if ('problem' in alone) plain.push(`${page.id}: ${alone.problem}`);
      mended.push('problem' in alone ? writePage(page, frame, pictureOf, true) : own);
    }
    done = set(writeBook(frame, mended, pictureOf));
    if ('problem' in done) throw new Error(`${problem}; ${done.problem}`);
  }
  // On a busy machine a short book is set before the watch looks for the first time.
  if (process.memoryUsage.rss() > task.memoryBytes) process.kill(process.pid, 'SIGUSR2');
  await writeFile(path.join(folder, 'book.pdf'), done.pdf);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    pageCount: done.sheets,
    plain,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakBytes: maxRSS * 1024,
  };
}

const folder = process.argv[2]!;
const costs = await print(folder);
await writeFile(path.join(folder, 'costs.json'), JSON.stringify(costs));
process.exit(0);
