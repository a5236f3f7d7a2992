import { describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import {
  eventsOf,
  installEverywhere,
  publishReporter,
  queueOf,
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

const received = (type: string) =>
  receiver.received.map(({ event }) => event).filter((event) => event.type === type);
const replay = (name: string, id: string) =>
  org.admin.call('POST', `/integrations/${name}/events/${id}/replay`);
const newest = (name: string, type: string) =>
  until(async () => {
    const [event] = await eventsOf(org, name);
    expect(event?.payload.type).toBe(type);
    return event!;
  });
/** An event about an edit, in the log of an integration. */
const editedEvent = async (name: string) => {
  const space = await createLiveSpace(org);
  const installed = await installEverywhere(org, name);
  await until(async () => expect(await queueOf(server, name)).toEqual([]));
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'One', document: { markdown: 'One' } }],
  });
  return { ...installed, space, event: await newest(name, 'space_content_updated') };
};

describe('an event of the log', () => {
  test('is sent again as a new event with the same body, and answered with its result', async () => {
    const name = await publishReporter(org, receiver);
    receiver.respondBy(respondWith(400));
    const { event } = await editedEvent(name);
    expect(event).toMatchObject({ status: 'failed', replayable: true });

    receiver.respondBy(respondWith(200));
    const { status, body } = await replay(name, event.id);
    expect([status, body.event.status]).toEqual([201, 'success']);
    expect(body.event.id).not.toBe(event.id);
    expect(body.event.payload).toEqual({ ...event.payload, eventId: body.event.id });
    expect(body.trace.logs.map(({ message }: { message: string }) => message)).toContain('reporting');
    const [first, again] = received('space_content_updated');
    expect(again).toMatchObject({ ...event.payload, eventId: body.event.id });
    expect(Object.keys(again.environment)).toEqual(Object.keys(first.environment));
    const [top, below] = await eventsOf(org, name);
    expect([top, below]).toEqual([body.event, event]);
    const audit = await org.admin.call(
      'GET',
      `/orgs/${org.id}/audit-events?action=integration.event-replayed`,
    );
    expect(audit.body.items[0]).toMatchObject({ target: { label: name } });
  });

  test('that fails again is retried as every event', async () => {
    const name = await publishReporter(org, receiver);
    const { event } = await editedEvent(name);
    receiver.respondBy(respondWith(500));
    const { status, body } = await replay(name, event.id);
    expect([status, body.event.status]).toEqual([201, 'failed']);
    expect(await queueOf(server, name)).toMatchObject([{ id: body.event.id, attempts: 1 }]);
  });

  test('is refused if the log does not keep all of it', async () => {
    const name = await publishReporter(org, receiver);
    const { at } = await install(org, name);
    await org.admin.call('PATCH', at, { configuration: { key: 'secret' } });
    await org.admin.call('PATCH', at, { configuration: { key: 'other' } });
    const event = await until(async () => {
      const found = (await eventsOf(org, name)).find(({ payload }) => payload.previous?.configuration?.key);
      expect(found).toBeDefined();
      return found!;
    });
    expect(event).toMatchObject({ replayable: false });
    const { status, body } = await replay(name, event.id);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('which the log does not keep'),
    ]);
  });

  test('is refused if the integration cannot receive it any more, and leaves no entry', async () => {
    const name = await publishReporter(org, receiver);
    const { event, at } = await editedEvent(name);
    await org.admin.call('DELETE', at);
    await newest(name, 'installation_deleted');
    const [deleted] = await eventsOf(org, name);
    expect(deleted).toMatchObject({ replayable: false });
    const { status, body } = await replay(name, event.id);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('was not received')]);
    expect((await eventsOf(org, name))[0]).toEqual(deleted);
    expect(await queueOf(server, name)).toEqual([]);
    expect(received('space_content_updated')).toHaveLength(1);
  });

  test('of a task is sent to the integration itself', async () => {
    const name = await publish(org, { script: await bundleIntegration('tasks') });
    const { integration } = await serviceAccountsOf(server, name);
    await integration('POST', `/integrations/${name}/tasks`, { task: { type: 'greet', to: 'Ada' } });
    const event = await newest(name, 'task');
    const { status, body } = await replay(name, event.id);
    expect([status, body.event.payload.task]).toEqual([201, { type: 'greet', to: 'Ada' }]);
  });

  test('is sent by administrators of the owner alone, and only to its own integration', async () => {
    const name = await publishReporter(org, receiver);
    const { event } = await editedEvent(name);
    const at = `/integrations/${name}/events/${event.id}/replay`;
    expect((await org.create.call('POST', at)).status).toBe(403);
    const other = await publishReporter(org, receiver);
    expect((await replay(other, event.id)).status).toBe(404);
    expect((await replay(name, 'none')).status).toBe(404);
  });
});
