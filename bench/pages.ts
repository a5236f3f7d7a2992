import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { measure, type Plan, type Target, toTable } from './measure.ts';

/** The server, the host of a site, and the reference that sends the same bytes. */
export interface PagesPlace {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly referenceUrl: string;
  /** The file that the reference sends. */
  readonly sameBytes: string;
}

const SAME = 'the same bytes, bare';

const read = (url: string, host: string, status = 200): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { host } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          response.statusCode === status
            ? resolve(Buffer.concat(parts))
            : reject(new Error(`${url}: ${response.statusCode}`)),
        );
      })
      .on('error', reject);
  });

/** The cost of a cached page, compared with a bare server that sends the same bytes. */
export const measureSitePages = async (place: PagesPlace, plan: Plan): Promise<string> => {
  const page = place.url + place.path;
  const bytes = await read(page, place.host);
  await writeFile(place.sameBytes, bytes);
  const targets: Target[] = [
    { name: SAME, url: `${place.referenceUrl}/page` },
    { name: 'cached page of a site', url: page, host: place.host, against: SAME },
  ];
  return `A page of ${(bytes.length / 1024).toFixed(0)} KB:\n${toTable(await measure(targets, plan))}`;
};

const COLD_PAGES = 300;
const AT_ONCE = 8;

/** The milliseconds per response, with a few concurrent requests. */
const averageTime = async (count: number, request: (at: number) => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await request(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - began) / count;
};

/** The cost of uncached pages of a large space, and of missing pages. */
export const measureColdPages = async (
  url: string,
  { host, paths }: { readonly host: string; readonly paths: readonly string[] },
): Promise<string> => {
  const [first, ...others] = paths.slice(1);
  const { length } = await read(url + first!, host);
  const figures = [
    ['made before', await averageTime(COLD_PAGES, () => read(url + first!, host))],
    ['asked for the first time', await averageTime(COLD_PAGES, (at) => read(url + others[at]!, host))],
    [
      'no page there',
      await averageTime(COLD_PAGES, (at) => read(`${url + first!}/nothing-${at}`, host, 404)),
    ],
  ] as const;
  const lines = figures.map(([name, ms]) => `  ${name.padEnd(26)}${ms.toFixed(1).padStart(8)} ms`);
  return [`Pages of ${(length / 1024).toFixed(0)} KB in a space of ${paths.length}, each:`, ...lines].join(
    '\n',
  );
};
