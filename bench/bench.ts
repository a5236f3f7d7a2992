import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/adapters/postgres-embedded/index.ts';
import { insertToken, newSecret } from '../packages/server/src/kernel/auth/tokens.ts';
import { openDatabase } from '../packages/server/src/kernel/database/database.ts';
import { createIds } from '../packages/server/src/kernel/ids.ts';
import { measureClustering } from './clustering.ts';
import { measureContent, measureRevision, writeSpaces } from './content.ts';
import { measureConversations } from './conversations.ts';
import { measureImport } from './import.ts';
import { measureImports } from './imports.ts';
import { measureIntegrations } from './integrations.ts';
import { seedLarge } from './large.ts';
import { measurePages } from './markdown.ts';
import { measure, type Target, toTable } from './measure.ts';
import type { BenchOrganization } from './organization.ts';
import { measureColdPages, measureSitePages } from './pages.ts';
import { measurePdf } from './pdf.ts';
import { freePort, startProgram, stopProgram } from './processes.ts';
import { seed } from './seed.ts';
import { coldPage, writeLargeSite } from './sites.ts';

/** Starts the servers, measures them and the references in the same run, and prints ratios. */
export const bench = async ({
  program,
  reference,
  only,
}: {
  program: string;
  reference: string;
  only: readonly string[];
}) => {
  const imports = async () => `${await measureImport()}\n\n${await measureImports(program)}`;
  // These need no server or database.
  if (only.length === 1 && only[0] === 'pdf') return console.log(await measurePdf(program));
  if (only.length === 1 && only[0] === 'import') return console.log(await imports());
  if (only.length === 1 && only[0] === 'integrations') return console.log(await measureIntegrations());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: console.error });
  const stops: (() => Promise<unknown>)[] = [
    () => postgres.stop(),
    () => rm(dataDir, { recursive: true, force: true }),
  ];
  try {
    await prepareReference(postgres.connectionString);
    const [referencePort, port] = [await freePort(), await freePort()];
    const sameBytes = path.join(dataDir, 'page.html');
    const referenceUrl = `http://127.0.0.1:${referencePort}`;
    const url = `http://127.0.0.1:${port}`;
    const bare = await startProgram(
      reference,
      [String(referencePort), postgres.connectionString, sameBytes],
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
        DATABASE_URL: postgres.connectionString,
        LECTERN_ADMIN_TOKEN: admin,
        LECTERN_RATE_LIMIT: '1000000000',
      },
      `${url}/readyz`,
    );
    stops.unshift(() => stopProgram(server));

    const perOrganization: Readonly<
      Record<string, (createOrganization: () => Promise<BenchOrganization>) => Promise<string>>
    > = {
      clustering: measureClustering,
      conversations: (createOrganization) => measureConversations(createOrganization, server.pid!),
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

    const there = await seed(url, admin);
    const large = await seedLarge(postgres.connectionString, there.reader);
    const reader = await tokenOf(postgres.connectionString, there.reader);
    const one = 'one-query reference';
    const targets: Target[] = [
      { name: 'bare reference', url: `${referenceUrl}/bare` },
      { name: one, url: `${referenceUrl}/row/row-500` },
      { name: 'get space', url: `${url}/v1/spaces/${there.spaceId}`, token: reader, against: one },
      {
        name: 'get space by a team',
        url: `${url}/v1/spaces/${there.grantedSpaceId}`,
        token: reader,
        against: one,
      },
      {
        name: 'list 20 spaces',
        url: `${url}/v1/orgs/${there.organizationId}/spaces?limit=20`,
        token: reader,
        against: one,
      },
      {
        name: 'list 20 of 10,000 spaces',
        url: `${url}/v1/orgs/${large}/spaces?limit=20`,
        token: reader,
        against: one,
      },
      {
        name: 'list 50 of 1,000 members',
        url: `${url}/v1/orgs/${large}/members`,
        token: reader,
        against: one,
      },
      {
        name: 'create space',
        url: `${url}/v1/orgs/${there.organizationId}/spaces`,
        method: 'POST',
        body: { title: 'New' },
        token: admin,
        against: one,
      },
    ];
    const chosen = targets.filter(
      (target) => only.length === 0 || !target.against || only.some((word) => target.name.includes(word)),
    );
    // Reads first, because writes make lists longer and keep the database busy.
    const options = { connections: [1, 32], rounds: 3, seconds: 4, warmUp: 3 };
    console.log(
      toTable(
        await measure(
          chosen.filter((target) => target.method !== 'POST'),
          options,
        ),
      ),
    );
    const writes = chosen.filter((target) => target.method === 'POST' || target.name === one);
    if (writes.length > 1) console.log(`\n${toTable(await measure(writes, options))}`);
    if (only.length === 0 || only.includes('sites')) {
      const calls = await coldPage(url, admin, there.organizationId, one);
      console.log(`\n${toTable(await measure([targets[1]!, ...calls], options))}`);
    }
    if (only.length === 0 || only.includes('pages')) {
      // The sample site of the first run.
      const site = { host: `my-organization.localhost:${port}`, path: '/documentation' };
      console.log(`\n${await measureSitePages({ url, referenceUrl, sameBytes, ...site }, options)}`);
      const large = await writeLargeSite(url, admin, there.organizationId);
      console.log(`\n${await measureColdPages(url, large)}`);
    }
    if (only.length === 0 || only.includes('content')) {
      const spaces = await writeSpaces(url, admin, there.organizationId);
      const { spaceId, pageId } = spaces.large;
      const page = `${url}/v1/spaces/${spaceId}/content/page/${pageId}?format=document`;
      const again = { name: 'read a document again', url: page, token: admin, against: one };
      console.log(`\n${toTable(await measure([targets[1]!, again], options))}`);
      console.log(`\n${await measureRevision(url, admin, spaces)}`);
      console.log(`\n${await measureContent(url, admin, spaces)}`);
    }
    if (only.length === 0) for (const name of names) await printResult(name);
    if (only.length === 0 || only.includes('markdown')) console.log(`\n${await measurePages()}`);
    if (only.length === 0 || only.includes('pdf')) console.log(`\n${await measurePdf(program)}`);
    if (only.length === 0 || only.includes('import')) console.log(`\n${await imports()}`);
    if (only.length === 0 || only.includes('integrations')) console.log(`\n${await measureIntegrations()}`);
  } finally {
    for (const stop of stops) await stop();
  }
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
  await client.query('analyze reference_rows');
  await client.end();
};

const tokenOf = async (connectionString: string, email: string): Promise<string> => {
  const { db, close } = openDatabase({ connectionString });
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const secret = newSecret();
  await insertToken(db, {
    id: createIds()(),
    userId: user.id,
    secret,
    label: 'bench',
    scopes: undefined,
    createdAt: new Date(),
    expiresAt: undefined,
  });
  await close();
  return secret;
};
