import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { buildProgram, freePort, type Program } from '../../../testing/program.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { type Receiver, respondWith, startReceiver } from '../../../testing/webhook-receiver.ts';

const EDITS = 20;

describe('webhook events of a killed sender', () => {
  let receiver: Receiver;
  let program: Program;
  let server: TestServer;
  beforeAll(async () => {
    receiver = await startReceiver();
    program = await buildProgram();
    // This one takes requests; the one that sends comes and goes.
    server = await startServer({ config: { egressAllow: '127.0.0.1' } });
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const work = async () =>
    program.serve({
      DATABASE_URL: server.connectionString,
      LECTERN_DATA_DIR: server.dataDir,
      PORT: String(await freePort()),
      LECTERN_EGRESS_ALLOW: '127.0.0.1',
    });
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 240_000, interval: 50 });

  test('all arrive, each with one id', async () => {
    const org = await server.organization();
    const space = await createLiveSpace(org);
    const at = `/orgs/${org.id}/webhooks`;
    const { body: webhook } = await org.admin.call('POST', at, { url: receiver.url, events: ['*'] });
    const revisions: string[] = [];
    const edit = async (n: number) => {
      await org.admin.call('POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'x' } }],
      });
      revisions.push((await org.admin.call('GET', `/spaces/${space}`)).body.revision);
    };
    // It takes some, and then keeps the sender waiting for longer than that lives.
    receiver.respondBy((response) => {
      if (receiver.received.length <= 3) response.writeHead(200).end();
    });
    const first = await work();
    for (let n = 0; n < EDITS / 2; n++) await edit(n);
    await until(() => expect(receiver.received.length).toBeGreaterThan(4));
    first.child.kill('SIGKILL');
    await first.ended;
    // Nobody works meanwhile, and what happens is still not lost.
    for (let n = EDITS / 2; n < EDITS; n++) await edit(n);
    receiver.respondBy(respondWith(200));

    const second = await work();
    const log = async () => (await org.admin.call('GET', `${at}/${webhook.id}/deliveries`)).body.items;
    await until(async () =>
      expect((await log()).map(({ status }: { status: string }) => status)).toEqual(
        Array(EDITS).fill('succeeded'),
      ),
    );
    expect((await second.stop('SIGTERM')).code).toBe(0);
    const ids = new Map<string, Set<string>>();
    for (const { event } of receiver.received)
      ids.set(event.revisionId, (ids.get(event.revisionId) ?? new Set()).add(event.eventId));
    expect([...ids.keys()].sort()).toEqual([...revisions].sort());
    expect([...ids.values()].map((one) => one.size)).toEqual(Array(EDITS).fill(1));
    // What was under way when the sender died was sent again.
    expect(receiver.received.length).toBeGreaterThan(EDITS);
  });
});
