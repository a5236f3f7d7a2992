import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startServer, type TestOrganization, type TestServer } from '../../testing/server.ts';

const ALL = [
  'view',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'ingestConversations',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
  'listInstallations',
  'installIntegration',
];
const permissions = (...allowed: string[]) =>
  Object.fromEntries(ALL.map((action) => [action, allowed.includes(action)]));

describe('organizations', () => {
  let server: TestServer;
  let org: TestOrganization;
  const get = async (who: Person, id: string) => (await who.call('GET', `/orgs/${id}`)).body;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
  });
  afterAll(() => server.close());

  test('are administered by their creator', async () => {
    const founder = await server.person();
    const made = await founder.call('POST', '/orgs', {
      title: 'Acme',
      emailDomains: ['ACME.test', 'acme.test', 'docs.acme.test'],
      plan: 'internal',
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      object: 'organization',
      id: expect.stringMatching(/^[A-Za-z0-9]{20,}$/),
      title: 'Acme',
      createdAt: expect.any(String),
      emailDomains: ['acme.test', 'docs.acme.test'],
      type: 'business',
      defaultRole: null,
      sso: false,
      ai: true,
      inviteLinks: true,
      signInMethods: { password: true, passkey: true, email: true },
      plan: 'enterprise_2024',
      trial: { status: 'notapplicable', count: 0 },
      mergeRules: { type: 'none' },
      urls: {
        location: `${server.url}/v1/orgs/${made.body.id}`,
        app: `${server.url}/app/o/${made.body.id}`,
      },
      permissions: permissions(...ALL),
    });
    expect(await get(founder, made.body.id)).toEqual(made.body);
    const { body } = await founder.call('GET', `/orgs/${made.body.id}/members`);
    expect(body.items).toMatchObject([{ id: founder.id, role: 'admin' }]);
  });

  test.each([
    ['title', undefined],
    ['title', null],
    ['title', 'A'],
    ['title', '   '],
    ['title', 'x'.repeat(256)],
    ['title', {}],
    ['emailDomains', 'acme.test'],
    ['emailDomains', null],
    ['emailDomains', ['not a domain']],
    ['emailDomains', ['acme']],
    ['emailDomains', ['@acme.test']],
    ['emailDomains', [`${'x'.repeat(64)}.test`]],
    ['emailDomains', Array.from({ length: 101 }, (_, i) => `a${i}.test`)],
  ])('are not created with a bad %s: %j', async (field, value) => {
    const founder = await server.person();
    const refused = await founder.call('POST', '/orgs', { title: 'Fine', [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toMatch(new RegExp(`^body\\.${field}(\\.0)?$`));
    expect((await founder.call('GET', '/orgs')).body).toEqual({ count: 0, items: [] });
  });

  test('show the permissions of each role', async () => {
    const lists = ['view', 'listMembers', 'listTeams', 'listIntegrations', 'listInstallations'];
    expect((await get(org.admin, org.id)).permissions).toEqual(permissions(...ALL));
    expect((await get(org.create, org.id)).permissions).toEqual(
      permissions(...lists, 'createContent', 'createOpenAPISpec', 'ingestConversations'),
    );
    for (const who of [org.review, org.edit, org.comment, org.read])
      expect((await get(who, org.id)).permissions).toEqual(permissions(...lists));
    expect((await get(org.guest, org.id)).permissions).toEqual(permissions('view'));
    const team = await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Owned' });
    await org.admin.call('PUT', `/orgs/${org.id}/teams/${team.body.id}/members/${org.read.id}`, {
      role: 'owner',
    });
    expect((await get(org.read, org.id)).permissions.ownTeam).toBe(true);
  });

  test('are found only by their members', async () => {
    const stranger = await server.person();
    const former = await server.member(org.id, 'admin');
    await server.disable(former);
    for (const who of [stranger, former]) {
      expect((await who.call('GET', `/orgs/${org.id}`)).status).toBe(404);
      expect((await who.call('PATCH', `/orgs/${org.id}`, { title: 'Mine' })).status).toBe(404);
      expect((await who.call('GET', '/orgs')).body.items).toEqual([]);
    }
    expect((await stranger.call('GET', '/orgs/nothing')).status).toBe(404);
  });

  test('are listed for the caller, oldest first, stable under inserts', async () => {
    const someone = await server.person();
    const create = (title: string) => someone.call('POST', '/orgs', { title });
    for (const title of ['One', 'Two', 'Three']) await create(title);
    const first = (await someone.call('GET', '/orgs?limit=2')).body;
    await create('Late');
    const second = (await someone.call('GET', `/orgs?limit=2&page=${first.next.page}`)).body;
    const titles = [first, second].flatMap((page) => page.items.map((item: { title: string }) => item.title));
    expect(titles).toEqual(['One', 'Two', 'Three', 'Late']);
    expect([first.count, second.count, second.next]).toEqual([3, 4, undefined]);
    expect(first.items[0]).toEqual(await get(someone, first.items[0].id));
    expect((await someone.call('GET', `/orgs?page=${first.next.page.slice(1)}`)).status).toBe(400);
  });

  test('have agent instructions, which are empty at first, and returned as stored', async () => {
    const path = `/orgs/${org.id}/agent-instructions`;
    const before = await org.read.call('GET', path);
    expect(before.body).toEqual({
      object: 'agent-instructions',
      instructions: { object: 'document', data: {}, nodes: [] },
      updatedAt: (await get(org.admin, org.id)).createdAt,
      updatedBy: org.admin.id,
      urls: { location: `${server.url}/v1${path}` },
    });
    const second = await server.member(org.id, 'admin');
    const instructions = {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          key: 'a1',
          nodes: [
            { object: 'text', key: 'a2', leaves: [{ object: 'leaf', text: 'Be brief 🦉', marks: [] }] },
          ],
        },
      ],
    };
    const put = await second.call('PUT', path, { instructions });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ instructions, updatedBy: second.id });
    expect(new Date(put.body.updatedAt) >= new Date(before.body.updatedAt)).toBe(true);
    expect((await org.read.call('GET', path)).body).toEqual(put.body);
  });

  test('have agent instructions that members read and administrators write', async () => {
    const path = `/orgs/${org.id}/agent-instructions`;
    const stranger = await server.person();
    const body = { instructions: { object: 'document', data: {}, nodes: [] } };
    expect((await org.guest.call('GET', path)).status).toBe(403);
    expect((await stranger.call('GET', path)).status).toBe(404);
    expect((await org.create.call('PUT', path, body)).status).toBe(403);
    expect((await stranger.call('PUT', path, body)).status).toBe(404);
  });

  test.each([
    [undefined, 'body.instructions'],
    [null, 'body.instructions'],
    ['# Be brief', 'body.instructions'],
    [{ object: 'page', data: {}, nodes: [] }, 'body.instructions.object'],
    [{ object: 'document', nodes: [] }, 'body.instructions.data'],
    [{ object: 'document', data: {}, nodes: 'text' }, 'body.instructions.nodes'],
    [{ object: 'document', data: {}, nodes: [{ object: 'block' }] }, 'body.instructions.nodes.0.type'],
  ])('reject agent instructions that are not a document: %j', async (instructions, path) => {
    const url = `/orgs/${org.id}/agent-instructions`;
    const before = (await org.admin.call('GET', url)).body;
    const refused = await org.admin.call('PUT', url, { instructions });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
    expect((await org.admin.call('GET', url)).body).toEqual(before);
  });
});
