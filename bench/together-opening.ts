import { sharedPage } from '@lectern/document/live';
import type * as Y from 'yjs';
import { sleep } from './organization.ts';
import type { Open, Writer } from './together-clients.ts';

interface Options {
  readonly open: Open;
  readonly insertPages: (markdowns: readonly string[]) => Promise<readonly string[]>;
  readonly readPage: (page: string) => Promise<string>;
  /** The text of a page. */
  readonly page: string;
}

const UPDATES = 100_000;
const WRITERS = 10;
// So many are sent at once, as by an editor that was offline: a server refuses more than 80 messages per second.
const AT_ONCE = 50;
const EVERY_MS = 14;
const TIMES = 15;

/** Types and deletes single letters all over a page. */
const scribble = async (writer: Writer, updates: number): Promise<void> => {
  const blocks = sharedPage(writer.doc);
  for (let made = 0; made < updates; made++) {
    const line = blocks.get(Math.floor(Math.random() * blocks.length)) as Y.XmlText;
    const at = Math.floor(Math.random() * line.length);
    if (line.length > 200 || (line.length > 1 && Math.random() < 0.2)) line.delete(at, 1);
    else line.insert(at, 'x');
    if ((made + 1) % AT_ONCE > 0) continue;
    writer.flush();
    await sleep(EVERY_MS);
  }
  await writer.stored();
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** How long a page takes to open after many updates, beside a new one with the same text. */
export const measureOpening = async ({ open, insertPages, readPage, page }: Options): Promise<string> => {
  const timeOf = async (name: string): Promise<number> => {
    const start = performance.now();
    const writer = await open(name, 0);
    const ms = performance.now() - start;
    writer.close();
    // The server has closed the page before it is opened again.
    await sleep(300);
    return ms;
  };
  const [written] = await insertPages([page]);
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, at) => open(written!, at, true)));
  await Promise.all(writers.map((writer) => scribble(writer, UPDATES / WRITERS)));
  for (const writer of writers.slice(1)) writer.close();
  await sleep(4_000);
  const inMemory: number[] = [];
  for (let time = 0; time < TIMES; time++) inMemory.push(await timeOf(written!));
  writers[0]!.close();
  await sleep(2_000);
  const stored: number[] = [];
  for (let time = 0; time < TIMES; time++) stored.push(await timeOf(written!));
  const text = await readPage(written!);
  const fresh: number[] = [];
  for (const name of await insertPages(Array.from({ length: TIMES }, () => text)))
    fresh.push(await timeOf(name));
  const row = (name: string, times: readonly number[]) =>
    `  ${name.padEnd(44)}${median(times).toFixed(1).padStart(8)} ms${(median(times) / median(fresh)).toFixed(2).padStart(8)} × new page`;
  return [
    'Opening a page',
    row('new', fresh),
    row(`after ${UPDATES} updates, while others have it open`, inMemory),
    row(`after ${UPDATES} updates, when nobody had it open`, stored),
  ].join('\n');
};
