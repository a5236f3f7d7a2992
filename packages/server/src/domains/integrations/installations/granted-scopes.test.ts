import { beforeEach, describe, expect, test } from 'vitest';
import { install, newName, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let owner: TestOrganization;
withOrganization((fresh) => {
  ({ server, org: owner } = fresh);
});

const MORE = ['space:content:read', 'space:metadata:read'];

let name: string;
let theirs: TestOrganization;
let space: string;
let id: string;
let at: string;
beforeEach(async () => {
  theirs = await server.organization();
  space = await theirs.space();
  name = newName();
  await declaring([]);
  ({ id, at } = await install(theirs, name));
  await theirs.admin.call('PATCH', at, { space_selection: 'all' });
});

const declaring = (scopes: readonly string[]) => publish(owner, { visibility: 'public', scopes }, name);
/** What the integration reaches of the space: by the token of its script, and by one that it makes itself. */
const reached = async (path = `/spaces/${space}`) => {
  const { installation, integration } = await serviceAccountsOf(server, name, id);
  const made = server.withToken((await integration('POST', `${at}/tokens`)).body.token);
  return [(await installation('GET', path)).status, (await made('GET', path)).status];
};
const told = () =>
  server.app.services.scriptEnvironments.recipients({
    organizationId: theirs.id,
    content: { kind: 'space', id: space },
    scope: 'space:content:read',
  });
const extended = async () => {
  const { integration } = await serviceAccountsOf(server, name);
  return (await integration('GET', `/integrations/${name}/spaces?extended=true`)).body.items[0].space;
};

describe('a version with more scopes', () => {
  test('gets them in existing installations only after an administrator accepts them', async () => {
    await declaring(MORE);
    expect(await reached()).toEqual([403, 403]);
    expect(await told()).toEqual([]);
    expect(await extended()).toBe(space);
    const { environment, integration } = await serviceAccountsOf(server, name, id);
    expect([environment.integration.scopes, environment.installation!.scopes]).toEqual([[], []]);
    expect((await integration('PATCH', at, { configuration: { a: 1 } })).body.scopes).toEqual([]);
    expect(await reached()).toEqual([403, 403]);
    expect((await theirs.create.call('PATCH', at, {})).status).toBe(403);

    expect((await theirs.admin.call('PATCH', at, {})).body.scopes).toEqual(MORE);
    expect(await reached()).toEqual([200, 200]);
    expect(await reached(`/spaces/${space}/content`)).toEqual([200, 200]);
    expect(await told()).toHaveLength(1);
    expect(await extended()).toMatchObject({ id: space });
  });

  test('does not get them by other changes, and gets only those that are named', async () => {
    await declaring(MORE);
    const patch = (body: object) => theirs.admin.call('PATCH', at, body);
    for (const body of [
      { status: 'paused' },
      { status: 'active' },
      { configuration: { a: 1 } },
      { scopes: [] },
    ])
      expect((await patch(body)).body.scopes).toEqual([]);
    expect((await patch({ scopes: [MORE[1]] })).body.scopes).toEqual([MORE[1]]);
    expect((await patch({ scopes: [MORE[0]], configuration: { a: 2 } })).body).toMatchObject({
      scopes: MORE,
      configuration: { a: 2 },
    });
    const refused = await patch({ scopes: [MORE[0], 'openapi:write'] });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.scopes.1']);
    const { integration } = await serviceAccountsOf(server, name, id);
    const own = await integration('PATCH', at, { scopes: MORE });
    expect([own.status, own.body.error.details[0].path]).toEqual([400, 'body.scopes']);
  });

  test('is recorded in the audit log of each organization, without the name of the publisher', async () => {
    const events = async () =>
      (await server.eventsOf(id))
        .filter(({ payload }) => 'scopes' in (payload as object))
        .map(({ action, payload, actor, organization }) => ({ action, payload, actor, organization }));
    await declaring(MORE);
    const asked = {
      action: 'installation.scopes-requested',
      payload: { integration: name, scopes: MORE },
      actor: 'system',
      organization: theirs.id,
    };
    expect(await events()).toEqual([asked]);
    await declaring(MORE);
    await declaring([MORE[1]!]);
    expect(await events()).toEqual([asked]);
    await theirs.admin.call('PATCH', at, {});
    expect((await events()).at(-1)).toMatchObject({
      action: 'installation.updated',
      payload: { fields: ['scopes'], scopes: { from: [], to: [MORE[1]] } },
      actor: theirs.admin.id,
    });
  });

  test('gets them in new installations, and in the organization that published it', async () => {
    const own = await install(owner, name);
    await declaring(MORE);
    expect((await owner.admin.call('GET', own.at)).body.scopes).toEqual(MORE);
    await theirs.admin.call('DELETE', at);
    const again = await install(theirs, name);
    expect((await theirs.admin.call('GET', again.at)).body.scopes).toEqual(MORE);
  });
});

test('a version with fewer scopes loses them at once, even if more were granted', async () => {
  await declaring(MORE);
  await theirs.admin.call('PATCH', at, {});
  expect(await reached(`/spaces/${space}/content`)).toEqual([200, 200]);
  await declaring(['space:metadata:read']);
  expect(await reached()).toEqual([200, 200]);
  expect(await reached(`/spaces/${space}/content`)).toEqual([403, 403]);
  expect(await told()).toEqual([]);
});

test('lists count only items that the installation can access', async () => {
  await theirs.space();
  const listed = async (path: string) => {
    const { installation } = await serviceAccountsOf(server, name, id);
    const { status, body } = await installation('GET', path);
    return [status, body.count, body.items?.length];
  };
  await declaring(['space:metadata:read', 'site:metadata:read']);
  await theirs.admin.call('PATCH', at, { site_selection: 'all' });
  await theirs.admin.call('PATCH', at, {});
  const path = `/orgs/${theirs.id}/spaces`;
  expect(await listed(path)).toEqual([200, 2, 2]);
  expect(await listed(`${path}?limit=1`)).toEqual([200, 2, 1]);
  await theirs.admin.call('POST', `/orgs/${theirs.id}/sites`, { title: 'Docs' });
  expect(await listed(`/orgs/${theirs.id}/sites`)).toEqual([200, 1, 1]);
  await theirs.admin.call('PATCH', at, { space_selection: 'selected' });
  await theirs.admin.call('POST', `${at}/spaces`, { space });
  expect(await listed(path)).toEqual([200, 1, 1]);
  await theirs.admin.call('DELETE', `/spaces/${space}`);
  expect(await listed(path)).toEqual([200, 0, 0]);
});
