import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../testing/build.ts';
import { freePort } from '../testing/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** The command of the systemd unit in the guide, for this folder and this Node. */
const unitCommand = (): string[] => {
  const guide = readFileSync(path.join(ROOT, 'docs/guides/deploy.md'), 'utf8');
  return /^ExecStart=(.*)$/m
    .exec(guide)![1]!
    .replaceAll('/opt/lectern', ROOT)
    .replace('/usr/bin/node', process.execPath)
    .split(' ');
};

/** The command of a container in the guide. */
const containerCommand = (): string[] => {
  const guide = readFileSync(path.join(ROOT, 'docs/guides/deploy.md'), 'utf8');
  return JSON.parse(/^CMD (\[.*\])$/m.exec(guide)![1]!);
};

describe('a server that is started like a person starts it', () => {
  let dataDir: string;
  let started: ChildProcess | undefined;
  const postmaster = () => path.join(dataDir, 'postgres/postmaster.pid');
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-started!.pid!, signal);
    } catch {
      // The whole group has ended.
    }
  };
  beforeAll(async () => {
    await ensureBuilt();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-signals-'));
  });
  afterEach(async () => {
    if (started) signalGroup('SIGTERM');
    await expect.poll(() => existsSync(postmaster()), { timeout: 30_000, interval: 50 }).toBe(false);
    if (started) signalGroup('SIGKILL');
    started = undefined;
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Starts a command in a process group of its own, and waits until it serves. */
  const start = async ([command, ...args]: readonly string[]) => {
    const child = spawn(command!, args, {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: os.homedir(),
        PORT: String(await freePort()),
        LECTERN_DATA_DIR: dataDir,
        LECTERN_SAMPLE_SITES: 'false',
      },
    });
    started = child;
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Ctrl-C stops')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      ended.then(() => reject(new Error(`It did not start: ${output}`)));
    });
    expect(existsSync(postmaster())).toBe(true);
    return { child, ended };
  };

  test.each<[string, () => readonly string[]]>([
    ['npm start', () => ['npm', 'start']],
    ['the systemd unit of the guide', unitCommand],
    ['the container of the guide', containerCommand],
  ])('with %s ends with 0 on SIGTERM, after its database', async (_, commandOf) => {
    const { child, ended } = await start(commandOf());
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(postmaster())).toBe(false);
  });

  test('with npx stops when npx is stopped, together with its database', async () => {
    const { child, ended } = await start(['npx', 'lectern', 'serve']);
    child.kill('SIGTERM');
    await ended;
    await expect.poll(() => existsSync(postmaster()), { timeout: 30_000, interval: 50 }).toBe(false);
  });

  // The terminal signals every process, and npm passes its signal on: the server gets two.
  test('with npm start ends with 0 on Ctrl-C, after its database', async () => {
    const { ended } = await start(['npm', 'start']);
    signalGroup('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(postmaster())).toBe(false);
  });
});
