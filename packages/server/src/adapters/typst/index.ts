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

/** The limits of one rendering. */
export interface PdfRendererLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
}

const MAX_QUEUED = 50;
// The share of the limits for the queue of short books.
const SHORT_SHARE = 1 / 4;
const MAX_STDERR_LENGTH = 4000;

interface PdfRendererOptions {
  readonly limits: PdfRendererLimits;
  readonly fontsFolder: string | undefined;
  /** The program of the child process, if it is not beside this one. */
  readonly program?: string;
}

/** Renders books with Typst, each in a child process, and one at a time per queue. */
export const createPdfRenderer = (options: PdfRendererOptions): PdfRenderer => {
  const { memoryBytes, seconds } = options.limits;
  const short = { memoryBytes: memoryBytes * SHORT_SHARE, seconds: seconds * SHORT_SHARE };
  const queues: Readonly<Record<RenderQueue, ReturnType<typeof createQueue>>> = {
    short: createQueue({ ...options, limits: short }),
    long: createQueue(options),
  };
  return {
    render: (book, take, queue) => queues[queue].render(book, take),
    close: async () => {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
};

/** Renders one book after the other. */
const createQueue = (options: PdfRendererOptions) => {
  const { limits } = options;
  let last: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let running: AbortController | undefined;
  let isClosed = false;

  const renderNow = async <T>(
    book: Book,
    take: (pdf: Readable, costs: RenderCosts) => Promise<T>,
  ): Promise<T> => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-book-'));
    const abort = new AbortController();
    running = abort;
    let timer: NodeJS.Timeout | undefined;
    try {
      await writeTask(folder, book, options);
      timer = setTimeout(() => abort.abort(), limits.seconds * 1000);
      await runChild(folder, options, abort.signal).catch((error: unknown) => {
        throw isClosed && error instanceof PdfRenderError ? new PdfRendererClosedError() : error;
      });
      const costs = JSON.parse(await readFile(path.join(folder, 'costs.json'), 'utf8')) as RenderCosts;
      return await take(createReadStream(path.join(folder, 'book.pdf')), costs);
    } finally {
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    render: async <T>(book: Book, take: (pdf: Readable, costs: RenderCosts) => Promise<T>): Promise<T> => {
      if (isClosed) throw new PdfRendererClosedError();
      if (queued >= MAX_QUEUED)
        throw new PdfRenderError('cannot be rendered now: too many PDFs are waiting. Try again later.');
      queued++;
      const result = last.then(() => renderNow(book, take));
      last = result.catch(() => undefined);
      try {
        return await result;
      } finally {
        queued--;
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      running?.abort();
      await last;
    },
  };
};

/** Writes the input of the child process into its folder. */
const writeTask = async (
  folder: string,
  { pages, picture, date, title, language, cover }: Book,
  { limits, fontsFolder }: PdfRendererOptions,
): Promise<void> => {
  const pictures = new Map<string, string>();
  const writePicture = async (name: string | undefined) => {
    if (name === undefined || pictures.has(name)) return;
    const file = `source-${pictures.size}`;
    pictures.set(name, file);
    const bytes = await picture(name);
    if (bytes) await pipeline(bytes, createWriteStream(path.join(folder, file))).catch(() => undefined);
  };
  const lines = async function* () {
    for await (const page of pages) {
      for (const target of Object.values(page.targets)) await writePicture(target.picture);
      yield `${JSON.stringify(page)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path.join(folder, 'pages.ndjson')));
  await writePicture(cover?.logo);
  const task: RenderTask = {
    settings: { title, language, ...(cover && { cover }), date: date.toISOString() },
    pictures: Object.fromEntries(pictures),
    ...(fontsFolder !== undefined && { fontsFolder }),
    memoryBytes: limits.memoryBytes,
  };
  await writeFile(path.join(folder, 'task.json'), JSON.stringify(task));
};

const runChild = (folder: string, options: PdfRendererOptions, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = options.program ?? builtProgram('pdf-renderer.child.js');
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${Math.ceil(options.limits.memoryBytes / 2 / 1024 / 1024)}`, program, folder],
      {
        cwd: folder,
        // The child gets none of our environment, and cannot download packages.
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
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_STDERR_LENGTH) stderr += chunk.toString();
    });
    child.once('error', (error) => {
      if (error.name !== 'AbortError') reject(error);
    });
    child.once('close', (code, killedBy) => {
      if (code === 0) return resolve();
      if (signal.aborted) return reject(new PdfLimitError('takes too long to render'));
      // The memory watch sends SIGUSR2; V8 and the kernel end the process with the others.
      const isMemory =
        killedBy === 'SIGUSR2' || killedBy === 'SIGABRT' || killedBy === 'SIGKILL' || code === 134;
      if (isMemory) return reject(new PdfLimitError('takes too much memory to render', stderr));
      reject(new PdfRenderError('cannot be rendered', `${code ?? killedBy}: ${stderr}`));
    });
  });
