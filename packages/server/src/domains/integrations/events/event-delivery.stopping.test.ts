import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { readConfig } from '../../../kernel/config.ts';
import { createDatabase } from '../../../testing/databases.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { publishReporter, until } from '../../../testing/reporter-integration.ts';
import { startServer, type TestOrganization, type TestServer } from '../../../testing/server.ts';
import { type Receiver, respondWith, startReceiver } from '../../../testing/webhook-receiver.ts';

/** Asks the receiver, and when that has answered the API; what the API says is its own answer. */
const ASKING = `export default { fetch: async (request) => {
  const form = await request.formData();
  const { apiEndpoint, apiTokens, secrets, integration } = JSON.parse(form.get('environment'));
  if (JSON.parse(form.get('event')).type !== 'task') return new Response(null, { status: 406 });
  await fetch(secrets.RECEIVER, { method: 'POST', body: '{}' });
  const { status } = await fetch(apiEndpoint + '/v1/integrations/' + integration.name, {
    headers: { authorization: 'Bearer ' + apiTokens.integration },
  });
  return new Response(null, { status });
} }`;

describe('a server that stops while an event is delivered', () => {
  let receiver: Receiver;
  let dataDir: string;
  let connectionString: string;
  let server: TestServer;
  let org: TestOrganization;
  const start = (roles: ('api' | 'worker')[]) =>
    startServer({
      config: { egressAllow: new URL(receiver.url).host, dataDir },
      connectionString,
      roles,
    });
  beforeAll(async () => {
    receiver = await startReceiver();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-test-'));
    connectionString = await createDatabase();
  });
  beforeEach(async () => {
    server = await start(['api', 'worker']);
    org = await server.organization();
    receiver.received.length = 0;
    // It answers when a test lets it.
    receiver.respondBy(() => {});
  });
  afterAll(async () => {
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const queueTask = async (name: string, schedule = 0) =>
    (await serviceAccountsOf(server, name)).integration('POST', `/integrations/${name}/tasks`, {
      task: {},
      schedule,
    });
  const tasksOf = (name: string) =>
    server.app.kernel.db
      .selectFrom('integration_events as e')
      .innerJoin('integrations as g', 'g.id', 'e.integration_id')
      .select(['e.status', 'e.attempts'])
      .where('g.name', '=', name)
      .where('e.type', '=', 'task')
      .execute();
  const isGiven = () => until(() => expect(receiver.received).toHaveLength(1), 60_000);

  test('aborts it without using up an attempt, even the last one', async () => {
    const name = await publishReporter(org, receiver);
    await queueTask(name, 60 * 60);
    await server.app.kernel.db
      .updateTable('integration_events')
      .set({ attempts: 3, due_at: new Date(Date.now() - 60_000) })
      .where('type', '=', 'task')
      .execute();
    await server.app.services.eventDelivery.resume();
    await isGiven();
    await server.app.close();

    server = await start(['api']);
    expect(await tasksOf(name)).toEqual([{ status: 'pending', attempts: 3 }]);
    await server.close();
    receiver.respondBy(respondWith(200));
    server = await start(['api', 'worker']);
    await until(
      async () => expect(await tasksOf(name)).toEqual([{ status: 'success', attempts: 4 }]),
      60_000,
    );
    expect(receiver.received).toHaveLength(2);
    await server.close();
  });

  const publishAsking = async () => {
    const name = await publish(org, { script: ASKING, secrets: { RECEIVER: receiver.url } });
    await install(org, name);
    return name;
  };

  test('leaves it to a worker process, whose scripts can call the API', async () => {
    const name = await publishAsking();
    await server.close();
    server = await start(['api']);
    await queueTask(name);
    receiver.respondBy(respondWith(200));
    const config = readConfig({
      LECTERN_DATA_DIR: dataDir,
      LECTERN_EGRESS_ALLOW: new URL(receiver.url).host,
      LOG_LEVEL: 'silent',
    });
    const worker = await createApp({ config, connectionString, roles: ['worker'], jobPollSeconds: 0.5 });
    await until(
      async () => expect(await tasksOf(name)).toEqual([{ status: 'success', attempts: 1 }]),
      60_000,
    );
    await worker.close();
    await server.close();
  });

  test('responds to API requests of the script, so that it can finish', async () => {
    const name = await publishAsking();
    let letGo = () => {};
    receiver.respondBy((response) => {
      letGo = () => response.end('{}');
    });
    await queueTask(name);
    await isGiven();
    const closed = server.app.close();
    await until(() => expect(server.app.http.server.listening).toBe(false));
    letGo();
    await closed;

    server = await start(['api']);
    expect(await tasksOf(name)).toEqual([{ status: 'success', attempts: 1 }]);
    await server.close();
  });
});
