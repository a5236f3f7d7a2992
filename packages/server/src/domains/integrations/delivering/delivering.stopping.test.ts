import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agentsOf, install } from '../../../testing/published-integrations.ts';
import { answering, startReceiver } from '../../../testing/receiver.ts';
import { eventsOf, publishReporter, queueOf, until } from '../../../testing/reporting.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

test('a server that stops uses up no attempt of what it could not give, and what it broke off is given again', async () => {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-'));
  const config = { egressAllow: new URL(receiver.url).host, dataDir };
  const first = await startServer({ config, roles: ['api', 'worker'] });
  const { connectionString } = first;
  const org = await first.organization();
  const begin = async () => {
    const name = await publishReporter(org, receiver);
    await install(org, name);
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(1));
    const { integration } = await agentsOf(first, name);
    const queue = (number: number, schedule: number) =>
      integration('POST', `/integrations/${name}/tasks`, { task: { number }, schedule });
    return { name, queue };
  };
  const [slow, quick] = [await begin(), await begin()];
  const given = (number: number) =>
    receiver.received.filter(({ event }) => event.task?.number === number).length;
  const waiting = async (server: TestServer) =>
    [...(await queueOf(server, slow.name)), ...(await queueOf(server, quick.name))].map(
      ({ attempts }) => attempts,
    );

  receiver.react(() => {});
  await slow.queue(1, 0);
  await until(() => expect(given(1)).toBe(1));
  // They are due while the server stops, at their last attempt.
  await quick.queue(2, 2);
  await quick.queue(3, 3);
  await first.app.kernel.db
    .updateTable('integration_events')
    .set({ attempts: 3 })
    .where(
      'id',
      'in',
      (await queueOf(first, quick.name)).map(({ id }) => id),
    )
    .execute();
  await first.app.close();

  const second = await startServer({ config, connectionString });
  expect(await waiting(second)).toEqual([0, 3, 3]);
  expect([given(1), given(2), given(3)]).toEqual([1, 0, 0]);
  await second.close();

  receiver.react(answering(200));
  const third = await startServer({ config, connectionString, roles: ['api', 'worker'] });
  await until(async () => expect(await waiting(third)).toEqual([]), 60_000);
  expect([given(1), given(2), given(3)]).toEqual([2, 1, 1]);
  await third.close();
  await rm(dataDir, { recursive: true, force: true });
  await receiver.close();
}, 120_000);
