import { load, loadTable } from './load.ts';
import { type BenchOrganization, sleep } from './organization.ts';
import { postmasterOf } from './postmaster.ts';
import { generatePages, wordOf } from './search-pages.ts';
import { measureSearchQuality } from './search-quality.ts';
import { writeSpace } from './search-space.ts';

/** The server and its database. */
export interface SearchedServer {
  readonly pid: number;
  readonly connectionString: string;
  readonly referenceUrl: string;
}

const PAGES = 1000;
const SPACES = 100;
const PAGES_EACH = 100;
const CONNECTIONS = 16;
const LIMIT = 20;

// From frequent to rare words, one to three of them.
const QUERIES = [
  [40],
  [150],
  [700],
  [3, 90],
  [60, 200],
  [15, 1200],
  [5, 9, 30],
  [1, 20, 300],
  [80, 81, 2],
  [2500],
];

/** Measures requests in rotation. */
const loadOf = async (paths: readonly string[], url: string, token: string, pids: readonly number[]) => {
  // The first search of a space indexes it, and must not count.
  for (const path of paths)
    await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).text();
  return load({ url, token, connections: CONNECTIONS, requests: paths.map((path) => ({ path })), pids });
};

/** The cost of search in a space and in an organization, and the quality of its ranking. */
export const measureSearch = async (
  createOrganization: () => Promise<BenchOrganization>,
  { pid, connectionString, referenceUrl }: SearchedServer,
): Promise<string> => {
  const organization = await createOrganization();
  const { url, token } = organization;
  const pids = [pid, await postmasterOf(connectionString)];
  const spaceId = await writeSpace(organization, 'Large', generatePages(PAGES, 1));
  const many = await createOrganization();
  for (let at = 0; at < SPACES; at++)
    await writeSpace(many, `Space ${at}`, generatePages(PAGES_EACH, 100 + at));
  // Background work of the writes ends.
  await sleep(3000);
  const query = (ranks: readonly number[]) => encodeURIComponent(ranks.map(wordOf).join(' '));
  const inSpace = QUERIES.map((ranks) => `/v1/spaces/${spaceId}/search?query=${query(ranks)}&limit=${LIMIT}`);
  const inOrganization = Array.from({ length: 10 }, (_, at) => {
    const rare = `single${100 + at}x${at}`;
    return `/v1/orgs/${many.organizationId}/search?query=${rare}&limit=${LIMIT}`;
  });
  const rows = [
    ['one-query reference', await loadOf(['/row/row-500'], referenceUrl, token, [])],
    ['read a space', await loadOf([`/v1/spaces/${spaceId}`], url, token, pids)],
    ['search in a space of 1,000 pages', await loadOf(inSpace, url, token, pids)],
    ['search in 100 spaces of 100 pages, few hits', await loadOf(inOrganization, url, token, pids)],
  ] as const;
  const table = loadTable(rows.map(([name, loaded]) => ({ name, loaded })));
  return [table, '', await measureSearchQuality(organization)].join('\n');
};
