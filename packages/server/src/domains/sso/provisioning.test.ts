import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockAccounts } from '../../kernel/auth/account-locks.ts';
import { agreeToSso, hiddenFields, newBrowser, signInLinkFor } from '../../testing/browser-client.ts';
import { createIdentityProvider } from '../../testing/identity-provider.ts';
import { waitForBlockedQuery } from '../../testing/lock-waits.ts';
import { type MailServer, readMessage } from '../../testing/mail-server.ts';
import { callerOf, makeProvisioner } from '../../testing/provisioning.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withMail } from '../../testing/set-up.ts';

describe('an unverified address claimed by an organization that may not own it', () => {
  const clock = testClock();
  const idp = createIdentityProvider();
  let smtp: MailServer;
  let server: TestServer;
  /** Made by somebody who has nothing to do with the address. */
  let squat: TestOrganization;
  let real: TestOrganization;
  let theirs: Awaited<ReturnType<typeof makeProvisioner>>;
  let ours: Awaited<ReturnType<typeof makeProvisioner>>;
  let email: string;
  withMail((fresh) => {
    ({ server, smtp } = fresh);
  }, clock);
  beforeEach(async () => {
    [squat, real] = [await server.organization('Squat'), await server.organization('Real')];
    const { ssoURL, entityID, certificate } = idp;
    const settings = { ssoURL, entityID, certificate };
    theirs = await makeProvisioner(server, squat, settings);
    ours = await makeProvisioner(server, real, settings);
    email = `${randomUUID()}@corp.test`;
  });

  /** Somebody comes from an identity provider, as far as they are let. */
  const come = async ({ provider }: typeof ours) => {
    const browser = newBrowser(server);
    const SAMLResponse = idp.answer({ service: provider.service, now: clock.now(), nameID: email });
    const answer = await browser.send(`/saml/${provider.id}/acs`, { SAMLResponse, RelayState: '' });
    if (answer.status !== 303) return { browser, page: answer };
    return { browser, page: await browser.open(answer.location!), link: answer.location! };
  };
  const comeIn = async (from: typeof ours) => {
    const { browser, page } = await come(from);
    await browser.submit(page, '/login/link');
    return browser;
  };
  const byLink = async (browser = newBrowser(server)) => {
    const page = await browser.open(await signInLinkFor(server, email));
    return { browser, page, answer: await browser.submit(page, '/login/link') };
  };
  const whoIs = async (browser: ReturnType<typeof newBrowser>, path = '/user') =>
    (
      await fetch(`${server.url}/v1${path}`, {
        headers: { cookie: `lectern_session=${browser.cookies.get('lectern_session')}` },
      })
    ).status;
  const memberOf = async ({ id, admin }: TestOrganization) =>
    (await admin.call('GET', `/orgs/${id}/members?search=${email}`)).body.items[0];
  const invite = ({ id, admin }: TestOrganization, more: object = {}) =>
    admin.call('POST', `/orgs/${id}/invites`, { emails: [email], role: 'edit', ...more });
  const agreement = () => `/account/organizations/${real.id}/agreement`;

  const WAYS: Record<string, () => Promise<unknown>> = {
    'turned off by provisioning': () => theirs.scim('POST', '/Users', { userName: email, active: false }),
    'provisioned with required single sign-on': async () => {
      await theirs.scim('POST', '/Users', { userName: email });
      await squat.admin.call('PATCH', `/orgs/${squat.id}`, { sso: true });
    },
    'signed in by the provider and disabled': async () => {
      await come(theirs);
      const { id } = await memberOf(squat);
      await theirs.scim('POST', '/Users', { userName: email, active: false });
      expect((await memberOf(squat)).disabled).toBe(true);
      return id;
    },
    'invited with single sign-on and provisioned': async () => {
      await invite(squat, { sso: true });
      await theirs.scim('POST', '/Users', { userName: email, active: false });
    },
    'assigned to an account with consent': async () => {
      const mallory = await server.person();
      const { admin, id } = squat;
      await admin.call('POST', `/orgs/${id}/invites`, { emails: [mallory.email], role: 'read', sso: true });
      await agreeToSso(server, mallory, id);
      const { body } = await theirs.scim('POST', '/Users', { userName: mallory.email });
      const renamed = await theirs.scim('PATCH', `/Users/${body.id}`, {
        Operations: [
          { op: 'replace', path: 'userName', value: email },
          { op: 'replace', path: 'active', value: false },
        ],
      });
      expect(renamed.status).toBe(200);
    },
  };

  describe.each(Object.entries(WAYS))('%s', (_, take) => {
    test('is released to its owner by a sign-in link, and the owner can leave', async () => {
      await take();
      await server.app.services.signIn.sendLink(email, '/account');
      const letter = readMessage(smtp.accepted[0]!).body.replaceAll('=\r\n', '');
      expect(letter).toContain('Use this link to sign in');
      expect(letter).not.toContain('/login/organizations/');
      const { browser, page, answer } = await byLink();
      expect(page.text).toContain('The identity provider of <strong>Squat</strong>');
      expect([answer.status, await whoIs(browser)]).toEqual([303, 200]);
      // Nobody speaks for them any more, and what was closed to them stays so.
      expect((await come(theirs)).page.status).not.toBe(303);
      const path = `/account/organizations/${squat.id}/leave`;
      const left = await browser.submit(await browser.open(path), path);
      expect([left.status, await memberOf(squat), await whoIs(browser)]).toEqual([303, undefined, 200]);
    });

    test('can be invited by another organization, with a membership that is disabled until it is verified', async () => {
      await take();
      const { body } = await invite(real);
      expect([body.invited, body.failedSSOEmails]).toEqual([1, undefined]);
      const { id, disabled } = await memberOf(real);
      expect(disabled).toBe(true);
      const token = await callerOf(server, id);
      expect((await token('GET', `/orgs/${real.id}`)).status).not.toBe(200);
      const { browser } = await byLink();
      expect(await whoIs(browser, `/orgs/${real.id}`)).toBe(200);
      // What was made while somebody else spoke for the account has ended.
      expect((await token('GET', '/user')).status).toBe(401);
    });

    test.each([
      ['without an invitation', false],
      ['with one', true],
    ])('can use another identity provider, %s, once its owner has verified it', async (_how, isInvited) => {
      await take();
      if (isInvited) expect((await invite(real, { sso: true })).body).toMatchObject({ invited: 1 });
      expect((await come(ours)).page.text).toContain('Confirm single sign-on');
      const { browser } = await byLink();
      const leave = `/account/organizations/${squat.id}/leave`;
      await browser.submit(await browser.open(leave), leave);
      expect((await browser.submit(await browser.open(agreement()), agreement())).status).toBe(303);
      expect(await whoIs(await comeIn(ours), `/orgs/${real.id}`)).toBe(200);
      expect((await come(theirs)).page.status).toBe(403);
    });

    test('can be provisioned by another organization, with a membership that is disabled until it is verified', async () => {
      await take();
      const { status, body } = await ours.scim('POST', '/Users', { userName: email, displayName: 'Ours' });
      expect([status, body.active]).toEqual([201, true]);
      const patch = (value: boolean) =>
        ours.scim('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'replace', path: 'active', value }] });
      expect([(await patch(false)).body.active, (await patch(true)).body.active]).toEqual([false, true]);
      // Turning it on does not open it either.
      expect((await memberOf(real)).disabled).toBe(true);
      await byLink();
      expect(await memberOf(real)).toMatchObject({ disabled: false, sso: true });
    });
  });

  test('stays with its identity provider, despite invitations of others, until its owner decides otherwise', async () => {
    const browser = await comeIn(theirs);
    const { id } = await memberOf(squat);
    const token = await callerOf(server, id);
    await invite(real, { sso: true });
    await come(ours);
    await ours.scim('POST', '/Users', { userName: email, active: false });
    expect([await whoIs(browser), (await token('GET', `/orgs/${squat.id}`)).status]).toEqual([200, 200]);
    expect(await whoIs(await comeIn(theirs), `/orgs/${squat.id}`)).toBe(200);
    expect((await token('GET', `/orgs/${real.id}`)).status).toBe(404);
    expect((await squat.admin.call('POST', `/orgs/${squat.id}/members/${id}/sso`)).status).toBe(200);
    // Nor do they take anything by themselves that only the owner of the address may.
    expect((await token('POST', '/orgs', { title: 'Mine' })).status).toBe(403);
    expect((await browser.open(agreement())).status).toBe(404);
    // When that membership ends, the others are what they would have been without it.
    await squat.admin.call('DELETE', `/orgs/${squat.id}/members/${id}`);
    expect(await memberOf(real)).toMatchObject({ disabled: true });
    await ours.scim('PATCH', `/Users/${id}`, {
      Operations: [{ op: 'replace', path: 'active', value: true }],
    });
    expect(await memberOf(real)).toMatchObject({ disabled: false });
  });

  test('requires consent once it is verified, also in the same organization', async () => {
    const browser = await comeIn(ours);
    const { id } = await memberOf(real);
    await real.admin.call('PATCH', `/orgs/${real.id}`, { sso: true });
    await byLink();
    expect((await server.eventsOf(id)).map(({ action }) => action)).toContain('member.sso-released');
    expect(await whoIs(browser)).toBe(401);
    expect(await memberOf(real)).toMatchObject({ sso: true, disabled: true });
    const { browser: owner } = await byLink();
    expect(await whoIs(owner, `/orgs/${real.id}`)).toBe(404);
    await owner.submit(await owner.open(agreement()), agreement());
    expect(await whoIs(await comeIn(ours), `/orgs/${real.id}`)).toBe(200);
    // What its owner agreed to stands in the way of links.
    expect((await byLink()).answer.status).toBe(403);
  });

  test('can be provisioned again after deletion as long as it is unverified', async () => {
    const { body: user } = await ours.scim('POST', '/Users', { userName: email });
    expect((await ours.scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
    const again = await ours.scim('POST', '/Users', { userName: email });
    expect([again.status, again.body.id, again.body.active]).toEqual([201, user.id, true]);
    await ours.scim('DELETE', `/Users/${user.id}`);
    expect(await whoIs(await comeIn(ours), `/orgs/${real.id}`)).toBe(200);
    // Whom people removed does not come back by that, but is free for others.
    await real.admin.call('DELETE', `/orgs/${real.id}/members/${user.id}`);
    expect((await come(ours)).page.status).toBe(403);
    expect((await ours.scim('POST', '/Users', { userName: email })).status).toBe(409);
    expect(await whoIs(await comeIn(theirs), `/orgs/${squat.id}`)).toBe(200);
    await squat.admin.call('DELETE', `/orgs/${squat.id}/members/${user.id}`);
    await invite(real, { sso: true });
    expect(await whoIs(await comeIn(ours), `/orgs/${real.id}`)).toBe(200);
    expect((await ours.scim('POST', '/Users', { userName: email })).status).toBe(201);
    expect((await ours.scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
    await byLink();
    expect((await come(ours)).page.status).toBe(403);
    expect((await ours.scim('POST', '/Users', { userName: email })).status).toBe(409);
  });

  test('neither shows nor ends memberships of other organizations for users of one identity provider', async () => {
    const browser = await comeIn(theirs);
    const { id } = await memberOf(squat);
    const token = await callerOf(server, id);
    await ours.scim('POST', '/Users', { userName: email });
    const member = await memberOf(real);
    expect(member.id).toBe(id);
    const account = await browser.open('/account');
    expect([account.text.includes('Squat'), account.text.includes('Real')]).toEqual([true, false]);
    const { body: listed } = await token('GET', '/orgs');
    expect(listed.items.map(({ title }: { title: string }) => title)).toEqual(['Squat']);
    const leave = (organization: string) => `/account/organizations/${organization}/leave`;
    expect((await browser.open(leave(real.id))).status).toBe(404);
    // With a form of their own, too, whose seal is that of the session.
    const form = await browser.open(leave(squat.id));
    expect((await browser.send(leave(real.id), hiddenFields(form, leave(squat.id)))).status).toBe(404);
    expect((await token('DELETE', `/orgs/${real.id}/members/${id}`)).status).toBe(404);
    expect(await memberOf(real)).toEqual(member);
    expect((await ours.scim('GET', `/Users/${id}`)).status).toBe(200);
    // Whoever proves the address sees both, and leaves what they like.
    const { browser: owner } = await byLink();
    const { text } = await owner.open('/account');
    expect([text.includes('Squat'), text.includes('Real')]).toEqual([true, true]);
    // What asks for something looks like it.
    expect(text).toContain(`<a class="button button-secondary" href="${agreement()}">Needs`);
    expect((await owner.submit(await owner.open(leave(real.id)), leave(real.id))).status).toBe(303);
    expect(await memberOf(real)).toBeUndefined();
  });

  test('deletes the record of earlier removals when it is first verified', async () => {
    const { body: user } = await ours.scim('POST', '/Users', { userName: email });
    await real.admin.call('DELETE', `/orgs/${real.id}/members/${user.id}`);
    const sentOff = () =>
      server.app.kernel.db.selectFrom('former_members').selectAll().where('user_id', '=', user.id).execute();
    expect(await sentOff()).toHaveLength(1);
    await byLink();
    expect(await sentOff()).toEqual([]);
    // Who is removed afterwards is.
    await invite(real);
    await real.admin.call('DELETE', `/orgs/${real.id}/members/${user.id}`);
    await byLink();
    expect(await sentOff()).toHaveLength(1);
  });

  describe('invited by another organization before its own organization', () => {
    beforeEach(async () => {
      await invite(squat);
      expect(await memberOf(squat)).toMatchObject({ disabled: false });
    });

    test.each<[string, () => Promise<unknown>]>([
      ['signed in', () => comeIn(ours)],
      ['provisioned', () => ours.scim('POST', '/Users', { userName: email })],
      [
        'invited as well, with single sign-on',
        async () => {
          const { body } = await invite(real, { sso: true });
          expect([body.invited, body.failedSSOEmails]).toEqual([1, undefined]);
          return comeIn(ours);
        },
      ],
    ])('signs in to its own, %s, without access to the other', async (_, take) => {
      await take();
      const { id, ...member } = await memberOf(real);
      expect(member).toMatchObject({ disabled: false, sso: true });
      expect(await memberOf(squat)).toMatchObject({ id, disabled: true });
      const browser = await comeIn(ours);
      expect([await whoIs(browser, `/orgs/${real.id}`), await whoIs(browser, `/orgs/${squat.id}`)]).toEqual([
        200, 404,
      ]);
      expect((await browser.open('/account')).text).not.toContain('Squat');
      // It can be deleted and made again, and what the other gave is there when nobody else speaks for it.
      await ours.scim('POST', '/Users', { userName: email });
      expect((await ours.scim('DELETE', `/Users/${id}`)).status).toBe(204);
      expect(await memberOf(squat)).toMatchObject({ disabled: false });
      expect((await ours.scim('POST', '/Users', { userName: email })).body).toMatchObject({
        id,
        active: true,
      });
      // Whoever proves the address has both, and decides.
      const { browser: owner } = await byLink();
      expect(await whoIs(owner, `/orgs/${squat.id}`)).toBe(200);
      expect((await come(ours)).page.text).toContain('another organization');
      const leave = `/account/organizations/${squat.id}/leave`;
      await owner.submit(await owner.open(leave), leave);
      await owner.submit(await owner.open(agreement()), agreement());
      expect(await whoIs(await comeIn(ours), `/orgs/${real.id}`)).toBe(200);
    });

    test('belongs to its owner as soon as it is verified', async () => {
      await byLink();
      expect((await ours.scim('POST', '/Users', { userName: email })).status).toBe(409);
      expect((await come(ours)).page.status).toBe(403);
      expect((await invite(real, { sso: true })).body.failedSSOEmails).toEqual([email]);
      expect(await memberOf(squat)).toMatchObject({ disabled: false });
    });
  });

  describe('changed by its provider', () => {
    const other = () => `${randomUUID()}@joiner.test`;
    const rename = (id: string, userName: string, method = 'PATCH') =>
      theirs.scim(
        method,
        `/Users/${id}`,
        method === 'PUT'
          ? { userName }
          : { Operations: [{ op: 'replace', path: 'userName', value: userName }] },
      );
    const share = async () => {
      const { body: space } = await real.admin.call('POST', `/orgs/${real.id}/spaces`, { title: 'Plans' });
      const path = `/spaces/${space.id}/permissions`;
      return (await real.admin.call('POST', path, { users: [email], role: 'edit' })).status;
    };

    test.each<[string, () => Promise<unknown>]>([
      ['an invitation', () => invite(real, { role: 'admin' })],
      ['another provider', () => ours.scim('POST', '/Users', { userName: email })],
      ['a grant', share],
    ])('is rejected if it has access by %s', async (_, give) => {
      const { body: user } = await theirs.scim('POST', '/Users', { userName: email });
      await give();
      const member = await memberOf(real);
      expect(member).toMatchObject({ id: user.id, disabled: true });
      for (const method of ['PATCH', 'PUT']) {
        const { status, body } = await rename(user.id, other(), method);
        expect([status, body.scimType]).toEqual([409, 'uniqueness']);
        expect(body.detail).toMatch(/^userName: cannot be changed by provisioning/);
        expect(body.detail).not.toContain('Real');
      }
      expect(await memberOf(real)).toEqual(member);
      // Other attributes can still be changed, and deleted users can be created again.
      expect(
        (await theirs.scim('PUT', `/Users/${user.id}`, { userName: email, externalId: 'e' })).status,
      ).toBe(200);
      expect((await theirs.scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
      expect(await memberOf(real)).toMatchObject({ id: user.id, disabled: false });
      const { body: fresh } = await theirs.scim('POST', '/Users', { userName: other() });
      expect(fresh.id).not.toBe(user.id);
    });

    test.each<[string, () => Promise<unknown>]>([
      ['an invitation', () => invite(real)],
      ['a grant', share],
    ])('does not take over access that %s gives to the old address at the same time', async (_, give) => {
      const { body: user } = await theirs.scim('POST', '/Users', { userName: email });
      const { transaction } = server.app.kernel;
      const given = await transaction(async (tx) => {
        // What provisioning does, up to where it would be done.
        await lockAccounts(tx, [user.id]);
        const waiting = { given: give() };
        await waitForBlockedQuery(server);
        await tx.updateTable('users').set({ email: other() }).where('id', '=', user.id).execute();
        return waiting;
      });
      await given.given;
      expect((await memberOf(real)).id).not.toBe(user.id);
      const { status } = await real.admin.call('GET', `/orgs/${real.id}/members/${user.id}`);
      expect(status).toBe(404);
    });

    test('is accepted if it has no other memberships', async () => {
      const { body: user } = await theirs.scim('POST', '/Users', { userName: email });
      const renamed = await rename(user.id, other());
      expect(renamed.status).toBe(200);
      // The address that it had is free for others.
      await invite(real);
      expect((await memberOf(real)).id).not.toBe(user.id);
    });
  });
});
