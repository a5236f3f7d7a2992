import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import {
  deliverNow,
  eventsOf,
  installEverywhere,
  publishReporter,
  queueOf,
  traceOf,
  until,
} from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withReceiver } from '../../../testing/set-up.ts';
import { respondWith } from '../../../testing/webhook-receiver.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
const receiver = await withReceiver((fresh) => {
  ({ server, org } = fresh);
}, clock);

const edit = (space: string, title = 'One') =>
  org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
  });
const told = (type: string) => receiver.received.map(({ event }) => event).filter((one) => one.type === type);
const attempts = async (name: string) => (await queueOf(server, name)).map((row) => row.attempts);

describe('an event in a space', () => {
  test('is delivered to each active installation with access and the scope, with its environment', async () => {
    const space = await createLiveSpace(org);
    const name = await publishReporter(org, receiver);
    const { id } = await installEverywhere(org, name);
    const scopeless = await publishReporter(org, receiver, { scopes: ['space:metadata:read'] });
    await installEverywhere(org, scopeless);
    const elsewhere = await publishReporter(org, receiver);
    await install(org, elsewhere);
    const paused = await publishReporter(org, receiver);
    await org.admin.call('PATCH', (await installEverywhere(org, paused)).at, { status: 'paused' });
    await edit(space);
    await until(() => expect(told('space_content_updated')).toHaveLength(1));
    const [event] = told('space_content_updated');
    const { revision } = (await org.admin.call('GET', `/spaces/${space}`)).body;
    expect(event).toMatchObject({ installationId: id, spaceId: space, revisionId: revision });
    expect(event.environment).toMatchObject({
      integration: { name },
      installation: { id, status: 'active' },
      spaceInstallation: { space, status: 'active' },
    });
    const [recorded] = await until(async () => {
      const events = await eventsOf(org, name);
      expect(events[0]?.payload.type).toBe('space_content_updated');
      return events;
    });
    const { environment: _, ...said } = event;
    expect(recorded).toMatchObject({
      id: event.eventId,
      installationId: id,
      status: 'success',
      payload: said,
    });
    expect(await traceOf(org, name, recorded!.id)).toMatchObject([{ level: 'info', message: 'reporting' }]);
    for (const other of [scopeless, elsewhere, paused]) {
      expect((await eventsOf(org, other)).map(({ payload }) => payload.type)).not.toContain(
        'space_content_updated',
      );
      expect(await queueOf(server, other)).toEqual([]);
    }
  });

  test('is queued once, however often it is announced', async () => {
    const space = await createLiveSpace(org);
    const name = await publishReporter(org, receiver);
    await installEverywhere(org, name);
    await edit(space);
    await until(() => expect(told('space_content_updated')).toHaveLength(1));
    const stored = await server.app.kernel.db
      .selectFrom('events')
      .selectAll()
      .where('organization_id', '=', org.id)
      .where('action', '=', 'space.content-updated')
      .executeTakeFirstOrThrow();
    await server.app.services.integrationEvents.queueForSubscribers({
      id: stored.id,
      organizationId: org.id,
      action: stored.action,
      target: { type: stored.target_type, id: stored.target_id },
      payload: stored.payload as object as Record<string, unknown>,
      actor: { type: stored.actor_type, id: stored.actor_id },
    });
    await deliverNow(server, name);
    expect(told('space_content_updated')).toHaveLength(1);
    const types = (await eventsOf(org, name)).map(({ payload }) => payload.type);
    expect(types.filter((type) => type === 'space_content_updated')).toHaveLength(1);
  });
});

describe('an event in a space caused by an integration', () => {
  test('is delivered to that integration up to a limit, and to others always', async () => {
    const space = await createLiveSpace(org);
    const scopes = ['space:content:read', 'space:content:write'];
    const name = await publishReporter(org, receiver, { scopes });
    const { id } = await installEverywhere(org, name);
    const other = await publishReporter(org, receiver, { scopes });
    const { id: otherId } = await installEverywhere(org, other);
    const ofIt = (whose: string) =>
      told('space_content_updated').filter(({ installationId }) => installationId === whose);
    const { installation: own } = await serviceAccountsOf(server, name, id);
    const editItself = (title: string) =>
      own('POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title, document: { markdown: 'x' } }],
      });
    for (let n = 0; n < 22; n++) expect((await editItself(`Own ${n}`)).status).toBe(200);
    const untold = await until(async () => {
      const failed = (await eventsOf(org, name)).filter(({ status }) => status === 'failed');
      expect(failed).toHaveLength(2);
      expect([ofIt(id).length, ofIt(otherId).length]).toEqual([20, 22]);
      return failed;
    });
    for (const one of untold) {
      expect(one.payload).toMatchObject({
        type: 'space_content_updated',
        spaceId: space,
        installationId: id,
      });
      expect(await traceOf(org, name, one.id)).toMatchObject([
        { level: 'warn', message: expect.stringContaining('more than 20 times within a minute') },
      ]);
    }
    // What somebody else does is told as ever, and so is what it does itself after a while.
    await edit(space, 'Another');
    await until(() => expect(ofIt(id)).toHaveLength(21));
    clock.advance(61_000);
    expect((await editItself('Later')).status).toBe(200);
    await until(() => expect(ofIt(id)).toHaveLength(22));
  });
});

describe('an event of an installation', () => {
  test('is delivered to the integration with the previous state, also after uninstalling', async () => {
    const space = await createLiveSpace(org);
    const configurations = {
      account: { properties: { key: { type: 'string' } }, required: ['key'] },
      space: { properties: { of: { type: 'string' } } },
    };
    const name = await publishReporter(org, receiver, { configurations });
    const { id, at } = await install(org, name);
    await until(() => expect(told('installation_setup')).toHaveLength(1));
    expect(told('installation_setup')[0]).toMatchObject({ installationId: id, status: 'pending' });
    expect(told('installation_setup')[0].previous).toBeUndefined();

    await org.admin.call('PATCH', at, { configuration: { key: 'one' } });
    await until(() => expect(told('installation_setup')).toHaveLength(2));
    expect(told('installation_setup')[1]).toMatchObject({
      status: 'active',
      previous: { status: 'pending', configuration: {} },
      environment: { installation: { id, configuration: { key: 'one' } } },
    });

    await org.admin.call('POST', `${at}/spaces`, { space });
    await org.admin.call('PATCH', `${at}/spaces/${space}`, { configuration: { of: 'space' } });
    await until(() => expect(told('space_installation_setup')).toHaveLength(2));
    await org.admin.call('DELETE', `${at}/spaces/${space}`);
    await until(() => expect(told('space_installation_deleted')).toHaveLength(1));
    expect(told('space_installation_deleted')[0]).toMatchObject({
      installationId: id,
      spaceId: space,
      previous: { configuration: { of: 'space' } },
      environment: { installation: { id }, spaceInstallation: { space } },
    });

    await org.admin.call('DELETE', at);
    await until(() => expect(told('installation_deleted')).toHaveLength(1));
    expect(told('installation_deleted')[0]).toMatchObject({
      installationId: id,
      previous: { configuration: { key: 'one' } },
      environment: { installation: { id, target: { organization: org.id } } },
    });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(6));
    expect(JSON.stringify(await server.eventsOf(id))).not.toContain('one');
    const kept = await server.app.kernel.db
      .selectFrom('integration_events')
      .select(['gone', 'payload'])
      .where('installation_id', '=', id)
      .execute();
    expect(kept.map(({ gone }) => gone)).toEqual([null, null, null, null, null, null]);
    expect(JSON.stringify(kept)).not.toMatch(/"one"|"space"/);
    expect((await eventsOf(org, name))[0]!.payload).toMatchObject({
      type: 'installation_deleted',
      previous: { configuration: { key: '[hidden]' } },
    });
  });

  test('is not delivered when the integration itself is deleted, and nothing is left of it', async () => {
    const name = await publishReporter(org, receiver);
    const { id } = await install(org, name);
    await until(() => expect(told('installation_setup')).toHaveLength(1));
    expect((await org.admin.call('DELETE', `/integrations/${name}`)).status).toBe(204);
    const left = await server.app.kernel.db
      .selectFrom('integration_events')
      .select('id')
      .where('installation_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('the delivery of an event', () => {
  test('is forgotten if the script ignores it, and fails if the script rejects it', async () => {
    const name = await publish(org, { script: answeringWith(406) });
    const refusing = await publish(org, { script: answeringWith(400) });
    await install(org, name);
    await install(org, refusing);
    const [failed] = await until(async () => {
      const events = await eventsOf(org, refusing);
      expect(events).toHaveLength(1);
      return events;
    });
    expect(failed).toMatchObject({ status: 'failed', payload: { type: 'installation_setup' } });
    expect((await traceOf(org, refusing, failed!.id)).at(-1)).toMatchObject({
      level: 'error',
      message: 'The script responded with the status 400.',
    });
    await until(async () => expect(await queueOf(server, name)).toEqual([]));
    expect(await eventsOf(org, name)).toEqual([]);
  });

  test('is retried with the same id and growing delays, and then fails', async () => {
    receiver.respondBy(respondWith(500, {}, 'not now'));
    const name = await publishReporter(org, receiver);
    await install(org, name);
    await until(async () => expect(await attempts(name)).toEqual([1]));
    for (const [tries, seconds] of [
      [1, 5],
      [2, 30],
      [3, 180],
    ] as const) {
      expect(await attempts(name)).toEqual([tries]);
      clock.advance((seconds - 3) * 1000);
      await deliverNow(server, name);
      expect(await attempts(name)).toEqual([tries]);
      clock.advance(3000);
      await deliverNow(server, name);
      expect((await eventsOf(org, name)).map(({ status }) => status)).toEqual(['failed']);
    }
    expect(await queueOf(server, name)).toEqual([]);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ event }) => event.eventId)).size).toBe(1);
    const [failed] = await eventsOf(org, name);
    expect(failed).toMatchObject({ status: 'failed', id: receiver.received[0]!.event.eventId });
    const messages = (await traceOf(org, name, failed!.id)).map(({ message }) => message);
    expect(messages).toEqual(['reporting', 'The script responded with the status 500.']);
  });

  test('that succeeds after a retry is a success, with the latest trace', async () => {
    receiver.respondBy(respondWith(503));
    const name = await publishReporter(org, receiver);
    await install(org, name);
    await until(async () => expect(await attempts(name)).toEqual([1]));
    receiver.respondBy(respondWith(200));
    clock.advance(5000);
    await deliverNow(server, name);
    const [taken] = await eventsOf(org, name);
    expect(taken).toMatchObject({ status: 'success' });
    expect(await traceOf(org, name, taken!.id)).toMatchObject([{ message: 'reporting' }]);
  });

  test('is retried with the complete event, although the log is redacted', async () => {
    const name = await publishReporter(org, receiver);
    const { at } = await install(org, name);
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(1));
    await org.admin.call('PATCH', at, { configuration: { key: 'first' } });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(2));
    receiver.respondBy(respondWith(500));
    await org.admin.call('PATCH', at, { configuration: { key: 'second' } });
    await until(async () => expect(await attempts(name)).toEqual([1]));
    receiver.respondBy(respondWith(200));
    clock.advance(5000);
    await deliverNow(server, name);
    const [, , failed, taken] = told('installation_setup');
    expect(taken).toMatchObject({ eventId: failed.eventId, previous: { configuration: { key: 'first' } } });
    const [recorded] = await until(async () => {
      const events = await eventsOf(org, name);
      expect(events).toHaveLength(3);
      return events;
    });
    expect(recorded!.payload.previous.configuration).toEqual({ key: '[hidden]' });
  });

  test('is not retried for a paused installation', async () => {
    const space = await createLiveSpace(org);
    const name = await publishReporter(org, receiver);
    const { at } = await installEverywhere(org, name);
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(2));
    receiver.respondBy(respondWith(500));
    await edit(space);
    await until(async () => expect(await attempts(name)).toEqual([1]));
    receiver.respondBy(respondWith(200));
    await org.admin.call('PATCH', at, { status: 'paused' });
    await until(async () => expect(await eventsOf(org, name)).toHaveLength(4));
    clock.advance(5000);
    await until(async () => {
      await deliverNow(server, name);
      expect(await queueOf(server, name)).toEqual([]);
    });
    expect(told('space_content_updated')).toHaveLength(1);
    expect(told('installation_setup').at(-1)).toMatchObject({ status: 'paused' });
    expect((await eventsOf(org, name)).map(({ status, payload }) => [status, payload.type])).toEqual([
      ['success', 'installation_setup'],
      ['failed', 'space_content_updated'],
      ['success', 'installation_setup'],
      ['success', 'installation_setup'],
    ]);
  });

  test('shows in the trace why a script cannot respond', async () => {
    const name = await publish(org, {
      script: 'export default { fetch: async () => { throw new Error("out of paper"); } }',
    });
    await install(org, name);
    await until(async () => expect(await attempts(name)).toEqual([1]));
    for (const seconds of [5, 30, 180]) {
      clock.advance(seconds * 1000);
      await deliverNow(server, name);
    }
    const [failed] = await eventsOf(org, name);
    const lines = await traceOf(org, name, failed!.id);
    expect(lines.some(({ level, message }) => level === 'error' && message.includes('out of paper'))).toBe(
      true,
    );
  });

  test('is canceled if the installation was deleted', async () => {
    receiver.respondBy(respondWith(500));
    const name = await publishReporter(org, receiver);
    const { at } = await install(org, name);
    await until(async () => expect(await attempts(name)).toEqual([1]));
    receiver.respondBy(respondWith(200));
    await org.admin.call('DELETE', at);
    clock.advance(5000);
    await until(async () => {
      await deliverNow(server, name);
      expect(await queueOf(server, name)).toEqual([]);
    });
    expect(told('installation_setup')).toHaveLength(1);
    expect((await eventsOf(org, name)).map(({ status, payload }) => [status, payload.type])).toEqual([
      ['success', 'installation_deleted'],
      ['failed', 'installation_setup'],
    ]);
  });
});

test('an integration that hangs does not delay the others', async () => {
  const hanging = await publish(org, {
    script:
      'export default { fetch: () => new Promise((done) => setTimeout(() => done(new Response("OK")), 50000)) }',
  });
  await install(org, hanging);
  await until(async () => expect((await queueOf(server, hanging))[0]!.due_at! > clock.now()).toBe(true));
  for (let i = 0; i < 5; i++) await install(org, await publishReporter(org, receiver));
  await until(() => expect(told('installation_setup')).toHaveLength(5));
  expect(await queueOf(server, hanging)).toHaveLength(1);
});

test('old events are deleted, except those still to be delivered', async () => {
  const name = await publishReporter(org, receiver);
  await install(org, name);
  await until(async () => expect(await eventsOf(org, name)).toHaveLength(1));
  receiver.respondBy(respondWith(500));
  const failing = await publishReporter(org, receiver);
  await install(org, failing);
  await until(async () => expect(await attempts(failing)).toEqual([1]));
  await server.app.services.eventDelivery.removeOld();
  expect(await eventsOf(org, name)).toHaveLength(1);
  clock.advance(15 * 24 * 60 * 60 * 1000);
  await server.app.services.eventDelivery.removeOld();
  expect(await eventsOf(org, name)).toEqual([]);
  expect(await queueOf(server, failing)).toHaveLength(1);
});

function answeringWith(status: number): string {
  return `export default { fetch: () => new Response('{}', { status: ${status} }) }`;
}
