import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { deliverNow, eventsOf, queueOf, traceOf, until } from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

interface Told {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are of many shapes, which tests look into
  readonly event: any;
  // biome-ignore lint/suspicious/noExplicitAny: so are environments
  readonly environment: any;
}

/** What an author runs at the other end of a tunnel. */
const startWorkshop = async (port = 0) => {
  const told: Told[] = [];
  const answer = { status: 200 };
  const server: Server = createServer(async (request, response) => {
    const bytes = new Uint8Array(await buffer(request));
    const form = await new Response(bytes, {
      headers: { 'content-type': request.headers['content-type']! },
    }).formData();
    told.push({
      path: request.url!,
      event: JSON.parse(String(form.get('event'))),
      environment: JSON.parse(String(form.get('environment'))),
    });
    response.writeHead(answer.status).end('OK');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    told,
    answer,
    port: own,
    url: `http://127.0.0.1:${own}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const workshop = await startWorkshop();
afterAll(() => workshop.close());
const gone = await startWorkshop();
await gone.close();
const clock = testClock();

let server: TestServer;
let org: TestOrganization;
let name: string;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  {
    config: { egressAllow: `127.0.0.1:${workshop.port},127.0.0.1:${gone.port}` },
    roles: ['api', 'worker'],
    clock,
  },
);
beforeEach(async () => {
  workshop.told.length = 0;
  workshop.answer.status = 200;
  name = await publish(org, { visibility: 'public' });
});

const develop = (body: object) => org.admin.call('PUT', `/integrations/${name}/dev`, body);
const tunnel = () =>
  server.app.kernel.db
    .selectFrom('integration_tunnels')
    .selectAll()
    .where('organization_id', '=', org.id)
    .executeTakeFirst();
const lastEvent = (count = 1) =>
  until(async () => {
    const events = await eventsOf(org, name);
    expect(events).toHaveLength(count);
    return events[0]!;
  });
const queueTask = async (schedule = 0) =>
  (await serviceAccountsOf(server, name)).integration('POST', `/integrations/${name}/tasks`, {
    task: {},
    schedule,
  });

describe('an integration in development mode', () => {
  test('receives its events through the tunnel, in the form for scripts, with a line in the trace', async () => {
    expect((await develop({ tunnelUrl: workshop.url })).status).toBe(204);
    const { id } = await install(org, name);
    const event = await lastEvent();
    expect(workshop.told).toMatchObject([
      {
        path: '/v1',
        event: { type: 'installation_setup', installationId: id, eventId: event.id },
        environment: { installation: { id }, integration: { name } },
      },
    ]);
    expect(event.status).toBe('success');
    expect((await traceOf(org, name, event.id)).map(({ message }) => message)).toEqual([
      `Sent to the tunnel ${workshop.url}: it responded with the status 200.`,
    ]);
    const { environment } = workshop.told[0]!;
    expect(
      (
        await server.withToken(environment.apiTokens.installation)(
          'GET',
          `/integrations/${name}/installations/${id}`,
        )
      ).status,
    ).toBe(200);
  });

  test('receives events of other organizations only on request', async () => {
    await develop({ tunnelUrl: workshop.url });
    const stranger = await server.organization();
    const { at } = await install(stranger, name);
    const event = await lastEvent();
    expect([event.status, workshop.told]).toEqual(['success', []]);
    await stranger.admin.call('DELETE', at);
    await lastEvent(2);
    expect(workshop.told).toEqual([]);
    await develop({ tunnelUrl: workshop.url, all: true });
    await install(stranger, name);
    await lastEvent(3);
    expect(workshop.told).toMatchObject([{ event: { type: 'installation_setup' } }]);
  });

  test('can accept an event, fail it, or ignore it by its response', async () => {
    await develop({ tunnelUrl: `${workshop.url}/any/path` });
    workshop.answer.status = 500;
    await queueTask();
    await until(async () => expect((await queueOf(server, name))[0]?.attempts).toBe(1));
    workshop.answer.status = 400;
    clock.advance(5000);
    await deliverNow(server, name);
    expect((await lastEvent()).status).toBe('failed');
    expect(workshop.told.map(({ path }) => path)).toEqual(['/any/path', '/any/path']);
    workshop.answer.status = 406;
    await install(org, name);
    await until(() => expect(workshop.told).toHaveLength(3));
    await until(async () => expect(await queueOf(server, name)).toEqual([]));
    expect(await eventsOf(org, name)).toHaveLength(1);
  });

  test('runs the published script if the tunnel is unreachable, and ends after three failures', async () => {
    await develop({ tunnelUrl: gone.url });
    for (const count of [1, 2, 3]) {
      expect((await tunnel())?.failures).toBe(count - 1);
      await queueTask();
      const event = await lastEvent(count);
      expect(event.status).toBe('success');
      expect((await traceOf(org, name, event.id))[0]).toMatchObject({
        level: 'warn',
        message: expect.stringMatching(
          `^Sent to the tunnel ${gone.url}: .* The published script ran instead.$`,
        ),
      });
    }
    expect(await tunnel()).toBeUndefined();
  });

  test('continues after a short interruption of the tunnel', async () => {
    await develop({ tunnelUrl: gone.url });
    await queueTask();
    await lastEvent(1);
    expect((await tunnel())?.failures).toBe(1);
    const back = await startWorkshop(gone.port);
    await queueTask();
    await lastEvent(2);
    await back.close();
    expect([back.told.length, (await tunnel())?.failures]).toEqual([1, 0]);
  });

  test('ends on request or after twelve hours', async () => {
    await develop({ tunnelUrl: workshop.url });
    expect((await org.admin.call('DELETE', `/integrations/${name}/dev`)).status).toBe(205);
    expect((await org.admin.call('DELETE', `/integrations/${name}/dev`)).status).toBe(205);
    await queueTask();
    await lastEvent(1);
    await develop({ tunnelUrl: workshop.url });
    clock.advance(12 * 60 * 60 * 1000);
    await queueTask();
    await lastEvent(2);
    expect(workshop.told).toEqual([]);
    const { id } = (await server.app.services.scriptEnvironments.integrationRecipient(name))!.integration;
    const recorded = (await server.eventsOf(id)).map(({ action, payload }) => [action, payload]);
    expect(recorded.slice(1)).toEqual([
      ['integration.development-started', { all: false }],
      ['integration.development-ended', {}],
      ['integration.development-started', { all: false }],
    ]);
  });
});

describe('a tunnel', () => {
  test.each([
    ['http://localhost:4321', /LECTERN_EGRESS_ALLOW/],
    ['http://169.254.169.254/latest', /LECTERN_EGRESS_ALLOW/],
    ['http://[::1]:99', /LECTERN_EGRESS_ALLOW/],
    ['ftp://tunnel.example', /http/],
    ['https://me:secret@tunnel.example', /credentials/],
    ['no URL', /http/],
    ['', /character|1/],
    [`https://tunnel.example/${'x'.repeat(256)}`, /256/],
  ])('at %s is rejected', async (tunnelUrl, why) => {
    const { status, body } = await develop({ tunnelUrl });
    expect([status, body.error.details[0].path]).toEqual([400, 'body.tunnelUrl']);
    expect(body.error.details[0].message).toMatch(why);
    expect(await tunnel()).toBeUndefined();
  });

  test('whose host name does not resolve counts as unreachable', async () => {
    expect((await develop({ tunnelUrl: 'https://tunnel.example' })).status).toBe(204);
    await queueTask();
    expect((await lastEvent()).status).toBe('success');
    expect((await tunnel())?.failures).toBe(1);
  });

  test('is available to administrators of the owner only', async () => {
    const stranger = await server.organization();
    await install(stranger, name);
    for (const who of [org.create, stranger.admin]) {
      expect((await who.call('PUT', `/integrations/${name}/dev`, { tunnelUrl: workshop.url })).status).toBe(
        403,
      );
      expect((await who.call('DELETE', `/integrations/${name}/dev`)).status).toBe(403);
      expect((await who.call('GET', `/integrations/${name}/events`)).status).toBe(403);
    }
    const serviceAccounts = await serviceAccountsOf(server, name);
    expect(
      (await serviceAccounts.integration('PUT', `/integrations/${name}/dev`, { tunnelUrl: workshop.url }))
        .status,
    ).toBe(403);
  });
});
