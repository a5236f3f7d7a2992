import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { withDatabase } from '../testing/databases.ts';
import { filesBelow, findCycles, type Import, importsOf, stronglyConnected } from './import-graph.ts';

const run = promisify(execFile);
const SRC = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.resolve(SRC, '../../..');
const BIN = path.join(ROOT, 'node_modules/.bin');

const files = filesBelow(SRC);
const textOf = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
const isTest = (file: string) => file.endsWith('.test.ts');

const imports = files.flatMap((file) => importsOf(SRC, file));
const sourceImports = imports.filter(({ from }) => !isTest(from));
const format = (found: readonly Import[]) => found.map(({ from, to }) => `${from} -> ${to}`);
const domainOf = (file: string) => /^domains\/([^/]+)\//.exec(file)?.[1];

const exportedValues = (file: string): string[] =>
  [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class|let) (\w+)/gm)].map(
    ([, name]) => name!,
  );

describe('architecture', () => {
  test('the import scanner finds the imports of this file', () => {
    const own = importsOf(SRC, 'conformance/architecture.test.ts');
    expect(own).toContainEqual({
      from: 'conformance/architecture.test.ts',
      to: 'testing/databases.ts',
      typeOnly: false,
    });
    expect(own.map(({ to }) => to)).toContain('node:child_process');
    expect(importsOf(SRC, 'kernel/contract/domain.ts').every(({ typeOnly }) => typeOnly)).toBe(true);
    expect(imports.length).toBeGreaterThan(300);
  });

  describe('rule 3: handlers, services, stores', () => {
    // Queries belong in stores. The kernel has tables of its own, and tests read all tables.
    const mayQuery = (file: string) =>
      file.endsWith('.store.ts') || /^(kernel|testing|conformance|adapters)\//.test(file) || isTest(file);

    test('queries are built in stores and in the kernel only', () => {
      const found = imports.filter(
        ({ from, to, typeOnly }) => ['kysely', 'pg'].includes(to) && !typeOnly && !mayQuery(from),
      );
      expect(format(found)).toEqual([]);
      const queries = files.filter(
        (file) =>
          !mayQuery(file) && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(textOf(file)),
      );
      expect(queries).toEqual([]);
    });

    test('Markdown of pages is parsed in worker threads; only that of comments is not', () => {
      const parsing = files.filter(
        (file) =>
          !isTest(file) &&
          !/^(kernel\/markdown|testing|domains\/comments)\//.test(file) &&
          /\bparseMarkdown\b/.test(textOf(file)),
      );
      expect(parsing).toEqual([]);
    });

    test('services, stores and policies do not import HTTP', () => {
      const found = imports.filter(
        ({ from, to }) =>
          /\.(service|store|policy)\.ts$/.test(from) &&
          /^(fastify|@fastify\/.*|node:https?|undici)$/.test(to),
      );
      expect(format(found)).toEqual([]);
    });

    test('policies are pure and synchronous', () => {
      const found = imports.filter(
        ({ from, to, typeOnly }) =>
          from.endsWith('.policy.ts') &&
          !typeOnly &&
          (/^(node:|pg$|kysely$|undici$)/.test(to) ||
            /\.(store|service|handlers|jobs)\.ts$|^kernel\/(database|jobs|events|egress)/.test(to)),
      );
      expect(format(found)).toEqual([]);
      const asynchronous = files.filter(
        (file) => file.endsWith('.policy.ts') && /\basync\b|\bawait\b|\bPromise\b/.test(textOf(file)),
      );
      expect(asynchronous).toEqual([]);
    });

    test('handlers do not import stores, and contracts import no logic', () => {
      const handlers = sourceImports.filter(
        ({ from, to, typeOnly }) => from.endsWith('.handlers.ts') && !typeOnly && to.endsWith('.store.ts'),
      );
      expect(format(handlers)).toEqual([]);
      const contracts = sourceImports.filter(
        ({ from, to, typeOnly }) =>
          from.endsWith('.contract.ts') && !typeOnly && /\.(store|service|handlers|jobs)\.ts$/.test(to),
      );
      expect(format(contracts)).toEqual([]);
    });
  });

  describe('rule 4: domains', () => {
    test('import each other only through index.ts', () => {
      const found = imports.filter(
        ({ from, to }) =>
          domainOf(from) !== undefined &&
          domainOf(to) !== undefined &&
          domainOf(from) !== domainOf(to) &&
          to !== `domains/${domainOf(to)}/index.ts`,
      );
      expect(format(found)).toEqual([]);
    });

    test('import each other without cycles', () => {
      const uses = new Map<string, Set<string>>();
      for (const { from, to } of sourceImports) {
        const [user, used] = [domainOf(from), domainOf(to)];
        if (user && used && user !== used) uses.set(user, (uses.get(user) ?? new Set()).add(used));
      }
      expect(uses.size).toBeGreaterThan(3);
      const cycleFrom = (domain: string, visited: string[]): string | undefined =>
        visited.includes(domain)
          ? [...visited.slice(visited.indexOf(domain)), domain].join(' -> ')
          : [...(uses.get(domain) ?? [])].map((next) => cycleFrom(next, [...visited, domain])).find(Boolean);
      expect([...uses.keys()].map((domain) => cycleFrom(domain, [])).filter(Boolean)).toEqual([]);
    });

    test('are not imported by the kernel or adapters, and do not import the app', () => {
      const found = sourceImports.filter(
        ({ from, to }) =>
          (/^(kernel|adapters)\//.test(from) &&
            /^(domains\/|conformance\/|testing\/|cli\/|app\.ts|main\.ts)/.test(to)) ||
          (from.startsWith('domains/') && /^(conformance\/|testing\/|cli\/|app\.ts|main\.ts)/.test(to)),
      );
      expect(format(found)).toEqual([]);
    });

    test('the server does not import its tests', () => {
      const found = sourceImports.filter(
        ({ from, to }) => /^(testing|conformance)\//.test(to) && !/^(testing|conformance)\//.test(from),
      );
      expect(format(found)).toEqual([]);
    });
  });

  describe('the files of a domain', () => {
    const KINDS = ['contract', 'handlers', 'service', 'store', 'policy', 'jobs'];
    const domainFiles = files.filter((file) => file.startsWith('domains/') && !isTest(file));

    test('are named subject.kind.ts, or subject.ts for other code; folders are one level deep', () => {
      const odd = domainFiles.filter((file) => {
        const parts = file.split('/').slice(1);
        const name = parts.at(-1)!;
        if (parts.length > 3 || (parts.length !== 2 && name === 'index.ts')) return true;
        const [subject, kind, ...more] = name.replace(/\.ts$/, '').split('.');
        const isKnown = kind === undefined || KINDS.includes(kind);
        return !/^[a-z0-9-]+$/.test(subject!) || !isKnown || more.length > 0;
      });
      expect(odd).toEqual([]);
    });

    test('a *.policy.ts exports policies only', () => {
      const found = domainFiles
        .filter((file) => file.endsWith('.policy.ts'))
        .flatMap((file) => {
          const values = exportedValues(file);
          const others = values.filter((name) => !/^(can|may)[A-Z]|(Policy|Policies|Actions)$/.test(name));
          return values.length > 0 && others.length === 0
            ? []
            : [`${file}: ${others.join(', ') || 'no policy'}`];
        });
      expect(found).toEqual([]);
    });

    test('a *.service.ts exports a create…Service', () => {
      const found = domainFiles
        .filter((file) => file.endsWith('.service.ts'))
        .filter((file) => !exportedValues(file).some((name) => /^create[A-Z]\w*Service$/.test(name)));
      expect(found).toEqual([]);
    });
  });

  test('every domain has an index.ts and tests', () => {
    const domains = new Set(files.flatMap((file) => domainOf(file) ?? []));
    expect(domains.size).toBeGreaterThan(5);
    const without = (has: (domain: string) => boolean) => [...domains].filter((domain) => !has(domain));
    expect(without((domain) => files.includes(`domains/${domain}/index.ts`))).toEqual([]);
    expect(without((domain) => files.some((file) => domainOf(file) === domain && isTest(file)))).toEqual([]);
  });

  test('rule 10: files have fewer than 400 lines, except contracts and generated files', () => {
    const all = [
      ...files.map((file) => path.join(SRC, file)),
      ...filesBelow(path.join(ROOT, 'acceptance')).map((file) => path.join(ROOT, 'acceptance', file)),
    ];
    const long = all
      .filter((file) => !/\.contract\.ts$|\.gen\.ts$/.test(file))
      .filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|types|enums?|common|misc)\.ts$/.test(file)),
    ).toEqual([]);
  });

  test('files do not import each other in a cycle, including type imports', () => {
    expect(findCycles(path.join(ROOT, 'packages'))).toEqual([]);
  });

  test('cycles are found', () => {
    const edges = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [] };
    expect(stronglyConnected(new Map(Object.entries(edges)))).toEqual([['b', 'c']]);
  });

  describe('the database', () => {
    test('migrations are numbered without gaps', () => {
      const names = readdirSync(path.join(SRC, '../migrations')).sort();
      expect(names.length).toBeGreaterThan(0);
      expect(names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])).toEqual(
        names.map((_, index) => String(index + 1).padStart(4, '0')),
      );
    });

    test('the generated types are those of the migrated database', async () => {
      const name = `types_${randomUUID().replaceAll('-', '')}`;
      const admin = new pg.Client({ connectionString: process.env.LECTERN_TEST_DATABASE! });
      await admin.connect();
      await admin.query('select pg_advisory_lock(1)');
      await admin.query(`create database ${name} template ${process.env.LECTERN_TEST_TEMPLATE}`);
      await admin.query('select pg_advisory_unlock(1)');
      const folder = await mkdtemp(path.join(process.env.TMPDIR ?? '/tmp', 'lectern-types-'));
      try {
        const out = path.join(folder, 'schema.gen.ts');
        await run(path.join(BIN, 'kysely-codegen'), [
          ...['--config-file', path.join(SRC, '../kysely-codegen.cjs'), '--out-file', out],
          ...['--url', withDatabase(process.env.LECTERN_TEST_DATABASE!, name)],
        ]);
        expect(textOf('kernel/database/schema.gen.ts'), 'run: npm run database-types').toBe(
          readFileSync(out, 'utf8'),
        );
      } finally {
        await rm(folder, { recursive: true });
        await admin.query(`drop database ${name} with (force)`);
        await admin.end();
      }
    });
  });

  test('an incomplete operation does not compile', async () => {
    const text = textOf('conformance/operation.types.ts');
    const expectation = /^\/\/ @ts-expect-error .*$/;
    const lines = text.split('\n');
    const expected = lines.flatMap((line, index) => (expectation.test(line) ? [index + 2] : []));
    expect(expected.length).toBeGreaterThanOrEqual(10);
    // In node_modules, where the compiler resolves packages and other tools ignore it.
    const copy = path.join(ROOT, 'node_modules', `.operation.${process.pid}.types.ts`);
    const stripped = lines.map((line) => (expectation.test(line) ? '//' : line)).join('\n');
    await writeFile(copy, stripped.replaceAll("from '../", `from '${SRC}`));
    try {
      const { compilerOptions } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
      const flags = Object.entries(compilerOptions).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const { stdout } = await run(path.join(BIN, 'tsc'), [...flags, '--ignoreConfig', copy], {
        cwd: ROOT,
      }).catch((error: { stdout: string }) => error);
      const reported = [...stdout.matchAll(/operation\.\d+\.types\.ts\((\d+),\d+\): error/g)].map(
        ([, line]) => Number(line),
      );
      expect([...new Set(reported)], stdout).toEqual(expected);
    } finally {
      await rm(copy);
    }
  });
});
