import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { isSigned, type Receiver, respondWith, startReceiver } from '../../../testing/webhook-receiver.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const clock = testClock();
const config = { egressAllow: '127.0.0.1' };

let server: TestServer;
let org: TestOrganization;
let receiver: Receiver;
let space: string;
let at: string;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, config },
);
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.respondBy(respondWith(200, {}, 'Thanks'));
  space = await createLiveSpace(org);
  at = `/orgs/${org.id}/webhooks`;
});

const create = async (fields: object = {}) =>
  (await org.admin.call('POST', at, { url: `${receiver.url}/in`, events: ['*'], ...fields })).body;
const update = (id: string, change: object) => org.admin.call('PATCH', `${at}/${id}`, change);
const webhook = async (id: string) => (await org.admin.call('GET', `${at}/${id}`)).body;
const deliveries = async (id: string, query = '') =>
  (await org.admin.call('GET', `${at}/${id}/deliveries${query}`)).body.items;
const delivery = async (id: string, one: string) =>
  (await org.admin.call('GET', `${at}/${id}/deliveries/${one}`)).body;
const edit = async (title = 'Page') => {
  const changes = [{ operation: 'insert_page', title, document: { markdown: title } }];
  const { body } = await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  return body.revision ?? (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
};

/** Does what a worker does with what was recorded in the organization. */
const announce = async () => {
  const rows = await server.app.kernel.db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', org.id)
    .orderBy('id')
    .execute();
  for (const row of rows)
    await server.app.services.webhookDeliveries.queueForSubscribers({
      id: row.id,
      organizationId: row.organization_id,
      action: row.action,
      target: { type: row.target_type, id: row.target_id },
      payload: row.payload as object as Record<string, unknown>,
      actor: { type: row.actor_type, id: row.actor_id },
    });
};
const send = (id: string) => server.app.services.webhookSender.run({ organization_id: org.id, id });

describe('an event', () => {
  test('is sent to subscribed webhooks, signed, and the response is stored', async () => {
    const all = await create();
    const content = await create({ events: ['space_content_updated'], spaces: [space] });
    const others = [
      await create({ events: ['site_view'] }),
      await create({ spaces: [await createLiveSpace(org)] }),
      await create({ sites: [await org.site()] }),
      await create({ enabled: false }),
    ];
    const elsewhere = await server.organization();
    await elsewhere.admin.call('POST', `/orgs/${elsewhere.id}/webhooks`, {
      url: receiver.url,
      events: ['*'],
    });
    const revisionId = await edit();
    await announce();
    // Told twice, it is sent once.
    await announce();
    for (const { id } of [all, content, ...others]) await send(id);

    expect(receiver.received).toHaveLength(2);
    for (const [index, { secret }] of [all, content].entries()) {
      const got = receiver.received[index]!;
      expect(got.event).toEqual({
        eventId: expect.any(String),
        type: 'space_content_updated',
        spaceId: space,
        revisionId,
      });
      expect(got.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Lectern-Webhook',
        'lectern-event-id': got.event.eventId,
        'lectern-event-type': 'space_content_updated',
        'lectern-attempt': '1',
      });
      expect(isSigned(got, secret)).toBe(true);
      expect(isSigned(got, `${secret}x`)).toBe(false);
    }
    const [one] = await deliveries(all.id);
    expect(await delivery(all.id, one.id)).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
      eventType: 'space_content_updated',
      event: receiver.received[0]!.event,
      attempts: [{ number: 1, statusCode: 200, response: 'Thanks' }],
    });
    for (const { id } of others) expect(await deliveries(id)).toEqual([]);
  });

  test('is found in the delivery log by status and type', async () => {
    const { id } = await create();
    await edit('One');
    await announce();
    await send(id);
    await org.admin.call('POST', `${at}/${id}/ping`);
    const types = async (query: string) =>
      (await deliveries(id, query)).map(({ eventType }: { eventType: string }) => eventType);
    expect(await types('')).toEqual(['ping', 'space_content_updated']);
    expect(await types('?status=pending')).toEqual(['ping']);
    expect(await types('?status=failed')).toEqual([]);
    expect(await types('?eventType=space_content_updated')).toEqual(['space_content_updated']);
    const { status, body } = await org.admin.call('GET', `${at}/${id}/deliveries?status=lost`);
    expect([status, body.error.details[0].path]).toEqual([400, 'query.status']);
    const first = (await org.admin.call('GET', `${at}/${id}/deliveries?limit=1`)).body;
    expect([first.count, first.items[0].eventType]).toEqual([2, 'ping']);
    expect(await types(`?limit=1&page=${first.next.page}`)).toEqual(['space_content_updated']);
    const other = await create();
    const path = `${at}/${other.id}/deliveries/${first.items[0].id}`;
    expect((await org.admin.call('GET', path)).status).toBe(404);
  });
});

describe('a receiver', () => {
  /** Sends what is due as often as it is, each time as late as it has to be. */
  const exhaust = async (id: string, one: string) => {
    const waits: number[] = [];
    for (;;) {
      await send(id);
      const { nextAttemptAt } = await delivery(id, one);
      if (!nextAttemptAt) return waits;
      const wait = Date.parse(nextAttemptAt) - clock.now().getTime();
      waits.push(wait);
      clock.advance(wait + SECOND);
    }
  };
  const started = async (fields: object = {}) => {
    const { id } = await create(fields);
    await edit();
    await announce();
    const [one] = await deliveries(id);
    return { id, one: one.id as string };
  };

  test('that fails gets eight attempts over about a day, with the same id, and again on request', async () => {
    receiver.respondBy(respondWith(500, {}, 'Oops'));
    const { id, one } = await started();
    const waits = await exhaust(id, one);
    expect(waits).toHaveLength(7);
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(15);
    expect(hours).toBeLessThan(32);
    const failed = await delivery(id, one);
    expect(failed).toMatchObject({ status: 'failed', attemptCount: 8 });
    expect(failed.attempts.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual(
      Array(8).fill(500),
    );
    expect(new Set(receiver.received.map(({ event }) => event.eventId)).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['lectern-attempt'])).toEqual([...'12345678']);
    expect((await webhook(id)).failingSince).toBeDefined();

    receiver.respondBy(respondWith(204));
    const again = await org.admin.call('POST', `${at}/${id}/deliveries/${one}/redeliver`);
    expect([again.status, again.body.status]).toEqual([200, 'pending']);
    expect((await org.admin.call('POST', `${at}/${id}/deliveries/${one}/redeliver`)).status).toBe(409);
    await send(id);
    expect(await delivery(id, one)).toMatchObject({
      status: 'succeeded',
      attemptCount: 9,
      eventId: failed.eventId,
    });
    expect(receiver.received.at(-1)?.event.eventId).toBe(failed.eventId);
    expect((await webhook(id)).failingSince).toBeUndefined();
  });

  test('can delay the next attempt by Retry-After', async () => {
    receiver.respondBy(respondWith(429, { 'retry-after': '1800' }));
    const { id, one } = await started();
    await send(id);
    const wait = Date.parse((await delivery(id, one)).nextAttemptAt) - clock.now().getTime();
    expect(Math.abs(wait - 1_800_000)).toBeLessThan(30_000);
    await send(id);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['a redirect, which is not followed', respondWith(302, { location: '/elsewhere' }), { statusCode: 302 }],
    ['not found', respondWith(404), { statusCode: 404 }],
    ['hanging up', (response: { destroy(): void }) => response.destroy(), { error: expect.any(String) }],
  ] as const)('with %s gets another attempt', async (_, reaction, attempt) => {
    receiver.respondBy(reaction as never);
    const { id, one } = await started();
    await send(id);
    const found = await delivery(id, one);
    expect(found).toMatchObject({ status: 'pending', attempts: [attempt] });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
  });

  test('with an unknown host name is reported in the log', async () => {
    const { id, one } = await started({ url: 'http://nobody.example.com:4444/x' });
    await send(id);
    expect((await delivery(id, one)).attempts).toMatchObject([
      { error: expect.stringContaining('could not be reached') },
    ]);
  });

  test('that the operator no longer allows is rejected', async () => {
    const { id, one } = await started();
    const closed = await startServer({ connectionString: server.connectionString, clock });
    await closed.app.services.webhookSender.run({ organization_id: org.id, id });
    await closed.close();
    expect((await delivery(id, one)).attempts).toMatchObject([
      { error: 'The address is not on the public internet, so it is not fetched.' },
    ]);
    expect(receiver.received).toEqual([]);
  });

  test('with a huge response succeeds, and the beginning is stored', async () => {
    receiver.respondBy((response) => response.writeHead(200).end('\0é'.repeat(3_000_000)));
    const { id, one } = await started();
    await send(id);
    const { status, attempts } = await delivery(id, one);
    expect([status, attempts[0].response.length]).toEqual(['succeeded', 2000]);
    expect(attempts[0].response.slice(0, 4)).toBe('\uFFFDé\uFFFDé');
  });

  test('with the status 410 is disabled, until it is enabled again', async () => {
    receiver.respondBy(respondWith(410));
    const { id } = await started();
    await edit('Two');
    await announce();
    await send(id);
    expect(await webhook(id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await server.eventsOf(id)).at(-1)).toMatchObject({
      action: 'webhook.disabled',
      payload: { reason: 'gone' },
      actor: 'system',
    });
    await edit('Three');
    await announce();
    expect((await deliveries(id)).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
    ]);
    expect((await org.admin.call('POST', `${at}/${id}/ping`)).status).toBe(409);
    const [{ id: one }] = await deliveries(id);
    expect((await org.admin.call('POST', `${at}/${id}/deliveries/${one}/redeliver`)).status).toBe(409);
    const { body } = await update(id, { enabled: true });
    expect([body.enabled, body.disabledReason]).toEqual([true, undefined]);
    expect((await org.admin.call('POST', `${at}/${id}/ping`)).status).toBe(201);
  });

  test('that fails for a week is disabled, and pending events are dropped', async () => {
    receiver.respondBy(respondWith(503));
    const { id } = await started();
    await send(id);
    clock.advance(7 * DAY - SECOND * 60);
    await edit('Two');
    await announce();
    await send(id);
    expect((await webhook(id)).enabled).toBe(true);
    clock.advance(60 * SECOND);
    await edit('Three');
    await announce();
    await send(id);
    expect(await webhook(id)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(await deliveries(id, '?status=pending')).toEqual([]);
    expect((await server.eventsOf(id)).filter(({ action }) => action === 'webhook.disabled')).toHaveLength(1);
  });

  test('gets a ping once', async () => {
    receiver.respondBy(respondWith(500));
    const made = await create();
    const { body: pinged } = await org.admin.call('POST', `${at}/${made.id}/ping`);
    await send(made.id);
    expect(await delivery(made.id, pinged.id)).toMatchObject({ status: 'failed', attemptCount: 1 });
    expect(receiver.received[0]!.event).toEqual({
      eventId: pinged.eventId,
      type: 'ping',
      organizationId: org.id,
      webhookId: made.id,
    });
    expect(isSigned(receiver.received[0]!, made.secret)).toBe(true);
  });
});

test('a changed secret signs all later attempts, including retries', async () => {
  receiver.respondBy(respondWith(500));
  const made = await create();
  await edit();
  await announce();
  await send(made.id);
  const { body: rotated } = await org.admin.call('POST', `${at}/${made.id}/rotate-secret`);
  clock.advance(20 * SECOND);
  await send(made.id);
  const [first, second] = receiver.received;
  expect([isSigned(first!, made.secret), isSigned(second!, rotated.secret)]).toEqual([true, true]);
  expect(isSigned(second!, made.secret)).toBe(false);
});

test('the previous secret signs beside the new one for as long as asked, and then no more', async () => {
  const made = await create();
  const rotate = async (body: object) =>
    (await org.admin.call('POST', `${at}/${made.id}/rotate-secret`, body)).body;
  const signers = async (...secrets: string[]) => {
    receiver.received.length = 0;
    await org.admin.call('POST', `${at}/${made.id}/ping`);
    await send(made.id);
    return secrets.map((secret) => isSigned(receiver.received[0]!, secret));
  };
  const second = await rotate({ keepPreviousHours: 24 });
  const left = Date.parse(second.previousSecretUntil) - clock.now().getTime();
  expect([left <= DAY, left > DAY - 60 * SECOND]).toEqual([true, true]);
  expect((await webhook(made.id)).previousSecretUntil).toBe(second.previousSecretUntil);
  expect(await signers(made.secret, second.secret)).toEqual([true, true]);
  clock.advance(DAY);
  expect(await signers(made.secret, second.secret)).toEqual([false, true]);
  expect((await webhook(made.id)).previousSecretUntil).toBeUndefined();
  const third = await rotate({ keepPreviousHours: 1 });
  expect(await signers(made.secret, second.secret, third.secret)).toEqual([false, true, true]);
  // A secret that has leaked ends at once, and so does the one before it.
  const fourth = await rotate({});
  expect(fourth.previousSecretUntil).toBeUndefined();
  expect(await signers(second.secret, third.secret, fourth.secret)).toEqual([false, false, true]);
});

test('deliveries of a dead process are sent by another one, and recorded once', async () => {
  const { id } = await create();
  await edit();
  await announce();
  // Before anything is sent, for an attempt lasts ten seconds.
  const other = await startServer({ connectionString: server.connectionString, clock, config });
  let go = () => {};
  receiver.respondBy((response) => {
    go = () => response.writeHead(200).end();
  });
  const first = send(id);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 60_000);
  const sendThere = () => other.app.services.webhookSender.run({ organization_id: org.id, id });
  await sendThere();
  expect(receiver.received).toHaveLength(1);
  clock.advance(60 * SECOND);
  const second = sendThere();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 60_000);
  go();
  await second;
  await expect.poll(async () => (await deliveries(id))[0].status).toBe('succeeded');
  receiver.received.length = 0;
  await other.close();
  const [{ attemptCount }] = await deliveries(id);
  expect(attemptCount).toBe(1);
  void first.catch(() => {});
});

test('the delivery log is kept for the configured days, and pending deliveries longer', async () => {
  const { id } = await create();
  await edit('One');
  await announce();
  await send(id);
  receiver.respondBy(respondWith(500));
  await edit('Two');
  await announce();
  await send(id);
  clock.advance(29 * DAY);
  await server.app.services.webhookSender.removeOld();
  expect(await deliveries(id)).toHaveLength(2);
  clock.advance(2 * DAY);
  await server.app.services.webhookSender.removeOld();
  expect((await deliveries(id)).map(({ status }: { status: string }) => status)).toEqual(['pending']);
});
