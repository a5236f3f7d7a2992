import { describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import {
  deliverNow,
  eventsOf,
  publishReporter,
  queueOf,
  traceOf,
  until,
} from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization, withReceiver } from '../../../testing/set-up.ts';
import { respondWith } from '../../../testing/webhook-receiver.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
const receiver = await withReceiver((fresh) => {
  ({ server, org } = fresh);
}, clock);

const tasks = () => receiver.received.map(({ event }) => event).filter(({ type }) => type === 'task');
const queue = async (name: string, body: object) =>
  (await serviceAccountsOf(server, name)).integration('POST', `/integrations/${name}/tasks`, body);

describe('the event log of an integration', () => {
  test('is paginated, newest first, for administrators of its owner', async () => {
    const name = await publishReporter(org, receiver);
    const { at } = await install(org, name);
    for (const status of ['paused', 'active', 'paused', 'active'])
      await org.admin.call('PATCH', at, { status });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(5));
    const all = await eventsOf(org, name);
    expect(all.map(({ payload }) => payload.status)).toEqual([
      'active',
      'paused',
      'active',
      'paused',
      'active',
    ]);
    const path = `/integrations/${name}/events`;
    const first = (await org.admin.call('GET', `${path}?limit=3`)).body;
    expect([first.count, first.items]).toEqual([5, all.slice(0, 3)]);
    const second = (await org.admin.call('GET', `${path}?limit=3&page=${first.next.page}`)).body;
    expect([second.items, second.next]).toEqual([all.slice(3), undefined]);
    const one = (await org.admin.call('GET', `${path}/${all[0]!.id}`)).body;
    expect(one.event).toEqual(all[0]);
    expect((await org.admin.call('GET', `${path}/none`)).status).toBe(404);
    expect((await org.create.call('GET', `${path}/${all[0]!.id}`)).status).toBe(403);
    const other = await publishReporter(org, receiver);
    expect((await org.admin.call('GET', `/integrations/${other}/events/${all[0]!.id}`)).status).toBe(404);
  });

  test('does not contain events before their first delivery', async () => {
    const name = await publishReporter(org, receiver);
    await queue(name, { task: { type: 'later' }, schedule: 60 });
    const [row] = await queueOf(server, name);
    expect(row).toMatchObject({ type: 'task', attempts: 0 });
    expect(await eventsOf(org, name)).toEqual([]);
    expect((await org.admin.call('GET', `/integrations/${name}/events/${row!.id}`)).status).toBe(404);
  });

  test('contains a failed event at once, in order, until it succeeds', async () => {
    const name = await publishReporter(org, receiver);
    const { at } = await install(org, name);
    await org.admin.call('PATCH', at, { configuration: { key: 'secret' } });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(2));
    receiver.respondBy(respondWith(500));
    await org.admin.call('PATCH', at, { configuration: { key: 'other' } });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(3));
    receiver.respondBy(respondWith(200));
    await org.admin.call('PATCH', at, { status: 'paused' });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(4));
    const all = await eventsOf(org, name);
    expect(all.map(({ status }) => status)).toEqual(['success', 'failed', 'success', 'success']);
    const failed = all[1]!;
    expect(failed.payload.previous.configuration).toEqual({ key: '[hidden]' });
    expect((await traceOf(org, name, failed.id)).map(({ message }) => message)).toEqual([
      'reporting',
      'The script responded with the status 500.',
    ]);
    const path = `/integrations/${name}/events`;
    const first = (await org.admin.call('GET', `${path}?limit=1`)).body;
    expect([first.count, first.items]).toEqual([4, all.slice(0, 1)]);

    clock.advance(5000);
    await until(async () => {
      await deliverNow(server, name);
      expect(await queueOf(server, name)).toEqual([]);
    });
    expect(await eventsOf(org, name)).toEqual(
      all.map((one) => (one === failed ? { ...failed, status: 'success' } : one)),
    );
    expect(await traceOf(org, name, failed.id)).toMatchObject([{ message: 'reporting' }]);
    const second = (await org.admin.call('GET', `${path}?limit=3&page=${first.next.page}`)).body;
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    const again = receiver.received.filter(({ event }) => event.eventId === failed.id);
    expect(again.map(({ event }) => event.previous.configuration)).toEqual([
      { key: 'secret' },
      { key: 'secret' },
    ]);
    const { full_payload } = await server.app.kernel.db
      .selectFrom('integration_events')
      .select('full_payload')
      .where('id', '=', failed.id)
      .executeTakeFirstOrThrow();
    expect(full_payload).toBeNull();
  });
});

describe('the last failure of an installation', () => {
  const FAILING = 'export default { fetch: () => { throw new Error("No such account: 17") } }';

  test('is shown to those who can edit it, with its time and reason', async () => {
    const name = await publish(org, { script: FAILING });
    const { at } = await install(org, name);
    const { lastFailure, ...shown } = await until(async () => {
      const { body } = await org.admin.call('GET', at);
      expect(body.lastFailure).toBeDefined();
      return body;
    });
    const [failed] = await eventsOf(org, name);
    expect(lastFailure).toEqual({
      eventId: failed!.id,
      type: 'installation_setup',
      createdAt: expect.any(String),
      message: expect.stringContaining('No such account: 17'),
    });
    const { status, body } = await org.create.call('GET', at);
    expect([status, body.id, body.lastFailure]).toEqual([200, shown.id, undefined]);
    const working = await install(org, await publishReporter(org, receiver));
    expect((await org.admin.call('GET', working.at)).body).not.toHaveProperty('lastFailure');
  });

  test('has no reason for organizations that did not write the script, whose log it is', async () => {
    const name = await publish(org, { script: FAILING, visibility: 'public' });
    const { at } = await install(org, name);
    const other = await server.organization();
    const theirs = await install(other, name);
    const shown = await until(async () => {
      const { body } = await other.admin.call('GET', theirs.at);
      expect(body.lastFailure).toBeDefined();
      return body.lastFailure;
    });
    expect(shown).toEqual({
      eventId: expect.any(String),
      type: 'installation_setup',
      createdAt: expect.any(String),
    });
    await until(async () => expect((await org.admin.call('GET', at)).body.lastFailure).toBeDefined());
    expect((await org.admin.call('GET', at)).body.lastFailure.eventId).not.toBe(shown.eventId);
  });
});

describe('a task', () => {
  test('queued by a script is delivered to it, without an installation', async () => {
    const name = await publish(org, { script: await bundleIntegration('tasks') });
    const { id } = await install(org, name);
    const task = await until(async () => {
      const found = (await eventsOf(org, name)).find(({ payload }) => payload.type === 'task');
      expect(found).toBeDefined();
      return found!;
    });
    expect(task).toMatchObject({ status: 'success', payload: { task: { type: 'greet', to: id } } });
    expect(task.installationId).toBeUndefined();
    expect((await traceOf(org, name, task.id)).map(({ message }) => message)).toEqual([
      `greeting ${id} for ${name}`,
    ]);
  });

  test('is delivered at its scheduled time, to the integration', async () => {
    const name = await publishReporter(org, receiver);
    expect((await queue(name, { task: { type: 'later', list: [1, null] }, schedule: 60 })).status).toBe(204);
    await deliverNow(server, name);
    clock.advance(59_000);
    await deliverNow(server, name);
    expect(tasks()).toEqual([]);
    clock.advance(2000);
    await deliverNow(server, name);
    expect(tasks()).toMatchObject([{ task: { type: 'later', list: [1, null] } }]);
    const [{ environment }] = tasks();
    expect([environment.integration.name, environment.installation]).toEqual([name, undefined]);
  });

  test('that fails is retried', async () => {
    receiver.respondBy(respondWith(500));
    const name = await publishReporter(org, receiver);
    await queue(name, { task: { type: 'now' } });
    await until(async () => expect((await queueOf(server, name))[0]?.attempts).toBe(1));
    receiver.respondBy(respondWith(200));
    clock.advance(5000);
    await deliverNow(server, name);
    expect(tasks()).toHaveLength(2);
    expect((await eventsOf(org, name)).map(({ status }) => status)).toEqual(['success']);
  });

  test('can be queued only by the integration itself', async () => {
    const name = await publishReporter(org, receiver);
    const { id } = await install(org, name);
    const path = `/integrations/${name}/tasks`;
    const body = { task: { type: 'now' } };
    const own = await serviceAccountsOf(server, name, id);
    const other = await serviceAccountsOf(server, await publishReporter(org, receiver));
    expect((await org.admin.call('POST', path, body)).status).toBe(403);
    expect((await own.installation('POST', path, body)).status).toBe(403);
    expect((await other.integration('POST', path, body)).status).toBe(404);
    expect((await server.anonymous('POST', path, body)).status).toBe(401);
    expect((await own.integration('POST', path, body)).status).toBe(204);
    await until(() => expect(tasks()).toHaveLength(1));
  });

  test.each([
    [{ task: 'text' }, 'body.task'],
    [{}, 'body.task'],
    [{ task: {}, schedule: -1 }, 'body.schedule'],
    [{ task: {}, schedule: 86_401 }, 'body.schedule'],
    [{ task: {}, schedule: 'soon' }, 'body.schedule'],
    [{ task: { text: 'a\u0000b' } }, 'body.task.text'],
  ])('%j is rejected with the field', async (body, field) => {
    const name = await publishReporter(org, receiver);
    const { status, body: answer } = await queue(name, body);
    expect([status, answer.error.details[0].path]).toEqual([400, field]);
    expect(await queueOf(server, name)).toEqual([]);
  });

  test('that is too large is rejected', async () => {
    const name = await publishReporter(org, receiver);
    const { status } = await queue(name, { task: { text: 'x'.repeat(300 * 1024) } });
    expect(status).toBe(413);
  });
});

describe('without workers', () => {
  let alone: TestServer;
  let theirs: TestOrganization;
  withOrganization(
    ({ server: fresh, org: own }) => {
      alone = fresh;
      theirs = own;
    },
    { clock },
  );

  test('a thousand tasks can be queued', async () => {
    const name = await publish(theirs);
    const { integration } = await serviceAccountsOf(alone, name);
    const put = () => integration('POST', `/integrations/${name}/tasks`, { task: {}, schedule: 60 });
    await put();
    const [{ id, payload, logs, full_payload, gone, ...row }] = (await queueOf(alone, name)) as [
      Awaited<ReturnType<typeof queueOf>>[0],
    ];
    await alone.app.kernel.db
      .insertInto('integration_events')
      .values(Array.from({ length: 998 }, (_, at) => ({ ...row, id: `${id}${at}`, payload: '{}' })))
      .execute();
    expect((await put()).status).toBe(204);
    const { status, body } = await put();
    expect([status, body.error.message]).toEqual([429, `${name} has 1000 pending tasks: try again later`]);
    expect(await queueOf(alone, name)).toHaveLength(1000);
  });

  test('the log takes as many queries for one event as for ten', async () => {
    const name = await publish(theirs);
    const serviceAccounts = await serviceAccountsOf(alone, name);
    const tell = async (times: number) => {
      for (let i = 0; i < times; i++)
        await serviceAccounts.integration('POST', `/integrations/${name}/tasks`, { task: {} });
      await deliverNow(alone, name);
    };
    await tell(1);
    const forOne = await alone.countQueries(() => eventsOf(theirs, name));
    await tell(9);
    expect(await eventsOf(theirs, name)).toHaveLength(10);
    expect(await alone.countQueries(() => eventsOf(theirs, name))).toBe(forOne);
  });
});
