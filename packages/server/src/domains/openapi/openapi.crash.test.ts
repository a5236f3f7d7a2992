import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram, freePort, type Program } from '../../testing/program.ts';
import { startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';
import { petsApi } from '../../testing/specifications.ts';

describe('specifications of a killed process', () => {
  let program: Program;
  let server: TestServer;
  let org: TestOrganization;
  let answer = (_response: ServerResponse) => {};
  const website = createServer((_, response) => answer(response));
  beforeAll(async () => {
    program = await buildProgram();
    await new Promise<void>((listening) => website.listen(0, '127.0.0.1', listening));
    // Takes specifications; the process that works on them comes and goes.
    server = await startServer();
    org = await server.organization();
  });
  afterAll(async () => {
    await server.close();
    website.closeAllConnections();
    website.close();
  });

  const host = () => `127.0.0.1:${(website.address() as AddressInfo).port}`;
  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
      LECTERN_EGRESS_ALLOW: host(),
    });
  const becomes = (state: string) =>
    vi.waitFor(
      async () =>
        expect((await org.admin.call('GET', `/orgs/${org.id}/openapi/pets`)).body.processingState).toBe(
          state,
        ),
      { timeout: 240_000, interval: 50 },
    );

  test('are processed by the next one, long before their timeout', async () => {
    const worker = await work();
    const source = { url: `http://${host()}/api.json` };
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    await org.admin.call('PUT', `/orgs/${org.id}/openapi/pets`, { source });
    await asked;
    worker.child.kill('SIGKILL');
    await worker.ended;
    await becomes('progress');
    answer = (response) => response.end(JSON.stringify(petsApi()));
    const next = await work();
    await becomes('complete');
    expect((await org.admin.call('GET', `/orgs/${org.id}/openapi/pets`)).body).toHaveProperty('lastVersion');
    expect((await next.stop('SIGTERM')).code).toBe(0);
  });
});
