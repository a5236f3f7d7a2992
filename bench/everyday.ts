import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type LoadRequest, type LoadRow, load, loadTable } from './load.ts';
import { type BenchOrganization, call, sleep } from './organization.ts';
import { postmasterOf } from './postmaster.ts';
import { generatePages } from './search-pages.ts';
import { writeSpace } from './search-space.ts';

/** The server and its database, and the reference server on the same database. */
interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  readonly connectionString: string;
  readonly referenceUrl: string;
  readonly referencePid: number;
}

/** Requests to measure beside the same bytes of the reference server. */
interface Listed {
  readonly name: string;
  readonly path: string;
  readonly token: string;
}

const CONNECTIONS = 16;
const WRITERS = 16;
const PAGES = 1000;
const TREE_PAGES = 208;
const SPACES = 16;
const PAGES_EACH = 50;
// Background work of writes ends.
const PAUSE_MS = 3000;

const textOf = async (url: string, token: string): Promise<string> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  return text;
};

/** Stores the parts of a response as rows: its beginning, its items and its end. */
const storeParts = async (connectionString: string, name: string, text: string): Promise<void> => {
  const parsed = JSON.parse(text) as { items?: unknown[] };
  const items = parsed.items?.map((item) => JSON.stringify(item)) ?? [];
  const joined = items.join(',');
  const at = items.length > 0 ? text.indexOf(joined) : text.length;
  const parts = items.length > 0 ? [text.slice(0, at), ...items, text.slice(at + joined.length)] : [text];
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'create table if not exists reference_parts (name text, n integer, part text, primary key (name, n))',
  );
  await client.query('delete from reference_parts where name = $1', [name]);
  await client.query(
    'insert into reference_parts select $1, n, part from unnest($2::text[]) with ordinality as p (part, n)',
    [name, parts],
  );
  await client.query('analyze reference_parts');
  await client.end();
};

/** Lists, each beside one query with as many rows that sends the same bytes. */
export const measureLists = async (server: MeasuredServer, lists: readonly Listed[]): Promise<string> => {
  const { url, pid, connectionString, referenceUrl, referencePid } = server;
  const postmaster = await postmasterOf(connectionString);
  const rows: LoadRow[] = [];
  for (const [index, { name, path, token }] of lists.entries()) {
    await storeParts(connectionString, String(index), await textOf(url + path, token));
    const common = { token, connections: CONNECTIONS };
    const same = {
      name: 'the same bytes from one query',
      loaded: await load({
        ...common,
        url: referenceUrl,
        requests: [{ path: `/parts/${index}` }],
        pids: [referencePid, postmaster],
      }),
    };
    const loaded = await load({ ...common, url, requests: [{ path }], pids: [pid, postmaster] });
    rows.push(same, { name, loaded, reference: same });
  }
  return loadTable(rows);
};

const prepareSpaces = async (organization: BenchOrganization) => {
  const large = await writeSpace(organization, 'Large', generatePages(PAGES, 1));
  const several: string[] = [];
  for (let at = 0; at < SPACES; at++)
    several.push(await writeSpace(organization, `Space ${at}`, generatePages(PAGES_EACH, 10 + at)));
  return { large, several };
};

interface Page {
  readonly id: string;
}
const pagesOf = async ({ url, token }: BenchOrganization, space: string): Promise<string[]> =>
  (JSON.parse(await textOf(`${url}/v1/spaces/${space}/content/pages`, token)) as { pages: Page[] }).pages.map(
    ({ id }) => id,
  );

/** Pages of 2 KB that 16 writers create and update at once, beside a row of the same size. */
export const measureWrites = async (
  createOrganization: () => Promise<BenchOrganization>,
  { pid, connectionString, referenceUrl, referencePid }: MeasuredServer,
): Promise<string> => {
  const organization = await createOrganization();
  const { url, token, organizationId } = organization;
  const { large, several } = await prepareSpaces(organization);
  await sleep(PAUSE_MS);
  const pids = [pid, await postmasterOf(connectionString)];
  const texts = generatePages(PAGES, 99);
  let count = 0;
  const nextText = () => {
    const { title, markdown } = texts[count++ % texts.length]!;
    return { title: `${title} ${count}`, markdown: `${markdown}\n\nNumber ${count}.` };
  };
  const edit = (space: string, change: object): LoadRequest => ({
    method: 'POST',
    path: `/v1/spaces/${space}/content`,
    body: { changes: [change] },
  });
  const create = (space: string) => () => {
    const { title, markdown } = nextText();
    return edit(space, { operation: 'insert_page', title, document: { markdown } });
  };
  const pages = new Map<string, string[]>();
  for (const space of [large, ...several]) pages.set(space, await pagesOf(organization, space));
  const update = (space: string) => () => {
    const all = pages.get(space)!;
    const page = all[Math.floor(Math.random() * all.length)]!;
    return edit(space, { operation: 'update_page', page, document: { markdown: nextText().markdown } });
  };
  const measured = (connections: number, requests: readonly (() => LoadRequest)[]) =>
    load({ url, token, connections, requests, pids });
  const insert = {
    name: 'a row of 2 KB in a transaction',
    loaded: await load({
      url: referenceUrl,
      token,
      connections: WRITERS,
      pids: [referencePid, pids[1]!],
      requests: [() => ({ method: 'POST', path: '/insert', body: { text: nextText().markdown } })],
    }),
  };
  const rows: LoadRow[] = [insert];
  for (const [name, connections, requests] of [
    ['create a page, alone', 1, [create(large)]],
    ['create a page, 16 writers in one space of 1,000', WRITERS, [create(large)]],
    ['create a page, 16 writers in 16 spaces', WRITERS, several.map(create)],
    ['update a page, alone', 1, [update(large)]],
    ['update a page, 16 writers in one space of 1,000', WRITERS, [update(large)]],
    ['update a page, 16 writers in 16 spaces', WRITERS, several.map(update)],
    [
      'create a space',
      WRITERS,
      [
        () => ({
          method: 'POST' as const,
          path: `/v1/orgs/${organizationId}/spaces`,
          body: { title: 'New' },
        }),
      ],
    ],
  ] as const) {
    rows.push({ name, loaded: await measured(connections, requests), reference: insert });
    await sleep(PAUSE_MS);
  }
  const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1];
  return `${loadTable(rows)}\n\nMemory of Node at the end: ${(Number(memory) / 1024).toFixed(0)} MB`;
};

/** Reads of content that never changes, beside the same bytes from one query. */
export const measureReads = async (
  createOrganization: () => Promise<BenchOrganization>,
  server: MeasuredServer,
): Promise<string> => {
  const organization = await createOrganization();
  const { token } = organization;
  const space = await writeSpace(organization, 'Read', generatePages(TREE_PAGES, 5));
  const [page] = await pagesOf(organization, space);
  await call(organization, 'GET', 'spaces?limit=1');
  return measureLists(server, [
    { name: 'read a space', path: `/v1/spaces/${space}`, token },
    {
      name: 'read a page as Markdown',
      path: `/v1/spaces/${space}/content/page/${page}?format=markdown`,
      token,
    },
    { name: `tree of ${TREE_PAGES} pages`, path: `/v1/spaces/${space}/content/pages`, token },
  ]);
};
