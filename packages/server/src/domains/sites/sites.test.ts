import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('sites', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const path = (id = '') => `/orgs/${org.id}/sites${id && `/${id}`}`;
  const create = (body: object = {}, by: Person = org.admin) => by.call('POST', path(), body);
  const actions = async (targetId: string) =>
    (await server.eventsOf(targetId)).map(({ action, payload }) => [action, payload]);

  test('are created with defaults, and read with every field', async () => {
    const made = await create({}, org.create);
    expect(made.status).toBe(201);
    const { id, features, ...rest } = made.body;
    expect(rest).toEqual({
      object: 'site',
      type: 'basic',
      appliedType: 'basic',
      title: 'Untitled',
      basename: 'untitled',
      visibility: 'public',
      defaultLevel: 'inherit',
      permissions: expect.objectContaining({ view: true, edit: true, admin: true, publish: true }),
      published: false,
      siteSpaces: 0,
      createdAt: expect.any(String),
      adaptiveContent: { enabled: false },
      agentsContext: 'excluded',
      contentSecurityPolicy: { hosts: [] },
      urls: {
        location: `${server.url}/v1/orgs/${org.id}/sites/${id}`,
        app: `${server.url}/app/o/${org.id}/sites/${id}`,
        preview: expect.stringMatching(/\/untitled\/$/),
      },
    });
    expect(features).toContainEqual({ id: 'sites-sections', plan: 'ultimate', frozen: false });
    const { permissions, ...shown } = (await org.read.call('GET', path(id))).body;
    expect({ ...shown, permissions: made.body.permissions }).toEqual(made.body);
    expect(permissions).toEqual({
      view: true,
      access: true,
      viewAdaptiveSchema: true,
      edit: false,
      create: false,
      admin: false,
      publish: false,
      installIntegration: false,
      editAdaptiveSchema: false,
    });
    expect(await actions(id)).toEqual([['site.created', {}]]);
  });

  test('have basenames from their titles; the organization gets a hostname with its first site', async () => {
    expect((await org.admin.call('GET', `/orgs/${org.id}`)).body.hostname).toBeUndefined();
    for (const [title, basename] of [
      ['Dévelopers & API', 'developers-api'],
      ['Developers API', 'developers-api-1'],
      ['100% sure_', '100-sure'],
      ['日本', '日本'],
    ])
      expect((await create({ title })).body).toMatchObject({ title, basename });
    const { hostname } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    expect(hostname).toMatch(/^test-organization(-[a-z0-9]{6})?$/);
    await create();
    expect((await org.admin.call('GET', `/orgs/${org.id}`)).body.hostname).toBe(hostname);
    const hostnames = (await actions(org.id)).filter(([action]) => action === 'organization.updated');
    expect(hostnames).toHaveLength(1);
  });

  test('created at the same time with one title have different basenames', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create({ title: 'Docs' })));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(new Set(made.map(({ body }) => body.basename)).size).toBe(made.length);
  });

  test('are created by creators, and visible to members', async () => {
    const foreign = await server.organization();
    for (const [person, status] of [
      [org.admin, 201],
      [org.create, 201],
      [org.review, 403],
      [org.edit, 403],
      [org.comment, 403],
      [org.read, 403],
      [org.guest, 403],
      [foreign.admin, 404],
    ] as const)
      expect((await create({}, person)).status).toBe(status);
    const id = await org.site();
    for (const person of [org.guest, foreign.admin])
      expect((await person.call('GET', path(id))).status).toBe(404);
    expect((await foreign.admin.call('GET', `/orgs/${foreign.id}/sites/${id}`)).status).toBe(404);
    expect((await org.guest.call('GET', path())).body).toEqual({ count: 0, items: [] });
  });

  test('are listed in pages, by age, with filters', async () => {
    await create({ title: 'Guides', type: 'premium' });
    await create({ title: 'guide_book', type: 'ultimate' });
    await create({ title: 'API' });
    const list = async (query: string, by: Person = org.read) => {
      const { body } = await by.call('GET', `${path()}?${query}`);
      return [body.count, body.items.map((item: { title: string }) => item.title), body.next?.page];
    };
    expect(await list('')).toEqual([3, ['Guides', 'guide_book', 'API'], undefined]);
    const [, first, next] = await list('limit=2');
    expect(first).toEqual(['Guides', 'guide_book']);
    expect(await list(`limit=2&page=${next}`)).toEqual([3, ['API'], undefined]);
    expect((await list('title=GUIDE'))[1]).toEqual(['Guides', 'guide_book']);
    expect((await list('title=guide_'))[1]).toEqual(['guide_book']);
    expect((await list('type=premium&type=basic'))[1]).toEqual(['Guides', 'API']);
    expect((await list('published=false'))[0]).toBe(3);
    expect((await list('published=true'))[0]).toBe(0);
    expect((await list('space=unknown'))[0]).toBe(0);
    for (const query of ['published=maybe', 'type=gold', 'limit=1001', 'page=x'])
      expect((await org.read.call('GET', `${path()}?${query}`)).status).toBe(400);
  });
});
