import { randomUUID } from 'node:crypto';
import net from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './kernel/config.ts';
import { ListenError, run } from './main.ts';

describe('a first run', () => {
  const server = process.env.LECTERN_TEST_DATABASE!;
  const name = `first_${randomUUID().replaceAll('-', '')}`;
  const inServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  afterAll(() => inServer(`drop database if exists ${name} with (force)`));

  test('that cannot listen, or is only a worker, leaves the admin token to the next one', async () => {
    await inServer(`create database ${name}`);
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const start = (env: Record<string, string>, roles: ('api' | 'worker')[]) =>
      run(
        readConfig({
          DATABASE_URL: server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`),
          LECTERN_FIRST_RUN: 'sample',
          LOG_LEVEL: 'silent',
          ...env,
        }),
        roles,
        () => {},
      );
    await expect(start({ PORT: String(port) }, ['api'])).rejects.toThrow(ListenError);
    await expect(start({ PORT: '0', HOST: '192.0.2.1' }, ['api'])).rejects.toThrow('HOST is 192.0.2.1');
    const worker = await start({}, ['worker']);
    expect(worker.firstRun).toBeUndefined();
    await worker.stop();
    const first = await start({ PORT: '0' }, ['api']);
    expect(first.firstRun?.token).toMatch(/^lct_/);
    await first.stop();
    const second = await start({ PORT: '0' }, ['api']);
    expect(second.firstRun).toBeUndefined();
    await second.stop();
    taken.close();
  });

  test('prints the link to the set-up page at every start until it is used', async () => {
    const fresh = `setup_${randomUUID().replaceAll('-', '')}`;
    await inServer(`create database ${fresh}`);
    const start = () =>
      run(
        readConfig({
          DATABASE_URL: server.replace(/\/[^/?]*(\?|$)/, `/${fresh}$1`),
          PUBLIC_URL: 'https://docs.example.test',
          LOG_LEVEL: 'silent',
          PORT: '0',
        }),
        ['api'],
        () => {},
      );
    const first = await start();
    expect(first.firstRun).toBeUndefined();
    expect(first.setupLink).toMatch(/^https:\/\/docs\.example\.test\/setup\?token=lcf_[\w-]{43}$/);
    await first.stop();
    const second = await start();
    expect(second.setupLink).toBe(first.setupLink);
    const token = new URL(second.setupLink!).searchParams.get('token')!;
    const { session } = await second.app.services.setup.complete(
      token,
      {
        displayName: 'Ada',
        email: 'ada@example.test',
        organization: 'Example',
        space: 'Handbook',
        password: 'a green lamp by the sea',
      },
      { address: '127.0.0.1', agent: 'Test' },
    );
    expect(session).toMatch(/^lcs_/);
    await second.stop();
    const third = await start();
    expect([third.setupLink, third.firstRun]).toEqual([undefined, undefined]);
    await third.stop();
    await inServer(`drop database if exists ${fresh} with (force)`);
  });
});
