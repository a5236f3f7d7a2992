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

const run = promisify(execFile);
const SRC = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.resolve(SRC, '../../..');
const BIN = path.join(ROOT, 'node_modules/.bin');

interface Import {
  readonly from: string;
  /** A package, or a file relative to `src`. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const files = filesBelow(SRC);
const textOf = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
const isTest = (file: string) => file.endsWith('.test.ts');

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
const importsOf = (file: string): Import[] =>
  [...textOf(file).matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => {
    const target = (named ?? bare ?? dynamic)!;
    const to = target.startsWith('.') ? path.join(path.dirname(file), target) : target;
    return { from: file, to, typeOnly: type !== undefined };
  });
const imports = files.flatMap(importsOf);
const sourceImports = imports.filter(({ from }) => !isTest(from));
const shown = (found: readonly Import[]) => found.map(({ from, to }) => `${from} -> ${to}`);
const domainOf = (file: string) => /^domains\/([^/]+)\//.exec(file)?.[1];

describe('the house', () => {
  test('the imports of this file are found: what looks for them works', () => {
    const own = importsOf('conformance/architecture.test.ts');
    expect(own).toContainEqual({
      from: 'conformance/architecture.test.ts',
      to: 'testing/databases.ts',
      typeOnly: false,
    });
    expect(own.map(({ to }) => to)).toContain('node:child_process');
    expect(importsOf('kernel/contract/domain.ts').every(({ typeOnly }) => typeOnly)).toBe(true);
    expect(imports.length).toBeGreaterThan(300);
  });

  describe('rule 3: handlers, services, stores', () => {
    // Queries live in stores; the kernel has its own tables, and tests look into everybody's.
    const mayQuery = (file: string) =>
      file.endsWith('.store.ts') || /^(kernel|testing|conformance|adapters)\//.test(file) || isTest(file);

    test('queries are built in stores and in the kernel only', () => {
      const found = imports.filter(
        ({ from, to, typeOnly }) => ['kysely', 'pg'].includes(to) && !typeOnly && !mayQuery(from),
      );
      expect(shown(found)).toEqual([]);
      const queries = files.filter(
        (file) =>
          !mayQuery(file) && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(textOf(file)),
      );
      expect(queries).toEqual([]);
    });

    test('bodies of pages are parsed in threads: only the kernel parses, and comments, which are short', () => {
      const parsing = files.filter(
        (file) =>
          !isTest(file) &&
          !/^(kernel\/markdown|testing|domains\/comments)\//.test(file) &&
          /\bparseMarkdown\b/.test(textOf(file)),
      );
      expect(parsing).toEqual([]);
    });

    test('services, stores and policies know no HTTP', () => {
      const found = imports.filter(
        ({ from, to }) =>
          /\.(service|store|policy)\.ts$/.test(from) &&
          /^(fastify|@fastify\/.*|node:https?|undici)$/.test(to),
      );
      expect(shown(found)).toEqual([]);
    });

    test('policies do nothing but think', () => {
      const found = imports.filter(
        ({ from, to, typeOnly }) =>
          from.endsWith('.policy.ts') &&
          !typeOnly &&
          (/^(node:|pg$|kysely$|undici$)/.test(to) ||
            /\.(store|service|handlers|jobs)\.ts$|^kernel\/(database|jobs|events|egress)/.test(to)),
      );
      expect(shown(found)).toEqual([]);
      const asynchronous = files.filter(
        (file) => file.endsWith('.policy.ts') && /\basync\b|\bawait\b|\bPromise\b/.test(textOf(file)),
      );
      expect(asynchronous).toEqual([]);
    });

    test('handlers reach the database only through services, contracts reach nothing', () => {
      const handlers = sourceImports.filter(
        ({ from, to, typeOnly }) => from.endsWith('.handlers.ts') && !typeOnly && to.endsWith('.store.ts'),
      );
      expect(shown(handlers)).toEqual([]);
      const contracts = sourceImports.filter(
        ({ from, to, typeOnly }) =>
          from.endsWith('.contract.ts') && !typeOnly && /\.(store|service|handlers|jobs)\.ts$/.test(to),
      );
      expect(shown(contracts)).toEqual([]);
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
      expect(shown(found)).toEqual([]);
    });

    test('import each other without cycles', () => {
      const uses = new Map<string, Set<string>>();
      for (const { from, to } of sourceImports) {
        const [user, used] = [domainOf(from), domainOf(to)];
        if (user && used && user !== used) uses.set(user, (uses.get(user) ?? new Set()).add(used));
      }
      expect(uses.size).toBeGreaterThan(3);
      const cycleFrom = (domain: string, way: string[]): string | undefined =>
        way.includes(domain)
          ? [...way.slice(way.indexOf(domain)), domain].join(' -> ')
          : [...(uses.get(domain) ?? [])].map((next) => cycleFrom(next, [...way, domain])).find(Boolean);
      expect([...uses.keys()].map((domain) => cycleFrom(domain, [])).filter(Boolean)).toEqual([]);
    });

    test('are known neither to the kernel nor to adapters nor to each other through the app', () => {
      const found = sourceImports.filter(
        ({ from, to }) =>
          (/^(kernel|adapters)\//.test(from) &&
            /^(domains\/|conformance\/|testing\/|cli\/|app\.ts|main\.ts)/.test(to)) ||
          (from.startsWith('domains/') && /^(conformance\/|testing\/|cli\/|app\.ts|main\.ts)/.test(to)),
      );
      expect(shown(found)).toEqual([]);
    });

    test('the server does not import its tests', () => {
      const found = sourceImports.filter(
        ({ from, to }) => /^(testing|conformance)\//.test(to) && !/^(testing|conformance)\//.test(from),
      );
      expect(shown(found)).toEqual([]);
    });
  });

  test('a domain has these kinds of files and no other', () => {
    const kinds = /^(contract|handlers|service|store|policy|jobs)\.ts$/;
    const odd = files
      .filter((file) => file.startsWith('domains/'))
      .filter((file) => {
        const parts = file.split('/').slice(1);
        const name = parts.at(-1)!;
        const owner = parts.at(-2)!;
        if (parts.length > 3) return true;
        if (parts.length === 2 && name === 'index.ts') return false;
        if (file === 'domains/system/system.pages.ts' || isTest(name)) return false;
        return !(name.startsWith(`${owner}.`) && kinds.test(name.slice(owner.length + 1)));
      });
    expect(odd).toEqual([]);
  });

  test('every domain has a door and tests', () => {
    const domains = new Set(files.flatMap((file) => domainOf(file) ?? []));
    expect(domains.size).toBeGreaterThan(5);
    const without = (has: (domain: string) => boolean) => [...domains].filter((domain) => !has(domain));
    expect(without((domain) => files.includes(`domains/${domain}/index.ts`))).toEqual([]);
    expect(without((domain) => files.some((file) => domainOf(file) === domain && isTest(file)))).toEqual([]);
  });

  test('rule 10: a file has one subject and fewer than 400 lines, contracts and what is generated excepted', () => {
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
          ...[
            '--dialect',
            'postgres',
            '--include-pattern',
            'public.*',
            '--exclude-pattern',
            'migrations',
            '--out-file',
            out,
          ],
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

  test('an operation that lacks something does not compile', async () => {
    const text = textOf('conformance/operation.types.ts');
    const expectation = /^\/\/ @ts-expect-error .*$/;
    const lines = text.split('\n');
    const wanted = lines.flatMap((line, index) => (expectation.test(line) ? [index + 2] : []));
    expect(wanted.length).toBeGreaterThanOrEqual(10);
    // Where the compiler finds packages, and nobody else takes it for a part of the tree.
    const bare = path.join(ROOT, 'node_modules', `.operation.${process.pid}.types.ts`);
    const stripped = lines.map((line) => (expectation.test(line) ? '//' : line)).join('\n');
    await writeFile(bare, stripped.replaceAll("from '../", `from '${SRC}`));
    try {
      const { compilerOptions } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
      const flags = Object.entries(compilerOptions).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const { stdout } = await run(path.join(BIN, 'tsc'), [...flags, '--ignoreConfig', bare], {
        cwd: ROOT,
      }).catch((error: { stdout: string }) => error);
      const told = [...stdout.matchAll(/operation\.\d+\.types\.ts\((\d+),\d+\): error/g)].map(([, line]) =>
        Number(line),
      );
      expect([...new Set(told)], stdout).toEqual(wanted);
    } finally {
      await rm(bare);
    }
  });
});
