import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { builtProgram } from '../../kernel/built-program.ts';
import {
  type Book,
  PdfLimitError,
  PdfRenderError,
  type PdfRenderer,
  PdfRendererClosedError,
  type RenderCosts,
  type RenderQueue,
} from '../../kernel/pdf-renderer.ts';
import type { RenderTask } from './pdf-renderer.child.ts';

/** What a press may take. */
export interface PressLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
}

const MOST_WAITING = 50;
// What a short book may take of the limits, beside a long one.
const SHORT_PART = 1 / 4;
const SAID_BYTES = 4000;

interface PressOptions {
  readonly limits: PressLimits;
  readonly fontsFolder: string | undefined;
  /** The program of the process, where it does not lie beside this one. */
  readonly program?: string;
}

/** Books are printed by Typst in a process of their own, one of each lane at a time: it ends with all that it took. */
export const createPress = (options: PressOptions): PdfRenderer => {
  const { memoryBytes, seconds } = options.limits;
  const short = { memoryBytes: memoryBytes * SHORT_PART, seconds: seconds * SHORT_PART };
  const lanes: Readonly<Record<RenderQueue, ReturnType<typeof createLane>>> = {
    short: createLane({ ...options, limits: short }),
    long: createLane(options),
  };
  return {
    render: (book, take, lane) => lanes[lane].print(book, take),
    close: async () => {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
};

/** One book after the other. */
const createLane = (options: PressOptions) => {
  const { limits, fontsFolder } = options;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let running: AbortController | undefined;
  let isClosed = false;

  /** Puts all that a book is made of into its folder. */
  const layOut = async (
    folder: string,
    { pages, picture, date, title, language, cover }: Book,
  ): Promise<void> => {
    const pictures = new Map<string, string>();
    const wants = async (name: string | undefined) => {
      if (name === undefined || pictures.has(name)) return;
      const file = `source-${pictures.size}`;
      pictures.set(name, file);
      const bytes = await picture(name);
      if (bytes) await pipeline(bytes, createWriteStream(path.join(folder, file))).catch(() => undefined);
    };
    const lines = async function* () {
      for await (const page of pages) {
        for (const target of Object.values(page.targets)) await wants(target.picture);
        yield `${JSON.stringify(page)}\n`;
      }
    };
    await pipeline(Readable.from(lines()), createWriteStream(path.join(folder, 'pages.ndjson')));
    await wants(cover?.logo);
    const task: RenderTask = {
      frame: { title, language, ...(cover && { cover }), date: date.toISOString() },
      pictures: Object.fromEntries(pictures),
      ...(fontsFolder !== undefined && { fontsFolder }),
      memoryBytes: limits.memoryBytes,
    };
    await writeFile(path.join(folder, 'task.json'), JSON.stringify(task));
  };

  const runIn = (folder: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const program = options.program ?? builtProgram('pdf-renderer.child.js');
      const child = spawn(
        process.execPath,
        [`--max-old-space-size=${Math.ceil(limits.memoryBytes / 2 / 1024 / 1024)}`, program, folder],
        {
          cwd: folder,
          // Nothing of ours is its business, and no package is fetched from anywhere.
          env: {
            HOME: folder,
            TMPDIR: folder,
            HTTPS_PROXY: 'http://127.0.0.1:9',
            HTTP_PROXY: 'http://127.0.0.1:9',
          },
          stdio: ['ignore', 'ignore', 'pipe'],
          signal,
          killSignal: 'SIGKILL',
        },
      );
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        if (said.length < SAID_BYTES) said += chunk.toString();
      });
      child.once('error', (error) => {
        if (error.name !== 'AbortError') reject(error);
      });
      child.once('close', (code, killedBy) => {
        if (code === 0) return resolve();
        if (isClosed) return reject(new PdfRendererClosedError());
        if (signal.aborted) return reject(new PdfLimitError('takes too long to be set'));
        // The watch inside ends it with a signal that it does not handle; V8 and the system with one of these.
        const isMemory =
          killedBy === 'SIGUSR2' || killedBy === 'SIGABRT' || killedBy === 'SIGKILL' || code === 134;
        if (isMemory) return reject(new PdfLimitError('takes too much memory to be set', said));
        reject(new PdfRenderError('cannot be set', `${code ?? killedBy}: ${said}`));
      });
    });

  const printNow = async <T>(
    book: Book,
    take: (pdf: Readable, costs: RenderCosts) => Promise<T>,
  ): Promise<T> => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-book-'));
    const ending = new AbortController();
    running = ending;
    let timer: NodeJS.Timeout | undefined;
    try {
      await layOut(folder, book);
      timer = setTimeout(() => ending.abort(), limits.seconds * 1000);
      await runIn(folder, ending.signal);
      const costs = JSON.parse(await readFile(path.join(folder, 'costs.json'), 'utf8')) as RenderCosts;
      return await take(createReadStream(path.join(folder, 'book.pdf')), costs);
    } finally {
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    print: async <T>(book: Book, take: (pdf: Readable, costs: RenderCosts) => Promise<T>): Promise<T> => {
      if (isClosed) throw new PdfRendererClosedError();
      if (waiting >= MOST_WAITING) throw new PdfRenderError('has to wait: too many others are being set');
      waiting++;
      const mine = last.then(() => printNow(book, take));
      last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      running?.abort();
      await last;
    },
  };
};
