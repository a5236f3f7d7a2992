import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { locateBinaries, prepareBinaries } from './binaries.ts';
import { dataFolderAt } from './data-folder.ts';
import { describeEmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import {
  childrenOf,
  createWorkbench,
  isRoot,
  isRunning,
  killDatabase,
  NO_FSYNC,
  postmasterOf,
  query,
  until,
} from './postgres-embedded.fixture.ts';
import { giveTo } from './privileges.ts';
import { identifyPostmaster, livenessOf, ownIdentity, parseProcStat } from './processes.ts';
import { postmasterArguments } from './start-postmaster.ts';
import { supervise } from './supervisor.ts';

// Starting and stopping real processes takes time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const workbench = createWorkbench();
afterAll(workbench.clear);

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, settings: NO_FSYNC });

describe('a killed first start', () => {
  it('is repaired by the next start', async () => {
    const dataDir = await workbench.dataDir();
    const child = await workbench.launch({ dataDir });
    const unfinished = async () => {
      const names = await readdir(dataDir).catch(() => []);
      const draft = names.find((name) => name.startsWith('postgres.unfinished-'));
      // The first start is in progress: some files exist.
      return draft !== undefined && (await readdir(join(dataDir, draft))).length > 5;
    };
    await until(unfinished);
    await child.kill('SIGKILL');
    expect(await unfinished()).toBe(true);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const description = await describeEmbeddedPostgres({ dataDir });
    expect(description.state).toBe('absent');
    expect(description.problems.join()).toContain('interrupted first start');

    const server = await start(dataDir);
    expect(server.joined).toBe(false);
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    expect((await readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([]);
    await server.stop();
  });

  it('is taken over by a waiting process', async () => {
    const dataDir = await workbench.dataDir();
    const first = await workbench.launch({ dataDir });
    await until(() => existsSync(join(dataDir, 'postgres-launcher.json')));
    const second = await workbench.launch({ dataDir });
    expect((await second.waitForEvent('progress')).message).toContain(`Process ${first.pid}`);
    await first.kill('SIGKILL');
    expect(await second.waitForEvent('started')).toMatchObject({ joined: false });
    await second.stop();
  });
});

describe('an orphaned server, left by kill -9 of its launcher', () => {
  it('is adopted, and stopped by its adopter', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir });
    await child.waitForEvent('started');
    const orphan = postmasterOf(dataDir);
    await child.kill('SIGKILL');
    expect(isRunning(orphan, dataDir)).toBe(true);
    const description = await describeEmbeddedPostgres({ dataDir });
    expect(description).toMatchObject({ state: 'running', pid: orphan });
    expect(description.problems.join()).toContain('without its launcher');

    const server = await start(dataDir);
    expect(server.joined).toBe(false);
    expect(postmasterOf(dataDir)).toBe(orphan);
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    await server.stop();
    expect(isRunning(orphan, dataDir)).toBe(false);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  it('is restarted after adoption when it dies', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir });
    await child.waitForEvent('started');
    await child.kill('SIGKILL');
    const server = await start(dataDir);
    const orphan = postmasterOf(dataDir) ?? 0;
    process.kill(orphan, 'SIGKILL');
    await until(
      async () => postmasterOf(dataDir) !== orphan && (await joinEmbeddedPostgres({ dataDir })) !== undefined,
    );
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    await server.stop();
  });

  it('is stopped and replaced if it does not respond', async () => {
    const dataDir = await workbench.usedDataDir();
    // Its socket was deleted, so that nobody can connect.
    const child = await workbench.launch({ dataDir });
    await child.waitForEvent('started');
    const orphan = postmasterOf(dataDir);
    await child.kill('SIGKILL');
    await rm(join(dataDir, 'postgres-socket'), { recursive: true });
    const server = await start(dataDir);
    expect(isRunning(orphan, dataDir)).toBe(false);
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    await server.stop();
  });
});

describe('an orphaned server with a renamed data folder', () => {
  it('is adopted under its new path', async () => {
    const before = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir: before });
    await child.waitForEvent('started');
    const orphan = postmasterOf(before);
    await child.kill('SIGKILL');
    const after = await workbench.dataDir();
    await rename(before, after);
    const server = await start(after);
    expect(server.joined).toBe(false);
    expect(postmasterOf(after)).toBe(orphan);
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    await server.stop();
    expect(isRunning(orphan, after)).toBe(false);
  });
});

describe('a reused process id', () => {
  it('in postmaster.pid and the socket lock stops neither the start nor that process', async () => {
    const dataDir = await workbench.usedDataDir();
    const stranger = spawn('sleep', ['600']);
    try {
      const { cluster, socket } = dataFolderAt(dataDir);
      const file = `${stranger.pid}\n${cluster}\n1700000000\n5432\n${socket}\n\n  1234567     99\nready   \n`;
      await writeFile(join(cluster, 'postmaster.pid'), file);
      await mkdir(socket, { recursive: true });
      await writeFile(join(socket, '.s.PGSQL.5432.lock'), file);
      const server = await start(dataDir);
      expect(server.joined).toBe(false);
      await server.stop();
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('in the lock file of the launcher does not make it look alive', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir });
    await child.waitForEvent('started');
    const lock = join(dataDir, 'postgres-launcher.json');
    const launcher = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number };
    await child.kill('SIGKILL');
    // The PID is alive, but belongs to this test and not to the launcher.
    await writeFile(lock, JSON.stringify({ ...launcher, pid: process.pid }));
    const server = await start(dataDir);
    expect(server.joined).toBe(false);
    await server.stop();
    expect(existsSync(lock)).toBe(false);
  });

  it('is recognized by its start time and its folder', () => {
    const me = ownIdentity();
    expect(livenessOf(me)).toBe('alive');
    expect(livenessOf({ ...me, startTime: `${me.startTime}1` })).toBe('dead');
    expect(livenessOf({ ...me, pidNamespace: 'pid:[1]' })).toBe('elsewhere');
    expect(livenessOf({ ...me, startTime: 'another-boot:1', pidNamespace: 'pid:[1]' })).toBe('dead');
    expect(identifyPostmaster(process.pid, '/anywhere')).toBe('foreign');
    expect(identifyPostmaster(2 ** 22 + 1, '/anywhere')).toBe('gone');
    expect(parseProcStat('7 (a) b) Z 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20')).toEqual({
      state: 'Z',
      startTime: '4242',
    });
  });
});

describe('a killed postmaster', () => {
  it('does not block the next start if it is a zombie', async () => {
    const dataDir = await workbench.usedDataDir();
    const folder = dataFolderAt(dataDir);
    const binaries = await prepareBinaries(await locateBinaries(), folder);
    const owner = isRoot ? { uid: 65534, gid: 65534 } : undefined;
    await mkdir(folder.socket, { mode: 0o700, recursive: true });
    if (owner) {
      await giveTo(owner, folder.cluster);
      await chown(folder.socket, owner.uid, owner.gid);
    }
    const args = postmasterArguments({ folder, socketFolder: folder.socket, settings: NO_FSYNC });
    // The shell becomes `sleep`, which never reaps its child.
    const parent = spawn('/bin/sh', ['-c', '"$0" "$@" & exec sleep 600', binaries.postgres, ...args], {
      stdio: 'ignore',
      uid: owner?.uid,
      gid: owner?.gid,
      env: { LC_ALL: 'C' },
    });
    try {
      await until(async () => (await joinEmbeddedPostgres({ dataDir })) !== undefined);
      const pid = postmasterOf(dataDir) ?? 0;
      process.kill(pid, 'SIGKILL');
      await until(() => identifyPostmaster(pid, folder.cluster) === 'zombie');
      const begin = Date.now();
      const server = await start(dataDir);
      expect(server.joined).toBe(false);
      expect(Date.now() - begin).toBeLessThan(10_000);
      expect(identifyPostmaster(pid, folder.cluster)).toBe('zombie');
      await server.stop();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('delays the next start until its last worker has ended', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir });
    const { connectionString } = await child.waitForEvent('started');
    const busy = query(connectionString, 'SELECT pg_backend_pid(), pg_sleep(600)').catch(() => 'cut off');
    const pid = postmasterOf(dataDir) ?? 0;
    const running =
      "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()";
    await until(async () => (await query(connectionString, running)) !== undefined);
    const backend = Number(await query(connectionString, running));
    // A suspended worker does not notice the death of its postmaster, and keeps the shared memory.
    process.kill(backend, 'SIGSTOP');
    await child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const release = sleep(1_500).then(() => process.kill(backend, 'SIGCONT'));
    const begin = Date.now();
    const server = await start(dataDir);
    expect(Date.now() - begin).toBeGreaterThan(1_000);
    await release;
    expect(await busy).toBe('cut off');
    await server.stop();
  });

  it('is restarted by its launcher, which logs it', async () => {
    const dataDir = await workbench.usedDataDir();
    const log: string[] = [];
    const server = await startEmbeddedPostgres({
      dataDir,
      settings: NO_FSYNC,
      log: (line) => log.push(line),
    });
    const first = postmasterOf(dataDir) ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => log.some((line) => line.includes('started again')));
    expect(log.join('\n')).toMatch(/was ended by SIGKILL unexpectedly/);
    expect(postmasterOf(dataDir)).not.toBe(first);
    expect(await query(server.connectionString, 'SELECT 1')).toBe('1');
    const second = postmasterOf(dataDir);
    await server.stop();
    expect(isRunning(second, dataDir)).toBe(false);
    await sleep(300);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  it('is not restarted forever', async () => {
    const log: string[] = [];
    const dying = () => ({
      pid: 1,
      socketFolder: '',
      ended: Promise.resolve('fell over'),
      stop: async () => undefined,
    });
    let restarts = 0;
    const supervisor = supervise({
      first: dying(),
      restart: async () => {
        restarts += 1;
        if (restarts === 2) throw new Error('no space left');
        return dying();
      },
      abandon: () => undefined,
      log: (line) => log.push(line),
      limits: { pauses: [1, 1, 1], healthyAfterMs: 60_000 },
    });
    await until(() => log.some((line) => line.includes('is not started again')));
    expect(restarts).toBe(3);
    expect(log.join('\n')).toContain('no space left');
    await supervisor.stop();
  });
});

describe('stopping the launcher', () => {
  it('by Ctrl-C keeps the database running until pending work is written', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir, detached: true });
    await child.waitForEvent('started');
    const pid = postmasterOf(dataDir);
    // As a terminal does: signals the whole process group.
    process.kill(-child.pid, 'SIGINT');
    await child.waitForEvent('stopped');
    expect(isRunning(pid, dataDir)).toBe(false);
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'SELECT count(*) FROM finished')).toBe('0');
    await server.stop();
  });

  it('by process.exit without stop leaves no orphan', async () => {
    const dataDir = await workbench.usedDataDir();
    const child = await workbench.launch({ dataDir });
    await child.waitForEvent('started');
    const pid = postmasterOf(dataDir);
    child.sendCommand('leave');
    await until(() => !isRunning(pid, dataDir));
  });

  it('by kill -9 of the whole tree loses no acknowledged row, three times', async () => {
    const dataDir = await workbench.usedDataDir();
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const child = await workbench.launch({ dataDir, settings: { fsync: 'on' } });
      await child.waitForEvent('started');
      child.sendCommand('insert');
      await until(() => child.events.filter(({ event }) => event === 'row').length > 50);
      const tree = childrenOf(postmasterOf(dataDir) ?? 0);
      expect(tree.length).toBeGreaterThan(3);
      child.process.kill('SIGKILL');
      await killDatabase(dataDir);
      await child.kill('SIGKILL');
      const rows = child.events.flatMap(({ row }) => (row === undefined ? [] : [row]));
      acknowledged += rows.length;
      const server = await start(dataDir);
      const missing = `SELECT count(*) FROM unnest('{${rows.join()}}'::int[]) AS id WHERE id NOT IN (SELECT id FROM rows)`;
      expect(await query(server.connectionString, missing)).toBe('0');
      expect(
        Number(await query(server.connectionString, 'SELECT count(*) FROM rows')),
      ).toBeGreaterThanOrEqual(acknowledged);
      await server.stop();
    }
    console.log(`${acknowledged} acknowledged rows, none lost`);
  });
});
