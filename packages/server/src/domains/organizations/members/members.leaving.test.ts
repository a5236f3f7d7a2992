import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agreeToSso, signedInBrowser } from '../../../testing/browser-client.ts';
import { makeCertificate } from '../../../testing/certificates.ts';
import { callerOf, makeProvisioner } from '../../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const { certificate } = makeCertificate();
const ACTIVE = { ssoURL: 'https://idp.test/sso', entityID: 'https://idp.test', certificate };

describe('leaving an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('revokes tokens of a removed member, even ones created at the same time', async () => {
    const { scim } = await makeProvisioner(server, org);
    for (let round = 0; round < 4; round++) {
      const { body: user } = await scim('POST', '/Users', { userName: `${randomUUID()}@staff.test` });
      const person = await callerOf(server, user.id);
      const ask = () => person('POST', '/user/tokens', { label: 'Kept' });
      const [before, removed, after] = await Promise.all([
        Promise.all(Array.from({ length: 7 }, ask)),
        org.admin.call('DELETE', `/orgs/${org.id}/members/${user.id}`),
        Promise.all(Array.from({ length: 7 }, ask)),
      ]);
      const made = [...before, ...after];
      expect(removed.status).toBe(204);
      const secrets = made.flatMap(({ status, body }) => (status === 201 ? [body.token as string] : []));
      for (const secret of secrets) expect((await server.withToken(secret)('GET', '/user')).status).toBe(401);
    }
  });

  /** An organization that added somebody, and then closed itself to them. */
  const closedTo = async (email: string) => {
    const evil = await server.organization('Evil');
    await makeProvisioner(server, evil, ACTIVE);
    await evil.admin.call('POST', `/orgs/${evil.id}/invites`, { emails: [email], role: 'read' });
    expect((await evil.admin.call('PATCH', `/orgs/${evil.id}`, { sso: true })).status).toBe(200);
    return evil;
  };

  test('is possible for a disabled member, who can then use single sign-on elsewhere', async () => {
    const evil = await closedTo(org.read.email);
    const mark = () => org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    expect((await org.read.call('GET', `/orgs/${evil.id}`)).status).toBe(404);
    expect((await mark()).status).toBe(409);
    const leave = () => org.read.call('DELETE', `/orgs/${evil.id}/members/${org.read.id}`);
    expect([(await leave()).status, (await leave()).status]).toEqual([204, 404]);
    expect((await mark()).status).toBe(200);
    // Nobody else can be removed from there.
    expect((await org.read.call('DELETE', `/orgs/${evil.id}/members/${evil.edit.id}`)).status).toBe(404);
    expect((await evil.admin.call('GET', `/orgs/${evil.id}/members/${evil.edit.id}`)).status).toBe(200);
  });

  test('is possible for a disabled member on the account page, which lists the organization', async () => {
    const evil = await closedTo(org.read.email);
    const browser = await signedInBrowser(server, org.read);
    const page = await browser.open('/account');
    expect(page.text).toContain('No access');
    const leave = `/account/organizations/${evil.id}/leave`;
    expect(page.text).toContain(`href="${leave}"`);
    // It is asked once more, by a page that names it.
    const asked = await browser.open(leave);
    expect(asked.text).toContain('You will lose your role in <strong>');
    const left = await browser.submit(asked, leave);
    expect([left.status, left.location]).toEqual([303, '/account?done=left']);
    const after = await browser.open(left.location!);
    expect(after.text).toContain('You left the organization.');
    expect(after.text).not.toContain(evil.id);
    expect(after.text).toContain(org.id);
    expect((await browser.submit(asked, leave)).status).toBe(404);
    expect((await browser.open(leave)).status).toBe(404);
  });

  test('is shown on the login page to a member who was signed in by the organization', async () => {
    await org.admin.call('POST', `/orgs/${org.id}/members/${org.read.id}/sso`);
    await agreeToSso(server, org.read, org.id);
    const browser = await signedInBrowser(server, org.read);
    const leave = `/account/organizations/${org.id}/leave`;
    const asked = await browser.open(leave);
    expect(asked.text).toContain('all your API tokens will be revoked');
    const left = await browser.submit(asked, leave);
    expect([left.status, left.location, browser.cookies.size]).toEqual([303, '/login?done=left', 0]);
    expect((await browser.open(left.location!)).text).toContain('You left the organization');
  });
});
