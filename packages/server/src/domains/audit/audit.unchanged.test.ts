import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

/** What is told twice happens once: the log has what changed, not what was asked for. */
describe('a request that changes nothing records no event:', () => {
  let server: TestServer;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    org = await server.organization();
  });
  afterAll(() => server.close());

  const events = async (): Promise<number> => {
    const { db } = server.app.kernel;
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const admin = (method: string, path: string, body?: unknown) => org.admin.call(method, path, body);
  const made = async (what: string, body: object = { title: 'Thing' }): Promise<string> =>
    (await admin(what === 'teams' ? 'PUT' : 'POST', `/orgs/${org.id}/${what}`, body)).body.id;

  /** Sends a command three times, the last two at once: the first is in the log, the others are not. */
  const once = async (command: () => Promise<Answer>, expected = 1) => {
    const before = await events();
    const first = await command();
    expect(first.status).toBeLessThan(300);
    expect((await events()) - before).toBe(expected);
    const again = await Promise.all([command(), command()]);
    expect(again.map((answer) => answer.status)).toEqual([first.status, first.status]);
    expect((await events()) - before).toBe(expected);
  };
  /** Sends a command twice at once, as the first ever: one of them is in the log. */
  const atOnce = async (command: () => Promise<Answer>, statuses: readonly number[]) => {
    const before = await events();
    const answers = await Promise.all([command(), command()]);
    for (const { status } of answers) expect(statuses).toContain(status);
    expect((await events()) - before).toBe(1);
  };

  test('users', async () => {
    const someone = await server.person();
    const path = `/users/${someone.id}`;
    await once(() => someone.call('PATCH', path, { displayName: ' Ada ', photoURL: 'https://a.test/a.png' }));
    await once(() => someone.call('PATCH', path, { displayName: 'Bea' }));
    await atOnce(() => someone.call('PATCH', path, { displayName: 'Cleo' }), [200]);
    const token = (await someone.call('POST', '/user/tokens', { label: 'CI' })).body.id;
    await atOnce(() => someone.call('DELETE', `/user/tokens/${token}`), [204]);
  });

  test('organizations', async () => {
    const root = `/orgs/${org.id}`;
    await once(() =>
      admin('PATCH', root, {
        title: 'Renamed',
        emailDomains: ['A.test', 'b.test'],
        defaultRole: 'read',
        mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
        inviteLinks: true,
        logo: 'https://a.test/logo.png',
      }),
    );
    await atOnce(() => admin('PATCH', root, { title: 'Renamed again' }), [200]);
    const before = (await admin('GET', root)).body;
    expect((await admin('PATCH', root, { title: 'Renamed again' })).body).toEqual(before);
    const instructions = { object: 'document', data: {}, nodes: [] };
    await once(() => admin('PUT', `${root}/agent-instructions`, { instructions }));
    const { updatedAt } = (await admin('GET', `${root}/agent-instructions`)).body;
    expect((await admin('PUT', `${root}/agent-instructions`, { instructions })).body.updatedAt).toBe(
      updatedAt,
    );
  });

  test('members', async () => {
    const path = `/orgs/${org.id}/members/${org.read.id}`;
    await once(() => admin('PATCH', path, { role: 'edit' }));
    await atOnce(() => admin('PATCH', path, { role: null }), [200]);
    await once(() => admin('POST', `${path}/sso`));
    await atOnce(() => admin('POST', `/orgs/${org.id}/members/${org.edit.id}/sso`), [200]);
    await atOnce(() => admin('DELETE', path), [204]);
    await once(() => admin('DELETE', `/orgs/${org.id}/members/${org.edit.id}`));
    await admin('PATCH', `/orgs/${org.id}`, { emailDomains: ['people.test'] });
    const newcomer = await server.person();
    await atOnce(() => newcomer.call('POST', `/orgs/${org.id}/join`), [204]);
  });

  test('teams', async () => {
    const path = `/orgs/${org.id}/teams/${await made('teams', { title: 'Team', members: [org.review.id] })}`;
    await once(() => admin('PATCH', path, { title: 'Writers' }));
    await atOnce(() => admin('PATCH', path, { title: 'Editors' }), [200]);
    const change = { add: [org.edit.id, org.review.id], memberships: { [org.read.id]: { role: 'owner' } } };
    await once(() => admin('PUT', `${path}/members`, change));
    await once(() => admin('PUT', `${path}/members`, { remove: [org.edit.id, org.comment.id] }));
    await atOnce(() => admin('PUT', `${path}/members/${org.edit.id}`, {}), [204]);
    await once(() => admin('PUT', `${path}/members/${org.edit.id}`, { role: 'owner' }));
    // Without a role the one that is there stays.
    const before = await events();
    await admin('PUT', `${path}/members/${org.edit.id}`, {});
    await admin('PUT', `${path}/members`, {});
    expect(await events()).toBe(before);
    await atOnce(() => admin('DELETE', `${path}/members/${org.edit.id}`), [204]);
    await atOnce(() => admin('DELETE', path), [204]);
    await once(() => admin('DELETE', path), 0);
  });

  test.each(['space', 'collection'])('grants on a %s', async (kind) => {
    const path = `/${kind}s/${await made(`${kind}s`)}/permissions`;
    const team = await made('teams');
    await once(() => admin('POST', path, { role: 'edit', users: [org.read.id], teams: [team] }));
    await atOnce(() => admin('POST', path, { role: 'read', users: [org.guest.id] }), [204]);
    for (const who of [`users/${org.edit.id}`, `teams/${team}`]) {
      await once(() => admin('PATCH', `${path}/${who}`, { role: 'review' }));
      await atOnce(() => admin('PATCH', `${path}/${who}`, { role: null }), [204]);
      await once(() => admin('PATCH', `${path}/${who}`, {}), 0);
      await atOnce(() => admin('DELETE', `${path}/${who}`), [204]);
      await once(() => admin('DELETE', `${path}/${who}`), 0);
    }
  });

  test('collections', async () => {
    const path = `/collections/${await made('collections')}`;
    await once(() => admin('PATCH', path, { title: 'Guides', description: 'All', defaultLevel: 'read' }));
    await atOnce(() => admin('PATCH', path, { defaultLevel: null }), [200]);
    await once(() => admin('PATCH', path, { description: '' }));
    const moved = `/collections/${await made('collections')}`;
    await atOnce(() => admin('POST', `${moved}/move`, { parent: path.slice(13) }), [200, 409]);
    await atOnce(() => admin('DELETE', path), [204]);
    await once(() => admin('DELETE', path), 0);
    const target = await server.organization();
    await target.admin.call('POST', `/orgs/${target.id}/invites`, {
      emails: [{ email: org.admin.email, role: 'create' }],
    });
    const given = `/collections/${await made('collections')}`;
    const before = await events();
    const answers = await Promise.all(
      [1, 2].map(() => admin('POST', `${given}/transfer`, { organization: target.id })),
    );
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    // It left the one organization and came into the other.
    expect((await events()) - before).toBe(2);
  });

  test('spaces', async () => {
    const path = `/spaces/${await made('spaces')}`;
    await once(() =>
      admin('PATCH', path, {
        title: 'Docs',
        emoji: '🚀',
        editMode: 'live',
        language: 'fr',
        defaultLevel: 'comment',
        mergeRules: { type: 'none' },
      }),
    );
    const before = (await admin('GET', path)).body;
    expect((await admin('PATCH', path, { title: 'Docs' })).body).toEqual(before);
    await atOnce(() => admin('PATCH', path, { defaultLevel: null }), [200]);
    await once(() => admin('PATCH', path, { icon: 'https://a.test/icon.png' }));
    const parent = await made('collections');
    await atOnce(() => admin('POST', `${path}/move`, { parent }), [200, 409]);
    await atOnce(() => admin('DELETE', path), [204]);
    await atOnce(() => admin('POST', `${path}/restore`), [200, 409]);
  });

  test('invites', async () => {
    const root = `/orgs/${org.id}`;
    const email = `${org.id}@new.test`;
    await once(() => admin('POST', `${root}/invites`, { emails: [email], role: 'read' }));
    const link = await made('link-invites', { role: 'read' });
    await once(() => admin('PATCH', `${root}/link-invites/${link}`, { role: 'edit' }));
    await atOnce(() => admin('PATCH', `${root}/link-invites/${link}`, { role: 'review' }), [200]);
    const newcomer = await server.person();
    await atOnce(() => newcomer.call('POST', `${root}/invites/${link}`), [200]);
    await once(() => org.read.call('POST', `${root}/invites/${link}`));
    const space = await made('spaces');
    const toSpace = await made('link-invites', { space, level: 'comment' });
    await atOnce(() => org.guest.call('POST', `${root}/invites/${toSpace}`), [200]);
    await atOnce(() => admin('DELETE', `${root}/link-invites/${link}`), [204]);
    await once(() => admin('DELETE', `${root}/link-invites/${link}`), 0);
  });
});
