import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../testing/databases.ts';
import { buildProgram, freePort } from '../testing/program.ts';

/** A proxy to the database that can stop responding without closing connections. */
const startLine = async (connectionString: string) => {
  const { host, port, user, database } = new pg.Client({ connectionString });
  const reach = () =>
    host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  const sockets: net.Socket[] = [];
  const line = net.createServer((near) => {
    const far = reach();
    sockets.push(near, far);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port: own } = line.address() as net.AddressInfo;
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${database}`,
    cut: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
};

test('a server whose database no longer responds still exits, with a message', async () => {
  const line = await startLine(await createDatabase());
  const program = await buildProgram();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-'));
  const server = await program.serve({
    DATABASE_URL: line.url,
    LECTERN_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LECTERN_SHUTDOWN_SECONDS: '2',
  });
  line.cut();
  const { code, err } = await server.stop('SIGTERM');
  expect([code, err]).toEqual([1, expect.stringContaining('did not finish within 2 seconds')]);
  line.close();
  await rm(dataDir, { recursive: true, force: true });
});
