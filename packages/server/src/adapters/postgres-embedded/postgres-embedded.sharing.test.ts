import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { claimLauncherLock, findLauncher, parseLauncher } from './launcher-lock.ts';
import {
  createWorkbench,
  isRoot,
  isRunning,
  killDatabase,
  NO_FSYNC,
  postmasterOf,
  query,
  until,
} from './postgres-embedded.fixture.ts';
import { ownIdentity } from './processes.ts';

// Starting and stopping real processes takes time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const workbench = createWorkbench();
afterAll(workbench.clear);

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, settings: NO_FSYNC });

describe('two processes on one data folder', () => {
  it('share one database, and only the first stops it', async () => {
    const dataDir = await workbench.usedDataDir();
    const first = await workbench.launch({ dataDir });
    await first.waitForEvent('started');
    const second = await workbench.launch({ dataDir });
    expect(await second.waitForEvent('started')).toMatchObject({ joined: true });
    const pid = postmasterOf(dataDir);
    await second.stop();
    expect(isRunning(pid, dataDir)).toBe(true);
    await first.stop();
    expect(isRunning(pid, dataDir)).toBe(false);
  });

  it.each(['stops', 'is killed', 'is killed with its database'] as const)(
    'continue when the first %s: another one runs the database',
    async (how) => {
      const dataDir = await workbench.usedDataDir();
      const first = await workbench.launch({ dataDir });
      await first.waitForEvent('started');
      const others = [await start(dataDir), await start(dataDir)];
      expect(others.map(({ joined }) => joined)).toEqual([true, true]);
      if (how === 'stops') await first.stop();
      else await first.kill('SIGKILL');
      if (how === 'is killed with its database') await killDatabase(dataDir);
      const answers = (server: (typeof others)[number]) =>
        query(server.connectionString, 'SELECT 1').then(
          (answer) => answer === '1',
          () => false,
        );
      const isOwned = async () =>
        (await findLauncher(join(dataDir, 'postgres-launcher.json')))?.liveness === 'alive';
      await until(async () => (await isOwned()) && (await answers(others[0]!)), 60_000);
      expect(await Promise.all(others.map(answers))).toEqual([true, true]);
      const pid = postmasterOf(dataDir);
      await Promise.all(others.map((other) => other.stop()));
      expect(isRunning(pid, dataDir)).toBe(false);
    },
  );

  it('that start at the same time on a new folder agree on one launcher', async () => {
    const dataDir = await workbench.dataDir();
    const children = await Promise.all([1, 2, 3, 4].map(() => workbench.launch({ dataDir })));
    const started = await Promise.all(children.map((child) => child.waitForEvent('started')));
    expect(started.filter(({ joined }) => !joined)).toHaveLength(1);
    expect(new Set(started.map(({ connectionString }) => connectionString)).size).toBe(1);
    const owner = children[started.findIndex(({ joined }) => !joined)];
    for (const child of children) if (child !== owner) await child.stop();
    await owner?.stop();
  });

  it('that find an orphan at the same time agree on one adopter', async () => {
    const dataDir = await workbench.usedDataDir();
    const dead = await workbench.launch({ dataDir });
    await dead.waitForEvent('started');
    const orphan = postmasterOf(dataDir);
    await dead.kill('SIGKILL');
    const children = await Promise.all([1, 2, 3, 4].map(() => workbench.launch({ dataDir })));
    const started = await Promise.all(children.map((child) => child.waitForEvent('started')));
    expect(started.filter(({ joined }) => !joined)).toHaveLength(1);
    expect(postmasterOf(dataDir)).toBe(orphan);
    await Promise.all(children.map((child) => child.stop()));
    expect(isRunning(orphan, dataDir)).toBe(false);
  });

  it.skipIf(!isRoot)('in two containers share one database (skipped unless root)', async () => {
    const dataDir = await workbench.usedDataDir();
    const container = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
    const first = await workbench.launch({ dataDir, prefix: container });
    await first.waitForEvent('started');
    const second = await workbench.launch({ dataDir, prefix: container });
    expect(await second.waitForEvent('started')).toMatchObject({ joined: true });
    await second.stop();
    const outside = await start(dataDir);
    expect(outside.joined).toBe(true);
    expect(await query(outside.connectionString, 'SELECT 1')).toBe('1');
    await outside.stop();
    // The container is killed; its folder is free after a timeout.
    await first.kill('SIGKILL');
    const third = await workbench.launch({ dataDir, prefix: container });
    expect(await third.waitForEvent('started')).toMatchObject({ joined: false });
    await third.stop();
  });

  it('survive a damaged lock file', async () => {
    const dataDir = await workbench.usedDataDir();
    await writeFile(join(dataDir, 'postgres-launcher.json'), '');
    const server = await start(dataDir);
    expect(server.joined).toBe(false);
    await server.stop();
    expect(parseLauncher('{"pid":"1"}')).toBeUndefined();
  });

  it('take over a lock whose new owner died', async () => {
    const path = join(await workbench.folder(), 'lock');
    const dead = (token: string) => JSON.stringify({ ...ownIdentity(), startTime: 'long ago', token });
    await writeFile(path, dead('a'));
    await writeFile(`${path}.after-a`, dead('b'));
    await writeFile(`${path}.after-b`, '');
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimLauncherLock(path)));
    const claimed = claims.flatMap((claim) => (claim.kind === 'claimed' ? [claim.lock] : []));
    expect(claimed).toHaveLength(1);
    expect(await claimed[0]?.isHeld()).toBe(true);
    expect(await readdir(dirname(path))).toEqual(['lock']);
  });

  it('acquire a contended lock one at a time', async () => {
    const path = join(await workbench.folder(), 'lock');
    const stale = JSON.stringify({ ...ownIdentity(), startTime: 'long ago', token: 'stale' });
    for (let round = 0; round < 40; round++) {
      await writeFile(path, stale);
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimLauncherLock(path)));
      const claimed = claims.flatMap((claim) => (claim.kind === 'claimed' ? [claim.lock] : []));
      expect(claimed).toHaveLength(1);
      await claimed[0]?.release();
    }
    expect(await readdir(dirname(path))).toEqual([]);
  });
});
