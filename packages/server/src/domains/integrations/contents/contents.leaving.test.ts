import { beforeEach, expect, test } from 'vitest';
import { install } from '../../../testing/published-integrations.ts';
import { publishReporter, until } from '../../../testing/reporting.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withReceiver } from '../../../testing/set-up.ts';

const clock = testClock();
let server: TestServer;
let org: TestOrganization;
const receiver = await withReceiver((fresh) => {
  ({ server, org } = fresh);
}, clock);

let id: string;
let at: string;
beforeEach(async () => {
  ({ id, at } = await install(org, await publishReporter(org, receiver)));
});

const told = (type: string) => receiver.received.map(({ event }) => event).filter((one) => one.type === type);
const DAY = 86_400_000;
const configuration = { of: 'it' };
const installOnSpace = async (space: string) => {
  expect((await org.admin.call('POST', `${at}/spaces`, { space })).status).toBe(201);
  await org.admin.call('PATCH', `${at}/spaces/${space}`, { configuration });
  await until(() => expect(told('space_installation_setup').at(-1)).toMatchObject({ spaceId: space }));
};

test('an integration is told when a site that it was installed on is deleted, and what it had there', async () => {
  const [site, other] = [await org.site({ title: 'One' }), await org.site({ title: 'Other' })];
  await org.admin.call('POST', `${at}/sites`, { siteId: site });
  await org.admin.call('PATCH', `${at}/sites/${site}`, { configuration });
  expect((await org.admin.call('DELETE', `/orgs/${org.id}/sites/${other}`)).status).toBe(204);
  expect((await org.admin.call('DELETE', `/orgs/${org.id}/sites/${site}`)).status).toBe(204);
  await until(() => expect(told('site_installation_deleted')).toHaveLength(1));
  expect(told('site_installation_deleted')[0]).toMatchObject({
    installationId: id,
    siteId: site,
    previous: { configuration },
    environment: { installation: { id }, siteInstallation: { site } },
  });
});

test('of a deleted space it is told when it leaves the trash, not when it comes there', async () => {
  const space = await org.space('One');
  await installOnSpace(space);
  await org.admin.call('DELETE', `/spaces/${space}`);
  await server.app.services.spaces.removeExpired();
  expect(await queued(space)).toBe(0);
  clock.advance(8 * DAY);
  await server.app.services.spaces.removeExpired();
  expect(await queued(space)).toBe(1);
  await until(() => expect(told('space_installation_deleted')).toHaveLength(1));
  expect(told('space_installation_deleted')[0]).toMatchObject({
    spaceId: space,
    previous: { configuration },
  });
});

test('it is told of every space that goes to another organization, alone or in a collection', async () => {
  const to = await org.admin.call('POST', '/orgs', {
    title: 'Elsewhere',
    emailDomains: [],
    type: 'business',
  });
  const collection = (await org.admin.call('POST', `/orgs/${org.id}/collections`, { title: 'All' })).body.id;
  const inside = [await org.space('Two'), await org.space('Three')];
  for (const space of inside) {
    await org.admin.call('POST', `/spaces/${space}/move`, { parent: collection });
    await installOnSpace(space);
  }
  const body = { organization: to.body.id };
  expect((await org.admin.call('POST', `/collections/${collection}/transfer`, body)).status).toBe(200);
  await until(() => expect(told('space_installation_deleted')).toHaveLength(2));
  expect(new Set(told('space_installation_deleted').map(({ spaceId }) => spaceId))).toEqual(new Set(inside));
});

/** How often its integration is to be told that it has left a space. */
const queued = async (space: string) => {
  const rows = await server.app.kernel.db
    .selectFrom('integration_events')
    .select('payload')
    .where('installation_id', '=', id)
    .where('type', '=', 'space_installation_deleted')
    .execute();
  return rows.filter(({ payload }) => (payload as { spaceId?: string }).spaceId === space).length;
};
