import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { REF } from '../../../testing/git-sync.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, config: { gitFolders: repositories.top } },
);

type Call = TestOrganization['admin']['call'];

const SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'site:metadata:read',
  'site:adaptive:write',
];

describe('an installation', () => {
  let name: string;
  let id: string;
  let at: string;
  let call: Call;
  let covered: string;
  let other: string;
  beforeEach(async () => {
    name = await publish(org, { scopes: SCOPES, title: 'Robot', visibility: 'public' });
    ({ id, at } = await install(org, name));
    covered = await createLiveSpace(org, { title: 'Covered' });
    other = await createLiveSpace(org, { title: 'Other' });
    await org.admin.call('POST', `${at}/spaces`, { space: covered });
    call = (await serviceAccountsOf(server, name, id)).installation;
  });
  const titles = async (path: string) =>
    (await call('GET', path)).body.items.map((item: { title: string }) => item.title);

  test('can read the title of a space, but not its permissions', async () => {
    const at = `/spaces/${covered}`;
    expect((await call('PATCH', at, { title: 'Renamed', emoji: '1f680' })).body.title).toBe('Renamed');
    for (const [field, value] of [
      ['defaultLevel', 'admin'],
      ['editMode', 'locked'],
      ['mergeRules', { type: 'none' }],
    ] as const) {
      const refused = await call('PATCH', at, { title: 'Opened', [field]: value });
      expect([refused.status, refused.body.error?.message]).toEqual([
        403,
        expect.stringContaining(`body.${field}`),
      ]);
    }
    expect((await org.admin.call('GET', at)).body).toMatchObject({ title: 'Renamed', editMode: 'live' });
  });

  test('can access selected spaces only', async () => {
    expect((await call('GET', `/spaces/${covered}`)).body.permissions).toMatchObject({
      view: true,
      edit: true,
      merge: true,
    });
    expect(await titles(`/orgs/${org.id}/spaces`)).toEqual(['Covered']);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'Mine' }],
      ['GET', '/content', undefined],
      ['POST', '/content', { changes: [{ operation: 'insert_page', title: 'Guide' }] }],
      ['POST', '/change-requests', { subject: 'Mine' }],
    ] as const)
      expect([method, path, (await call(method, `/spaces/${other}${path}`, body)).status]).toEqual([
        method,
        path,
        404,
      ]);
    await org.admin.call('PATCH', at, { space_selection: 'all' });
    expect((await call('GET', `/spaces/${other}`)).status).toBe(200);
    await org.admin.call('PATCH', at, { space_selection: 'selected' });
    expect((await call('GET', `/spaces/${other}`)).status).toBe(404);
    await org.admin.call('DELETE', `${at}/spaces/${covered}`);
    expect((await call('GET', `/spaces/${covered}`)).status).toBe(404);
  });

  test('can access a selected space whatever its access rules, and none in the trash', async () => {
    await org.admin.call('PATCH', `/spaces/${covered}`, { defaultLevel: null });
    expect((await call('GET', `/spaces/${covered}`)).status).toBe(200);
    await org.admin.call('DELETE', `/spaces/${covered}`);
    expect((await call('GET', `/spaces/${covered}`)).status).toBe(404);
  });

  test('can access selected sites only', async () => {
    const mine = await org.site({ title: 'Mine' });
    const theirs = await org.site({ title: 'Theirs' });
    expect((await call('GET', `/orgs/${org.id}/sites/${mine}`)).status).toBe(404);
    await org.admin.call('POST', `${at}/sites`, { siteId: mine });
    expect(await titles(`/orgs/${org.id}/sites`)).toEqual(['Mine']);
    expect((await call('GET', `/orgs/${org.id}/sites/${mine}`)).body.title).toBe('Mine');
    expect((await call('GET', `/orgs/${org.id}/sites/${theirs}`)).status).toBe(404);
    const schema = { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } };
    const put = (site: string) => call('PUT', `/orgs/${org.id}/sites/${site}/adaptive-schema`, schema);
    expect([(await put(mine)).status, (await put(theirs)).status]).toEqual([200, 404]);
    expect((await call('GET', `/orgs/${org.id}/sites?space=${other}`)).body.count).toBe(0);
  });

  test('is the author of its changes, with the name of its integration', async () => {
    const made = await call('POST', `/spaces/${covered}/change-requests`, { subject: 'From a robot' });
    expect(made.body.createdBy.displayName).toBe('Robot');
    const request = `/spaces/${covered}/change-requests/${made.body.id}`;
    const edited = await call('POST', `${request}/content`, {
      changes: [{ operation: 'insert_page', title: 'Guide' }],
    });
    expect(edited.status).toBe(200);
    expect((await org.read.call('GET', request)).body.createdBy.displayName).toBe('Robot');
    const [event] = (
      await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=change-request.created`)
    ).body.items;
    expect(event).toMatchObject({
      actor: { type: 'installation', id: made.body.createdBy.id, label: 'Robot' },
      source: 'integration',
    });
    const { location } = made.body.createdBy.urls;
    const account = location.slice(`${server.url}/v1`.length);
    expect((await org.read.call('GET', account)).body.displayName).toBe('Robot');
    expect((await org.guest.call('GET', account)).status).toBe(404);
    expect((await (await server.person()).call('GET', account)).status).toBe(404);
    await publish(org, { scopes: SCOPES, title: 'Android', visibility: 'public' }, name);
    expect((await org.read.call('GET', request)).body.createdBy.displayName).toBe('Android');
    await org.admin.call('DELETE', at);
    expect((await org.read.call('GET', request)).body.createdBy.displayName).toBe('Android');
  });

  test('cannot merge, invite or create spaces, whatever its role', async () => {
    const made = await call('POST', `/spaces/${covered}/change-requests`, { subject: 'Mine' });
    for (const [method, path] of [
      ['POST', `/spaces/${covered}/change-requests/${made.body.id}/merge`],
      ['POST', `/spaces/${covered}/permissions`],
      ['POST', `/orgs/${org.id}/spaces`],
      ['DELETE', `/spaces/${covered}`],
      ['GET', `/orgs/${org.id}/members`],
      ['GET', '/user'],
      ['POST', '/user/tokens'],
    ] as const)
      expect([path, (await call(method, path, method === 'POST' ? {} : undefined)).status]).toEqual([
        path,
        403,
      ]);
  });

  test('cannot be listed, invited or given access', async () => {
    const { account_id } = await server.app.kernel.db
      .selectFrom('installations')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { body: members } = await org.admin.call('GET', `/orgs/${org.id}/members`);
    expect(JSON.stringify(members)).not.toContain(account_id);
    const { body: aggregate } = await org.admin.call('GET', `/spaces/${covered}/permissions/aggregate`);
    expect(JSON.stringify(aggregate)).not.toContain(account_id);
    const email = `${account_id}@Integrations.invalid`;
    const invited = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
      emails: [email],
      role: 'admin',
    });
    expect(invited.status).toBe(400);
    for (const users of [[account_id], [email]])
      expect(
        (await org.admin.call('POST', `/spaces/${covered}/permissions`, { role: 'admin', users })).status,
      ).toBeGreaterThanOrEqual(400);
    expect((await org.admin.call('GET', `/orgs/${org.id}/members/${account_id}`)).status).toBe(404);
  });

  test('has no access in other organizations with the same integration', async () => {
    const elsewhere = await server.organization();
    const there = await install(elsewhere, name);
    await elsewhere.admin.call('PATCH', there.at, { space_selection: 'all', site_selection: 'all' });
    const space = await elsewhere.space();
    for (const path of [
      `/spaces/${space}`,
      `/spaces/${space}/content`,
      `/orgs/${elsewhere.id}/spaces`,
      there.at,
    ])
      expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
    expect((await call('PATCH', there.at, { configuration: { a: 1 } })).status).toBe(404);
    const theirs = (await serviceAccountsOf(server, name, there.id)).installation;
    expect((await theirs('GET', `/spaces/${space}`)).status).toBe(200);
    expect((await theirs('GET', `/spaces/${covered}`)).status).toBe(404);
  });

  test('updates its own configuration, and is found by its external ids', async () => {
    const update = { configuration: { token: 't' }, externalIds: ['mine'] };
    expect((await call('PATCH', at, update)).body).toMatchObject(update);
    expect((await call('PATCH', `${at}/spaces/${covered}`, update)).body).toMatchObject(update);
    const list = await call('GET', `/integrations/${name}/spaces?externalId=mine`);
    expect(list.body.items).toMatchObject([{ space: covered, configuration: { token: 't' } }]);
    const mine = await publish(org, {});
    const installed = await install(org, mine);
    expect((await call('GET', installed.at)).status).toBe(404);
    expect((await call('PATCH', installed.at, update)).status).toBe(404);
  });

  test('syncs with repositories in background jobs, as itself', async () => {
    const syncing = await publish(org, { scopes: ['space:git:sync'] });
    const installed = await install(org, syncing);
    await org.admin.call('POST', `${installed.at}/spaces`, { space: covered });
    const serviceAccounts = await serviceAccountsOf(server, syncing, installed.id);
    const repository = await repositories.repository();
    await repository.commit({ 'README.md': '# Home\n\nWelcome.\n' });
    const importTarget = { url: repository.folder, ref: REF };
    expect(
      (await serviceAccounts.installation('POST', `/spaces/${covered}/git/import`, importTarget)).status,
    ).toBe(204);
    expect(
      (await serviceAccounts.installation('POST', `/spaces/${other}/git/import`, importTarget)).status,
    ).toBe(404);
    await server.app.services.gitOperations.run({ organization_id: org.id, id: covered });
    const { body } = await org.admin.call('GET', `/spaces/${covered}/git/operation`);
    expect([body.state, body.error]).toEqual(['success', undefined]);
    const last = (await org.admin.call('GET', `/orgs/${org.id}/audit-events?limit=5`)).body.items;
    expect(last.map((event: { actor: { type: string } }) => event.actor.type)).toContain('installation');
  });

  test('can neither change its selection nor pause itself, with any of its tokens', async () => {
    const { integration } = await serviceAccountsOf(server, name, id);
    for (const by of [call, integration])
      for (const [field, value] of [
        ['space_selection', 'all'],
        ['site_selection', 'all'],
        ['status', 'paused'],
      ] as const) {
        const { status, body } = await by('PATCH', at, { [field]: value, configuration: { a: 1 } });
        expect([status, body.error.details[0].path]).toEqual([400, `body.${field}`]);
      }
    for (const by of [call, integration])
      expect((await by('POST', `${at}/spaces`, { space: other })).status).toBe(403);
    const { body } = await call('PATCH', at, { space_selection: 'selected', configuration: { a: 1 } });
    expect(body).toMatchObject({ space_selection: 'selected', configuration: { a: 1 } });
    expect((await call('GET', `/spaces/${other}`)).status).toBe(404);
  });

  test('that is paused can access itself only', async () => {
    await org.admin.call('PATCH', at, { status: 'paused' });
    expect((await call('GET', `/spaces/${covered}`)).status).toBe(404);
    expect((await call('GET', `/orgs/${org.id}/spaces`)).status).toBe(404);
    expect((await call('GET', at)).body.status).toBe('paused');
  });
});

describe('installation tokens', () => {
  test('are created by integrations for their installations, and expire after an hour', async () => {
    const name = await publish(org, { scopes: ['space:metadata:read'] });
    const { id, at } = await install(org, name);
    const space = await org.space();
    await org.admin.call('PATCH', at, { space_selection: 'all' });
    const serviceAccounts = await serviceAccountsOf(server, name, id);
    const made = await serviceAccounts.integration('POST', `${at}/tokens`);
    expect(made.status).toBe(200);
    expect(made.body.token).toMatch(/^lct_/);
    const call = server.withToken(made.body.token);
    expect((await call('GET', `/spaces/${space}`)).status).toBe(200);
    expect((await call('POST', `${at}/tokens`)).status).toBe(403);
    expect((await org.admin.call('POST', `${at}/tokens`)).status).toBe(403);
    clock.advance(61 * 60 * 1000);
    expect((await call('GET', `/spaces/${space}`)).status).toBe(401);
    expect((await serviceAccounts.integration('GET', at)).status).toBe(401);
    const fresh = await serviceAccountsOf(server, name, id);
    expect((await fresh.integration('GET', at)).status).toBe(200);
  });

  test('of other integrations can be neither created nor used', async () => {
    const name = await publish(org);
    const { at } = await install(org, name);
    const thief = await publish(org);
    const installed = await install(org, thief);
    const { integration } = await serviceAccountsOf(server, thief, installed.id);
    expect((await integration('POST', `${at}/tokens`)).status).toBe(404);
    expect((await integration('GET', at)).status).toBe(404);
    expect((await integration('GET', `/integrations/${name}/installations`)).status).toBe(404);
    const mixed = installed.at.replace(thief, name);
    expect((await integration('GET', mixed)).status).toBe(404);
  });

  test('are shared by events within half an hour, and revoked when the scopes change', async () => {
    const name = await publish(org, { scopes: ['space:metadata:read'] });
    const { id, at } = await install(org, name);
    const chain = { origin: 'event', path: [] };
    const first = await serviceAccountsOf(server, name, id, chain);
    expect((await serviceAccountsOf(server, name, id, chain)).tokens).toEqual(first.tokens);
    clock.advance(31 * 60 * 1000);
    const second = await serviceAccountsOf(server, name, id, chain);
    expect(second.tokens.installation).not.toBe(first.tokens.installation);
    await publish(org, { scopes: ['space:metadata:read'], title: 'The same' }, name);
    expect((await second.installation('GET', at)).status).toBe(200);
    await publish(org, { scopes: [] }, name);
    await server.app.kernel.catchUpNotifications();
    for (const call of [first.installation, second.installation, second.integration])
      expect((await call('GET', at)).status).toBe(401);
    const third = await serviceAccountsOf(server, name, id);
    expect((await third.installation('GET', at)).status).toBe(200);
    expect((await third.installation('GET', `/orgs/${org.id}/spaces`)).status).toBe(403);
  });

  test('that are expired are deleted; those of people are not', async () => {
    const name = await publish(org);
    const { id } = await install(org, name);
    await serviceAccountsOf(server, name, id);
    const count = async () =>
      (
        await server.app.kernel.db
          .selectFrom('tokens')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('kind', '<>', 'user')
          .executeTakeFirstOrThrow()
      ).count;
    expect(Number(await count())).toBeGreaterThan(0);
    clock.advance(61 * 60 * 1000);
    const job = server.app.domains
      .flatMap((domain) => domain.jobs ?? [])
      .find((one) => one.name === 'integrations.delete-expired-tokens')!;
    await job.run({});
    expect(Number(await count())).toBe(0);
    expect((await org.admin.call('GET', '/user')).status).toBe(200);
  });
});
