import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
let at: string;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { egressAllow: '127.0.0.1:4444' } },
);
beforeEach(() => {
  at = `/orgs/${org.id}/webhooks`;
});

const URL = 'https://hooks.example.com/in';
const create = async (fields: object = {}) =>
  (await org.admin.call('POST', at, { url: URL, events: ['*'], ...fields })).body;
const rows = () =>
  server.app.kernel.db.selectFrom('webhooks').selectAll().where('organization_id', '=', org.id).execute();

describe('webhooks', () => {
  test('are created, listed in pages, read, changed and deleted by administrators', async () => {
    const space = await org.space();
    const site = await org.site();
    const fields = {
      url: URL,
      events: ['space_content_updated', 'site_view', 'site_view'],
      description: 'Builds',
      spaces: [space],
      sites: [site],
      enabled: false,
    };
    const { status, body: made } = await org.admin.call('POST', at, fields);
    expect(status).toBe(201);
    const { secret, ...webhook } = made;
    expect(webhook).toMatchObject({
      ...fields,
      object: 'webhook',
      events: ['space_content_updated', 'site_view'],
    });
    expect((await org.admin.call('GET', `${at}/${made.id}`)).body).toEqual(webhook);

    const others = [await create(), await create()];
    const first = (await org.admin.call('GET', `${at}?limit=2`)).body;
    expect([first.count, first.items[0]]).toEqual([3, webhook]);
    const second = (await org.admin.call('GET', `${at}?limit=2&page=${first.next.page}`)).body;
    expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual([
      made.id,
      ...others.map(({ id }) => id),
    ]);
    expect(second.next).toBeUndefined();

    const change = {
      url: 'http://hooks.example.com/',
      events: ['*'],
      spaces: null,
      sites: null,
      enabled: true,
    };
    const { body: changed } = await org.admin.call('PATCH', `${at}/${made.id}`, change);
    expect(changed).toMatchObject({ url: change.url, events: ['*'], description: 'Builds', enabled: true });
    expect([changed.spaces, changed.sites]).toEqual([undefined, undefined]);

    expect((await org.admin.call('DELETE', `${at}/${made.id}`)).status).toBe(204);
    expect((await org.admin.call('GET', `${at}/${made.id}`)).status).toBe(404);
    expect((await org.admin.call('DELETE', `${at}/${made.id}`)).status).toBe(204);
  });

  test('have a secret that is shown once, stored encrypted, changed on request and not visible to others', async () => {
    const made = await create();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9]{40}$/);
    const { body: rotated } = await org.admin.call('POST', `${at}/${made.id}/rotate-secret`);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(made.secret);
    await org.admin.call('PATCH', `${at}/${made.id}`, { description: 'Other' });
    const told = [
      (await org.admin.call('GET', at)).body,
      (await org.admin.call('GET', `${at}/${made.id}`)).body,
      (await org.admin.call('GET', `/orgs/${org.id}/audit-events`)).body,
      await rows(),
      await server.eventsOf(made.id),
    ];
    expect(JSON.stringify(told)).not.toMatch(/whsec_/);
    expect((await server.eventsOf(made.id)).map(({ action, payload }) => [action, payload])).toEqual([
      ['webhook.created', { url: URL, events: ['*'], enabled: true }],
      ['webhook.secret-rotated', {}],
      ['webhook.updated', { fields: ['description'], changes: { description: { from: '', to: 'Other' } } }],
    ]);
  });

  test('keep the previous secret for at most a week', async () => {
    const { id } = await create();
    for (const keepPreviousHours of [-1, 1.5, 169, '24']) {
      const { status, body } = await org.admin.call('POST', `${at}/${id}/rotate-secret`, {
        keepPreviousHours,
      });
      expect([status, body.error.details?.[0]?.path]).toEqual([400, 'body.keepPreviousHours']);
    }
    await org.admin.call('POST', `${at}/${id}/rotate-secret`, { keepPreviousHours: 168 });
    expect(JSON.stringify(await rows())).not.toMatch(/whsec_/);
    expect((await server.eventsOf(id)).at(-1)).toMatchObject({
      action: 'webhook.secret-rotated',
      payload: { keepPreviousHours: 168 },
    });
  });

  test('are not visible to others', async () => {
    const { id } = await create();
    const stranger = (await server.organization()).admin;
    for (const who of [org.create, org.read, org.guest]) {
      expect((await who.call('GET', at)).status).toBe(403);
      expect((await who.call('POST', at, { url: URL, events: ['*'] })).status).toBe(403);
      expect((await who.call('GET', `${at}/${id}`)).status).toBe(404);
      expect((await who.call('POST', `${at}/${id}/rotate-secret`)).status).toBe(404);
      expect((await who.call('DELETE', `${at}/${id}`)).status).toBe(204);
    }
    expect((await stranger.call('GET', `${at}/${id}`)).status).toBe(404);
    const elsewhere = `/orgs/${(await server.organization()).id}/webhooks/${id}`;
    expect((await org.admin.call('GET', elsewhere)).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['url', 'ftp://hooks.example.com/'],
    ['url', 'hooks'],
    ['url', 'http://user:password@hooks.example.com/'],
    ['url', 'http://127.0.0.1/'],
    ['url', 'http://127.0.0.1:4445/'],
    ['url', 'http://2130706433/'],
    ['url', 'http://[::1]/'],
    ['url', 'http://[::ffff:10.0.0.1]/'],
    ['url', 'http://169.254.169.254/latest/meta-data'],
    ['url', 'http://localhost:3000/'],
    ['url', 'http://x.LOCALHOST./'],
    ['events', []],
    ['events.0', ['nothing']],
    ['events.0', ['installation_setup']],
    ['spaces', []],
    ['spaces.0', ['of-somebody-else']],
    ['sites.0', ['of-somebody-else']],
    ['description', 'x'.repeat(501)],
    ['enabled', 'yes'],
  ])('with the %s %j are rejected with the field, and nothing is changed', async (path, value) => {
    const field = path.split('.')[0]!;
    const { id } = await create();
    const before = await rows();
    for (const [method, to, body] of [
      ['POST', at, { url: URL, events: ['*'], [field]: value }],
      ['PATCH', `${at}/${id}`, { [field]: value }],
    ] as const) {
      const answer = await org.admin.call(method, to, body);
      expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, `body.${path}`]);
    }
    expect(await rows()).toEqual(before);
  });

  test('can be internal if the operator allows it, and use any host name', async () => {
    for (const url of ['http://127.0.0.1:4444/x', 'https://inside.example.com/', 'http://8.8.8.8/'])
      expect((await org.admin.call('POST', at, { url, events: ['*'] })).status).toBe(201);
  });

  test('are limited to fifty', async () => {
    await Promise.all(Array.from({ length: 50 }, () => create()));
    const { status, body } = await org.admin.call('POST', at, { url: URL, events: ['*'] });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('50 webhooks')]);
  });
});
