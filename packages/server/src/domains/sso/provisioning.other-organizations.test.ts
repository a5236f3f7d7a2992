import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE, SYSTEM } from '../../kernel/events/events.ts';
import { newBrowser, signInLinkFor } from '../../testing/browser-client.ts';
import { callerOf, makeProvisioner } from '../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('an organization whose member is claimed by single sign-on of another organization', () => {
  let server: TestServer;
  let acme: TestOrganization;
  let stranger: TestOrganization;
  let ours: Awaited<ReturnType<typeof makeProvisioner>>;
  let theirs: Awaited<ReturnType<typeof makeProvisioner>>;
  let email: string;
  withOrganization((fresh) => {
    ({ server, org: acme } = fresh);
  });
  beforeEach(async () => {
    stranger = await server.organization('Stranger');
    [ours, theirs] = [await makeProvisioner(server, acme), await makeProvisioner(server, stranger)];
    email = `${randomUUID()}@acme.test`;
  });

  const membersPath = (id = '') => `/orgs/${acme.id}/members${id && `/${id}`}`;
  const invite = async (input: object = {}, address = email): Promise<string> => {
    const { body } = await acme.admin.call('POST', `/orgs/${acme.id}/invites`, {
      emails: [address],
      role: 'admin',
      ...input,
    });
    return body.users[0];
  };
  const claim = async (more: object = {}, userName = email) => {
    const answer = await theirs.scim('POST', '/Users', { userName, ...more });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const patchUser = (at: typeof ours, id: string, path: string, value: unknown) =>
    at.scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path, value }] });
  const prove = async () => {
    const browser = newBrowser(server);
    await browser.submit(await browser.open(await signInLinkFor(server, email)), '/login/link');
    return browser.cookies.get('lectern_session');
  };
  const setRole = (id: string, role: string) => acme.admin.call('PATCH', membersPath(id), { role });
  const memberOf = async (id: string) => (await acme.admin.call('GET', membersPath(id))).body;

  describe('keeps its last administrator', () => {
    /** Makes a new member the only administrator and lets the other organization claim them. */
    const closeLast = async () => {
      const id = await invite({ sso: true });
      expect((await setRole(acme.admin.id, 'read')).status).toBe(200);
      await claim();
      expect(await memberOf(id)).toMatchObject({ role: 'admin', disabled: true });
      return id;
    };

    test.each<[string, (id: string) => Promise<{ status: number; body: { detail?: string } }>]>([
      ['deleted', (id) => ours.scim('DELETE', `/Users/${id}`)],
      ['disabled', (id) => patchUser(ours, id, 'active', false)],
      [
        'disabled by a replacement',
        (id) => ours.scim('PUT', `/Users/${id}`, { userName: email, active: false }),
      ],
    ])('who cannot be %s by provisioning while disabled', async (_, take) => {
      const id = await closeLast();
      expect((await ours.scim('POST', '/Users', { userName: email })).status).toBe(201);
      const { status, body } = await take(id);
      expect([status, body?.detail]).toEqual([409, expect.stringContaining('last administrator')]);
      const session = await prove();
      expect(await memberOf(id)).toMatchObject({ role: 'admin', disabled: false });
      const own = await fetch(`${server.url}/v1${membersPath(id)}`, {
        headers: { cookie: `lectern_session=${session}` },
      });
      expect(own.status).toBe(200);
    });

    test('who can neither be removed nor given another role', async () => {
      const id = await closeLast();
      const { members } = server.app.services;
      const { transaction } = server.app.kernel;
      // Nobody is left there who could ask by the API: whoever runs the server can.
      const removing = transaction((tx) => members.removeInTransaction(tx, COMMAND_LINE, acme.id, id));
      await expect(removing).rejects.toMatchObject({ status: 409 });
      const caller = { principal: { userId: acme.admin.id } } as Parameters<typeof members.update>[0];
      await expect(members.update(caller, acme.id, id, { role: 'read' })).rejects.toMatchObject({
        status: 409,
      });
      expect(await memberOf(id)).toMatchObject({ role: 'admin' });
    });

    test('but other disabled administrators can be removed', async () => {
      const [one, two] = [await invite({ sso: true }), await invite({ sso: true }, `two.${email}`)];
      await claim();
      await claim({}, `two.${email}`);
      // Somebody open is left.
      expect((await setRole(one, 'edit')).status).toBe(200);
      expect((await setRole(one, 'admin')).status).toBe(200);
      // Closed ones do not stand in for the last open one.
      expect((await setRole(acme.admin.id, 'read')).status).toBe(409);
      expect((await acme.admin.call('DELETE', membersPath(one))).status).toBe(204);
      expect((await acme.admin.call('DELETE', membersPath(two))).status).toBe(204);
    });

    test('and of two disabled administrators only one can be removed', async () => {
      const two = await invite({ sso: true }, `two.${email}`);
      const one = await closeLast();
      // The other one was open meanwhile.
      await claim({}, `two.${email}`);
      for (const userName of [email, `two.${email}`]) await ours.scim('POST', '/Users', { userName });
      expect((await ours.scim('DELETE', `/Users/${two}`)).status).toBe(204);
      expect((await ours.scim('DELETE', `/Users/${one}`)).status).toBe(409);
    });
  });

  describe('keeps the display name of its member', () => {
    const nameOf = async (id: string) => (await memberOf(id)).user.displayName;

    test('when the other provider sends another name', async () => {
      const id = await invite({ role: 'edit' });
      const name = await nameOf(id);
      const user = await claim({ displayName: 'Billing', externalId: 'e-1' });
      expect([user.id, user.displayName, user.externalId]).toEqual([id, name, 'e-1']);
      const renamed = await patchUser(theirs, id, 'displayName', 'Root');
      expect([renamed.status, renamed.body.displayName]).toEqual([200, name]);
      const replaced = await theirs.scim('PUT', `/Users/${id}`, { userName: email, displayName: 'Root' });
      expect([replaced.status, await nameOf(id)]).toEqual([200, name]);
      // The name can be changed again once no other organization has the member.
      expect((await acme.admin.call('DELETE', membersPath(id))).status).toBe(204);
      expect((await patchUser(theirs, id, 'displayName', 'Root')).body.displayName).toBe('Root');
    });

    test('when a user of the other provider tries to change it', async () => {
      const id = await invite({ role: 'edit' });
      const name = await nameOf(id);
      await claim();
      const impostor = await callerOf(server, id);
      const renamed = await impostor('PATCH', `/users/${id}`, { displayName: 'Root' });
      expect([renamed.status, renamed.body.error.message]).toEqual([
        403,
        expect.stringContaining('not verified'),
      ]);
      expect(await nameOf(id)).toBe(name);
      await prove();
      const owner = await callerOf(server, id);
      expect((await owner('PATCH', `/users/${id}`, { displayName: 'Ann' })).status).toBe(200);
      expect(await nameOf(id)).toBe('Ann');
    });

    test('also if it invited the member after the claim', async () => {
      const { id } = await claim({ displayName: 'Ann' });
      await invite({ role: 'edit' });
      expect((await patchUser(theirs, id, 'displayName', 'Root')).status).toBe(200);
      expect(await nameOf(id)).toBe('Ann');
    });
  });

  describe('when its member verifies the e-mail address,', () => {
    const mute = { kinds: { mention: { app: false, email: false } } };
    const settings = async (call: Awaited<ReturnType<typeof callerOf>>) =>
      (await call('GET', '/user/notification-settings')).body.kinds.mention;

    test.each([
      ['before', false],
      ['before by a provider that no longer controls the account', true],
    ])('resets the notification settings that were made %s', async (_, isOver) => {
      const { id } = await claim();
      const impostor = await callerOf(server, id);
      expect((await impostor('PATCH', '/user/notification-settings', mute)).status).toBe(200);
      expect(await settings(impostor)).toEqual(mute.kinds.mention);
      if (isOver) expect((await theirs.scim('DELETE', `/Users/${id}`)).status).toBe(204);
      await prove();
      expect(await settings(await callerOf(server, id))).toEqual({ app: true, email: true });
    });

    test('keeps the notification settings if nobody else controlled the account', async () => {
      const owner = await callerOf(server, await invite());
      await owner('PATCH', '/user/notification-settings', mute);
      await prove();
      expect(await settings(owner)).toEqual(mute.kinds.mention);
    });
  });

  describe('when the operator creates a token for its member,', () => {
    const issue = async (id: string) => {
      const { kernel, services } = server.app;
      const user = { id, email, display_name: 'Ann', photo_url: null };
      const secret = await kernel.transaction((tx) =>
        services.identity.issueToken(tx, COMMAND_LINE, user, { label: 'CI' }),
      );
      return server.withToken(secret);
    };

    test('has a verified address, even after the token is revoked', async () => {
      const id = await invite();
      const call = await issue(id);
      const { body: tokens } = await call('GET', '/user/tokens');
      expect((await call('DELETE', `/user/tokens/${tokens.items[0].id}`)).status).toBe(204);
      expect((await theirs.scim('POST', '/Users', { userName: email })).status).toBe(409);
      expect(await memberOf(id)).toMatchObject({ disabled: false });
      const actions = (await server.eventsOf(id)).map(({ action }) => action);
      expect(actions).toEqual(expect.arrayContaining(['user.verified', 'member.verified']));
    });

    test('does not release the account from its identity provider', async () => {
      const { id } = await claim();
      const own = await callerOf(server, id);
      const call = await issue(id);
      for (const each of [own, call]) expect((await each('GET', `/orgs/${stranger.id}`)).status).toBe(200);
      const actions = (await server.eventsOf(id)).map(({ action }) => action);
      expect(actions).not.toContain('user.verified');
      // The token ends with the membership.
      await stranger.admin.call('DELETE', `/orgs/${stranger.id}/members/${id}`);
      expect((await call('GET', '/user')).status).toBe(401);
    });
  });

  describe('records in its audit log', () => {
    /** Events about a member who was disabled or enabled, oldest first. */
    const statusEvents = async (id: string) =>
      (await server.eventsOf(id))
        .filter(({ action, organization }) => organization === acme.id && /abled$/.test(action))
        .map(({ action, actor, payload }) => [action, actor, payload]);
    const closed = ['member.disabled', SYSTEM, { by: 'sso-elsewhere' }];
    const opened = ['member.enabled', SYSTEM, { by: 'sso-elsewhere' }];

    test.each<[string, (id: string) => Promise<unknown>]>([
      ['the address is verified', prove],
      ['that membership ends', (id) => theirs.scim('DELETE', `/Users/${id}`)],
    ])('that another single sign-on disabled the member, and enabled it once %s', async (_, open) => {
      const id = await invite({ role: 'edit' });
      await claim();
      expect(await statusEvents(id)).toEqual([closed]);
      await open(id);
      expect(await memberOf(id)).toMatchObject({ disabled: false });
      expect(await statusEvents(id)).toEqual([closed, opened]);
      const events = `/orgs/${acme.id}/audit-events?target=${id}`;
      const { body } = await acme.admin.call('GET', events);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`Stranger|${stranger.id}|${theirs.provider.id}`));
    });

    test('that the member was disabled, also if the other organization invited them first', async () => {
      const id = await invite({ role: 'edit' });
      const { admin } = stranger;
      await admin.call('POST', `/orgs/${stranger.id}/invites`, { emails: [email], role: 'read', sso: true });
      expect(await statusEvents(id)).toEqual([]);
      await claim();
      expect(await statusEvents(id)).toEqual([closed]);
    });

    test('nothing if the member was already disabled, or disabled from the start', async () => {
      const id = await invite({ role: 'edit' });
      const { kernel, services } = server.app;
      await kernel.transaction((tx) => services.members.setDisabled(tx, SYSTEM, acme.id, id, true));
      const before = await statusEvents(id);
      await claim();
      await prove();
      expect(await statusEvents(id)).toEqual(before);
      email = `late.${email}`;
      const late = await claim();
      await invite({ role: 'edit' });
      await acme.admin.call('DELETE', membersPath(late.id));
      expect(await statusEvents(late.id)).toEqual([]);
    });
  });
});
