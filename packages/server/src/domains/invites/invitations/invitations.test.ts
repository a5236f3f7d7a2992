import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newBrowser } from '../../../testing/browser-client.ts';
import { type MailServer, readMessage } from '../../../testing/mail-server.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withMail } from '../../../testing/set-up.ts';
import { SEND_INVITATION } from './invitations.service.ts';

const PASSWORD = 'a green lamp by the sea';

describe('invitations by e-mail', () => {
  const clock = testClock();
  let smtp: MailServer;
  let server: TestServer;
  let org: TestOrganization;
  withMail((fresh) => {
    ({ server, smtp } = fresh);
  }, clock);
  beforeEach(async () => {
    org = await server.organization();
  });

  const linkIn = (message: string, pattern: RegExp) =>
    pattern.exec(readMessage(message).body.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!;
  const INVITATION = /(\/invitation\?token=lci_[A-Za-z0-9]{43})/;
  const SIGN_IN = /(\/login\/link\?token=lcl_[A-Za-z0-9]{43})/;
  const isVerified = async (email: string) =>
    (
      await server.app.kernel.db
        .selectFrom('users')
        .select('email_verified')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.email_verified;

  test('are mailed to the address, which the link verifies; the administrator does not see it', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
      emails: ['grace@elsewhere.test'],
    });
    expect(body).toEqual({ users: [expect.any(String)], invited: 1, mailed: true, links: [] });
    const invited = { organizationId: org.id, userId: body.users[0], invitedBy: org.admin.id };
    await server.app.services.invitations.send(invited);
    const message = readMessage(smtp.accepted[0]!);
    expect(smtp.accepted[0]).toContain('<grace@elsewhere.test>');
    expect(message.body).toContain('Test organization');
    const browser = newBrowser(server);
    const page = await browser.open(linkIn(smtp.accepted[0]!, INVITATION));
    expect(await isVerified('grace@elsewhere.test')).toBe(false);
    const done = await browser.submit(page, '/invitation', {
      displayName: 'Grace Hopper',
      password: PASSWORD,
    });
    expect(done.location).toBe(`/app/o/${org.id}`);
    expect(await isVerified('grace@elsewhere.test')).toBe(true);
    const again = await newBrowser(server).send('/login/password', {
      email: 'grace@elsewhere.test',
      password: PASSWORD,
    });
    expect(again.status).toBe(303);
  });

  test('are mailed once to an address that a space is shared with', async () => {
    const space = await org.space('Handbook');
    const share = () =>
      org.create.call('POST', `/spaces/${space}/permissions`, {
        role: 'read',
        users: ['mary@elsewhere.test'],
      });
    expect([(await share()).status, (await share()).status]).toEqual([204, 204]);
    const { rows } = await sql<{ data: { userId: string; invitedBy: string } }>`
      select data from pgboss.job where name = ${SEND_INVITATION} and data->>'organizationId' = ${org.id}`.execute(
      server.app.kernel.db,
    );
    const [member] = (await org.admin.call('GET', `/orgs/${org.id}/members?search=mary@elsewhere.test`)).body
      .items;
    expect(rows).toMatchObject([{ data: { userId: member.id, invitedBy: org.create.id } }]);
    expect(member.role).toBeNull();
  });

  test('are sent again, or copied as a link that does not verify the address', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/invites`, {
      emails: ['alan@elsewhere.test'],
    });
    const path = `/orgs/${org.id}/members/${body.users[0]}/invitation`;
    expect((await org.admin.call('POST', path, {})).body).toEqual({ mailed: true });
    const copied = await org.admin.call('POST', path, { delivery: 'link' });
    expect(copied.body).toMatchObject({ mailed: false, url: expect.stringContaining('/invitation?token=') });
    const browser = newBrowser(server);
    const page = await browser.open(copied.body.url.replace(server.app.publicUrl(), ''));
    await browser.submit(page, '/invitation', { displayName: 'Alan', password: PASSWORD });
    expect((await browser.open('/account')).status).toBe(200);
    expect(await isVerified('alan@elsewhere.test')).toBe(false);
    expect((await org.admin.call('POST', path, {})).status).toBe(409);
  });

  test('a new person with an invite link verifies the address first, and nothing is told about it', async () => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/link-invites`, { role: 'edit' });
    const path = new URL(body.urls.app).pathname;
    const browser = newBrowser(server);
    const page = await browser.open(path);
    const ask = async (email: string) => {
      const answer = await browser.submit(page, '/login', { email });
      return [answer.status, answer.text.replaceAll(email, '…')];
    };
    expect(await ask(org.read.email)).toEqual(await ask('edsger@elsewhere.test'));
    // Only a valid link creates accounts.
    await server.app.services.signIn.sendLink('edsger@elsewhere.test', `/invites/${org.id}/nothing`);
    expect(smtp.accepted).toEqual([]);
    await server.app.services.signIn.sendLink('edsger@elsewhere.test', path);
    const link = await browser.open(linkIn(smtp.accepted[0]!, SIGN_IN));
    expect((await browser.submit(link, '/login/link')).location).toBe(path);
    const done = await browser.submit(await browser.open(path), `${path}/accept`);
    expect(done.location).toBe(`/app/o/${org.id}`);
    // Accounts with an unverified address are not created where e-mail works.
    const registered = await newBrowser(server).send(`${path}/register`, {
      displayName: 'Eve',
      email: 'eve@elsewhere.test',
      password: PASSWORD,
    });
    expect(registered.status).toBe(409);
    expect(await isVerified('eve@elsewhere.test')).toBeUndefined();
  });
});
