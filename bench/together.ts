import { readFileSync } from 'node:fs';
import { parseMarkdown } from '@lectern/document';
import { sharedPage, sharedUpdateOf } from '@lectern/document/live';
import type * as Y from 'yjs';
import { cpuOfFamily } from './cpu.ts';
import { type BenchOrganization, call, sleep } from './organization.ts';
import { postmasterOf } from './postmaster.ts';
import { freePort, startProgram, stopProgram } from './processes.ts';
import { hocuspocusOpener, lecternOpener, type Open, type Writer } from './together-clients.ts';
import { measureOpening } from './together-opening.ts';
import { tokensOf } from './token-of.ts';

/** The server with its program, its database, and the program of Hocuspocus. */
export interface SharedServer {
  readonly program: string;
  readonly pid: number;
  readonly connectionString: string;
  readonly hocuspocus: string;
}

const PEOPLE = 50;
const LINES = 60;
const IN_ONE_PAGE = { pages: 1, each: 50, everyMs: 250, keys: 30 };
const IN_ONE_SPACE = { pages: 100, each: 5, everyMs: 1_000, keys: 8 };
const WARM_UP_KEYS = 2;
const MAX_WAITS = 600;
const MOST_INSERTED = 20;
const PAGE = Array.from({ length: LINES }, (_, at) => `Line ${at} of a page that many people write in.`).join(
  '\n\n',
);

/** A system that is measured. */
interface System {
  readonly name: string;
  readonly open: Open;
  readonly servers: readonly number[];
  readonly database?: number;
  readonly pages: (count: number) => Promise<readonly string[]>;
}

type Plan = typeof IN_ONE_PAGE;

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const lineOf = ({ doc }: Writer, at: number): Y.XmlText => sharedPage(doc).get(at) as Y.XmlText;

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** Measures how long keys of one writer take to another one. */
const watchDelay = (from: Writer, to: Writer) => {
  const sentAt = new Map<number, number>();
  const delays: number[] = [];
  const [own, seen] = [lineOf(from, 0), lineOf(to, 0)];
  own.observe(() => void sentAt.set(own.length, performance.now()));
  seen.observe(() => {
    const at = sentAt.get(seen.length);
    if (at !== undefined) delays.push(performance.now() - at);
  });
  return delays;
};

/** Everybody types in a line of their own, and shows their cursor. */
const type = async (writers: readonly Writer[], { each, everyMs }: Plan, keys: number): Promise<void> => {
  await Promise.all(
    writers.map(async (writer, at) => {
      const line = lineOf(writer, at % each);
      const start = performance.now() + (everyMs * at) / writers.length;
      for (let key = 0; key < keys; key++) {
        await sleep(Math.max(0, start + key * everyMs - performance.now()));
        line.insert(line.length, 'x');
        writer.point(line.length);
      }
      await writer.stored();
    }),
  );
};

/** Opens pages for people, and lets them type. */
const measure = async ({ open, servers, database, pages }: System, plan: Plan) => {
  const memory = () => servers.reduce((sum, pid) => sum + megabytesOf(pid), 0);
  const processors = () => [
    servers.reduce((sum, pid) => sum + cpuOfFamily(pid), 0),
    database === undefined ? 0 : cpuOfFamily(database),
  ];
  const names = await pages(plan.pages);
  await sleep(2_000);
  const before = memory();
  const writers: Writer[] = [];
  for (const [at, name] of names.entries())
    writers.push(
      ...(await Promise.all(Array.from({ length: plan.each }, (_, one) => open(name, at * plan.each + one)))),
    );
  await sleep(3_000);
  const opened = memory();
  await type(writers, plan, WARM_UP_KEYS);
  const delays = watchDelay(writers[0]!, writers[1]!);
  const cpu = processors();
  await type(writers, plan, plan.keys);
  // Revisions that follow belong to what was typed.
  await sleep(3_000);
  const keys = writers.length * plan.keys;
  const [server, stored] = processors().map((seconds, at) => ((seconds - cpu[at]!) * 1000) / keys);
  const lengths = () => new Set(writers.slice(0, plan.each).map((writer) => lineOf(writer, 0).length));
  for (let waits = 0; lengths().size > 1; waits++) {
    if (waits > MAX_WAITS) throw new Error('Writers have different texts');
    await sleep(100);
  }
  for (const writer of writers) writer.close();
  return {
    server: server!.toFixed(2),
    database: database === undefined ? '–' : stored!.toFixed(2),
    kilobytes: ((opened - before) * 1024) / plan.pages,
    delays: [percentile(delays, 0.5), percentile(delays, 0.95)],
  };
};

const hocuspocusSystem = async (program: string) => {
  const port = await freePort();
  const start = Buffer.from(sharedUpdateOf(parseMarkdown(PAGE))).toString('base64');
  const server = await startProgram(program, [String(port), start], {}, `http://127.0.0.1:${port}`);
  let made = 0;
  const system: System = {
    name: 'Hocuspocus, without storage',
    open: hocuspocusOpener(`http://127.0.0.1:${port}`),
    servers: [server.pid!],
    pages: async (count) => Array.from({ length: count }, () => `page-${made++}`),
  };
  return { system, stop: () => stopProgram(server) };
};

const secondServer = async (program: string, connectionString: string) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startProgram(
    program,
    ['serve', '--role', 'api'],
    { PORT: String(port), DATABASE_URL: connectionString, LECTERN_RATE_LIMIT: '1000000000' },
    `${url}/readyz`,
  );
  return { url, pid: server.pid!, stop: () => stopProgram(server) };
};

/** A space for people to write in; each of them has a token. */
const createSpace = async (organization: BenchOrganization, connectionString: string) => {
  const emails = Array.from({ length: PEOPLE }, (_, at) => `writer-${at}@bench.test`);
  await call(organization, 'POST', 'invites', { emails, role: 'edit' });
  const space = (await call(organization, 'POST', 'spaces', { title: 'Together', editMode: 'live' })) as {
    id: string;
  };
  return { spaceId: space.id, tokens: await tokensOf(connectionString, emails) };
};

/** The cost of writing together, beside Hocuspocus. */
export const measureTogether = async (
  createOrganization: () => Promise<BenchOrganization>,
  { program, pid, connectionString, hocuspocus }: SharedServer,
): Promise<string> => {
  const organization = await createOrganization();
  const { url, token } = organization;
  const { spaceId, tokens } = await createSpace(organization, connectionString);
  const insert = async (markdowns: readonly string[]): Promise<readonly string[]> => {
    const changes = markdowns.map((markdown, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: { markdown },
    }));
    const response = await fetch(`${url}/v1/spaces/${spaceId}/content?compat=false`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes }),
    });
    if (!response.ok) throw new Error(`Pages were not inserted: ${await response.text()}`);
    const body = (await response.json()) as { changes: { page: { id: string } }[] };
    return body.changes.map(({ page }) => page.id);
  };
  const insertPages = async (markdowns: readonly string[]): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < markdowns.length; at += MOST_INSERTED)
      ids.push(...(await insert(markdowns.slice(at, at + MOST_INSERTED))));
    return ids;
  };
  const bare = await hocuspocusSystem(hocuspocus);
  const database = await postmasterOf(connectionString);
  const second = await secondServer(program, connectionString);
  const open = lecternOpener(url, spaceId, tokens);
  const openSecond = lecternOpener(second.url, spaceId, tokens);
  const pages = (count: number) => insertPages(Array.from({ length: count }, () => PAGE));
  const readPage = async (page: string): Promise<string> => {
    const response = await fetch(`${url}/v1/spaces/${spaceId}/content/page/${page}?format=markdown`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as { markdown: string }).markdown;
  };
  const systems: readonly System[] = [
    {
      name: 'Lectern, with PostgreSQL',
      open,
      servers: [pid],
      database,
      pages,
    },
    bare.system,
    {
      name: 'Lectern, two servers with one PostgreSQL',
      open: (page, writer) => (writer % 2 === 0 ? open : openSecond)(page, writer),
      servers: [pid, second.pid],
      database,
      pages,
    },
  ];
  const plans = [
    [`${PEOPLE} people in one page`, IN_ONE_PAGE],
    ['500 people in one space, five in each page', IN_ONE_SPACE],
  ] as const;
  const lines: string[] = [];
  try {
    for (const [title, plan] of plans) {
      lines.push(
        `${title.padEnd(46)}server ms/key  database ms/key  KB/document  seen after ms, p50 and p95`,
      );
      for (const system of systems) {
        const { server, database: stored, kilobytes, delays } = await measure(system, plan);
        const line = [
          `  ${system.name}`.padEnd(46),
          server.padStart(13),
          stored.padStart(17),
          kilobytes.toFixed(0).padStart(13),
          `${delays.map((ms) => ms.toFixed(0)).join(' and ')}`.padStart(28),
        ].join('');
        // The whole takes some minutes.
        console.error(line);
        lines.push(line);
      }
    }
    const opening = await measureOpening({ open, insertPages, readPage, page: PAGE });
    return [...lines, '', opening].join('\n');
  } finally {
    await bare.stop();
    await second.stop();
  }
};
