import { beforeEach, describe, expect, test } from 'vitest';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const needing = { properties: { key: { type: 'string' } }, required: ['key'] };

// The same on both, but for what they are called.
describe.each([
  { kind: 'space' as const, field: 'space', make: () => org.space('First') },
  { kind: 'site' as const, field: 'siteId', make: () => org.site({ title: 'First' }) },
])('installations on $kinds', ({ kind, field, make }) => {
  let name: string;
  let id: string;
  let at: string;
  let list: string;
  let content: string;
  beforeEach(async () => {
    name = await publish(org, { configurations: { [kind]: needing }, visibility: 'public' });
    ({ id, at } = await install(org, name));
    list = `${at}/${kind}s`;
    content = await make();
  });
  const add = (of = content, by = org.create) => by.call('POST', list, { [field]: of });
  const idsOf = async (path: string, call = org.admin.call) =>
    (await call('GET', path)).body.items.map((item: Record<string, string>) => item[kind]);

  test('are created, configured and deleted by managers of the content', async () => {
    expect((await add(content, org.edit)).status).toBe(403);
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body).toEqual({
      integration: name,
      installation: id,
      [kind]: content,
      status: 'pending',
      configuration: {},
      externalIds: [],
      urls: {
        location: `${server.url}/v1${list}/${content}`,
        publicEndpoint: `${server.url}/~${list.slice(1)}/${content}`,
        publicContentEndpoint: `${server.url}/~${list.slice(1)}/${content}`,
      },
    });
    expect((await add()).status).toBe(409);
    const one = `${list}/${content}`;
    const wrong = await org.create.call('PATCH', one, { configuration: { key: 1 } });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'body.configuration.key']);
    const set = await org.create.call('PATCH', one, { configuration: { key: 'k' }, externalIds: ['e'] });
    expect(set.body).toMatchObject({ status: 'active', configuration: { key: 'k' }, externalIds: ['e'] });
    expect((await org.edit.call('PATCH', one, { configuration: {} })).status).toBe(403);
    expect((await org.read.call('GET', one)).body).toMatchObject({ status: 'active', configuration: {} });
    expect((await org.guest.call('GET', one)).status).toBe(404);
    expect((await org.edit.call('DELETE', one)).status).toBe(403);
    expect((await org.create.call('DELETE', one)).status).toBe(204);
    expect((await org.create.call('DELETE', one)).status).toBe(204);
    expect((await org.create.call('GET', one)).status).toBe(404);
    expect((await server.eventsOf(id)).map(({ action, payload }) => [action, payload]).slice(1)).toEqual([
      [`${kind}-installation.created`, { integration: name, [kind]: content, status: { to: 'pending' } }],
      [
        `${kind}-installation.updated`,
        {
          integration: name,
          [kind]: content,
          fields: ['configuration', 'externalIds'],
          status: { from: 'pending', to: 'active' },
        },
      ],
      [`${kind}-installation.deleted`, { integration: name, [kind]: content }],
    ]);
  });

  test('require content of the same organization, and an integration with that target', async () => {
    expect((await add('nothing')).status).toBe(404);
    const other = await server.organization();
    await server.member(other.id, 'admin', org.admin);
    const elsewhere = kind === 'space' ? await other.space() : await other.site();
    expect((await add(elsewhere, org.admin)).status).toBe(404);
    expect((await org.admin.call('GET', `${list}/${elsewhere}`)).status).toBe(404);
    const target = kind === 'space' ? 'site' : 'space';
    const { at: there } = await install(org, await publish(org, { target }));
    const { status, body } = await org.create.call('POST', `${there}/${kind}s`, { [field]: content });
    expect([status, body.error.details[0].path]).toEqual([400, `body.${field}`]);
  });

  test('exist for all content with the selection, each with its own configuration', async () => {
    const second = kind === 'space' ? await org.space('Second') : await org.site({ title: 'Second' });
    await add();
    expect(await idsOf(list)).toEqual([content]);
    await org.admin.call('PATCH', at, { [`${kind}_selection`]: 'all' });
    expect(await idsOf(list)).toEqual([content, second]);
    const one = `${list}/${second}`;
    expect((await org.admin.call('GET', one)).body.status).toBe('pending');
    expect((await org.admin.call('PATCH', one, { configuration: { key: 'k' } })).body.status).toBe('active');
    await org.admin.call('PATCH', at, { [`${kind}_selection`]: 'selected' });
    expect(await idsOf(list)).toEqual([content, second]);
    await org.admin.call('PATCH', at, { [`${kind}_selection`]: 'all' });
    expect((await org.admin.call('DELETE', one)).status).toBe(204);
    expect((await org.admin.call('GET', one)).body).toMatchObject({ status: 'pending', configuration: {} });
  });

  test('have pagination, external ids, objects instead of ids, and a constant number of queries', async () => {
    const second = kind === 'space' ? await org.space('Second') : await org.site({ title: 'Second' });
    await add();
    await add(second);
    await org.create.call('PATCH', `${list}/${second}`, { externalIds: ['ext'] });
    const everywhere = `/integrations/${name}/${kind}s`;
    const { integration, installation } = await serviceAccountsOf(server, name, id);
    for (const path of [list, everywhere])
      for (const call of [org.admin.call, org.read.call, integration, installation]) {
        expect(await idsOf(path, call)).toEqual([content, second]);
        const first = (await call('GET', `${path}?limit=1`)).body;
        expect([first.count, first.items.length]).toEqual([2, 1]);
        expect(await idsOf(`${path}?limit=1&page=${first.next.page}`, call)).toEqual([second]);
      }
    expect(await idsOf(`${everywhere}?externalId=ext`, integration)).toEqual([second]);
    const extended = await org.read.call('GET', `${list}?extended=true`);
    expect(extended.body.items[0][kind]).toMatchObject({ object: kind, id: content, title: 'First' });
    const objects = await org.read.call('GET', `${list}/${content}?extended=true`);
    expect(objects.body[kind].object).toBe(kind);
    for (const path of [list, everywhere]) {
      const cost = (limit: number) =>
        server.countQueries(() => org.admin.call('GET', `${path}?extended=true&limit=${limit}`));
      expect(await cost(2)).toBe(await cost(1));
    }
  });

  test('show complete objects to integrations with the scopes', async () => {
    await add();
    const { integration } = await serviceAccountsOf(server, name, id);
    const everywhere = `/integrations/${name}/${kind}s?extended=true`;
    expect(await idsOf(everywhere, integration)).toEqual([content]);
    await publish(org, { scopes: [`${kind}:metadata:read`], visibility: 'public' }, name);
    const serviceAccounts = await serviceAccountsOf(server, name, id);
    for (const call of [serviceAccounts.integration, serviceAccounts.installation])
      expect((await call('GET', everywhere)).body.items[0][kind]).toMatchObject({
        id: content,
        title: 'First',
      });
  });

  test('are deleted with their content', async () => {
    await add();
    const path = kind === 'space' ? `/spaces/${content}` : `/orgs/${org.id}/sites/${content}`;
    expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect(await idsOf(list)).toEqual([]);
    expect((await org.admin.call('GET', `${list}/${content}`)).status).toBe(404);
    expect((await org.admin.call('GET', at)).body.spaces).toBe(0);
  });

  test('are listed for the content, and for the organization by target', async () => {
    await add();
    const on = kind === 'space' ? `/spaces/${content}` : `/orgs/${org.id}/sites/${content}`;
    const names = async (query = '') =>
      (await org.read.call('GET', `${on}/integrations${query}`)).body.items.map(
        (item: { name: string }) => item.name,
      );
    expect(await names()).toEqual([name]);
    expect(await names('?search=nothing')).toEqual([]);
    const statuses = async (target: string) =>
      (
        await org.read.call('GET', `/orgs/${org.id}/integrations/installations-status?target=${target}`)
      ).body.items.map((item: { status: string }) => item.status);
    expect(await statuses(kind)).toEqual(['pending']);
    expect(await statuses(kind === 'space' ? 'site' : 'space')).toEqual([]);
    await org.create.call('PATCH', `${list}/${content}`, { configuration: { key: 'k' } });
    expect(await statuses(kind)).toEqual(['active']);
    await org.admin.call('PATCH', at, { status: 'paused' });
    expect(await statuses(kind)).toEqual(['paused']);
    expect((await org.guest.call('GET', `${on}/integrations`)).status).toBe(404);
  });
});

describe('spaces', () => {
  test('without access are not listed', async () => {
    const name = await publish(org);
    const { at } = await install(org, name);
    const closed = await org.space('Closed');
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    await org.admin.call('PATCH', at, { space_selection: 'all' });
    expect((await org.admin.call('GET', `${at}/spaces`)).body.count).toBe(1);
    expect((await org.read.call('GET', `${at}/spaces`)).body).toMatchObject({ count: 0, items: [] });
    expect((await org.read.call('GET', `${at}/spaces/${closed}`)).status).toBe(404);
    expect((await org.create.call('POST', `${at}/spaces`, { space: closed })).status).toBe(404);
  });

  test('transferred to another organization lose their installations', async () => {
    const name = await publish(org);
    const { at } = await install(org, name);
    const space = await org.space();
    await org.create.call('POST', `${at}/spaces`, { space });
    const other = await server.organization();
    await server.member(other.id, 'admin', org.admin);
    const moved = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: other.id });
    expect(moved.status).toBe(200);
    expect((await org.admin.call('GET', `${at}/spaces`)).body.count).toBe(0);
    expect((await org.admin.call('GET', `/spaces/${space}/integrations`)).body.count).toBe(0);
  });

  test('have the blocks of active installations', async () => {
    const space = await org.space();
    const blocks = [{ id: 'chart', title: 'Chart' }];
    const waiting = await publish(org, { blocks, configurations: { space: needing } });
    const working = await publish(org, { blocks });
    const held = await publish(org, { blocks });
    const without = await publish(org, { blocks: [] });
    for (const name of [waiting, working, held, without]) {
      const { at } = await install(org, name);
      await org.create.call('POST', `${at}/spaces`, { space });
      if (name === held) await org.admin.call('PATCH', at, { status: 'paused' });
    }
    const { body } = await org.read.call('GET', `/spaces/${space}/integration-blocks`);
    expect(body).toEqual([{ name: working, blocks }]);
    expect((await org.guest.call('GET', `/spaces/${space}/integration-blocks`)).status).toBe(404);
  });
});
