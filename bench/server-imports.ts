import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseMarkdown, readRepository, sourceFileOf } from '@lectern/document';
import pg from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/adapters/postgres-embedded/index.ts';
import { newSecret } from '../packages/server/src/kernel/auth/tokens.ts';
import { zipOf } from '../packages/server/src/testing/archives.ts';
import { cpuOf, cpuOfFamily, parentOf } from './cpu.ts';
import { freePort, startProgram, stopProgram } from './processes.ts';

type Files = Readonly<Record<string, Buffer>>;

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');
const MADE_PAGES = 1000;
const PAGES_BELOW_EACH = 20;
const JOBS = ['search.fill', 'content.fill-references', 'git.sync', 'imports.carry-out'];

const filesIn = async (folder: string): Promise<Files> => {
  const files: Record<string, Buffer> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) files[name] = await readFile(file);
  }
  return files;
};

const readCorpora = async (): Promise<Map<string, Files>> => {
  const names = existsSync(CORPORA) ? await readdir(CORPORA) : [];
  const folders = names.filter((name) => existsSync(path.join(CORPORA, name, 'SUMMARY.md')));
  return new Map(
    await Promise.all(folders.map(async (name) => [name, await filesIn(path.join(CORPORA, name))] as const)),
  );
};

const madePage = (number: number): string => {
  const other = (step: number) => `page-${(number * 7 + step) % MADE_PAGES}.md`;
  const parts = Array.from(
    { length: 4 },
    (_, part) => `## Part ${part} of ${number}

What part ${part} says is followed by *words* of **weight**, \`code\` and [another page](${other(part)}).
It goes on for a second line, as paragraphs of people do, and says the number ${number * 31 + part}.

* A first point, with [a link](https://example.com/${number}/${part})
* A second point
  * and one below it

\`\`\`js
const answer = ${number} + ${part};
\`\`\`

{% hint style="info" %}
Whoever reads ${number} also reads [the next one](${other(part + 11)}).
{% endhint %}

| Name | Meaning |
| --- | --- |
| a${number} | the first |
| b${part} | the second |
`,
  );
  return `---\ndescription: What page ${number} is about\n---\n\n# Page ${number}\n\n${parts.join('\n')}`;
};

/** A generated repository: pages of typical length with links. */
const madeRepository = (): Files => {
  const names = Array.from({ length: MADE_PAGES }, (_, number) => `page-${number}.md`);
  const lines = names.map(
    (name, number) => `${number % PAGES_BELOW_EACH === 0 ? '' : '  '}* [Page ${number}](${name})`,
  );
  return Object.fromEntries([
    ['SUMMARY.md', Buffer.from(`# Table of contents\n\n${lines.join('\n')}\n`)],
    ...names.map((name, number) => [name, Buffer.from(madePage(number))] as const),
  ]);
};

const textsOf = (files: Files): string[] => {
  const sources = Object.entries(files).map(([name, bytes]) => sourceFileOf(name, bytes));
  return [...readRepository(sources).repository.texts.values()];
};

/** The CPU seconds for parsing texts, after a warm-up. */
const parsingOf = (texts: readonly string[]): number => {
  const parse = () => {
    for (const text of texts) parseMarkdown(text);
  };
  parse();
  const begin = process.cpuUsage();
  parse();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
};

const commitTo = async (folder: string, files: Files): Promise<void> => {
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'All of it');
};

/** The used fields of responses. */
interface Answer {
  readonly id: string;
  readonly key: string;
  readonly url: string;
  readonly status: string;
  readonly state: string;
  readonly items: readonly { readonly id: string }[];
}

/** A running server and its operations. */
const clientOf = (url: string, token: string) => {
  const call = async (method: string, at: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/v1${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? {} : await response.json()) as Answer;
  };

  const newSpace = async (organization: string): Promise<string> =>
    (await call('POST', `/orgs/${organization}/spaces`, { title: 'Imported', editMode: 'live' })).id;

  const until = async (at: string, isOver: (answer: Answer) => boolean): Promise<void> => {
    for (;;) {
      const answer = await call('GET', at);
      if (isOver(answer)) {
        if (![answer.status, answer.state].some((word) => word === 'completed' || word === 'success'))
          throw new Error(`It failed: ${JSON.stringify(answer).slice(0, 500)}`);
        return;
      }
      await wait(200);
    }
  };

  const sync = async (space: string, way: 'import' | 'export', wish: object): Promise<void> => {
    await call('POST', `/spaces/${space}/git/${way}`, { ...wish, ref: 'refs/heads/main' });
    await until(`/spaces/${space}/git/operation`, ({ state }) => ['success', 'failure'].includes(state));
  };

  return {
    call,

    /** Imports an archive. */
    byArchive: async (organization: string, archive: Buffer): Promise<void> => {
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
      await until(`/org/${organization}/imports/${id}`, ({ status }) =>
        ['completed', 'failed', 'cancelled'].includes(status),
      );
    },

    /** Imports a local repository; returns the space. */
    byGit: async (organization: string, folder: string): Promise<string> => {
      const space = await newSpace(organization);
      await sync(space, 'import', { url: folder });
      return space;
    },

    /** Exports a space to a local repository. */
    toGit: (space: string, folder: string): Promise<void> =>
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
interface Taken {
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

const toTable = (all: readonly Taken[]): string => {
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

/** The cost of an import on a running server, including indexing, compared with parsing its pages. */
export const measureImports = async (program: string): Promise<string> => {
  if (process.platform !== 'linux') return 'Imports: skipped, for only Linux says what threads take';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-bench-imports-'));
  const repositories = path.join(folder, 'repositories');
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') });
  const database = new pg.Client({ connectionString: postgres.connectionString });
  const stops: (() => Promise<unknown>)[] = [
    () => database.end(),
    () => postgres.stop(),
    () => rm(folder, { recursive: true, force: true }),
  ];
  try {
    const corpora = await readCorpora();
    const made = madeRepository();
    for (const [name, files] of [...corpora, ['made', made] as const])
      await commitTo(path.join(repositories, name), files);
    const all = Object.fromEntries(
      [...corpora].flatMap(([name, files]) =>
        Object.entries(files).map(([file, bytes]) => [`${name}/${file}`, bytes]),
      ),
    );

    const [port, token] = [await freePort(), newSecret()];
    const url = `http://127.0.0.1:${port}`;
    const server = await startProgram(
      program,
      ['serve'],
      {
        PORT: String(port),
        DATABASE_URL: postgres.connectionString,
        LECTERN_DATA_DIR: path.join(folder, 'server'),
        LECTERN_ADMIN_TOKEN: token,
        LECTERN_GIT_FOLDERS: repositories,
        LECTERN_RATE_LIMIT: '1000000000',
      },
      `${url}/readyz`,
    );
    stops.unshift(() => stopProgram(server));
    await database.connect();
    const backend = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(backend.rows[0]!.pid);
    const { call, byArchive, byGit, toGit, metrics } = clientOf(url, token);
    const organization = (await call('GET', '/orgs')).items[0]!.id;

    const isIdle = async (): Promise<boolean> => {
      const { rows } = await database.query<{ count: string }>(
        `select count(*) from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')`,
        [JOBS],
      );
      return rows[0]!.count === '0';
    };
    const untilIdle = async (): Promise<void> => {
      while (!(await isIdle())) await wait(100);
    };
    const now = async () => ({
      ...(await metrics()),
      node: cpuOf(server.pid!),
      postgres: cpuOfFamily(postmaster),
      at: performance.now(),
    });

    const measured = async (
      name: string,
      texts: readonly string[],
      work: () => Promise<unknown>,
    ): Promise<Taken> => {
      const parsing = parsingOf(texts);
      // Lets closed connections be noticed first.
      await wait(100);
      await untilIdle();
      const before = await now();
      let [over, worstGet] = [false, 0];
      const asking = (async () => {
        while (!over) {
          const begin = performance.now();
          await call('GET', `/orgs/${organization}`);
          worstGet = Math.max(worstGet, (performance.now() - begin) / 1000);
          await wait(100);
        }
      })();
      try {
        await work();
        await untilIdle();
      } finally {
        over = true;
        await asking;
      }
      const after = await now();
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

    const [ofMade, archive] = [textsOf(made), await zipOf(made)];
    const gitMade = () => byGit(organization, path.join(repositories, 'made'));
    const taken: Taken[] = [];
    if (corpora.size > 0) {
      const ofCorpora = await zipOf(all);
      taken.push(
        await measured('zip of the corpora', textsOf(all), () => byArchive(organization, ofCorpora)),
      );
      taken.push(
        await measured('git of the corpora', [...corpora.values()].flatMap(textsOf), async () => {
          for (const name of corpora.keys()) await byGit(organization, path.join(repositories, name));
        }),
      );
    }
    taken.push(
      await measured('zip of made pages', ofMade, () => byArchive(organization, archive)),
      await measured('git of made pages', ofMade, gitMade),
      await measured('both at once', [...ofMade, ...ofMade], () =>
        Promise.all([byArchive(organization, archive), gitMade()]),
      ),
    );
    const exported = path.join(repositories, 'exported');
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', exported]);
    const space = await gitMade();
    taken.push(
      await measured('export of made pages', ofMade, () => toGit(space, exported)),
      await measured('export without a change', ofMade, () => toGit(space, exported)),
    );
    return toTable(taken);
  } finally {
    for (const stop of stops) await stop();
  }
};
