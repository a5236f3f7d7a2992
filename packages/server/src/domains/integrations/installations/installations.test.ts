import { beforeEach, describe, expect, test } from 'vitest';
import { install, manifestOf, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const DECLARED = {
  account: {
    properties: {
      key: { type: 'string' },
      level: { type: 'string', enum: ['low', 'high'] },
      size: { type: 'number' },
      loud: { type: 'boolean' },
      login: { type: 'button', callback_url: '/oauth', button_text: 'Log in' },
    },
    required: ['key', 'login'],
  },
};

describe('installing', () => {
  test('requires an administrator, works once per organization, by its id or its hostname', async () => {
    const name = await publish(org, { visibility: 'public' });
    const at = `/integrations/${name}/installations`;
    expect((await org.create.call('POST', at, { organization: org.id })).status).toBe(403);
    expect((await (await server.person()).call('POST', at, { organization: org.id })).status).toBe(404);
    const { status, body } = await org.admin.call('POST', at, { organization: org.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'active',
      space_selection: 'selected',
      site_selection: 'selected',
      spaces: 0,
      configuration: {},
      externalIds: [],
      target: { organization: org.id },
      urls: {
        location: `${server.url}/v1${at}/${body.id}`,
        publicEndpoint: `${server.url}/~${at.slice(1)}/${body.id}`,
      },
    });
    expect((await org.admin.call('POST', at, { organization: org.id })).status).toBe(409);
    expect((await org.read.call('GET', `${at}/${body.id}`)).body.id).toBe(body.id);
    expect((await org.guest.call('GET', `${at}/${body.id}`)).status).toBe(404);
    const other = await server.organization();
    const hostname = `h-${body.id.slice(-12).toLowerCase()}`;
    await other.admin.call('PATCH', `/orgs/${other.id}`, { hostname });
    expect((await other.admin.call('POST', at, { organization: hostname })).status).toBe(201);
    expect((await other.admin.call('GET', `${at}/${body.id}`)).status).toBe(404);
    expect((await other.admin.call('POST', at, { organization: 'nobody' })).status).toBe(404);
  });

  test('a private integration works only in the organization that published it', async () => {
    const name = await publish(org);
    const other = await server.organization();
    await server.member(other.id, 'admin', org.admin);
    const { status, body } = await org.admin.call('POST', `/integrations/${name}/installations`, {
      organization: other.id,
    });
    expect([status, body.error.details[0].path]).toEqual([400, 'body.organization']);
    expect((await other.create.call('GET', `/integrations/${name}`)).status).toBe(404);
  });

  test('an integration that becomes private leaves it visible in existing installations', async () => {
    const name = await publish(org, { visibility: 'public' });
    const other = await server.organization();
    const { at } = await install(other, name);
    await publish(org, { visibility: 'private' }, name);
    expect((await other.read.call('GET', `/integrations/${name}`)).status).toBe(200);
    expect((await other.read.call('GET', at)).status).toBe(200);
    expect((await other.guest.call('GET', `/integrations/${name}`)).status).toBe(404);
  });

  test('concurrently creates one installation', async () => {
    const name = await publish(org);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        org.admin.call('POST', `/integrations/${name}/installations`, { organization: org.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('configuring an installation', () => {
  let name: string;
  let at: string;
  let id: string;
  beforeEach(async () => {
    name = await publish(org, { configurations: DECLARED, visibility: 'public' });
    ({ at, id } = await install(org, name));
  });
  const set = (body: object, by = org.admin) => by.call('PATCH', at, body);

  test('is pending until required values are set, keeps unknown ones, and replaces the previous configuration', async () => {
    expect((await org.admin.call('GET', at)).body.status).toBe('pending');
    const half = await set({ configuration: { key: 'k', other: { deep: [1] } } });
    expect(half.body).toMatchObject({ status: 'pending', configuration: { key: 'k', other: { deep: [1] } } });
    const whole = await set({ configuration: { key: 'k', login: { token: 't' }, size: 2, level: 'low' } });
    expect(whole.body).toMatchObject({ status: 'active' });
    expect(whole.body.configuration).toEqual({ key: 'k', login: { token: 't' }, size: 2, level: 'low' });
    expect((await set({ configuration: {} })).body).toMatchObject({ status: 'pending', configuration: {} });
  });

  test.each([
    [{ key: 1 }, 'body.configuration.key'],
    [{ key: null }, 'body.configuration.key'],
    [{ level: 'medium' }, 'body.configuration.level'],
    [{ size: '2' }, 'body.configuration.size'],
    [{ loud: 'yes' }, 'body.configuration.loud'],
    [{ other: 'x'.repeat(70_000) }, 'body.configuration'],
    [[], 'body.configuration'],
  ])('rejects %j and changes nothing', async (configuration, path) => {
    const { status, body } = await set({ configuration, externalIds: ['x'] });
    expect([status, body.error.details[0].path]).toEqual([400, path]);
    expect((await org.admin.call('GET', at)).body).toMatchObject({ configuration: {}, externalIds: [] });
  });

  test('accepts a property with the name of an object method', async () => {
    const odd = { toString: { type: 'number' } };
    const other = await publish(org, { configurations: { account: { properties: odd } } });
    const installed = await install(org, other);
    expect((await org.admin.call('PATCH', installed.at, { configuration: {} })).status).toBe(200);
    const { status, body } = await org.admin.call('PATCH', installed.at, {
      configuration: { toString: 'text' },
    });
    expect([status, body.error.details[0].path]).toEqual([400, 'body.configuration.toString']);
  });

  test('shows values to administrators and the integration only; other members see that it exists', async () => {
    await set({ configuration: { key: 'secret', login: 1 } });
    expect((await org.create.call('GET', at)).body).toMatchObject({ status: 'active', configuration: {} });
    expect((await set({ configuration: {} }, org.create)).status).toBe(403);
    const list = await org.read.call('GET', `/orgs/${org.id}/installations`);
    expect(list.body.items[0]).toMatchObject({
      installation: { id, configuration: {} },
      integration: { name },
    });
    const { environment } = await serviceAccountsOf(server, name, id);
    expect(environment.installation?.configuration).toEqual({ key: 'secret', login: 1 });
    const log = await org.admin.call('GET', `/orgs/${org.id}/audit-events?limit=100`);
    for (const { id: event } of log.body.items)
      expect(
        JSON.stringify((await org.admin.call('GET', `/orgs/${org.id}/audit-events/${event}`)).body),
      ).not.toContain('secret');
    expect((await server.eventsOf(id)).map(({ action, payload }) => [action, payload])).toEqual([
      ['installation.created', { integration: name, status: { to: 'pending' } }],
      [
        'installation.updated',
        { integration: name, fields: ['configuration'], status: { from: 'pending', to: 'active' } },
      ],
    ]);
  });

  test('with the same values changes nothing', async () => {
    const body = { configuration: { key: 'k' }, externalIds: ['a', 'a'], space_selection: 'all' };
    const first = await set(body);
    expect(first.body.externalIds).toEqual(['a']);
    expect((await set(body)).body).toEqual(first.body);
    expect(await server.eventsOf(id)).toHaveLength(2);
  });

  test('lets people pause and resume it', async () => {
    await set({ configuration: { key: 'k', login: 1 } });
    expect((await set({ status: 'paused' })).body.status).toBe('paused');
    expect((await set({ status: 'active' })).body.status).toBe('active');
    expect((await set({ status: 'pending' })).status).toBe(400);
    const { integration } = await serviceAccountsOf(server, name, id);
    expect((await integration('PATCH', at, { status: 'paused' })).status).toBe(400);
  });

  test('is pending again after a version that requires more', async () => {
    await set({ configuration: { key: 'k', login: 1 } });
    const more = { ...DECLARED.account, required: ['key', 'size'] };
    await publish(org, { configurations: { account: more } }, name);
    expect((await org.admin.call('GET', at)).body.status).toBe('pending');
  });

  test.each([null, ''])('is pending with an empty value: %j of a button', async (login) => {
    const { body } = await set({ configuration: { key: 'k', login } });
    expect([body.status, body.configuration]).toEqual(['pending', { key: 'k', login }]);
  });

  test('is pending after a version that requires a value of another type', async () => {
    await set({ configuration: { key: 'k', login: 1, level: 'low' } });
    const declaring = async (more: object) => {
      const properties = { ...DECLARED.account.properties, ...more };
      await publish(org, { configurations: { account: { ...DECLARED.account, properties } } }, name);
      return (await org.admin.call('GET', at)).body.status;
    };
    expect(await declaring({})).toBe('active');
    expect(await declaring({ key: { type: 'number' } })).toBe('pending');
    expect(await declaring({ level: { type: 'boolean' } })).toBe('pending');
    expect(await declaring({ level: { type: 'string', enum: ['high'] } })).toBe('pending');
    expect(await declaring({ login: { type: 'number' } })).toBe('active');
  });

  test('is pending with a component until it has set any value', async () => {
    const other = await publish(org, { configurations: { account: { componentId: 'config' } } });
    const installed = await install(org, other);
    expect((await org.admin.call('GET', installed.at)).body.status).toBe('pending');
    const { body } = await org.admin.call('PATCH', installed.at, { configuration: { any: ['thing'] } });
    expect(body).toMatchObject({ status: 'active', configuration: { any: ['thing'] } });
  });

  test('selects only targets of its integration', async () => {
    const space = await org.space();
    expect((await set({ space_selection: 'all' })).body.spaces).toBe(1);
    const onSites = await publish(org, { target: 'site' });
    const { at: there } = await install(org, onSites);
    const refused = await org.admin.call('PATCH', there, { space_selection: 'all' });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.space_selection']);
    const inOrganizations = await install(org, await publish(org, { target: 'organization' }));
    expect((await org.admin.call('GET', inOrganizations.at)).body).toMatchObject({
      space_selection: 'all',
      site_selection: 'all',
      spaces: 1,
    });
    await org.admin.call('DELETE', `/spaces/${space}`);
    expect((await org.admin.call('GET', inOrganizations.at)).body.spaces).toBe(0);
  });
});

describe('lists of installations', () => {
  test('of an integration contain all for itself, those of their organizations for administrators, by external id', async () => {
    const name = await publish(org, { visibility: 'public' });
    const list = `/integrations/${name}/installations`;
    const here = await install(org, name);
    const other = await server.organization();
    const there = await install(other, name);
    await org.admin.call('PATCH', here.at, { externalIds: ['team-1', 'x'] });
    await other.admin.call('PATCH', there.at, { externalIds: ['team-2', 'x'] });
    const idsFor = async (
      call: (method: string, path: string) => Promise<{ body: { items: { id: string }[] } }>,
      query = '',
    ) => (await call('GET', list + query)).body.items.map(({ id }) => id);
    const serviceAccounts = await serviceAccountsOf(server, name, here.id);
    expect(await idsFor(serviceAccounts.integration)).toEqual([here.id, there.id]);
    expect(await idsFor(serviceAccounts.integration, '?externalId=team-2')).toEqual([there.id]);
    expect(await idsFor(serviceAccounts.integration, '?externalId=x')).toEqual([here.id, there.id]);
    expect(await idsFor(serviceAccounts.integration, '?externalId=team')).toEqual([]);
    expect(await idsFor(serviceAccounts.installation)).toEqual([here.id]);
    expect(await idsFor(org.admin.call)).toEqual([here.id]);
    expect(await idsFor(org.create.call)).toEqual([]);
    const first = (await serviceAccounts.integration('GET', `${list}?limit=1`)).body;
    expect(first.count).toBe(2);
    expect(await idsFor(serviceAccounts.integration, `?limit=1&page=${first.next.page}`)).toEqual([there.id]);
    const cost = (limit: number) =>
      server.countQueries(() => serviceAccounts.integration('GET', `${list}?limit=${limit}`));
    expect(await cost(2)).toBe(await cost(1));
  });

  test('of an organization have search, pagination and status filters', async () => {
    const alpha = await publish(org, { title: 'Alpha' });
    const beta = await publish(org, { title: 'Beta', configurations: DECLARED });
    const unlisted = await publish(org, { title: 'Gamma', visibility: 'unlisted' });
    for (const name of [alpha, beta, unlisted]) await install(org, name);
    const list = `/orgs/${org.id}/installations`;
    const titles = async (query = '') =>
      (await org.read.call('GET', list + query)).body.items.map(
        ({ integration }: { integration: { title: string } }) => integration.title,
      );
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles('?search=bet')).toEqual(['Beta']);
    const page = (await org.read.call('GET', `${list}?limit=2`)).body.next.page;
    expect(await titles(`?limit=2&page=${page}`)).toEqual(['Gamma']);
    const statuses = await org.read.call('GET', `/orgs/${org.id}/integrations/installations-status`);
    expect(
      statuses.body.items.map((item: { status: string; integration: { title: string } }) => [
        item.integration.title,
        item.status,
      ]),
    ).toEqual([
      ['Alpha', 'active'],
      ['Beta', 'pending'],
      ['Gamma', 'active'],
    ]);
    const statusOf = (name: string, by = org.read) =>
      by.call('GET', `/orgs/${org.id}/integrations/${name}/installation_status`);
    expect((await statusOf(beta)).body).toEqual({ status: 'pending' });
    expect((await statusOf(await publish(org))).status).toBe(404);
    expect((await statusOf('nothing')).status).toBe(404);
    expect((await statusOf(beta, org.guest)).status).toBe(403);
    for (const path of [
      list,
      `/orgs/${org.id}/integrations/installations-status`,
      `/orgs/${org.id}/integrations`,
    ])
      expect(await server.countQueries(() => org.read.call('GET', `${path}?limit=3`)), path).toBe(
        await server.countQueries(() => org.read.call('GET', `${path}?limit=1`)),
      );
  });
});

describe('uninstalling', () => {
  test('requires an administrator, revokes tokens, and allows installing again', async () => {
    const name = await publish(org);
    const { at, id } = await install(org, name);
    const serviceAccounts = await serviceAccountsOf(server, name, id);
    expect((await serviceAccounts.installation('GET', at)).status).toBe(200);
    expect((await org.create.call('DELETE', at)).status).toBe(403);
    expect((await serviceAccounts.installation('DELETE', at)).status).toBe(403);
    expect((await org.admin.call('DELETE', at)).status).toBe(204);
    expect((await org.admin.call('DELETE', at)).status).toBe(204);
    await server.app.kernel.catchUpNotifications();
    expect((await serviceAccounts.installation('GET', at)).status).toBe(401);
    expect((await serviceAccounts.integration('GET', at)).status).toBe(404);
    expect((await install(org, name)).id).not.toBe(id);
  });

  test('happens in every organization when an integration is deleted, with an event in each', async () => {
    const name = await publish(org, { visibility: 'public' });
    const other = await server.organization();
    const there = await install(other, name);
    const serviceAccounts = await serviceAccountsOf(server, name, there.id);
    await org.admin.call('DELETE', `/integrations/${name}`);
    expect((await server.eventsOf(there.id)).at(-1)).toMatchObject({
      organization: other.id,
      action: 'installation.deleted',
      actor: 'system',
    });
    await server.app.kernel.catchUpNotifications();
    for (const call of [serviceAccounts.integration, serviceAccounts.installation])
      expect((await call('GET', there.at)).status).toBe(401);
    await other.admin.call('POST', `/integrations/${name}`, manifestOf(other.id));
    expect((await other.admin.call('GET', `/integrations/${name}/installations`)).body.count).toBe(0);
  });
});
