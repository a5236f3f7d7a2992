import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
let program = '';
beforeAll(async () => {
  const { ensureBuilt } = (await import(path.join(ROOT, 'scripts/steps.mjs'))) as {
    ensureBuilt(): Promise<string>;
  };
  program = await ensureBuilt();
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const launch = (args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, HOME: os.homedir(), ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child: child as ChildProcess, ended, output: () => out + err };
};
const lectern = (args: readonly string[], env: Record<string, string>) => launch(args, env).ended;

/** A server that has said that it listens. */
const serve = async (env: Record<string, string>, ...args: string[]) => {
  const server = launch(['serve', ...args], env);
  const deadline = Date.now() + 50_000;
  while (!server.output().includes('Ctrl-C stops')) {
    if (Date.now() > deadline || server.child.exitCode !== null)
      throw new Error(`It did not start: ${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...server,
    stop: (signal: NodeJS.Signals = 'SIGINT') => {
      server.child.kill(signal);
      return server.ended;
    },
  };
};

const userOf = async (url: string, token: string) =>
  (await (await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    email?: string;
  };

describe('settings that are wrong', () => {
  test('stop the start with a list of all that is wrong', async () => {
    const { code, err } = await lectern(['serve'], { PORT: 'x', PUBLIC_URL: 'y', LOG_LEVEL: 'z' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL']) expect(err).toContain(`- ${name} must`);
    expect(err).not.toContain('    at ');
  });

  test('a database that does not answer is told in a sentence', async () => {
    const { code, err } = await lectern(['serve'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(err).toContain('The database of DATABASE_URL does not answer');
  });

  test('commands explain themselves', async () => {
    expect((await lectern(['--help'], {})).out).toContain('serve');
    expect((await lectern(['serve', '--role', 'king'], {})).err).toContain('api, worker or both');
    expect((await lectern(['user', 'create', '--email', 'nobody'], {})).err).toContain('e-mail address');
    expect((await lectern(['token', 'create'], {})).err).toContain('--user');
    expect((await lectern(['nonsense'], {})).code).not.toBe(0);
  });

  test('openapi needs neither a server nor a database', async () => {
    const { code, out } = await lectern(['openapi', '--url', 'https://docs.example'], {});
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://docs.example' }] });
  });
});

describe('a first run with the embedded database', () => {
  let dataDir: string;
  let url: string;
  let env: Record<string, string>;
  let token: string;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-cli-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    env = { LECTERN_DATA_DIR: dataDir, PORT: String(port) };
    server = await serve(env);
    token = /lct_[A-Za-z0-9]{43}/.exec(server.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('shows the address, a token, and a curl line that works as it stands', async () => {
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('curl'))!
      .trim();
    expect(line).toBe(`curl -H "Authorization: Bearer ${token}" ${url}/v1/orgs`);
    const answer = await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as { items: { id: string; title: string }[] };
    expect(items.map((item) => item.title)).toEqual(['My organization']);
    const spaces = await fetch(`${url}/v1/orgs/${items[0]!.id}/spaces`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await spaces.json()).toMatchObject({
      count: 1,
      items: [{ title: 'Sample space', permissions: { admin: true } }],
    });
  });

  test('users and tokens are made beside it, and each command prints one thing alone', async () => {
    const orgs = (await (
      await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as { items: { id: string }[] };
    const made = await lectern(
      [
        'user',
        'create',
        '--email',
        'ann@example.test',
        '--name',
        'Ann',
        '--org',
        orgs.items[0]!.id,
        '--role',
        'edit',
      ],
      env,
    );
    expect(made.out).toMatch(/^[A-Za-z0-9]{22}\n$/);
    const fresh = await lectern(
      ['token', 'create', '--user', 'ANN@example.test', '--label', 'laptop', '--expires', '7'],
      env,
    );
    expect(fresh.out).toMatch(/^lct_[A-Za-z0-9]{43}\n$/);
    expect(await userOf(url, fresh.out.trim())).toMatchObject({
      email: 'ann@example.test',
      displayName: 'Ann',
      id: made.out.trim(),
    });
    const again = await lectern(['user', 'create', '--email', 'Ann@example.test'], env);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain('already');
    expect((await lectern(['token', 'create', '--user', 'bob@example.test'], env)).err).toContain('no user');
    expect((await lectern(['user', 'create', '--email', 'b@example.test', '--org', 'x'], env)).err).toContain(
      'no organization',
    );
  });

  test('doctor and migrate look at the running installation', async () => {
    const { code, out } = await lectern(['doctor'], env);
    expect([code, out]).toEqual([0, expect.stringContaining('running, version 18')]);
    expect((await lectern(['migrate'], env)).out).toContain('up to date');
    expect((await lectern(['doctor'], { ...env, PORT: 'x' })).code).toBe(1);
  });

  test('a port that is taken is told in a sentence, and a second server joins the database', async () => {
    const taken = await lectern(['serve'], env);
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('is taken by another program')]);
    const port = await freePort();
    const second = await serve({ ...env, PORT: String(port) });
    expect(second.output()).not.toContain('lct_');
    expect(await userOf(`http://127.0.0.1:${port}`, token)).toMatchObject({ email: 'admin@lectern.local' });
    expect((await second.stop('SIGTERM')).code).toBe(0);
    expect(await userOf(url, token)).toMatchObject({ email: 'admin@lectern.local' });
  });

  test('a worker works without listening', async () => {
    const worker = await serve({ ...env, PORT: '1' }, '--role', 'worker');
    expect((await worker.stop()).code).toBe(0);
  });

  test('Ctrl-C stops everything, and the next start finds everything again', async () => {
    expect((await server.stop()).code).toBe(0);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    // Without a server, commands start the database for themselves and stop it again.
    expect((await lectern(['token', 'create', '--user', 'admin@lectern.local'], env)).out).toMatch(/^lct_/);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    server = await serve(env);
    expect(server.output()).not.toContain('lct_');
    expect(await userOf(url, token)).toMatchObject({ email: 'admin@lectern.local' });
  });
});

test('LECTERN_ADMIN_TOKEN is the token of the first run', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-cli-'));
  const port = await freePort();
  const chosen = 'a-token-of-my-own-choice';
  const server = await serve({ LECTERN_DATA_DIR: dataDir, PORT: String(port), LECTERN_ADMIN_TOKEN: chosen });
  expect(await userOf(`http://127.0.0.1:${port}`, chosen)).toMatchObject({ displayName: 'Administrator' });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
