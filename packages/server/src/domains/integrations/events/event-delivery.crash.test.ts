import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workerdPids } from '../../../testing/processes.ts';
import { buildProgram, freePort, type Program } from '../../../testing/program.ts';
import { install, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { publishReporter, queueOf, until } from '../../../testing/reporter-integration.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';

const TASKS = 150;
const CHANGES = 49;
// With the installation itself.
const ALL = TASKS + CHANGES + 1;

describe('events whose processes are killed', () => {
  let receiver: Receiver;
  let program: Program;
  let server: TestServer;
  let egressAllow: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.respondBy((response) => setTimeout(() => response.writeHead(200).end(), 150));
    egressAllow = new URL(receiver.url).host;
    program = await buildProgram();
    // This one takes requests; the one that works comes and goes.
    server = await startServer({ config: { egressAllow } });
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      LECTERN_EGRESS_ALLOW: egressAllow,
      PORT: String(await freePort()),
    });
  /** What tells events apart for whoever gets them. */
  const seen = () =>
    new Set(
      receiver.received.map(({ event: { type, task, environment } }) =>
        type === 'task' ? `task ${task.number}` : `change ${environment.installation.externalIds}`,
      ),
    );

  test('are all delivered', async () => {
    const org = await server.organization();
    const name = await publishReporter(org, receiver);
    const { integration } = await serviceAccountsOf(server, name);
    const first = await work();
    const { at } = await install(org, name);
    const said = (async () => {
      for (let number = 0; number < TASKS; number++) {
        const { status } = await integration('POST', `/integrations/${name}/tasks`, { task: { number } });
        expect(status).toBe(204);
        if (number < CHANGES) await org.admin.call('PATCH', at, { externalIds: [`${number}`] });
      }
    })();
    const arrived = (count: number) =>
      until(() => expect(receiver.received.length).toBeGreaterThan(count), 120_000);

    await arrived(20);
    const [child] = workerdPids(first.child.pid);
    process.kill(child!, 'SIGKILL');
    await arrived(60);
    first.child.kill('SIGKILL');
    await first.ended;
    await said;
    expect(seen().size).toBeLessThan(ALL);
    expect((await queueOf(server, name)).length).toBeGreaterThan(0);

    const second = await work();
    await until(async () => expect(await queueOf(server, name)).toEqual([]), 240_000);
    const recorded = await server.app.kernel.db
      .selectFrom('integration_events')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max('status').as('status')])
      .executeTakeFirstOrThrow();
    expect(recorded).toEqual({ count: String(ALL), status: 'success' });
    for (let number = 0; number < TASKS; number++) expect(seen()).toContain(`task ${number}`);
    // Each was told with its own id, whatever the installation was like by then.
    const ids = receiver.received
      .filter(({ event }) => event.type !== 'task')
      .map(({ event }) => event.eventId);
    expect(new Set(ids).size).toBe(CHANGES + 1);
    expect((await second.stop('SIGTERM')).code).toBe(0);
  });
});
