import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseMarkdown } from '@lectern/document';
import pg from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/adapters/postgres-embedded/index.ts';
import { newSecret } from '../packages/server/src/kernel/auth/tokens.ts';
import { zipOf } from '../packages/server/src/testing/archives.ts';
import { cpuOf, cpuOfFamily, parentOf } from './cpu.ts';
import { commitFiles, type Files, generateRepository, readCorpora, textsOf } from './import-repositories.ts';
import { freePort, startProgram, stopProgram } from './processes.ts';

const JOBS = ['search.rebuild', 'content.rebuild-references', 'git.sync', 'imports.run'];

/** The CPU seconds for parsing texts, after a warm-up. */
const parseSeconds = (texts: readonly string[]): number => {
  const parse = () => {
    for (const text of texts) parseMarkdown(text);
  };
  parse();
  const begin = process.cpuUsage();
  parse();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
};

/** The used fields of responses. */
interface ApiResponse {
  readonly id: string;
  readonly key: string;
  readonly url: string;
  readonly status: string;
  readonly state: string;
  readonly items: readonly { readonly id: string }[];
}

/** Creates a client for imports and exports on a running server. */
const createImportClient = (url: string, token: string) => {
  const call = async (method: string, at: string, body?: unknown): Promise<ApiResponse> => {
    const response = await fetch(`${url}/v1${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? {} : await response.json()) as ApiResponse;
  };

  const newSpace = async (organization: string): Promise<string> =>
    (await call('POST', `/orgs/${organization}/spaces`, { title: 'Imported', editMode: 'live' })).id;

  const waitFor = async (at: string, isDone: (response: ApiResponse) => boolean): Promise<void> => {
    for (;;) {
      const response = await call('GET', at);
      if (isDone(response)) {
        if (![response.status, response.state].some((word) => word === 'completed' || word === 'success'))
          throw new Error(`The import or export failed: ${JSON.stringify(response).slice(0, 500)}`);
        return;
      }
      await wait(200);
    }
  };

  const sync = async (space: string, direction: 'import' | 'export', options: object): Promise<void> => {
    await call('POST', `/spaces/${space}/git/${direction}`, { ...options, ref: 'refs/heads/main' });
    await waitFor(`/spaces/${space}/git/operation`, ({ state }) => ['success', 'failure'].includes(state));
  };

  return {
    call,

    /** Imports an archive. */
    importArchive: async (organization: string, archive: Buffer): Promise<void> => {
      const space = await newSpace(organization);
      const { url: to, key } = await call('POST', `/orgs/${organization}/storage/upload`, {
        file: { name: 'all.zip', type: 'application/zip', size: archive.length },
        kind: 'import_file',
      });
      await fetch(to, { method: 'PUT', body: new Uint8Array(archive) });
      const { id } = await call('POST', `/org/${organization}/imports`, {
        source: { type: 'file', files: [key] },
        target: { space },
      });
      await waitFor(`/org/${organization}/imports/${id}`, ({ status }) =>
        ['completed', 'failed', 'cancelled'].includes(status),
      );
    },

    /** Imports a local repository; returns the space. */
    importRepository: async (organization: string, folder: string): Promise<string> => {
      const space = await newSpace(organization);
      await sync(space, 'import', { url: folder });
      return space;
    },

    /** Exports a space to a local repository. */
    exportRepository: (space: string, folder: string): Promise<void> =>
      sync(space, 'export', { url: folder, commitMessage: 'All of it' }),

    /** The metrics of the server; resets the event loop delay. */
    metrics: async (): Promise<{ queries: number; delay: number }> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
      return {
        queries: numberOf('lectern_database_queries_total'),
        delay: numberOf('nodejs_eventloop_lag_max_seconds'),
      };
    },
  };
};

/** The cost of an import. */
interface ImportCost {
  readonly name: string;
  readonly pages: number;
  readonly wall: number;
  readonly main: number;
  readonly threads: number;
  readonly git: number;
  readonly postgres: number;
  readonly queries: number;
  readonly delay: number;
  readonly worstGet: number;
  readonly parsing: number;
}

const toTable = (all: readonly ImportCost[]): string => {
  const head =
    '| Import or export | Pages | Pages/s of CPU | × parsing alone | Main thread | Other threads | git | PostgreSQL | Queries | Wall | Loop held | Worst GET |';
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  const rows = all.map((one) => {
    const node = one.main + one.threads;
    const cells = [
      one.name,
      one.pages,
      (one.pages / node).toFixed(0),
      `${(node / one.parsing).toFixed(2)} (${(one.pages / one.parsing).toFixed(0)} pages/s)`,
      ...[one.main, one.threads, one.git].map(seconds),
      `${seconds(one.postgres)}, ${((100 * one.postgres) / (node + one.git + one.postgres)).toFixed(0)} %`,
      one.queries,
      seconds(one.wall),
      ...[one.delay, one.worstGet].map((value) => `${(value * 1000).toFixed(0)} ms`),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [head, `|${' --- |'.repeat(12)}`, ...rows].join('\n');
};

/** A started server with its client, database and repositories. */
interface Installation {
  readonly client: ReturnType<typeof createImportClient>;
  readonly organization: string;
  readonly database: pg.Client;
  readonly pid: number;
  readonly postmaster: number;
  readonly repositories: string;
}

const startInstallation = async (
  program: string,
  folder: string,
  repositories: string,
  connectionString: string,
  stops: (() => Promise<unknown>)[],
): Promise<Installation> => {
  const [port, token] = [await freePort(), newSecret()];
  const url = `http://127.0.0.1:${port}`;
  const server = await startProgram(
    program,
    ['serve'],
    {
      PORT: String(port),
      DATABASE_URL: connectionString,
      LECTERN_DATA_DIR: path.join(folder, 'server'),
      LECTERN_ADMIN_TOKEN: token,
      LECTERN_GIT_FOLDERS: repositories,
      LECTERN_RATE_LIMIT: '1000000000',
    },
    `${url}/readyz`,
  );
  stops.unshift(() => stopProgram(server));
  const database = new pg.Client({ connectionString });
  await database.connect();
  stops.unshift(() => database.end());
  const backend = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const client = createImportClient(url, token);
  const organization = (await client.call('GET', '/orgs')).items[0]!.id;
  return {
    client,
    organization,
    database,
    pid: server.pid!,
    postmaster: parentOf(backend.rows[0]!.pid),
    repositories,
  };
};

/** Waits until the background jobs of imports are done. */
const untilIdle = async (database: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await database.query<{ count: string }>(
      `select count(*) from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')`,
      [JOBS],
    );
    if (rows[0]!.count === '0') return;
    await wait(100);
  }
};

const countersOf = async ({ client, pid, postmaster }: Installation) => ({
  ...(await client.metrics()),
  node: cpuOf(pid),
  postgres: cpuOfFamily(postmaster),
  at: performance.now(),
});

/** Sends requests during work; returns the longest time of a response in seconds. */
const worstGetDuring = async (
  { client, organization }: Installation,
  work: () => Promise<unknown>,
): Promise<number> => {
  let [isOver, worst] = [false, 0];
  const requests = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await client.call('GET', `/orgs/${organization}`);
      worst = Math.max(worst, (performance.now() - begin) / 1000);
      await wait(100);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await requests;
  }
  return worst;
};

const measureCost = async (
  installation: Installation,
  name: string,
  texts: readonly string[],
  work: () => Promise<unknown>,
): Promise<ImportCost> => {
  const parsing = parseSeconds(texts);
  // Lets closed connections be noticed first.
  await wait(100);
  await untilIdle(installation.database);
  const before = await countersOf(installation);
  const worstGet = await worstGetDuring(installation, async () => {
    await work();
    await untilIdle(installation.database);
  });
  const after = await countersOf(installation);
  const main = after.node.main - before.node.main;
  return {
    name,
    pages: texts.length,
    wall: (after.at - before.at) / 1000,
    main,
    threads: after.node.all - before.node.all - main,
    git: after.node.children - before.node.children,
    postgres: after.postgres - before.postgres,
    queries: after.queries - before.queries,
    delay: after.delay,
    worstGet,
    parsing,
  };
};

const measureCorpora = async (
  installation: Installation,
  corpora: ReadonlyMap<string, Files>,
): Promise<ImportCost[]> => {
  if (corpora.size === 0) return [];
  const { client, organization, repositories } = installation;
  const all = Object.fromEntries(
    [...corpora].flatMap(([name, files]) =>
      Object.entries(files).map(([file, bytes]) => [`${name}/${file}`, bytes]),
    ),
  );
  const archive = await zipOf(all);
  return [
    await measureCost(installation, 'zip of the corpora', textsOf(all), () =>
      client.importArchive(organization, archive),
    ),
    await measureCost(
      installation,
      'git of the corpora',
      [...corpora.values()].flatMap(textsOf),
      async () => {
        for (const name of corpora.keys())
          await client.importRepository(organization, path.join(repositories, name));
      },
    ),
  ];
};

const measureGenerated = async (installation: Installation, files: Files): Promise<ImportCost[]> => {
  const { client, organization, repositories } = installation;
  const [texts, archive] = [textsOf(files), await zipOf(files)];
  const importZip = () => client.importArchive(organization, archive);
  const importGit = () => client.importRepository(organization, path.join(repositories, 'made'));
  const imports = [
    await measureCost(installation, 'zip of made pages', texts, importZip),
    await measureCost(installation, 'git of made pages', texts, importGit),
    await measureCost(installation, 'both at once', [...texts, ...texts], () =>
      Promise.all([importZip(), importGit()]),
    ),
  ];
  const exported = path.join(repositories, 'exported');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', exported]);
  const space = await importGit();
  const exportGit = () => client.exportRepository(space, exported);
  return [
    ...imports,
    await measureCost(installation, 'export of made pages', texts, exportGit),
    await measureCost(installation, 'export without a change', texts, exportGit),
  ];
};

/** The cost of an import on a running server, including indexing, compared with parsing its pages. */
export const measureServerImports = async (program: string): Promise<string> => {
  if (process.platform !== 'linux') return 'Imports: skipped, because CPU times of threads need Linux';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-imports-'));
  const repositories = path.join(folder, 'repositories');
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') });
  const stops: (() => Promise<unknown>)[] = [
    () => postgres.stop(),
    () => rm(folder, { recursive: true, force: true }),
  ];
  try {
    const corpora = await readCorpora();
    const generated = generateRepository();
    for (const [name, files] of [...corpora, ['made', generated] as const])
      await commitFiles(path.join(repositories, name), files);
    const installation = await startInstallation(
      program,
      folder,
      repositories,
      postgres.connectionString,
      stops,
    );
    return toTable([
      ...(await measureCorpora(installation, corpora)),
      ...(await measureGenerated(installation, generated)),
    ]);
  } finally {
    for (const stop of stops) await stop();
  }
};
