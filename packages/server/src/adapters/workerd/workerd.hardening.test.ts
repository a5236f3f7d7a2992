import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findBinary } from './find-binary.ts';
import { planLaunch } from './hardening.ts';
import { createScripts, examineScripts } from './index.ts';
import { removeAbandonedFolders } from './socket-folder.ts';
import { startScripts, startServer, type TestScripts } from './workerd.fixture.ts';

const isRoot = process.getuid?.() === 0;
const SETTINGS = { processes: 1, seconds: 20, memoryMegabytes: 256 };
const named = ({ measures }: { measures: readonly { name: string; isOn: boolean }[] }) =>
  Object.fromEntries(measures.map(({ name, isOn }) => [name, isOn]));

describe('the workerd program', () => {
  test('is missing on an unsupported platform', () => {
    expect(findBinary('win32-x64')).toEqual({
      missing: 'There is no workerd for win32-x64: run Lectern on Linux or macOS, x64 or arm64.',
    });
  });
  test('is missing without the C library that it requires', () => {
    expect(findBinary('linux-x64', () => false)).toEqual({ missing: expect.stringContaining('needs glibc') });
  });
  test('is missing if its package is not installed', () => {
    const found = findBinary('linux-arm64', (file) => file.includes('ld-linux'));
    expect(found).toEqual({
      missing: expect.stringContaining('npm install @cloudflare/workerd-linux-arm64'),
    });
  });
  test('is reported as missing by scripts and by doctor', async () => {
    const find = () => ({ missing: 'There is none.' });
    const needs = { egress: {} as never, api: {} as never };
    expect(createScripts({ settings: SETTINGS, find, ...needs }).unavailableReason).toBe('There is none.');
    expect(await examineScripts(SETTINGS, find)).toEqual({ problem: 'There is none.' });
    const off = { ...SETTINGS, processes: 0 };
    expect(createScripts({ settings: off, ...needs }).unavailableReason).toContain(
      'LECTERN_SCRIPT_PROCESSES',
    );
  });
  test('that does not start is reported with its output', async () => {
    const on = await startScripts({ find: () => ({ binary: '/bin/false' }) });
    const { failure } = await on.run(on.scriptDoing('return 1'));
    expect(failure).toEqual({ kind: 'unavailable', message: 'workerd does not run here: 1' });
    expect(await on.scripts.check(on.scriptDoing('return 1'))).toEqual(failure);
    await on.close();
  });
});

describe('a machine', () => {
  test('without any sandboxing tool runs scripts unprotected, with advice', async () => {
    const launch = await planLaunch('/workerd', 256, async ([first]) =>
      first === '/workerd' ? undefined : 'not found',
    );
    expect(launch.command.slice(-1)).toEqual(['/workerd']);
    expect(launch.isWatched).toBe(true);
    expect(named(launch)).toEqual({
      limits: false,
      network: false,
      privileges: false,
      parent: false,
      user: !isRoot,
    });
    for (const { isOn, detail } of launch.measures) if (!isOn) expect(detail).toMatch(/install util-linux/);
  });
  test('without namespaces has all other measures', async () => {
    const launch = await planLaunch('/workerd', 256, async (words) =>
      words.includes('unshare') ? 'Operation not permitted' : undefined,
    );
    expect(named(launch)).toEqual({
      limits: true,
      network: false,
      privileges: true,
      parent: true,
      user: true,
    });
    expect(launch.command).not.toContain('unshare');
  });
  test.runIf(isRoot)('with an inaccessible program passes it as an open file', async () => {
    const launch = await planLaunch('/private/workerd', 256, async (words) =>
      words.includes('--reuid=65534') && words.includes('/private/workerd') ? 'Permission denied' : undefined,
    );
    expect([launch.command.at(-1), launch.opened]).toEqual(['/proc/self/fd/3', '/private/workerd']);
  });
});

describe.runIf(process.platform === 'linux')('a workerd process', () => {
  let on: TestScripts | undefined;
  afterEach(async () => {
    await on?.close();
    on = undefined;
  });
  const started = async (...options: Parameters<typeof startScripts>) => {
    on = await startScripts(...options);
    expect((await on.run(on.scriptDoing('return 1'))).text).toBe('1');
    const pids = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
    const found = await Promise.all(
      pids.map(async (pid) => ({ pid, command: await readFile(`/proc/${pid}/cmdline`, 'utf8') })),
    );
    return Number(found.find(({ command }) => command.includes('scripts.capnp'))!.pid);
  };

  test('has no network, no privileges and no inherited environment, as far as the machine allows', async () => {
    const pid = await started();
    const { measures } = (await examineScripts(SETTINGS)) as Exclude<
      Awaited<ReturnType<typeof examineScripts>>,
      { problem: string }
    >;
    const isOn = named({ measures });
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toBe('');
    if (isOn.privileges) expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    if (isOn.user && isRoot) {
      expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
      expect(status).toMatch(/^CapBnd:\s+0+$/m);
    }
    if (isOn.network) expect(await readFile(`/proc/${pid}/net/dev`, 'utf8')).not.toMatch(/eth|ens|wl/);
    if (isOn.limits)
      expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size\s+0/m);
  });
  test('leaves no readable files in its private folder', async () => {
    await started();
    const [folder] = (await readdir(os.tmpdir())).filter((name) =>
      name.startsWith(`lectern-scripts-${process.pid}-`),
    );
    expect((await readdir(path.join(os.tmpdir(), folder!))).sort()).toEqual(['events', 'gate', 'host']);
  });
  test('is stopped by a watching shell if the system cannot do that', async () => {
    const plan: typeof planLaunch = (binary, memory) =>
      planLaunch(binary, memory, async ([first]) => (first === binary ? undefined : 'not found'));
    const server = startServer(`
      import(${JSON.stringify(new URL('./hardening.ts', import.meta.url).href)}).then(({ planLaunch }) => startScripts({
        plan: (binary, memory) => planLaunch(binary, memory, async ([first]) => first === binary ? undefined : 'not found'),
      }))`);
    const said = await new Promise((resolve) =>
      server.stdout.once('data', (chunk) => resolve(String(chunk))),
    );
    expect(said).toBe('1\n');
    const members = () => groupsUnder(server.pid!);
    const [group] = await members();
    expect(group).toBeDefined();
    server.kill('SIGKILL');
    await expect.poll(() => isThere(-group!), { timeout: 240_000 }).toBe(false);
    // Without a crash of the server, both end on request.
    await started({ plan });
  });
});

/** The children of a process, each of which leads a group. */
const groupsUnder = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .trim()
    .split(' ')
    .map(Number)
    .filter((child) => isThere(-child));

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('folders of killed servers are removed, and those of running ones are not', async () => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'leftovers-'));
  const ended = spawn('true');
  await new Promise((resolve) => ended.once('exit', resolve));
  const names = {
    dead: `lectern-scripts-${ended.pid}-aaaaaa`,
    alive: `lectern-scripts-${process.pid}-bbbbbb`,
    listening: `lectern-scripts-${ended.pid}-cccccc`,
    young: `lectern-scripts-${ended.pid}-dddddd`,
    other: 'lectern-book-1',
  };
  for (const name of Object.values(names)) await mkdir(path.join(place, name));
  const server = net.createServer().listen(path.join(place, names.listening, 'events'));
  for (const name of [names.dead, names.alive, names.listening, names.other])
    await utimes(path.join(place, name), 0, 0);
  await removeAbandonedFolders(place);
  expect((await readdir(place)).sort()).toEqual(
    [names.alive, names.listening, names.young, names.other].sort(),
  );
  server.close();
  await rm(place, { recursive: true });
});
