import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { measure, type Plan, type Target, toTable } from './measure.ts';

/** What pages of sites are measured on: the server, the host of a site, and the reference that sends the same bytes. */
export interface PagesPlace {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly referenceUrl: string;
  /** The file whose content the reference sends. */
  readonly sameBytes: string;
}

const SAME = 'the same bytes, bare';

const read = (url: string, host: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { host } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(Buffer.concat(parts))
            : reject(new Error(`${url} answers ${answer.statusCode}`)),
        );
      })
      .on('error', reject);
  });

/** What a page of a site costs that was made before, beside a bare server that sends the same bytes. */
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
