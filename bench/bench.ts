import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/adapters/postgres-embedded/index.ts';
import { newSecret } from '../packages/server/src/kernel/auth/tokens.ts';
import { measureAsk } from './ask.ts';
import { measureClustering } from './clustering.ts';
import { measureConsole } from './console.ts';
import { measureContent, measureRevision, writeSpaces } from './content.ts';
import { measureConversations } from './conversations.ts';
import { measureLists, measureReads, measureWrites } from './everyday.ts';
import { measureImport } from './import.ts';
import { measureInsights } from './insights.ts';
import { measureIntegrations } from './integrations.ts';
import { seedLarge } from './large.ts';
import { measureLongPages } from './long-pages.ts';
import { measurePages } from './markdown.ts';
import { measure, type Target, toTable } from './measure.ts';
import type { BenchOrganization } from './organization.ts';
import { measureColdPages, measureSitePages } from './pages.ts';
import { measurePdf } from './pdf.ts';
import { freePort, startProgram, stopProgram } from './processes.ts';
import { measureSearch } from './search.ts';
import { type Seed, seed } from './seed.ts';
import { measureServerImports } from './server-imports.ts';
import { coldPage, writeLargeSite } from './sites.ts';
import { measureTogether } from './together.ts';
import { tokensOf } from './token-of.ts';

/** The benchmark programs, and the names of the parts to measure; all without names. */
export interface BenchOptions {
  readonly program: string;
  readonly reference: string;
  readonly only: readonly string[];
}

const ONE_QUERY = 'one-query reference';
const PLAN = { connections: [1, 32], rounds: 3, seconds: 4, warmUp: 3 };

/** Measurements without a server or database. */
const standalone = (program: string): Readonly<Record<string, () => Promise<string>>> => ({
  console: () => measureConsole(program),
  pdf: () => measurePdf(program),
  import: async () =>
    `${measureLongPages()}\n\n${await measureImport()}\n\n${await measureServerImports(program)}`,
  integrations: measureIntegrations,
  ask: measureAsk,
});

/** Starts the servers, measures them and the references in the same run, and prints ratios. */
export const bench = async ({ program, reference, only }: BenchOptions) => {
  const alone = standalone(program);
  const single = only.length === 1 ? alone[only[0]!] : undefined;
  if (single) return console.log(await single());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: console.error });
  const stops: (() => Promise<unknown>)[] = [
    () => postgres.stop(),
    () => rm(dataDir, { recursive: true, force: true }),
  ];
  try {
    const servers = await startServers(program, reference, dataDir, postgres.connectionString, stops);
    await measureServers(servers, only, alone);
  } finally {
    for (const stop of stops) await stop();
  }
};

/** The server to measure and the reference server, on the same database. */
interface Servers {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly admin: string;
  readonly referenceUrl: string;
  readonly referencePid: number;
  readonly connectionString: string;
  /** The file that the reference server sends. */
  readonly sameBytes: string;
  readonly hocuspocus: string;
  readonly program: string;
}

const startServers = async (
  program: string,
  reference: string,
  dataDir: string,
  connectionString: string,
  stops: (() => Promise<unknown>)[],
): Promise<Servers> => {
  await prepareReference(connectionString);
  const [referencePort, port] = [await freePort(), await freePort()];
  const sameBytes = path.join(dataDir, 'page.html');
  const hocuspocus = path.join(path.dirname(reference), 'hocuspocus-server.js');
  const referenceUrl = `http://127.0.0.1:${referencePort}`;
  const url = `http://127.0.0.1:${port}`;
  const bare = await startProgram(
    reference,
    [String(referencePort), connectionString, sameBytes],
    {},
    `${referenceUrl}/bare`,
  );
  stops.unshift(() => stopProgram(bare));
  const admin = newSecret();
  const server = await startProgram(
    program,
    ['serve'],
    // The rate limit counts requests but is never reached.
    {
      PORT: String(port),
      DATABASE_URL: connectionString,
      LECTERN_ADMIN_TOKEN: admin,
      LECTERN_RATE_LIMIT: '1000000000',
    },
    `${url}/readyz`,
  );
  stops.unshift(() => stopProgram(server));
  return {
    url,
    port,
    pid: server.pid!,
    admin,
    referenceUrl,
    referencePid: bare.pid!,
    connectionString,
    sameBytes,
    hocuspocus,
    program,
  };
};

const measureServers = async (
  servers: Servers,
  only: readonly string[],
  alone: ReturnType<typeof standalone>,
): Promise<void> => {
  const { url, admin, pid } = servers;
  const isChosen = (name: string) => only.length === 0 || only.includes(name);
  const perOrganization: Readonly<
    Record<string, (createOrganization: () => Promise<BenchOrganization>) => Promise<string>>
  > = {
    clustering: measureClustering,
    conversations: (createOrganization) => measureConversations(createOrganization, pid),
    insights: (createOrganization) => measureInsights(createOrganization, servers),
    search: (createOrganization) => measureSearch(createOrganization, servers),
    reads: (createOrganization) => measureReads(createOrganization, servers),
    writes: (createOrganization) => measureWrites(createOrganization, servers),
    lists: () => measureSeededLists(servers),
    together: (createOrganization) => measureTogether(createOrganization, servers),
  };
  const names = Object.keys(perOrganization);
  // Separate organizations, so that data does not mix.
  const createOrganization = async () => ({
    url,
    token: admin,
    organizationId: await newOrganization(url, admin),
  });
  const printResult = async (name: string) =>
    console.log(`\n${await perOrganization[name]!(createOrganization)}`);
  for (const name of only) if (names.includes(name)) await printResult(name);
  if (only.length > 0 && only.every((name) => names.includes(name))) return;

  const seeded = await seed(url, admin);
  const targets = await requestTargets(servers, seeded);
  await measureRequests(targets, only);
  if (isChosen('sites')) {
    const calls = await coldPage(url, admin, seeded.organizationId, ONE_QUERY);
    console.log(`\n${toTable(await measure([targets[1]!, ...calls], PLAN))}`);
  }
  if (isChosen('pages')) await printPages(servers, seeded.organizationId);
  if (isChosen('content')) await printContent(servers, seeded.organizationId, targets[1]!);
  if (only.length === 0) for (const name of names) await printResult(name);
  if (isChosen('markdown')) console.log(`\n${await measurePages()}`);
  for (const name of ['console', 'pdf', 'import', 'integrations'])
    if (isChosen(name)) console.log(`\n${await alone[name]!()}`);
};

/** Lists of spaces and members, small and large. */
const measureSeededLists = async (servers: Servers): Promise<string> => {
  const { url, admin, connectionString } = servers;
  const seeded = await seed(url, admin);
  const large = await seedLarge(connectionString, seeded.reader);
  const [token] = await tokensOf(connectionString, [seeded.reader]);
  return measureLists(servers, [
    { name: 'list 20 spaces', path: `/v1/orgs/${seeded.organizationId}/spaces?limit=20`, token: token! },
    { name: 'list 20 of 10,000 spaces', path: `/v1/orgs/${large}/spaces?limit=20`, token: token! },
    { name: 'list 50 of 1,000 members', path: `/v1/orgs/${large}/members`, token: token! },
  ]);
};

/** The references, and requests for objects. */
const requestTargets = async (servers: Servers, seeded: Seed): Promise<Target[]> => {
  const { url, referenceUrl, admin, connectionString } = servers;
  const [token] = await tokensOf(connectionString, [seeded.reader]);
  const get = (name: string, at: string): Target => ({
    name,
    url: `${url}/v1${at}`,
    token: token!,
    against: ONE_QUERY,
  });
  return [
    { name: 'bare reference', url: `${referenceUrl}/bare` },
    { name: ONE_QUERY, url: `${referenceUrl}/row/row-500` },
    get('get space', `/spaces/${seeded.spaceId}`),
    get('get space by a team', `/spaces/${seeded.grantedSpaceId}`),
    {
      name: 'create space',
      url: `${url}/v1/orgs/${seeded.organizationId}/spaces`,
      method: 'POST',
      body: { title: 'New' },
      token: admin,
      against: ONE_QUERY,
    },
  ];
};

/** Measures reads first, because writes make lists longer and keep the database busy. */
const measureRequests = async (targets: readonly Target[], only: readonly string[]): Promise<void> => {
  const chosen = targets.filter(
    (target) => only.length === 0 || !target.against || only.some((word) => target.name.includes(word)),
  );
  const reads = chosen.filter((target) => target.method !== 'POST');
  console.log(toTable(await measure(reads, PLAN)));
  const writes = chosen.filter((target) => target.method === 'POST' || target.name === ONE_QUERY);
  if (writes.length > 1) console.log(`\n${toTable(await measure(writes, PLAN))}`);
};

const printPages = async (
  { url, port, admin, referenceUrl, sameBytes }: Servers,
  organizationId: string,
): Promise<void> => {
  // The sample site of the first run.
  const site = { host: `my-organization.localhost:${port}`, path: '/documentation' };
  console.log(`\n${await measureSitePages({ url, referenceUrl, sameBytes, ...site }, PLAN)}`);
  const large = await writeLargeSite(url, admin, organizationId);
  console.log(`\n${await measureColdPages(url, large)}`);
};

const printContent = async (
  { url, admin }: Servers,
  organizationId: string,
  reference: Target,
): Promise<void> => {
  const spaces = await writeSpaces(url, admin, organizationId);
  const { spaceId, pageId } = spaces.large;
  const page = `${url}/v1/spaces/${spaceId}/content/page/${pageId}?format=document`;
  const again = { name: 'read a document again', url: page, token: admin, against: ONE_QUERY };
  console.log(`\n${toTable(await measure([reference, again], PLAN))}`);
  console.log(`\n${await measureRevision(url, admin, spaces)}`);
  console.log(`\n${await measureContent(url, admin, spaces)}`);
};

const newOrganization = async (url: string, token: string): Promise<string> => {
  const response = await fetch(`${url}/v1/orgs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Desk' }),
  });
  return ((await response.json()) as { id: string }).id;
};

const prepareReference = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'create table reference_rows (id text primary key, title text, created_at timestamptz default now(), data jsonb)',
  );
  await client.query(
    `insert into reference_rows select 'row-' || i, 'A row', now(), '{"a":1,"b":[1,2,3]}' from generate_series(1, 1000) i`,
  );
  await client.query('create table reference_texts (id bigserial primary key, text text)');
  await client.query('analyze reference_rows');
  await client.end();
};
