import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('invites by e-mail address', () => {
  let server: TestServer;
  let org: TestOrganization;
  const invite = (body: unknown) => org.admin.call('POST', `/orgs/${org.id}/invites`, body);
  const fresh = () => `${randomUUID()}@new.test`;
  const member = async (email: string) => {
    const { body } = await org.admin.call('GET', `/orgs/${org.id}/members?search=${email}`);
    expect(body.count).toBe(1);
    return body.items[0];
  };
  const count = async () => (await org.admin.call('GET', `/orgs/${org.id}/members`)).body.count;
  const invited = async () =>
    (await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=member.invited`)).body;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('accept addresses with and without a role; others get the common role', async () => {
    const [plain, editor, guest] = [fresh(), fresh(), fresh()];
    const answer = await invite({
      emails: [plain, { email: editor, role: 'edit' }, { email: guest, role: null }],
      role: 'read',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      users: expect.any(Array),
      invited: 3,
      mailed: false,
      links: expect.any(Array),
    });
    const members = [await member(plain), await member(editor), await member(guest)];
    expect(answer.body.users).toEqual(members.map((one) => one.id));
    expect(members.map((one) => [one.role, one.sso, one.user.displayName])).toEqual([
      ['read', false, plain.split('@')[0]],
      ['edit', false, editor.split('@')[0]],
      [null, false, guest.split('@')[0]],
    ]);
  });

  test('without a role use the default of the organization', async () => {
    const [before, after] = [fresh(), fresh()];
    await invite({ emails: [before] });
    expect((await member(before)).role).toBeNull();
    await org.admin.call('PATCH', `/orgs/${org.id}`, { defaultRole: 'comment' });
    await invite({ emails: [after] });
    expect((await member(after)).role).toBe('comment');
  });

  test('find existing accounts by their address in any case', async () => {
    const known = await server.person(`Known.${randomUUID()}@People.Test`);
    const answer = await invite({ emails: [known.email.toUpperCase()], role: 'edit' });
    expect(answer.body).toMatchObject({ users: [known.id], invited: 1 });
    expect((await known.call('GET', `/orgs/${org.id}`)).status).toBe(200);
  });

  test('do not change or count existing members, and mark them for single sign-on once', async () => {
    const answer = await invite({
      emails: [{ email: org.read.email, role: 'admin' }, org.admin.email],
      role: 'read',
      sso: true,
    });
    expect(answer.body).toEqual({ users: [], invited: 0, mailed: false, links: [] });
    expect(await member(org.read.email)).toMatchObject({ role: 'read', sso: true });
    expect(await member(org.admin.email)).toMatchObject({ role: 'admin', sso: true });
    expect((await invited()).count).toBe(0);
    await invite({ emails: [org.read.email], role: 'read', sso: true });
    const marks = await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=member.sso-enabled`);
    expect(marks.body.count).toBe(2);
  });

  test('with a repeated address create one member, with the last values', async () => {
    const email = fresh();
    const answer = await invite({
      emails: [email, email.toUpperCase(), { email, role: 'review' }],
      role: 'read',
    });
    expect(answer.body.invited).toBe(1);
    expect((await member(email)).role).toBe('review');
    expect(await count()).toBe(8);
  });

  test('with single sign-on are limited to accounts without other organizations', async () => {
    const newcomer = fresh();
    const elsewhere = await server.person(`Elsewhere.${randomUUID()}@people.test`);
    await elsewhere.call('POST', '/orgs', { title: 'Elsewhere' });
    await elsewhere.call('GET', '/user');
    await org.read.call('POST', '/orgs', { title: 'Also mine' });
    const answer = await invite({
      emails: [newcomer, elsewhere.email.toLowerCase(), org.read.email],
      role: 'read',
      sso: true,
    });
    expect(answer.body).toMatchObject({
      invited: 2,
      failedSSOEmails: [elsewhere.email.toLowerCase(), org.read.email],
    });
    expect(await member(org.read.email)).toMatchObject({ sso: false });
    expect(await member(newcomer)).toMatchObject({ role: 'read', sso: true });
    expect(await member(elsewhere.email)).toMatchObject({ role: 'read', sso: false });
  });

  test('record each new member with the role in the audit log', async () => {
    const [one, two] = [fresh(), fresh()];
    const { body } = await invite({ emails: [one, { email: two, role: 'edit' }], role: 'read' });
    const events = await invited();
    expect(events.count).toBe(2);
    const details = await Promise.all(
      events.items.map((event: { id: string }) =>
        org.admin.call('GET', `/orgs/${org.id}/audit-events/${event.id}`),
      ),
    );
    const roles = Object.fromEntries(details.map(({ body }) => [body.target.id, body.payload.role]));
    expect(roles).toEqual({ [body.users[0]]: 'read', [body.users[1]]: 'edit' });
  });

  test.each([
    [undefined, 'body.emails'],
    [null, 'body.emails'],
    ['a@b.test', 'body.emails'],
    [[], 'body.emails'],
    [[7], 'body.emails.0'],
    [['not an address'], 'body.emails.0'],
    [[''], 'body.emails.0'],
    [['fine@new.test', 'a@b@c'], 'body.emails.1'],
    [[`${'x'.repeat(320)}@new.test`], 'body.emails.0'],
    [[{ email: 'fine@new.test' }], 'body.emails.0.role'],
    [[{ role: 'read' }], 'body.emails.0.email'],
    [[{ email: 'fine@new.test', role: 'boss' }], 'body.emails.0.role'],
    [Array.from({ length: 101 }, (_, i) => `a${i}@new.test`), 'body.emails'],
  ])('with bad addresses are rejected, and nobody is added: %j', async (emails, path) => {
    const refused = await invite({ emails });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
    expect(await count()).toBe(7);
  });

  test.each([
    ['role', 'boss'],
    ['role', 1],
    ['sso', 'yes'],
    ['sso', null],
  ])('with a bad %s are rejected, and nobody is added: %j', async (field, value) => {
    const refused = await invite({ emails: [fresh()], [field]: value });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, `body.${field}`]);
    expect(await count()).toBe(7);
  });

  test('require an administrator', async () => {
    const body = { emails: [fresh()], role: 'admin' };
    for (const who of [org.create, org.review, org.edit, org.comment, org.read, org.guest])
      expect((await who.call('POST', `/orgs/${org.id}/invites`, body)).status).toBe(403);
    const stranger = await server.person();
    expect((await stranger.call('POST', `/orgs/${org.id}/invites`, body)).status).toBe(404);
    expect(await count()).toBe(7);
  });

  test('of the same addresses in different orders at the same time create each member once', async () => {
    const emails = Array.from({ length: 12 }, fresh);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        invite({ emails: [...emails.slice(i), ...emails.slice(0, i)], role: 'read' }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200));
    expect(answers.reduce((sum, answer) => sum + answer.body.invited, 0)).toBe(12);
    expect(await count()).toBe(7 + 12);
    expect((await invited()).count).toBe(12);
  });
});
