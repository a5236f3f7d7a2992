import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../kernel/events/events.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('joining by e-mail domain', () => {
  let server: TestServer;
  let org: TestOrganization;
  let domain: string;
  const join = (who: Person, id = org.id) => who.call('POST', `/orgs/${id}/join`);
  const someoneOf = (host: string, verified = true) => server.person(`${randomUUID()}@${host}`, verified);
  const roleOf = async (who: Person) => {
    const answer = await org.admin.call('GET', `/orgs/${org.id}/members/${who.id}`);
    return answer.status === 200 ? answer.body.role : answer.status;
  };
  const set = (changes: object) => org.admin.call('PATCH', `/orgs/${org.id}`, changes);
  const joined = async () =>
    (await org.admin.call('GET', `/orgs/${org.id}/audit-events?action=member.joined`)).body;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    domain = `d${randomUUID().slice(0, 13)}.test`;
    await set({ emailDomains: [domain.toUpperCase()], defaultRole: 'comment' });
  });

  test('gives a verified address of a listed domain the default role', async () => {
    const newcomer = await someoneOf(domain.toUpperCase());
    expect((await join(newcomer)).status).toBe(204);
    expect(await roleOf(newcomer)).toBe('comment');
    await set({ defaultRole: null });
    const guest = await someoneOf(domain);
    expect((await join(guest)).status).toBe(204);
    expect(await roleOf(guest)).toBeNull();
  });

  test('again changes nothing', async () => {
    const newcomer = await someoneOf(domain);
    await join(newcomer);
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${newcomer.id}`, { role: 'review' });
    expect((await join(newcomer)).status).toBe(204);
    expect(await roleOf(newcomer)).toBe('review');
    expect((await join(org.admin)).status).toBe(204);
    expect(await roleOf(org.admin)).toBe('admin');
    expect(await joined()).toMatchObject({
      count: 1,
      items: [{ actor: { id: newcomer.id }, target: { type: 'member', id: newcomer.id } }],
    });
  });

  test('is rejected for an unverified address, another domain and a subdomain', async () => {
    for (const who of [
      await someoneOf(domain, false),
      await someoneOf('elsewhere.test'),
      await someoneOf(`sub.${domain}`),
      await someoneOf(`x${domain}`),
    ]) {
      expect((await join(who)).status).toBe(400);
      expect(await roleOf(who)).toBe(404);
    }
    await set({ emailDomains: [] });
    expect((await join(await someoneOf(domain))).status).toBe(400);
    expect((await joined()).count).toBe(0);
  });

  test('uses the domain after the last @', async () => {
    const quoted = await server.person(`"a@elsewhere.test"${randomUUID()}@${domain}`);
    expect((await join(quoted)).status).toBe(204);
    await set({ emailDomains: ['elsewhere.test'] });
    expect((await join(await server.person(`b@elsewhere.test@${domain}`))).status).toBe(400);
  });

  test('is rejected alike for an organization that does not accept the domain and for one that does not exist', async () => {
    const stranger = await someoneOf('elsewhere.test');
    const { status, body } = await join(stranger);
    expect(status).toBe(400);
    const unknown = await join(stranger, server.app.kernel.newId());
    expect([unknown.status, unknown.body]).toEqual([status, body]);
  });

  test('is rejected for an unknown organization', async () => {
    expect((await join(await someoneOf(domain), 'nothing')).status).toBe(404);
  });

  test('does not enable a disabled member', async () => {
    const former = await someoneOf(domain);
    await join(former);
    await server.disable(former);
    expect((await join(former)).status).toBe(403);
  });

  test('ten times concurrently creates one member and one event', async () => {
    const newcomer = await someoneOf(domain);
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(newcomer)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    const members = await org.admin.call('GET', `/orgs/${org.id}/members?search=${newcomer.email}`);
    expect(members.body).toMatchObject({ count: 1, items: [{ role: 'comment' }] });
    expect((await joined()).count).toBe(1);
  });

  const closeButForSso = (id: string) =>
    server.app.kernel.db.updateTable('organizations').set({ sso: true }).where('id', '=', id).execute();

  test('by the operator is reported as disabled where single sign-on is required', async () => {
    await closeButForSso(org.id);
    const { kernel, services } = server.app;
    const letIn = async (role: 'read' | 'admin') => {
      const user = (await services.identity.findByEmail(kernel.db, (await server.person()).email))!;
      return kernel.transaction((tx) =>
        services.organizations.addMember(tx, COMMAND_LINE, org.id, user, role),
      );
    };
    expect(await letIn('read')).toEqual({ added: true, role: 'read', disabled: true });
    expect(await letIn('admin')).toEqual({ added: true, role: 'admin', disabled: false });
  });

  test('is offered for organizations with that domain', async () => {
    const found = async (who: Person, host: string) => {
      const answer = await who.call('GET', `/email-domains/${host}/orgs`);
      expect(answer.status).toBe(200);
      return answer.body.organizations;
    };
    const newcomer = await someoneOf(domain);
    const second = await org.admin.call('POST', '/orgs', { title: 'Second', emailDomains: [domain] });
    const offered = await found(newcomer, domain.toUpperCase());
    expect(offered.map((one: { id: string }) => one.id)).toEqual([org.id, second.body.id]);
    expect(offered[0]).toMatchObject({
      object: 'organization',
      emailDomains: [domain],
      permissions: { view: false, admin: false, listMembers: false },
    });
    await join(newcomer);
    expect((await found(newcomer, domain))[0].permissions.view).toBe(true);
    // Nobody else learns who takes which domain, besides those who are in anyway.
    expect(await found(await someoneOf(domain, false), domain)).toEqual([]);
    expect(await found(await someoneOf('elsewhere.test'), domain)).toEqual([]);
    expect((await found(org.guest, domain)).map((one: { id: string }) => one.id)).toEqual([org.id]);
    expect(await found(newcomer, 'nobody.test')).toEqual([]);
    // Where single sign-on is the only way in, nobody joins by a domain.
    await closeButForSso(second.body.id);
    expect((await found(newcomer, domain)).map((one: { id: string }) => one.id)).toEqual([org.id]);
    expect(await found(await someoneOf(domain), domain)).toHaveLength(1);
  });
});
