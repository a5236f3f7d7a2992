import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { install, newName } from '../packages/server/src/testing/published-integrations.ts';
import {
  startServer,
  type TestOrganization,
  type TestServer,
} from '../packages/server/src/testing/server.ts';

const PACKAGE = '@gitbook/cli@0.25.1';
const FIXTURES = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../packages/server/src/testing/integrations',
);
const INSTALL_MS = 240_000;
const run = promisify(execFile);

/** Installs the published command line, which is too large to be a dependency; undefined if npm cannot install it. */
const installCommandLine = async (folder: string): Promise<string | undefined> => {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', ...options, PACKAGE], { cwd: folder, timeout: INSTALL_MS });
    return path.join(folder, 'node_modules/.bin/gitbook');
  } catch (error) {
    console.warn(`Skipping the published command line: npm cannot install it (${(error as Error).message})`);
    return undefined;
  }
};

describe('the published command line', () => {
  let server: TestServer;
  let org: TestOrganization;
  let folder: string;
  let program: string | undefined;
  let tailing: ChildProcess | undefined;
  const name = newName();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-command-line-'));
    program = await installCommandLine(folder);
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    const script = path.relative(folder, path.join(FIXTURES, 'event-logger.ts'));
    const manifest = {
      name,
      title: 'Event logger',
      description: 'Writes down what happens',
      organization: org.id,
      visibility: 'private',
      scopes: ['space:content:read', 'space:metadata:read'],
      script: script.startsWith('.') ? script : `./${script}`,
    };
    // JSON is valid YAML.
    await writeFile(path.join(folder, 'gitbook-manifest.yaml'), JSON.stringify(manifest));
  }, INSTALL_MS + 60_000);
  afterAll(async () => {
    tailing?.kill('SIGKILL');
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const options = () => ({
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CI: '1',
      GITBOOK_TOKEN: org.admin.token,
      GITBOOK_ENDPOINT: server.url,
    },
  });
  const command = async (...args: string[]) => {
    const running = run(program!, args, { ...options(), timeout: 240_000 });
    // The command asks for confirmation.
    running.child.stdin!.end('y\n');
    return (await running).stdout;
  };

  test('publishes an integration, tails its events, and unpublishes it', async ({ skip }) => {
    if (!program) skip('npm cannot install the command line');
    expect(await command('publish', '.')).toContain(name);
    const { body: published } = await org.admin.call('GET', `/integrations/${name}`);
    expect(published).toMatchObject({ title: 'Event logger', version: 1, visibility: 'private' });

    const { id, at } = await install(org, name);
    const events = async () => (await org.admin.call('GET', `/integrations/${name}/events`)).body.items;
    await org.admin.call('PATCH', at, { status: 'paused' });
    await vi.waitFor(async () => expect(await events()).toHaveLength(2), { timeout: 240_000 });
    let printed = '';
    tailing = spawn(program!, ['tail'], options());
    for (const stream of [tailing.stdout!, tailing.stderr!])
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    // `tail` prints the last two events, oldest first.
    await vi.waitFor(() => expect(printed.match(/heard installation_setup/g)).toHaveLength(2), {
      timeout: 240_000,
    });
    expect(printed).toMatch(
      new RegExp(`\\[success\\]\\[[^\\]]+\\] .*"installationId":"${id}"[^]*"status":"paused"`),
    );
    tailing.kill('SIGINT');

    expect(await command('unpublish', name)).toContain(name);
    expect((await org.admin.call('GET', `/integrations/${name}`)).status).toBe(404);
  });
});
