import type { Static } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../testing/api-client.ts';
import { listTitles } from '../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import type { SpaceMergeRules } from './spaces.contract.ts';

describe('spaces', () => {
  let server: TestServer;
  let org: TestOrganization;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const create = (body: ApiRequest<'createSpace'>['body'] = {}, by: Person = org.admin) =>
    by.request('createSpace', { params: { organizationId: org.id }, body });
  const refusedCreate = (body: object = {}, by: Person = org.admin) =>
    by.refusal('createSpace', { params: { organizationId: org.id }, body });
  const get = async (spaceId: string, by: Person = org.admin) =>
    (await by.request('getSpaceById', { params: { spaceId } })).body;
  const update = (spaceId: string, body: ApiRequest<'updateSpaceById'>['body'], by: Person = org.admin) =>
    by.request('updateSpaceById', { params: { spaceId }, body });
  const titles = (path: string, by: Person = org.admin) => listTitles(path, by);
  const actions = async (targetId: string) =>
    (await server.eventsOf(targetId)).map(({ action, payload }) => [action, payload]);

  const ALL = {
    view: true,
    access: true,
    admin: true,
    viewInviteLinks: true,
    edit: true,
    triggerGitSync: true,
    comment: true,
    merge: true,
    review: true,
    installIntegration: true,
  };

  test('are created with defaults, and read with every field', async () => {
    const made = await create({}, org.create);
    expect(made.status).toBe(201);
    const { id, revision, createdAt } = made.body;
    expect(made.body).toEqual({
      object: 'space',
      id: expect.stringMatching(/^[A-Za-z0-9]{20,}$/),
      title: 'Untitled',
      emoji: '📘',
      visibility: 'private',
      createdAt: expect.any(String),
      updatedAt: createdAt,
      editMode: 'locked',
      mergeRules: { type: 'inherit' },
      urls: { location: `${server.url}/v1/spaces/${id}`, app: `${server.url}/app/s/${id}` },
      organization: org.id,
      position: expect.any(String),
      revision: expect.any(String),
      defaultLevel: 'inherit',
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      permissions: ALL,
    });
    expect(await get(id, org.create)).toEqual(made.body);
    const shared = { params: { spaceId: id }, query: { shareKey: 'secret' } };
    expect((await org.create.request('getSpaceById', shared)).body).toEqual(made.body);
    const stored = await server.app.kernel.db
      .selectFrom('revisions')
      .select('space_id')
      .where('id', '=', revision)
      .executeTakeFirstOrThrow();
    expect(stored.space_id).toBe(id);
    expect(await actions(id)).toEqual([['space.created', {}]]);
  });

  test('are created with all fields, in a collection', async () => {
    const parent = await org.collection();
    for (const emoji of ['🎉', '1f389', '1f1eb-1f1f7', '👩‍🚀']) {
      const fields = { title: 'Docs', emoji, parent, language: 'pt-br', editMode: 'live' } as const;
      const ignored = { unknown: 'ignored' };
      const made = await create({ ...fields, ...ignored });
      expect([made.status, made.body]).toMatchObject([201, { ...fields, visibility: 'in-collection' }]);
    }
  });

  test('have the visibility in-collection if they only inherit from a collection', async () => {
    const id = await org.space('Docs', await org.collection());
    expect((await update(id, { defaultLevel: 'read' })).body.visibility).toBe('private');
    expect((await update(id, { defaultLevel: 'inherit' })).body.visibility).toBe('in-collection');
    const moved = await org.admin.request('moveSpace', { params: { spaceId: id }, body: { parent: null } });
    expect(moved.body.visibility).toBe('private');
  });

  test('are created by users with permission at the position', async () => {
    const foreign = await server.organization();
    const stray = await foreign.collection();
    for (const person of [org.admin, org.create]) expect((await create({}, person)).status).toBe(201);
    for (const [person, status] of [
      [org.review, 403],
      [org.edit, 403],
      [org.comment, 403],
      [org.read, 403],
      [org.guest, 403],
      [foreign.admin, 404],
    ] as const)
      expect((await refusedCreate({}, person)).status).toBe(status);
    for (const parent of ['unknown', stray, await org.space('a space')])
      expect((await refusedCreate({ parent })).status).toBe(404);
    const mine = await org.collection();
    await org.admin.call('POST', `/collections/${mine}/permissions`, {
      role: 'create',
      users: [org.guest.id],
    });
    const made = await create({ parent: mine }, org.guest);
    expect([made.status, made.body.permissions.admin]).toEqual([201, true]);
  });

  test('with bad input are rejected by field, and nothing is created or changed', async () => {
    const id = await org.space('Docs');
    const before = await get(id);
    const bad: [string, unknown][] = [
      ['title', 'x'.repeat(51)],
      ['title', 7],
      ['title', 'a\u0000b'],
      ['emoji', 'no emoji'],
      ['emoji', '🎉🎉'],
      ['emoji', ''],
      ['language', 'klingon'],
      ['editMode', 'open'],
    ];
    const onlyNew: [string, unknown][] = [
      ['parent', 7],
      ['emoji', null],
    ];
    const onlyChange: [string, unknown][] = [
      ['title', null],
      ['icon', 'not a url'],
      ['defaultLevel', 'owner'],
      ['mergeRules', { type: 'some' }],
      ['mergeRules', { type: 'rules' }],
      ['mergeRules', { type: 'rules', rules: [7] }],
    ];
    const params = { organizationId: org.id, spaceId: id };
    for (const [operation, cases] of [
      ['createSpace', [...bad, ...onlyNew]],
      ['updateSpaceById', [...bad, ...onlyChange]],
    ] as const)
      for (const [field, value] of cases) {
        const body = { title: 'Fine', [field]: value };
        const { status, paths } = await org.admin.refusal(operation, { params, body });
        expect([field, value, status]).toEqual([field, value, 400]);
        expect(paths[0]).toMatch(new RegExp(`^body\\.${field}`));
      }
    const query = { shareKey: 'x'.repeat(300) };
    expect((await org.admin.refusal('getSpaceById', { params, query })).status).toBe(400);
    expect(await titles(`/orgs/${org.id}/spaces`)).toEqual(['Docs']);
    expect(await get(id)).toEqual(before);
  });

  test('have settings that are changed individually', async () => {
    const id = await org.space('Docs');
    const rules: Static<typeof SpaceMergeRules> = {
      type: 'rules',
      rules: [
        { rule: 'require_specific_reviewers', users: [org.review.id] },
        { rule: 'custom', expression: 'true' },
      ],
    };
    const changes: ApiRequest<'updateSpaceById'>['body'][] = [
      { title: '😀'.repeat(50) },
      { emoji: '🚀' },
      { emoji: '1f680' },
      { editMode: 'live' },
      { editMode: 'locked' },
      { defaultLevel: 'comment' },
      { defaultLevel: null },
      { defaultLevel: 'inherit' },
      { language: 'fr' },
      { mergeRules: rules },
      { mergeRules: { type: 'none' } },
      { mergeRules: { type: 'inherit' } },
    ];
    for (const change of changes) {
      const before = await get(id);
      const changed = await update(id, change);
      expect([changed.status, changed.body]).toMatchObject([200, change]);
      const { updatedAt } = changed.body;
      expect(await get(id)).toEqual({ ...before, ...change, updatedAt });
    }
    expect((await update(id, { emoji: null }, org.create)).body.emoji).toBe('📘');
    const icon = 'https://example.com/icon.png';
    expect((await update(id, { icon }, org.create)).body.urls.icon).toBe(icon);
    expect((await update(id, { title: 'Docs' }, org.create)).body.urls.icon).toBe(icon);
    expect((await update(id, { emoji: '🚀' }, org.create)).body.urls.icon).toBeUndefined();
    await update(id, { icon }, org.create);
    expect((await update(id, { icon: null }, org.create)).body.urls.icon).toBeUndefined();
  });

  test('ignore unknown fields everywhere, and an empty update changes nothing', async () => {
    const id = await org.space('Docs');
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
    const changed = await org.admin.call('PATCH', `/spaces/${id}`, {
      unknown: 1,
      mergeRules: { ...mergeRules, unknown: 1, rules: [{ ...mergeRules.rules[0], unknown: 1 }] },
    });
    expect([changed.status, changed.body.mergeRules]).toEqual([200, mergeRules]);
    expect((await update(id, {})).body).toEqual(changed.body);
    expect(await actions(id)).toEqual([
      ['space.created', {}],
      [
        'space.updated',
        {
          fields: ['mergeRules'],
          changes: { mergeRules: { from: { type: 'inherit' }, to: mergeRules } },
        },
      ],
    ]);
  });

  test('are visible and changed by role', async () => {
    const id = await org.space('Docs');
    const target = await server.organization();
    const changes = [
      ['PATCH', '', { title: 'Mine' }],
      ['POST', '/move', {}],
      ['POST', '/transfer', { organization: target.id }],
      ['POST', '/restore'],
      ['POST', '/duplicate'],
    ] as const;
    for (const person of [org.review, org.edit, org.comment, org.read]) {
      for (const [method, path, body] of changes)
        expect((await person.call(method, `/spaces/${id}${path}`, body)).status).toBe(403);
      expect((await person.call('DELETE', `/spaces/${id}`)).status).toBe(403);
    }
    for (const person of [org.guest, target.admin]) {
      for (const [method, path, body] of changes)
        expect((await person.call(method, `/spaces/${id}${path}`, body)).status).toBe(404);
      expect((await person.call('GET', `/spaces/${id}`)).status).toBe(404);
      expect((await person.call('DELETE', `/spaces/${id}`)).status).toBe(204);
    }
    for (const unknown of ['unknown', await org.collection(), `${id}x`, '%00'])
      expect((await org.admin.call('GET', `/spaces/${unknown}`)).status).toBe(unknown === '%00' ? 400 : 404);
    expect((await get(id)).title).toBe('Docs');
    expect((await get(id, org.comment)).permissions).toMatchObject({
      comment: true,
      edit: false,
      merge: false,
    });
  });

  test('count their change requests and open comments', async () => {
    const [busy, idle] = [await org.space('busy'), await org.space('idle')];
    const { db, newId } = server.app.kernel;
    const row = { organization_id: org.id, space_id: busy, created_at: new Date() };
    const statuses = ['draft', 'draft', 'open', 'open', 'open', 'merged', 'archived'];
    const requests = statuses.map((status, i) => ({ ...row, id: newId(), number: i + 1, status }));
    await db.insertInto('change_requests').values(requests).execute();
    await db
      .insertInto('comments')
      .values([
        { ...row, id: newId() },
        { ...row, id: newId() },
        { ...row, id: newId(), status: 'resolved' },
        { ...row, id: newId(), change_request_id: requests[0]!.id },
      ])
      .execute();
    const counts = { comments: 2, changeRequests: 7, changeRequestsOpen: 3, changeRequestsDraft: 2 };
    const none = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 };
    expect(await get(busy)).toMatchObject(counts);
    const params = { organizationId: org.id, spaceId: busy };
    const { body } = await org.read.request('listSpacesInOrganizationById', { params });
    expect(body.items).toMatchObject([counts, none]);
    expect((await org.admin.request('duplicateSpace', { params })).body).toMatchObject(none);
    expect(await get(idle)).toMatchObject(none);
  });
});
