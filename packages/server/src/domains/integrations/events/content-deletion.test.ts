import { beforeEach, expect, test } from 'vitest';
import { waitForBlockedQuery } from '../../../testing/lock-waits.ts';
import { install } from '../../../testing/published-integrations.ts';
import { publishReporter, until } from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withReceiver } from '../../../testing/set-up.ts';
import {
  deleteContentInstallation,
  insertContentInstallation,
} from '../installations/content-installations.store.ts';

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

test('an integration is notified when a site with its installation is deleted, with the configuration', async () => {
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

test('an integration is notified when a space is deleted from the trash, not when it is moved there', async () => {
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

test('an integration is notified of every space that is transferred, alone or in a collection', async () => {
  const to = await org.admin.call('POST', '/orgs', {
    title: 'Elsewhere',
    emailDomains: [],
    type: 'business',
  });
  const collection = (await org.admin.call('POST', `/orgs/${org.id}/collections`, { title: 'All' })).body.id;
  const [alone, ...inside] = [await org.space('One'), await org.space('Two'), await org.space('Three')];
  for (const space of [alone, ...inside]) await installOnSpace(space);
  for (const space of inside) await org.admin.call('POST', `/spaces/${space}/move`, { parent: collection });
  const body = { organization: to.body.id };
  for (const path of [`/spaces/${alone}`, `/collections/${collection}`])
    expect((await org.admin.call('POST', `${path}/transfer`, body)).status).toBe(200);
  await until(() => expect(told('space_installation_deleted')).toHaveLength(3));
  expect(new Set(told('space_installation_deleted').map(({ spaceId }) => spaceId))).toEqual(
    new Set([alone, ...inside]),
  );
});

test.each(['installed', 'uninstalled'])(
  'an integration that is concurrently %s is notified once',
  async (what) => {
    const site = await org.site({ title: 'One' });
    const key = { kind: 'site', organization_id: org.id, installation_id: id, content_id: site } as const;
    const { db, transaction } = server.app.kernel;
    if (what === 'uninstalled') await transaction((tx) => insertContentInstallation(tx, key, clock.now()));
    const removal = await transaction(async (tx) => {
      if (what === 'installed') await insertContentInstallation(tx, key, clock.now());
      else await deleteContentInstallation(tx, key);
      const waiting = { answer: org.admin.call('DELETE', `/orgs/${org.id}/sites/${site}`) };
      await waitForBlockedQuery(server);
      return waiting;
    });
    expect((await removal.answer).status).toBe(204);
    const left = await db
      .selectFrom('integration_events')
      .select('id')
      .where('installation_id', '=', id)
      .where('type', '=', 'site_installation_deleted')
      .execute();
    // Whoever took it off tells of it.
    expect(left).toHaveLength(what === 'installed' ? 1 : 0);
  },
);

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
